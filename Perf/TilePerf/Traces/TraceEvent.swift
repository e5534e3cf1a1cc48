public import Foundation
public import TileGeometry

/// An event in a trace.
public struct TraceEvent: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable, Codable {
        case began, moved, stationary, ended, cancelled
    }

    public struct Touch: Hashable, Sendable {
        public var finger: Int
        public var phase: Phase
        /// The position in points of the screen.
        public var location: CGPoint

        public init(_ finger: Int, _ phase: Phase, at location: CGPoint) {
            self.finger = finger
            self.phase = phase
            self.location = location
        }
    }

    /// The orientation of a screen.
    public enum Orientation: String, Hashable, Sendable, CaseIterable {
        case portrait, portraitUpsideDown, landscapeLeft, landscapeRight
    }

    public enum Kind: Hashable, Sendable {
        /// Touches, at least one of which began, moved or ended.
        case touch([Touch])
        /// A wheel or trackpad scrolls the content by points, within its limits.
        case wheel(CGVector)
        /// The program scrolls to an offset, in points.
        case scroll(CGPoint, animated: Bool)
        /// The program zooms about the center.
        case zoom(Double, animated: Bool)
        /// The view moves to an offset in points at a zoom scale, as reported by a viewer.
        case show(CGPoint, zoomScale: Double)
        /// The content changes in a rect, in its own units; everywhere if nil.
        case change(CGRect?)
        case memoryPressure
        /// The screen changes its size, in points, because it was rotated.
        case resize(CGSize)
        /// The program's thread is busy for a number of seconds.
        case stall(Double)

        // Events of traces that show a controller. Names refer to controllers that the program creates for traces.

        /// The innermost navigation controller in front pushes a controller.
        case push(String, animated: Bool)
        /// The navigation controller pops its top controller.
        case pop(animated: Bool)
        /// The controller in front presents another.
        case present(String, animated: Bool)
        /// The controller presented last is dismissed.
        case dismiss(animated: Bool)
        case rotate(Orientation)

        /// Whether the event applies to controllers, to tiles, or to either.
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

    /// The time at which the program receives it, in seconds since the trace began.
    public var time: Double
    public var kind: Kind

    public init(_ time: Double, _ kind: Kind) {
        self.time = time
        self.kind = kind
    }

    /// Whether a refresh at a time, in seconds since the trace began, processes the event. The tolerance of half a
    /// nanosecond includes an event exactly at the refresh.
    func isDue(at time: Double) -> Bool { self.time <= time + 0.5e-9 }
}
