/// The recorded input of a session's viewer, in order.
public struct SessionRecording: Hashable, Sendable {
    public struct Screen: Hashable, Sendable {
        /// The width in points.
        public var width: Double
        public var height: Double
        /// The device pixels per point.
        public var ratio: Double

        public init(width: Double, height: Double, ratio: Double) {
            (self.width, self.height, self.ratio) = (width, height, ratio)
        }
    }

    public enum Phase: String, Hashable, Sendable { case began, moved, ended, cancelled }

    public struct Touch: Hashable, Sendable {
        public var finger: Int
        public var phase: Phase
        /// The position in points from the top left of the screen.
        public var x: Double
        public var y: Double

        public init(finger: Int, phase: Phase, x: Double, y: Double) {
            (self.finger, self.phase, self.x, self.y) = (finger, phase, x, y)
        }
    }

    /// The position of a view.
    public struct Place: Hashable, Sendable {
        /// The screen's top left relative to the content's, in points.
        public var x: Double
        public var y: Double
        /// The points per unit of content.
        public var zoomScale: Double

        public init(x: Double, y: Double, zoomScale: Double) {
            (self.x, self.y, self.zoomScale) = (x, y, zoomScale)
        }
    }

    public enum Kind: Hashable, Sendable {
        /// The size of the screen changed. It is the first input of a recording.
        case screen(Screen)
        /// Fingers touched the screen, moved, or were lifted.
        case touch([Touch])
        /// The position of the view, after it was moved by something other than fingers and their momentum, or before
        /// the first finger touches.
        case show(Place)
    }

    public struct Input: Hashable, Sendable {
        /// The time in seconds since the first input. Times are not decreasing.
        public var time: Double
        public var kind: Kind

        public init(_ time: Double, _ kind: Kind) { (self.time, self.kind) = (time, kind) }
    }

    /// The reason why later input is missing.
    public enum Cut: Hashable, Sendable {
        /// The maximum number of samples was reached.
        case samples(Int)
        /// The maximum duration in seconds was reached.
        case seconds(Double)
    }

    /// The content's identifier in URLs.
    public var content: String
    public var inputs: [Input]
    /// The reason why the recording is incomplete; nil if it is complete.
    public var cut: Cut?

    public init(content: String, inputs: [Input] = [], cut: Cut? = nil) {
        (self.content, self.inputs, self.cut) = (content, inputs, cut)
    }
}
