import TileGeometry

/// A picture with a filter. A tile computes the filter for its visible part, and what affects it, at its own scale.
public final class FilteredPicture: Sendable {
    public let content: Picture
    public let filter: PictureFilter
    /// The maximum extent of each step's result, in the picture's plane.
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

    /// The bounds of the result, in the picture's plane.
    var bounds: Box { extents.last ?? .empty }

    /// The pictures inside: the content, then those of the steps.
    var pictures: [Picture] {
        [content] + filter.steps.compactMap { if case .picture(let picture) = $0.effect { picture } else { nil } }
    }
}

extension PictureFilter.Effect {
    /// Returns the maximum extent of the effect's result, given its inputs' extents; not yet clipped to its region.
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
        // These depend on pixels, whose size the plane does not know.
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

/// The reach of a blur.
enum BlurReach {
    /// In deviations: three boxes reach 2.83, a Gaussian kernel 3.
    static let deviations = 3.0
}

extension Box {
    func grown(x: Double, y: Double) -> Box {
        isEmpty ? self : Box(minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y)
    }
}

extension FilteredPicture {
    /// The approximate memory in bytes, without the pictures.
    package var ownByteCount: Int {
        filter.steps.reduce(384) { sum, step in
            switch step.effect {
            case .transfer: sum + 256 + TransferTables.valueCount
            case .convolution(_, let kernel): sum + 256 + kernel.weights.count * 8
            default: sum + 256
            }
        }
    }

    /// Returns the filter with all result colors multiplied by one.
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
