import Foundation

/// The decision whether a tab bar is minimized, from the movement of the content above it.
struct TabBarScrolling {
    private(set) var isMinimized = false
    /// The last offset, within the limits of the content; nil before the first one.
    private var offset: CGFloat?
    /// The distance moved in the current direction, in points. It is positive toward the end of the content.
    private var way: CGFloat = 0

    /// The distance in one direction that minimizes or expands the bar. Shorter movements are those of an unsteady
    /// finger.
    static let distance: CGFloat = 16

    /// Notes the offset of the content.
    ///
    /// - Parameters:
    ///   - range: The offsets at the start and at the end of the content.
    ///   - isMoving: Whether a scroll caused the offset, rather than the program or a layout.
    ///   - minimizesDownward: Whether moving toward the end minimizes the bar, rather than toward the start. At the
    ///     other end, the bar is always expanded.
    mutating func note(_ offset: CGFloat, in range: ClosedRange<CGFloat>, isMoving: Bool, minimizesDownward: Bool) {
        // A bounce at an end does not change the direction.
        let inside = min(range.upperBound, max(range.lowerBound, offset))
        let moved = inside - (self.offset ?? inside)
        self.offset = inside
        if inside == (minimizesDownward ? range.lowerBound : range.upperBound) { return expand() }
        guard isMoving, moved != 0 else { return }
        way = (way < 0) == (moved < 0) ? way + moved : moved
        if abs(way) >= Self.distance { isMinimized = (way > 0) == minimizesDownward }
    }

    mutating func expand() { (isMinimized, way) = (false, 0) }

    /// Expands the bar for other content.
    mutating func restart() { self = TabBarScrolling() }
}
