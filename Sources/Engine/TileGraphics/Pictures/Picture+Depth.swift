extension Picture {
    /// The number of layers of the image's size that are held at a time: with backdrops, those of each nested replay of
    /// what is behind as well.
    var heldLayerDepth: Int { backdropCount > 0 ? layerDepth * (1 + PictureBackdrop.maxNesting) : layerDepth }
}

extension Operation.Kind {
    /// The nesting depth of pictures inside; 0 if there are none.
    var depth: Int {
        switch self {
        case .fill(_, _, let paint, _), .stroke(_, _, let paint, _), .glyphs(_, let paint): paint.depth
        case .group(let group):
            max(group.content.depth, group.mask?.content.depth ?? 0, group.shapePicture?.depth ?? 0)
        case .projected(let projected): projected.content.depth
        case .filtered(let filtered): filtered.pictures.reduce(0) { max($0, $1.depth) }
        case .image, .external, .backdrop: 0
        }
    }

    /// The layer depth inside; see `Picture.layerDepth`.
    var layerDepth: Int {
        switch self {
        case .fill(_, _, let paint, _), .stroke(_, _, let paint, _), .glyphs(_, let paint): paint.layerDepth
        case .group(let group): group.layerDepth
        case .projected(let projected): projected.content.layerDepth + 2
        // Filters limit their own memory.
        case .filtered(let filtered): filtered.pictures.reduce(0) { max($0, $1.layerDepth) } + 1
        case .image, .external: 0
        // What is behind. The layers within it count in `heldLayerDepth`.
        case .backdrop: 1
        }
    }

    /// The maximum distance of ink from the bounds, in pixels.
    var pixelReach: Double {
        switch self {
        case .stroke(_, let pen, _, _): pen.style.pixelReach
        case .group(let group): group.content.pixelReach
        case .filtered(let filtered): filtered.content.pixelReach
        case .image(let image): image.pixelReach
        default: 0
        }
    }
}

extension Paint {
    fileprivate var depth: Int {
        if case .pattern(let pattern) = self { return pattern.content.depth }
        return 0
    }

    fileprivate var layerDepth: Int {
        if case .pattern(let pattern) = self { return pattern.content.layerDepth + 1 }
        return 0
    }
}

extension PictureGroup {
    fileprivate var shapePicture: Picture? {
        if case .picture(let picture) = shape { return picture }
        return nil
    }

    fileprivate var layerDepth: Int {
        // One layer, one for the mask or the shape, and one for the combination of both.
        var result = needsLayer ? content.layerDepth + 1 : content.layerDepth
        if let mask { result = max(result, mask.content.layerDepth + 3) }
        if blendMode.needsShape { result = max(result, (shapePicture?.layerDepth ?? 0) + 3) }
        if shadow != nil { result = max(result, content.layerDepth + 3) }
        return result
    }
}
