public import TileGeometry

/// What something drawn casts beneath it: its coverage, moved, blurred and in one color.
public struct PictureShadow: Hashable, Sendable {
    /// In the group's plane.
    public var offsetX: Double
    public var offsetY: Double
    /// The standard deviation of the Gaussian blur, in the group's plane; 0 for a hard shadow.
    public var deviation: Double
    public var color: Color

    public init(offsetX: Double, offsetY: Double, deviation: Double, color: Color) {
        self.offsetX = offsetX
        self.offsetY = offsetY
        self.deviation = max(0, deviation)
        self.color = color
    }

    /// Beyond three deviations less than 0.3 % of the coverage is left: not a step of 8 bits of it shows.
    static let reach = 3.0

    /// Where the shadow of what lies in `box` may be.
    func bounds(of box: Box) -> Box {
        if box.isEmpty { return .empty }
        let grown = box.expanded(by: deviation * Self.reach)
        return Box(
            minX: grown.minX + offsetX, minY: grown.minY + offsetY, maxX: grown.maxX + offsetX,
            maxY: grown.maxY + offsetY)
    }
}

extension PictureGroup {
    /// What a group covers, apart from how opaque it is there. Blend modes that take away what is beneath do so within.
    public enum Shape: Sendable {
        /// As much as its ink is opaque.
        case ink
        /// As much as another picture's ink, in the group's plane, is opaque.
        case picture(Picture)
        /// All of a box, in the group's plane, whatever is drawn there.
        case box(Box)
    }

    /// Where content, shape and shadow may change pixels.
    static func extent(_ content: Picture, _ shape: Shape, _ shadow: PictureShadow?) -> Box {
        var box = content.bounds
        if let shadow { box = box.union(shadow.bounds(of: box)) }
        switch shape {
        case .ink: return box
        case .picture(let picture): return box.union(picture.bounds)
        case .box(let covered): return box.union(covered)
        }
    }

    /// Where what a mask lets through, or its shadow, may be.
    static func extent(_ mask: Mask, _ shadow: PictureShadow?) -> Box {
        let box = mask.bounds
        return shadow.map { box.union($0.bounds(of: box)) } ?? box
    }

    /// Whether pixels may change where the content draws nothing.
    var marksBeyondContent: Bool {
        if shadow != nil { return true }
        if case .ink = shape { return false }
        return blendMode.needsShape
    }
}

extension BlendMode {
    /// Whether what is beneath changes where the source is clear, so that the shape must be known to end somewhere.
    var needsShape: Bool {
        switch self {
        case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .plusDarker: true
        default: false
        }
    }
}
