import Foundation

/// How content follows a finger past its edge: ever less, and never by more than the viewport's length.
///
/// Dragged by x past the edge, it moves by (1 − 1/(0.55·x/d + 1))·d, where d is the viewport's length. The formula and
/// its constant are published measurements of UIKit's.
struct RubberBand {
    static let stiffness = 0.55

    /// The viewport's length along the axis, in points.
    var length: Double

    /// How far the content goes when it is dragged by `pull` points past the edge.
    func stretch(_ pull: Double) -> Double {
        length > 0 ? (1 - 1 / (Self.stiffness * pull / length + 1)) * length : 0
    }

    /// How far it was dragged when it went `stretch` points past the edge: for a finger that catches content out there.
    /// Content further out than any pull takes it is as if pulled very far.
    func pull(_ stretch: Double) -> Double {
        guard length > 0 else { return 0 }
        let part = min(stretch / length, 0.999)
        return (1 / (1 - part) - 1) * length / Self.stiffness
    }

    /// An offset within `range` and beyond, as the finger would have it, where the band lets it be.
    func offset(_ free: Double, in range: ClosedRange<Double>) -> Double {
        if free < range.lowerBound { return range.lowerBound - stretch(range.lowerBound - free) }
        if free > range.upperBound { return range.upperBound + stretch(free - range.upperBound) }
        return free
    }

    /// The way back.
    func free(_ offset: Double, in range: ClosedRange<Double>) -> Double {
        if offset < range.lowerBound { return range.lowerBound - pull(range.lowerBound - offset) }
        if offset > range.upperBound { return range.upperBound + pull(offset - range.upperBound) }
        return offset
    }
}
