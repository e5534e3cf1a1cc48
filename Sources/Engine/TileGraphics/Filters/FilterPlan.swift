import TileGeometry

/// The pixels of each filter step that are needed to compute a part of the result, determined backwards from the
/// result.
///
/// Steps are computed on grids anchored at the plane's origin, so that adjacent tiles see the same samples: the finest
/// grid has the pixels of the image, and each coarser one has pixels twice as wide. A wide blur is computed on a coarse
/// grid, because its result has no fine detail; this bounds its cost however deep a tile is.
struct FilterPlan {
    /// A step's image on a grid.
    struct Place: Hashable {
        var input: PictureFilter.Input
        /// The grid's level: its pixels are `2ⁿ` image pixels wide.
        var level: Int
    }

    let filtered: FilteredPicture
    /// The transform from the picture's plane to the finest grid; only scales and translates.
    private let toGrid: CGAffineTransform
    /// The rect to compute, and below it the level of its grid.
    let wanted: GridRect
    let level: Int
    private(set) var rects: [Place: GridRect] = [:]
    /// The estimated work, in units of a pixel of a simple step that reads one pixel for each.
    private(set) var work = 0.0

    /// The maximum deviation of a blur in pixels; wider ones use a coarser grid.
    private static let widestBlur = 16.0
    /// The coarsest level; a tile is less than a pixel there.
    private static let maxLevel = 40

    init(_ filtered: FilteredPicture, toGrid: CGAffineTransform, wanted: GridRect, level: Int) {
        self.filtered = filtered
        self.toGrid = toGrid
        self.wanted = wanted
        self.level = level
        need(result, level: level, rect: wanted)
        for number in steps.indices.reversed() {
            // A step needs its inputs on its own grid or on coarser ones.
            for place in rects.keys.filter({ $0.input == .step(number) }).sorted(by: { $0.level < $1.level }) {
                plan(step: number, level: place.level, rect: rects[place]!)
            }
        }
        for (place, rect) in rects where place.input == .source || place.input == .sourceAlpha {
            work += Self.size(rect)
        }
    }

    var steps: [PictureFilter.Step] { filtered.filter.steps }
    var result: PictureFilter.Input { .step(steps.count - 1) }

    private mutating func plan(step number: Int, level: Int, rect: GridRect) {
        work += Self.size(rect) * workOfPixel(number)
        for (input, level, read) in inputs(of: number, level, rect) {
            switch steps[number].effect {
            case .displacement(input, _, _, _, _, _):
                // Only its map tells what it reads. Pixels beyond what is needed anyway are not planned.
                work += Self.size(read.intersection(extent(input, level)))
                need(input, level: level, rect: rect)
            case .blur, .morphology, .light:
                // These steps copy everything that they read, clear edges included.
                work += Self.size(read)
                need(input, level: level, rect: read)
            default: need(input, level: level, rect: read)
            }
        }
    }

    /// Returns the number of pixels in an image; infinity if a side exceeds what Cairo supports.
    static func size(_ rect: GridRect) -> Double {
        max(rect.width, rect.height) > largestSide ? .infinity : rect.area
    }

    /// The maximum side: Cairo's images have at most 32,767 pixels per side.
    private static let largestSide = 32_000

    /// Returns the cost of a step's pixel, relative to one of a step that reads one pixel for each.
    private func workOfPixel(_ number: Int) -> Double {
        switch steps[number].effect {
        case .convolution(_, let kernel): max(1, Double(kernel.columns * kernel.rows) / 16)
        case .turbulence(let turbulence): max(1, Double(turbulence.octaves) / 2)
        default: 1
        }
    }

    private mutating func need(_ input: PictureFilter.Input, level: Int, rect: GridRect) {
        let rect = rect.intersection(extent(input, level))
        guard !rect.isEmpty else { return }
        rects[Place(input: input, level: level), default: .empty].formUnion(rect)
        // The alpha is computed from the source.
        if input == .sourceAlpha { need(.source, level: level, rect: rect) }
    }

    func transform(_ level: Int) -> CGAffineTransform {
        let scale = 1 / Double(sign: .plus, exponent: level, significand: 1)
        return toGrid.concatenating(CGAffineTransform(scaleX: scale, y: scale))
    }

    private func rect(_ box: Box, _ level: Int) -> GridRect { GridRect(touching: box.applying(transform(level))) }

    /// Returns the extent of an input on a grid.
    func extent(_ input: PictureFilter.Input, _ level: Int) -> GridRect {
        switch input {
        case .source, .sourceAlpha:
            let region = rect(filtered.filter.region, level)
            return rect(filtered.content.bounds, level).grown(x: 1, y: 1).intersection(region)
        case .step(let number):
            // Antialiased edges and whole pixels extend slightly beyond the geometry.
            let extent = rect(filtered.extents[number], level).grown(x: 2, y: 2)
            return filtered.extents[number].isEmpty ? .empty : extent.intersection(region(number, level))
        }
    }

