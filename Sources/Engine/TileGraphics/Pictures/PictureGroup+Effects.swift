public import TileGeometry

/// A shadow: the coverage of a group, offset, blurred and in one color.
public struct PictureShadow: Hashable, Sendable {
    /// The offset in the group's plane.
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

    /// The reach of the blur in deviations. Beyond it less than 0.3 % of the coverage remains, which is not visible in
    /// 8 bits.
    static let reach = 3.0

    /// Returns the bounds of the shadow of ink in `box`.
    func bounds(of box: Box) -> Box {
        if box.isEmpty { return .empty }
        let grown = box.expanded(by: deviation * Self.reach)
        return Box(
            minX: grown.minX + offsetX, minY: grown.minY + offsetY, maxX: grown.maxX + offsetX,
            maxY: grown.maxY + offsetY)
    }
}

extension PictureGroup {
    /// The area that a group covers, regardless of its opacity there. Blend modes that remove the backdrop do so within
    /// it.
    public enum Shape: Sendable {
        /// The group's ink, by its alpha.
        case ink
        /// Another picture's ink, by its alpha, in the group's plane.
        case picture(Picture)
        /// A whole box, in the group's plane, whatever is drawn there.
        case box(Box)
    }

    /// Returns the bounds of the pixels that content, shape and shadow may change.
    static func extent(of content: Picture, shape: Shape, shadow: PictureShadow?) -> Box {
        var box = content.bounds
        if let shadow { box = box.union(shadow.bounds(of: box)) }
        switch shape {
        case .ink: return box
        case .picture(let picture): return box.union(picture.bounds)
        case .box(let covered): return box.union(covered)
        }
    }

    /// Returns the bounds of what a mask lets through, including its shadow.
    static func extent(_ mask: Mask, _ shadow: PictureShadow?) -> Box {
        let box = mask.bounds
        return shadow.map { box.union($0.bounds(of: box)) } ?? box
    }

    /// Whether the group may change pixels outside its content.
    var marksBeyondContent: Bool {
        if shadow != nil { return true }
        if case .ink = shape { return false }
        return blendMode.needsShape
    }
}

extension BlendMode {
    /// Whether the mode changes the backdrop where the source is clear, so that the extent of the shape matters.
    var needsShape: Bool {
        switch self {
        case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .plusDarker: true
        default: false
        }
    }
}
