public import Foundation
public import TileGeometry

/// Something that happens in a trace.
public struct TraceEvent: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable, Codable {
        case began, moved, stationary, ended, cancelled
    }

    public struct Touch: Hashable, Sendable {
        public var finger: Int
        public var phase: Phase
        /// In points of the screen.
        public var location: CGPoint

        public init(_ finger: Int, _ phase: Phase, _ location: CGPoint) {
            self.finger = finger
            self.phase = phase
            self.location = location
        }
    }

    /// How a screen is held.
    public enum Orientation: String, Hashable, Sendable, CaseIterable {
        case portrait, portraitUpsideDown, landscapeLeft, landscapeRight
    }

    public enum Kind: Hashable, Sendable {
        /// Fingers, of which at least one came down, moved or was lifted.
        case touch([Touch])
        /// A wheel or a trackpad moves the content by so many points, as far as there is content.
        case wheel(CGVector)
        /// The program scrolls to an offset, in points.
        case scroll(CGPoint, animated: Bool)
        /// The program zooms about the middle.
        case zoom(Double, animated: Bool)
        /// The view stands so now: an offset in points at a zoom scale, as a viewer said.
        case show(CGPoint, zoomScale: Double)
        /// The content looks different in a rect, in its own units; nil for all of it.
        case change(CGRect?)
        case memoryPressure
        /// The screen has another size, in points: it was turned.
        case resize(CGSize)
        /// Something keeps the program's thread busy for so many seconds.
        case stall(Double)

        // Of a trace that shows a controller. Names are of controllers that the program makes for traces.

        /// The innermost navigation controller in front gets another on its stack.
        case push(String, animated: Bool)
        /// It gives up the top of its stack.
        case pop(animated: Bool)
        /// The controller in front presents another.
        case present(String, animated: Bool)
        /// The one that was presented last is dismissed.
        case dismiss(animated: Bool)
        case rotate(Orientation)

        /// Whether it happens to controllers, to tiles, or to either.
        var subject: Subject {
            switch self {
            case .touch, .memoryPressure, .resize, .stall: .either
            case .wheel, .scroll, .zoom, .show, .change: .tiles
            case .push, .pop, .present, .dismiss, .rotate: .controllers
            }
        }
    }

    enum Subject {
        case tiles, controllers, either
    }

    /// When the program gets it, in seconds since the trace began.
    public var time: Double
    public var kind: Kind

    public init(_ time: Double, _ kind: Kind) {
        self.time = time
        self.kind = kind
    }

    /// Whether a refresh at a time, in seconds since the trace began, takes it in. Half a nanosecond: one at the
    /// refresh is in time.
    func isDue(at time: Double) -> Bool { self.time <= time + 0.5e-9 }
}
