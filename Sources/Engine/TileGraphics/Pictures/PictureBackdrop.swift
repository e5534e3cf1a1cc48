public import TileGeometry

/// A shape that shows the content behind it, blurred and with another saturation.
///
/// A replay draws the operations before this one again, with larger pixels, so that the result depends on neither tile
/// nor strip. Where there is nothing behind by itself, it draws nothing: in masks, patterns, shadows and filters, on
/// planes in perspective, and on vector surfaces.
public final class PictureBackdrop: Sendable {
    /// The outline in which it is visible.
    public let outline: Path
    /// The standard deviation of the blur, in units of the plane.
    public let deviation: Double
    /// The factor of the colors' saturation: 0 for gray, 1 for no change.
    public let saturation: Double

    /// - Parameters: Numbers that are negative or not finite count as 0.
    public init(outline: Path, deviation: Double, saturation: Double = 1) {
        self.outline = outline
        self.deviation = deviation.isFinite ? min(Self.widest, max(0, deviation)) : 0
        self.saturation = saturation.isFinite ? min(Self.mostColorful, max(0, saturation)) : 0
    }

    private static let widest = 1e6
    private static let mostColorful = 100.0

    var bounds: Box { outline.bounds }

    /// The number of backdrops in a picture up to which those behind others are blurred as well. With more, those
    /// behind others draw nothing, because each would draw all before it again: the work stays below the square of the
    /// number.
    package static let maxNestedCount = 8
    /// The maximum nesting of blurred backdrops, counting the one that is drawn.
    static let maxNesting = 2

    /// Returns the nesting of backdrops that are drawn in a picture.
    ///
    /// - Parameter count: The number of backdrops in the whole picture.
    static func nesting(_ count: Int) -> Int { count <= maxNestedCount ? maxNesting : 1 }

    /// The distance from which something behind affects the result, in deviations; at least 3 for the blur, more
    /// because of its larger pixels.
    package static let reach = 4.5
}

extension Operation.Kind {
    /// The number of backdrops that can be visible.
    var backdropCount: Int {
        switch self {
        case .group(let group): group.content.backdropCount
        case .backdrop: 1
        default: 0
        }
    }
}

extension PictureRecorder {
    /// Draws what the operations before this one draw, blurred. A backdrop without an area or an effect draws nothing.
    public mutating func draw(_ backdrop: PictureBackdrop, transform: CGAffineTransform = .identity) {
        guard backdrop.bounds.width > 0, backdrop.bounds.height > 0,
            backdrop.deviation > 0 || backdrop.saturation != 1
        else { return }
        append(.backdrop(backdrop), bounds: backdrop.bounds, transform)
    }
}
