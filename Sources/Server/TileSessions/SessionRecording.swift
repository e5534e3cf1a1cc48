/// What the viewer of a session has done, in its order.
public struct SessionRecording: Hashable, Sendable {
    public struct Screen: Hashable, Sendable {
        /// In points.
        public var width: Double
        public var height: Double
        /// Device pixels per point.
        public var ratio: Double

        public init(width: Double, height: Double, ratio: Double) {
            (self.width, self.height, self.ratio) = (width, height, ratio)
        }
    }

    public enum Phase: String, Hashable, Sendable { case began, moved, ended, cancelled }

    public struct Touch: Hashable, Sendable {
        public var finger: Int
        public var phase: Phase
        /// In points from the top left of the screen.
        public var x: Double
        public var y: Double

        public init(finger: Int, phase: Phase, x: Double, y: Double) {
            (self.finger, self.phase, self.x, self.y) = (finger, phase, x, y)
        }
    }

    /// Where a view stands.
    public struct Place: Hashable, Sendable {
        /// The screen's top left from the content's, in points.
        public var x: Double
        public var y: Double
        /// Points per unit of content.
        public var zoomScale: Double

        public init(x: Double, y: Double, zoomScale: Double) {
            (self.x, self.y, self.zoomScale) = (x, y, zoomScale)
        }
    }

    public enum Kind: Hashable, Sendable {
        /// The screen is so from now on. The first of a recording.
        case screen(Screen)
        /// Fingers came down, moved, or were lifted.
        case touch([Touch])
        /// The view stands so now: something else than fingers, or what they set going, has moved it; or a first finger
        /// is about to come down.
        case show(Place)
    }

    public struct Input: Hashable, Sendable {
        /// Seconds since the first, and not before the one ahead of it.
        public var time: Double
        public var kind: Kind

        public init(_ time: Double, _ kind: Kind) { (self.time, self.kind) = (time, kind) }
    }

    /// Why what came later is not in it.
    public enum Cut: Hashable, Sendable {
        /// So many samples are in it.
        case samples(Int)
        /// It lasts so many seconds.
        case seconds(Double)
    }

    /// What the content is called in URLs.
    public var content: String
    public var inputs: [Input]
    /// nil if all is in it.
    public var cut: Cut?

    public init(content: String, inputs: [Input] = [], cut: Cut? = nil) {
        (self.content, self.inputs, self.cut) = (content, inputs, cut)
    }
}
