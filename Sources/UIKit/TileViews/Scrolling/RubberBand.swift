import Foundation

/// The resistance of content that a finger drags past its edge. The movement decreases and never exceeds the viewport's
/// length.
///
/// Dragged by x past the edge, the content moves by (1 − 1/(0.55·x/d + 1))·d, where d is the viewport's length. The
/// formula and its constant are published measurements of UIKit.
struct RubberBand {
    static let stiffness = 0.55

    /// The length of the viewport along the axis, in points.
    var length: Double

    /// Returns the movement of content that is dragged `pull` points past the edge.
    func stretch(_ pull: Double) -> Double {
        length > 0 ? (1 - 1 / (Self.stiffness * pull / length + 1)) * length : 0
    }

    /// Returns the drag distance for content that is `stretch` points past the edge, for a finger that catches it
    /// there. Beyond the maximum movement, the result is that of a very long drag.
    func pull(_ stretch: Double) -> Double {
        guard length > 0 else { return 0 }
        let part = min(stretch / length, 0.999)
        return (1 / (1 - part) - 1) * length / Self.stiffness
    }

    /// Returns the offset, inside `range` or beyond it, at which the band holds content that the finger moved to
    /// `free`.
    func offset(_ free: Double, in range: ClosedRange<Double>) -> Double {
        if free < range.lowerBound { return range.lowerBound - stretch(range.lowerBound - free) }
        if free > range.upperBound { return range.upperBound + stretch(free - range.upperBound) }
        return free
    }

    /// Returns the inverse of `offset(_:in:)`.
    func free(_ offset: Double, in range: ClosedRange<Double>) -> Double {
        if offset < range.lowerBound { return range.lowerBound - pull(range.lowerBound - offset) }
        if offset > range.upperBound { return range.upperBound + pull(offset - range.upperBound) }
        return offset
    }
}
