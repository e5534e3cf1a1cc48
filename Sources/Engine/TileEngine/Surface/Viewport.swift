public import TileGeometry

/// What a screen shows of a content at one moment, and where it is heading: all that a surface has to know each frame.
///
/// It moves over the content: a positive velocity shows what lies further right and down.
public struct Viewport: Hashable, Sendable {
    /// What is on the screen, in units of content. It may reach beyond the content, and may be empty.
    public let visible: Box
    /// Device pixels per unit of content: a scroll view's zoom scale times its screen's scale.
    public let scale: Double
    /// How fast it moves over the content, in device pixels per second.
    public let velocityX: Double
    public let velocityY: Double
    /// What will be visible when the motion ends, in units of content, when that is known: a deceleration's end, the
    /// target of an animation. Of another size when the motion zooms. Nil when it is at rest or follows a finger.
    public let landing: Box?
    /// Whether a zoom is under way.
    public let isZooming: Bool
    /// Seconds on any clock; one that goes back counts as standing.
    public let time: Double

    /// Why numbers, which may come from a peer, are no viewport.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// Not a number, infinite, or farther than `Viewport.farthest`.
        case number(name: String, Double)
        /// A rect whose maximum is below its minimum.
        case inverted(name: String)
        /// Not within `Viewport.scales`.
        case scale(Double)

        public var description: String {
            switch self {
            case .number(let name, let value):
                "the viewport's \(name) is \(value); it must be a number from -2^53 to 2^53"
            case .inverted(let name): "the viewport's \(name) rect has a negative width or height"
            case .scale(let scale):
                "a viewport at \(scale) pixels per unit of content; the scale must be from \(Viewport.scales.lowerBound) to "
                    + "\(Viewport.scales.upperBound)"
            }
        }
    }

    /// As far as whole numbers can be told apart.
    public static let farthest = 0x1p53
    /// Wider than any pyramid's levels, and such that no product of what is allowed here overflows.
    public static let scales = 0x1p-40...0x1p40

    /// - Throws: `Failure` for what no screen can show.
    public init(
        visible: Box, scale: Double, velocityX: Double = 0, velocityY: Double = 0, landing: Box? = nil,
        isZooming: Bool = false, time: Double = 0
    ) throws(Failure) {
        try Self.check(visible, "visible")
        if let landing { try Self.check(landing, "landing") }
        guard Self.scales.contains(scale) else { throw .scale(scale) }
        try Self.check(velocityX, "horizontal velocity")
        try Self.check(velocityY, "vertical velocity")
        try Self.check(time, "time")
        self.visible = visible
        self.scale = scale
        self.velocityX = velocityX
        self.velocityY = velocityY
        self.landing = landing
        self.isZooming = isZooming
        self.time = time
    }

    /// In device pixels per second.
    public var speed: Double { (velocityX * velocityX + velocityY * velocityY).squareRoot() }

    /// The same viewport at rest at a later time.
    public func atRest(time: Double) -> Viewport { Viewport(restingAs: self, time: time) }

    private init(restingAs other: Viewport, time: Double) {
        visible = other.visible
        scale = other.scale
        (velocityX, velocityY, landing, isZooming) = (0, 0, nil, false)
        self.time = time.isFinite ? min(max(time, -Self.farthest), Self.farthest) : other.time
    }

    private static func check(_ box: Box, _ name: String) throws(Failure) {
        try check(box.minX, "\(name) rect's left edge")
        try check(box.minY, "\(name) rect's top edge")
        try check(box.maxX, "\(name) rect's right edge")
        try check(box.maxY, "\(name) rect's bottom edge")
        if box.isEmpty { throw .inverted(name: name) }
    }

    private static func check(_ value: Double, _ name: @autoclosure () -> String) throws(Failure) {
        // Not-a-number fails this too.
        guard abs(value) <= farthest else { throw .number(name: name(), value) }
    }
}
