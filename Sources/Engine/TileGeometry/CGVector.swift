public import Foundation

/// A direction with a length, in the coordinate space of its owner.
public struct CGVector: Hashable, Sendable, Codable {
    public var dx: CGFloat
    public var dy: CGFloat

    @inlinable
    public init(dx: CGFloat, dy: CGFloat) {
        self.dx = dx
        self.dy = dy
    }

    @inlinable
    public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

    /// The zero vector.
    @inlinable public init() { self.init(dx: 0 as CGFloat, dy: 0) }

    @inlinable public static var zero: CGVector { CGVector() }
}
