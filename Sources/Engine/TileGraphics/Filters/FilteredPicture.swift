import TileGeometry

/// A picture that is seen through a filter. A tile filters what shows in it and what reaches into it, at its own scale.
public final class FilteredPicture: Sendable {
    public let content: Picture
    public let filter: PictureFilter
    /// What each step may leave, in the picture's plane.
    let extents: [Box]

    public init(content: Picture, filter: PictureFilter) {
        let content = content.bounded
        self.content = content
        self.filter = filter
        let source = content.bounds.intersection(filter.region)
        var extents: [Box] = []
        for step in filter.steps {
            func extent(_ input: PictureFilter.Input) -> Box {
                switch input {
                case .source, .sourceAlpha: source
                case .step(let number): extents[number]
                }
            }
            let extent = step.effect.extent(extent, region: step.region).intersection(step.region)
                .intersection(filter.region)
            extents.append(extent.width > 0 && extent.height > 0 ? extent : .empty)
        }
        self.extents = extents
    }

    /// Ink, in the picture's plane.
    var bounds: Box { extents.last ?? .empty }

    /// Pictures within it, the content first.
    var pictures: [Picture] {
        [content] + filter.steps.compactMap { if case .picture(let picture) = $0.effect { picture } else { nil } }
    }
}

extension PictureFilter.Effect {
    /// Where the effect may leave anything, by where its inputs have; not yet cut to its region.
    fileprivate func extent(_ input: (PictureFilter.Input) -> Box, region: Box) -> Box {
        switch self {
        case .blend(let top, let bottom, _): return input(top).union(input(bottom))
        case .blur(let from, let x, let y):
            return input(from).grown(x: x * BlurReach.deviations, y: y * BlurReach.deviations)
        case .colorMatrix(let from, let matrix): return matrix.colorsNothing ? region : input(from)
        case .composite(let a, let b, let composition):
            switch composition {
            case .over, .xor, .lighter: return input(a).union(input(b))
            case .in: return input(a).intersection(input(b))
            case .out: return input(a)
            case .atop: return input(b)
            case .arithmetic(_, _, _, let k4): return k4 > 0 ? region : input(a).union(input(b))
            }
        // On pixels, of which the plane does not know how large they are.
        case .convolution: return region
        case .displacement(let from, _, let x, let y, _, _): return input(from).grown(x: abs(x) / 2, y: abs(y) / 2)
        case .flood(let color): return color.alpha > 0 ? region : .empty
        case .light: return region
        case .merge(let all): return all.reduce(.empty) { $0.union(input($1)) }
        case .morphology(let from, let isDilation, let x, let y):
            return isDilation ? input(from).grown(x: x, y: y) : input(from)
        case .offset(let from, let x, let y):
            let box = input(from)
            return box.isEmpty
                ? .empty : Box(minX: box.minX + x, minY: box.minY + y, maxX: box.maxX + x, maxY: box.maxY + y)
        case .picture(let picture): return picture.bounds
        case .tile(let from): return input(from).isEmpty ? .empty : region
        case .transfer(let from, let tables): return tables.colorsNothing ? region : input(from)
        case .turbulence: return region
        }
    }
}

/// How far a blur reaches.
enum BlurReach {
    /// Three boxes reach 2.83 deviations, a kernel 3.
    static let deviations = 3.0
}

extension Box {
    func grown(x: Double, y: Double) -> Box {
        isEmpty ? self : Box(minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y)
    }
}

extension FilteredPicture {
    /// Besides the pictures, in bytes, about.
    package var ownByteCount: Int {
        filter.steps.reduce(384) { sum, step in
            switch step.effect {
            case .transfer: sum + 256 + TransferTables.valueCount
            case .convolution(_, let kernel): sum + 256 + kernel.weights.count * 8
            default: sum + 256
            }
        }
    }

    /// The result with all its colors multiplied by one.
    func tinted(by tint: Color) -> FilteredPicture {
        let last = filter.steps.count - 1
        var values = FilterColorMatrix.identity.values
        (values[0], values[6], values[12], values[18]) = (tint.red, tint.green, tint.blue, tint.alpha)
        let step = PictureFilter.Step(
            .colorMatrix(.step(last), FilterColorMatrix(values)), region: filter.steps[last].region, isLinear: false)
        return FilteredPicture(
            content: content, filter: PictureFilter(steps: filter.steps + [step], region: filter.region))
    }
}
