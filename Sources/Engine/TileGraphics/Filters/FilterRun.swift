import CCairo
import TileGeometry

/// A run of a filter according to a plan. Each step's pixels are computed once, when they are first needed.
final class FilterRun {
    private let replay: Replay
    private let plan: FilterPlan
    private var made: [FilterPlan.Place: FilterImage] = [:]
    /// The images converted to the other color space, linear or sRGB.
    private var converted: [FilterPlan.Place: FilterImage] = [:]

    init(_ plan: FilterPlan, replay: Replay) {
        self.plan = plan
        self.replay = replay
    }

    private var pool: BitmapPool { replay.pool }
    private var steps: [PictureFilter.Step] { plan.steps }

    /// Returns the planned result, in sRGB.
    func result() throws(RasterFailure) -> FilterImage {
        try image(plan.result, level: plan.level, wanted: plan.wanted, isLinear: false)
    }

    /// Returns an input's image in a step's color space, covering at least the non-clear pixels of `wanted`.
    private func image(
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
    private func isMadeLinear(_ input: PictureFilter.Input) -> Bool {
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
        case .step(let number): return FilterImage(rect: rect, bitmap: try make(step: number, level: level, rect: rect))
        }
    }

    /// Returns a picture's pixels on a grid; nil if none are visible.
    private func drawn(_ picture: Picture, level: Int, rect: GridRect) throws(RasterFailure) -> Bitmap? {
        let canvas = Canvas(width: rect.width, height: rect.height, pool: pool, antialias: replay.antialias)
        let transform = plan.transform(level).concatenating(
            CGAffineTransform(translationX: -Double(rect.minX), y: -Double(rect.minY)))
        try replay.draw(picture, transform, on: canvas, clip: canvas.bounds)
        if case .solid(.clear) = canvas.contents { return nil }
        _ = canvas.sourceSurface()
        guard case .bitmap(let bitmap) = canvas.finish() else { throw .cairo }
        return bitmap
    }

    /// Returns the result of a step on `rect`, in its own color space; nil if it is clear.
    private func make(step number: Int, level: Int, rect: GridRect) throws(RasterFailure) -> Bitmap? {
        let step = steps[number]
        let isLinear = step.isLinear
        func read(_ input: PictureFilter.Input) throws(RasterFailure) -> FilterImage {
            try image(input, level: level, wanted: rect, isLinear: isLinear)
        }
        /// Reads the input of a step with a single input that reads other pixels than it writes.
        func readOnly() throws(RasterFailure) -> (FilterImage, GridRect) {
            let (input, level, wanted) = plan.inputs(of: number, level, rect)[0]
            return (try image(input, level: level, wanted: wanted, isLinear: isLinear), wanted)
        }
        switch step.effect {
        case .flood(let color): return flood(color, rect, isLinear: isLinear)
        case .picture(let picture):
            let bitmap = try drawn(picture, level: level, rect: rect)
            if isLinear, let bitmap { LinearLight.convert(bitmap, toLinear: true) }
            return bitmap
        case .turbulence(let turbulence):
            let bitmap = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            let toPlane = CGAffineTransform(translationX: Double(rect.minX), y: Double(rect.minY))
                .concatenating(plan.transform(level).inverted())
            try turbulence.fill(bitmap, toPlane: toPlane) { () throws(RasterFailure) in
                try replay.spend(rect.width * turbulence.octaves)
            }
            return bitmap
        case .colorMatrix(let input, let matrix):
            let copy = try read(input).copy(over: rect, pool: pool)
            guard let bitmap = copy ?? (matrix.colorsNothing ? blank(rect) : nil) else { return nil }
            matrix.apply(to: bitmap)
            return bitmap
        case .transfer(let input, let tables):
            let copy = try read(input).copy(over: rect, pool: pool)
            guard let bitmap = copy ?? (tables.colorsNothing ? blank(rect) : nil) else { return nil }
            tables.apply(to: bitmap)
            return bitmap
        case .merge(let all):
            var result: Bitmap?
            for input in all {
                let image = try read(input)
                guard let bitmap = image.bitmap else { continue }
                try replay.spend(rect.width * rect.height / 8)
                if let result {
                    result.compose(bitmap, at: image.rect, on: rect, CAIRO_OPERATOR_OVER)
                } else {
                    result = image.copy(over: rect, pool: pool)
                }
            }
            return result
        case .blend(let top, let bottom, let mode):
            let (top, bottom) = (try read(top), try read(bottom))
            guard let over = top.bitmap else { return bottom.copy(over: rect, pool: pool) }
            guard let result = bottom.copy(over: rect, pool: pool) else { return top.copy(over: rect, pool: pool) }
            result.compose(over, at: top.rect, on: rect, mode.cairo)
            return result
        case .composite(let a, let b, let composition):
            return try compose(read(a), read(b), composition: composition, rect: rect)
        case .offset(_, let x, let y):
            let scales = plan.scales(level)
            let (image, _) = try readOnly()
            guard let bitmap = image.bitmap else { return nil }
            let result = blank(rect)
            result.compose(
                bitmap, x: Double(image.rect.minX - rect.minX) + x * scales.x,
                y: Double(image.rect.minY - rect.minY) + y * scales.y, CAIRO_OPERATOR_SOURCE)
            return result
        case .blur(_, let x, let y): return try blurred(step: number, x: x, y: y, level: level, rect: rect)
        case .morphology(let input, let isDilation, let x, let y):
            let (image, wanted) = try readOnly()
            guard let source = image.pixels(over: wanted, pool: pool) else { return nil }
            let (x, y) = plan.radii(x: x, y: y, level: level, input: input, rect: rect)
            let result = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            Morphology.apply(source, isDilation: isDilation, x: x, y: y, into: result, pool: pool)
            return result
        case .displacement(let input, let map, let x, let y, let horizontal, let vertical):
            let scales = plan.scales(level)
            let displacement = Displacement(
                scaleX: x * scales.x, scaleY: y * scales.y, horizontal: horizontal, vertical: vertical)
            let pixels = try read(map).pixels(over: rect, pool: pool)
            let wanted = displacement.reads(map: pixels, wanted: rect)
            let source = try image(input, level: level, wanted: wanted, isLinear: isMadeLinear(input))
            guard let bitmap = source.bitmap else { return nil }
            let result = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            displacement.apply(bitmap, source.rect, map: pixels, wanted: rect, into: result)
            return result
        case .tile(let input):
            let (image, _) = try readOnly()
            guard let bitmap = image.bitmap else { return nil }
            let result = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            TilePattern(plan.region(of: input).applying(plan.transform(level))).fill(
                result, rect: rect, from: bitmap, bitmapRect: image.rect)
            return result
        case .convolution(_, let kernel):
            let (image, _) = try readOnly()
            guard image.bitmap != nil || kernel.bias > 0 else { return nil }
            let scales = plan.scales(level)
            let result = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            try replay.spend(rect.width * rect.height * kernel.columns * kernel.rows / 4)
            kernel.apply(
                image.bitmap ?? blank(rect), image.bitmap == nil ? rect : image.rect,
                region: plan.region(number, level),
                wanted: rect, steps: kernel.steps(scaleX: scales.x, scaleY: scales.y), into: result)
            return result
        case .light(_, let lighting):
            let (image, _) = try readOnly()
            let result = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            try plan.gridLight(lighting, step: number, level: level).apply(
                image.bitmap, image.rect, region: plan.region(number, level), wanted: rect, into: result
            ) { () throws(RasterFailure) in
                try replay.spend(rect.width)
            }
            return result
        }
    }