    func region(_ number: Int, _ level: Int) -> GridRect {
        rect(steps[number].region.intersection(filtered.filter.region), level)
    }

    func region(of input: PictureFilter.Input) -> Box {
        guard case .step(let number) = input else { return filtered.filter.region }
        return steps[number].region.intersection(filtered.filter.region)
    }

    func scales(_ level: Int) -> (x: Double, y: Double) {
        let transform = transform(level)
        return (transform.a, transform.d)
    }

    /// Returns the grid level on which to compute a blur that is needed on a given one.
    private func blurLevel(x: Double, y: Double, level: Int) -> Int {
        var blurLevel = level
        while blurLevel < Self.maxLevel {
            let scales = scales(blurLevel)
            let (alongX, alongY) = (x * scales.x, y * scales.y)
            // A blur in one direction stays sharp in the other.
            guard max(alongX, alongY) > Self.widestBlur, min(alongX, alongY) > Self.widestBlur / 4 else { break }
            blurLevel += 1
        }
        return blurLevel
    }

    private func blurReach(_ deviation: Double) -> Int {
        Self.pixels((deviation * BlurReach.deviations).rounded(.up)) + 1
    }

    private static func pixels(_ value: Double) -> Int { Int(max(-1e9, min(1e9, value))) }

    /// Returns the inputs that a step reads to compute `rect` of a grid.
    func inputs(
        of number: Int, _ level: Int, _ rect: GridRect
    ) -> [(PictureFilter.Input, level: Int, rect: GridRect)] {
        let scales = scales(level)
        switch steps[number].effect {
        case .blur(let input, let x, let y):
            let coarse = blurLevel(x: x, y: y, level: level)
            let wide = self.scales(coarse)
            // Enlarging reads one more pixel on each side.
            let read = coarse == level ? rect : rect.coarser(by: coarse - level).grown(x: 1, y: 1)
            return [(input, coarse, read.grown(x: blurReach(x * wide.x), y: blurReach(y * wide.y)))]
        case .convolution(let input, let kernel):
            return [(input, level, reads(kernel, rect: rect, level: level, step: number))]
        case .displacement(let input, let map, let x, let y, _, _):
            let reach = (Self.pixels(abs(x) / 2 * scales.x) + 1, Self.pixels(abs(y) / 2 * scales.y) + 1)
            return [(input, level, rect.grown(x: reach.0, y: reach.1)), (map, level, rect)]
        case .light(let input, let lighting):
            let light = gridLight(lighting, step: number, level: level)
            return [(input, level, rect.grown(x: light.reach.x, y: light.reach.y))]
        case .morphology(let input, _, let x, let y):
            let (x, y) = radii(x: x, y: y, level: level, input: input, rect: rect)
            return [(input, level, rect.grown(x: x, y: y))]
        case .offset(let input, let x, let y):
            let (x, y) = ((x * scales.x).rounded(.down), (y * scales.y).rounded(.down))
            return [(input, level, rect.moved(x: -Self.pixels(x), y: -Self.pixels(y)).grown(x: 1, y: 1))]
        case .tile(let input):
            return [(input, level, TilePattern(region(of: input).applying(transform(level))).reads(rect))]
        case .blend, .colorMatrix, .composite, .merge, .transfer:
            return steps[number].effect.inputs.map { ($0, level, rect) }
        case .flood, .picture, .turbulence: return []
        }
    }

    private func reads(_ kernel: ConvolutionKernel, rect: GridRect, level: Int, step number: Int) -> GridRect {
        let scales = scales(level)
        let steps = kernel.steps(scaleX: scales.x, scaleY: scales.y)
        // Wrapped edges read from far away.
        if kernel.edges == .wrap { return region(number, level) }
        return rect.grown(x: kernel.columns * steps.x, y: kernel.rows * steps.y)
    }

    /// Returns the radii of a morphology, in pixels, limited to the distance from any pixel to the far end of the
    /// input.
    func radii(
        x: Double, y: Double, level: Int, input: PictureFilter.Input, rect: GridRect
    ) -> (Int, Int) {
        let scales = scales(level)
        let all = extent(input, level).union(rect)
        return (
            min(all.width, Self.pixels((x * scales.x).rounded())),
            min(all.height, Self.pixels((y * scales.y).rounded()))
        )
    }

    func gridLight(_ lighting: Lighting, step number: Int, level: Int) -> GridLight {
        let transform = transform(level)
        return GridLight(lighting, isLinear: steps[number].isLinear, scaleX: transform.a, scaleY: transform.d) {
            (transform.a * $0 + transform.tx, transform.d * $1 + transform.ty)
        }
    }
}
