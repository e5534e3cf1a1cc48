import CCairo
import TileGeometry

/// A run of a filter according to a plan. Each step's pixels are computed once, when they are first needed.
final class FilterRun {
    let replay: Replay
    let plan: FilterPlan
    private var made: [FilterPlan.Place: FilterImage] = [:]
    /// The images converted to the other color space, linear or sRGB.
    private var converted: [FilterPlan.Place: FilterImage] = [:]

    init(_ plan: FilterPlan, replay: Replay) {
        self.plan = plan
        self.replay = replay
    }

    var pool: BitmapPool { replay.pool }
    private var steps: [PictureFilter.Step] { plan.steps }

    /// Returns the planned result, in sRGB.
    func result() throws(RasterFailure) -> FilterImage {
        try image(plan.result, level: plan.level, wanted: plan.wanted, isLinear: false)
    }

    /// Returns an input's image in a step's color space, covering at least the non-clear pixels of `wanted`.
    func image(
        _ input: PictureFilter.Input, level: Int, wanted: GridRect, isLinear: Bool
    ) throws(RasterFailure) -> FilterImage {
        let place = FilterPlan.Place(input: input, level: level)
        let needed = wanted.intersection(plan.extent(input, level))
        guard !needed.isEmpty else { return .clear }
        var image = made[place]
        if image == nil || !image!.rect.contains(needed) {
            // A displacement may read far from everything planned.
            let planned = plan.rects[place] ?? .empty
            let all = needed.union(planned)
            let isNear = FilterPlan.size(all) <= 2 * (FilterPlan.size(needed) + FilterPlan.size(planned))
            image = try make(input, level: level, rect: isNear ? all : needed)
            made[place] = image
            converted[place] = nil
        }
        let isMadeLinear: Bool
        switch input {
        // Black is the same in both color spaces.
        case .sourceAlpha: isMadeLinear = isLinear
        case .source, .step: isMadeLinear = self.isMadeLinear(input)
        }
        guard isMadeLinear != isLinear, let bitmap = image!.bitmap else { return image! }
        if let known = converted[place] { return known }
        try replay.spend(bitmap.width * bitmap.height / 8)
        let copy = image!.copy(over: image!.rect, pool: pool)
        if let copy { LinearLight.convert(copy, toLinear: isLinear) }
        let result = FilterImage(rect: image!.rect, bitmap: copy)
        converted[place] = result
        return result
    }

    /// Whether an image is computed in linear light.
    func isMadeLinear(_ input: PictureFilter.Input) -> Bool {
        guard case .step(let number) = input else { return false }
        // A displaced image keeps its color space: only the map is read in the step's.
        if case .displacement(let moved, _, _, _, _, _) = steps[number].effect { return isMadeLinear(moved) }
        return steps[number].isLinear
    }

    private func make(
        _ input: PictureFilter.Input, level: Int, rect: GridRect
    ) throws(RasterFailure) -> FilterImage {
        try replay.spend(rect.width * rect.height / 8)
        switch input {
        case .source: return FilterImage(rect: rect, bitmap: try drawn(plan.filtered.content, level: level, rect: rect))
        case .sourceAlpha:
            let source = try image(.source, level: level, wanted: rect, isLinear: false)
            guard let copy = source.copy(over: rect, pool: pool) else { return FilterImage(rect: rect, bitmap: nil) }
            copy.replacePixels(clearToo: false) { $0 & 0xFF00_0000 }
            return FilterImage(rect: rect, bitmap: copy)
        case .step(let number):
            let step = FilterStep(run: self, number: number, level: level, rect: rect)
            return FilterImage(rect: rect, bitmap: try step.result())
        }
    }

    /// Returns a picture's pixels on a grid; nil if none are visible.
    func drawn(_ picture: Picture, level: Int, rect: GridRect) throws(RasterFailure) -> Bitmap? {
        let canvas = Canvas(width: rect.width, height: rect.height, pool: pool, antialias: replay.antialias)
        let transform = plan.transform(level).concatenating(
            CGAffineTransform(translationX: -Double(rect.minX), y: -Double(rect.minY)))
        try replay.draw(picture, transform, on: canvas, clip: canvas.bounds)
        if case .solid(.clear) = canvas.contents { return nil }
        _ = canvas.sourceSurface()
        guard case .bitmap(let bitmap) = canvas.finish() else { throw .cairo }
        return bitmap
    }
}