    private func blank(_ rect: GridRect) -> Bitmap { pool.clearBitmap(width: rect.width, height: rect.height) }

    private func flood(_ color: Color, _ rect: GridRect, isLinear: Bool) -> Bitmap {
        let bitmap = pool.uninitializedBitmap(width: rect.width, height: rect.height)
        let pixel = StraightPixel.premultiplied(LinearLight.components(color, isLinear: isLinear))
        bitmap.fill(PixelColor(argb: pixel))
        return bitmap
    }

    private func blurred(
        step number: Int, x: Double, y: Double, level: Int, rect: GridRect
    ) throws(RasterFailure) -> Bitmap? {
        let (input, coarse, wanted) = plan.inputs(of: number, level, rect)[0]
        let image = try image(input, level: coarse, wanted: wanted, isLinear: steps[number].isLinear)
        guard let bitmap = image.copy(over: wanted, pool: pool) else { return nil }
        let scales = plan.scales(coarse)
        let (alongX, alongY) = (x * scales.x, y * scales.y)
        try replay.spend(wanted.width * wanted.height)
        BitmapBlur.apply(to: bitmap, x: alongX, y: alongY, pool: pool)
        let result = pool.uninitializedBitmap(width: rect.width, height: rect.height)
        if coarse == level { return FilterImage(rect: wanted, bitmap: bitmap).copy(over: rect, pool: pool) }
        let scale = Double(sign: .plus, exponent: coarse - level, significand: 1)
        result.enlarge(
            bitmap, by: scale, x: Double(wanted.minX) * scale - Double(rect.minX),
            y: Double(wanted.minY) * scale - Double(rect.minY))
        return result
    }

    private func compose(
        _ a: FilterImage, _ b: FilterImage, composition: PictureFilter.Composition, rect: GridRect
    ) throws(RasterFailure) -> Bitmap? {
        let operation: cairo_operator_t
        switch composition {
        case .over: operation = CAIRO_OPERATOR_OVER
        case .in: operation = CAIRO_OPERATOR_IN
        case .out: operation = CAIRO_OPERATOR_OUT
        case .atop: operation = CAIRO_OPERATOR_ATOP
        case .xor: operation = CAIRO_OPERATOR_XOR
        case .lighter: operation = CAIRO_OPERATOR_ADD
        case .arithmetic(let k1, let k2, let k3, let k4):
            let first = a.copy(over: rect, pool: pool)
            let second = b.pixels(over: rect, pool: pool)
            guard first != nil || second != nil || k4 > 0 else { return nil }
            let result = first ?? blank(rect)
            // Bounded so that no sum overflows.
            func factor(_ value: Double) -> Float { value.isFinite ? Float(min(1e6, max(-1e6, value))) : 0 }
            ArithmeticComposition(k1: factor(k1), k2: factor(k2), k3: factor(k3), k4: factor(k4))
                .apply(to: result, second)
            return result
        }
        let result = b.copy(over: rect, pool: pool) ?? blank(rect)
        if let bitmap = a.bitmap {
            result.compose(bitmap, at: a.rect, on: rect, operation)
        } else if composition == .in || composition == .out {
            return nil
        }
        return result
    }
}

extension Bitmap {
    /// Composites an image on this one, which is at `rect` of the same grid.
    fileprivate func compose(_ other: Bitmap, at otherRect: GridRect, on rect: GridRect, _ operation: cairo_operator_t)
    {
        compose(
            other, x: Double(otherRect.minX - rect.minX), y: Double(otherRect.minY - rect.minY), operation)
    }
}
