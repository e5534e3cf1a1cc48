public import TileGeometry

/// The visible part of a content at one moment, and its motion: everything a surface needs to know each frame.
///
/// The viewport moves over the content: a positive velocity reveals what is further right and down.
public struct Viewport: Hashable, Sendable {
    /// The visible rect in content units. It may extend beyond the content, and may be empty.
    public let visible: Box
    /// Device pixels per content unit: a scroll view's zoom scale times its screen's scale.
    public let scale: Double
    /// The velocity over the content, in device pixels per second.
    public let velocityX: Double
    public let velocityY: Double
    /// The rect that will be visible when the motion ends, in content units, if known: the end of a deceleration or the
    /// target of an animation. Its size differs when the motion zooms. Nil at rest or while following a finger.
    public let landing: Box?
    /// Whether a zoom is under way.
    public let isZooming: Bool
    /// The time in seconds on any clock. A time before the last one counts as no time passing.
    public let time: Double

    /// The reason why numbers, which may come from a peer, are not a valid viewport.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// A number is NaN, infinite, or beyond `Viewport.farthest`.
        case number(name: String, Double)
        /// A rect has a maximum below its minimum.
        case inverted(name: String)
        /// The scale is not within `Viewport.scales`.
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

    /// The largest coordinate: up to here whole numbers are exact.
    public static let farthest = 0x1p53
    /// The allowed scales: wider than any pyramid's levels, and such that no product of allowed values overflows.
    public static let scales = 0x1p-40...0x1p40

    /// - Throws: `Failure` if the numbers are not a valid viewport.
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

    /// The speed in device pixels per second.
    public var speed: Double { (velocityX * velocityX + velocityY * velocityY).squareRoot() }

    /// Returns the same viewport at rest at a later time.
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
        // NaN fails this too.
        guard abs(value) <= farthest else { throw .number(name: name(), value) }
    }
}
