import CCairo
import TileGeometry

/// A step of a filter that is computed on a rect of a grid. Each effect has a function, which returns the pixels of the
/// rect in the step's color space, or nil if they are clear.
struct FilterStep {
    let run: FilterRun
    /// The index of the step.
    let number: Int
    /// The level of the grid.
    let level: Int
    let rect: GridRect

    private var step: PictureFilter.Step { run.plan.steps[number] }
    private var isLinear: Bool { step.isLinear }
    private var pool: BitmapPool { run.pool }
    /// The pixels of the grid for each unit of the filtered picture's plane.
    private var scales: (x: Double, y: Double) { run.plan.scales(level) }
    /// The area outside which the result is clear.
    private var region: GridRect { run.plan.region(number, level) }

    /// Returns the result of the step's effect.
    func result() throws(RasterFailure) -> Bitmap? {
        switch step.effect {
        case .flood(let color): flood(color)
        case .picture(let picture): try draw(picture)
        case .turbulence(let turbulence): try fill(turbulence)
        case .colorMatrix(let input, let matrix): try apply(matrix, to: input)
        case .transfer(let input, let tables): try apply(tables, to: input)
        case .merge(let inputs): try merge(inputs)
        case .blend(let top, let bottom, let mode): try blend(top, over: bottom, mode: mode)
        case .composite(let a, let b, .arithmetic(let k1, let k2, let k3, let k4)):
            try apply(ArithmeticComposition(k1: k1, k2: k2, k3: k3, k4: k4), to: a, and: b)
        case .composite(let a, let b, .over): try compose(a, b, by: CAIRO_OPERATOR_OVER)
        case .composite(let a, let b, .in): try compose(a, b, by: CAIRO_OPERATOR_IN)
        case .composite(let a, let b, .out): try compose(a, b, by: CAIRO_OPERATOR_OUT)
        case .composite(let a, let b, .atop): try compose(a, b, by: CAIRO_OPERATOR_ATOP)
        case .composite(let a, let b, .xor): try compose(a, b, by: CAIRO_OPERATOR_XOR)
        case .composite(let a, let b, .lighter): try compose(a, b, by: CAIRO_OPERATOR_ADD)
        case .offset(_, let x, let y): try offset(x: x, y: y)
        case .blur(_, let x, let y): try blur(x: x, y: y)
        case .morphology(let input, let isDilation, let x, let y):
            try morph(isDilation: isDilation, run.plan.radii(x: x, y: y, level: level, input: input, rect: rect))
        case .displacement(let input, let map, let x, let y, let horizontal, let vertical):
            try apply(
                Displacement(scaleX: x * scales.x, scaleY: y * scales.y, horizontal: horizontal, vertical: vertical),
                to: input, map: map)
        case .tile(let input): try tile(run.plan.region(of: input))
        case .convolution(_, let kernel): try apply(kernel)
        case .light(_, let lighting): try apply(run.plan.gridLight(lighting, step: number, level: level))
        }
    }

    // MARK: Inputs

    /// Returns an input's pixels that are in the rect.
    private func read(_ input: PictureFilter.Input) throws(RasterFailure) -> FilterImage {
        try run.image(input, level: level, wanted: rect, isLinear: isLinear)
    }

    /// Returns the input of an effect that has a single one and reads other pixels than it writes, and the pixels that
    /// it reads.
    private func readOnly() throws(RasterFailure) -> (image: FilterImage, wanted: GridRect) {
        let (input, level, wanted) = run.plan.inputs(of: number, level, rect)[0]
        return (try run.image(input, level: level, wanted: wanted, isLinear: isLinear), wanted)
    }

    private func uninitialized() -> Bitmap { pool.uninitializedBitmap(width: rect.width, height: rect.height) }
    private func blank() -> Bitmap { pool.clearBitmap(width: rect.width, height: rect.height) }

    // MARK: Sources

    private func flood(_ color: Color) -> Bitmap {
        let bitmap = uninitialized()
        let pixel = StraightPixel.premultiplied(LinearLight.components(color, isLinear: isLinear))
        bitmap.fill(PixelColor(argb: pixel))
        return bitmap
    }

    private func draw(_ picture: Picture) throws(RasterFailure) -> Bitmap? {
        let bitmap = try run.drawn(picture, level: level, rect: rect)
        if isLinear, let bitmap { LinearLight.convert(bitmap, toLinear: true) }
        return bitmap
    }

    private func fill(_ turbulence: Turbulence) throws(RasterFailure) -> Bitmap {
        let bitmap = uninitialized()
        let toPlane = CGAffineTransform(translationX: Double(rect.minX), y: Double(rect.minY))
            .concatenating(run.plan.transform(level).inverted())
        try turbulence.fill(bitmap, toPlane: toPlane) { () throws(RasterFailure) in
            try run.replay.spend(rect.width * turbulence.octaves)
        }
        return bitmap
    }

    // MARK: Colors

    private func apply(
        _ matrix: FilterColorMatrix, to input: PictureFilter.Input
    ) throws(RasterFailure) -> Bitmap? {
        let copy = try read(input).copy(over: rect, pool: pool)
        guard let bitmap = copy ?? (matrix.colorsNothing ? blank() : nil) else { return nil }
        matrix.apply(to: bitmap)
        return bitmap
    }

    private func apply(_ tables: TransferTables, to input: PictureFilter.Input) throws(RasterFailure) -> Bitmap? {
        let copy = try read(input).copy(over: rect, pool: pool)
        guard let bitmap = copy ?? (tables.colorsNothing ? blank() : nil) else { return nil }
        tables.apply(to: bitmap)
        return bitmap
    }

    // MARK: Several inputs

    private func merge(_ inputs: [PictureFilter.Input]) throws(RasterFailure) -> Bitmap? {
        var result: Bitmap?
        for input in inputs {
            let image = try read(input)
            guard let bitmap = image.bitmap else { continue }
            try run.replay.spend(rect.width * rect.height / 8)
            if let result {
                result.compose(bitmap, at: image.rect, on: rect, CAIRO_OPERATOR_OVER)
            } else {
                result = image.copy(over: rect, pool: pool)
            }
        }
        return result
    }

    private func blend(
        _ top: PictureFilter.Input, over bottom: PictureFilter.Input, mode: BlendMode
    ) throws(RasterFailure) -> Bitmap? {
        let (top, bottom) = (try read(top), try read(bottom))
        guard let over = top.bitmap else { return bottom.copy(over: rect, pool: pool) }
        guard let result = bottom.copy(over: rect, pool: pool) else { return top.copy(over: rect, pool: pool) }
        result.compose(over, at: top.rect, on: rect, mode.cairo)
        return result
    }

    private func compose(
        _ a: PictureFilter.Input, _ b: PictureFilter.Input, by operation: cairo_operator_t
    ) throws(RasterFailure) -> Bitmap? {
        let (a, b) = (try read(a), try read(b))
        // A clear image has nothing that could be inside or outside of the other.
        guard a.bitmap != nil || operation != CAIRO_OPERATOR_IN && operation != CAIRO_OPERATOR_OUT else { return nil }
        let result = b.copy(over: rect, pool: pool) ?? blank()
        if let bitmap = a.bitmap { result.compose(bitmap, at: a.rect, on: rect, operation) }
        return result
    }

    private func apply(
        _ composition: ArithmeticComposition, to a: PictureFilter.Input, and b: PictureFilter.Input
    ) throws(RasterFailure) -> Bitmap? {
        let (a, b) = (try read(a), try read(b))
        let first = a.copy(over: rect, pool: pool)
        let second = b.pixels(over: rect, pool: pool)
        guard first != nil || second != nil || composition.k4 > 0 else { return nil }
        let result = first ?? blank()
        composition.apply(to: result, second)
        return result
    }

    // MARK: Other pixels

    private func offset(x: Double, y: Double) throws(RasterFailure) -> Bitmap? {
        let image = try readOnly().image
        guard let bitmap = image.bitmap else { return nil }
        let result = blank()
        result.compose(
            bitmap, x: Double(image.rect.minX - rect.minX) + x * scales.x,
            y: Double(image.rect.minY - rect.minY) + y * scales.y, CAIRO_OPERATOR_SOURCE)
        return result
    }

    /// Blurs the input, on a coarser grid if the plan has one.
    private func blur(x: Double, y: Double) throws(RasterFailure) -> Bitmap? {
        let (input, coarse, wanted) = run.plan.inputs(of: number, level, rect)[0]
        let image = try run.image(input, level: coarse, wanted: wanted, isLinear: isLinear)
        guard let bitmap = image.copy(over: wanted, pool: pool) else { return nil }
        let scales = run.plan.scales(coarse)
        try run.replay.spend(wanted.width * wanted.height)
        BitmapBlur.apply(to: bitmap, x: x * scales.x, y: y * scales.y, pool: pool)
        if coarse == level { return FilterImage(rect: wanted, bitmap: bitmap).copy(over: rect, pool: pool) }
        let result = uninitialized()
        let scale = Double(sign: .plus, exponent: coarse - level, significand: 1)
        result.enlarge(
            bitmap, by: scale, x: Double(wanted.minX) * scale - Double(rect.minX),
            y: Double(wanted.minY) * scale - Double(rect.minY))
        return result
    }

    private func morph(isDilation: Bool, _ radii: (x: Int, y: Int)) throws(RasterFailure) -> Bitmap? {
        let (image, wanted) = try readOnly()
        guard let source = image.pixels(over: wanted, pool: pool) else { return nil }
        let result = uninitialized()
        Morphology.apply(source, isDilation: isDilation, x: radii.x, y: radii.y, into: result, pool: pool)
        return result
    }

    private func apply(
        _ displacement: Displacement, to input: PictureFilter.Input, map: PictureFilter.Input
    ) throws(RasterFailure) -> Bitmap? {
        let pixels = try read(map).pixels(over: rect, pool: pool)
        let wanted = displacement.reads(map: pixels, wanted: rect)
        let source = try run.image(input, level: level, wanted: wanted, isLinear: run.isMadeLinear(input))
        guard let bitmap = source.bitmap else { return nil }
        let result = uninitialized()
        displacement.apply(bitmap, source.rect, map: pixels, wanted: rect, into: result)
        return result
    }

    /// Repeats a region of the filtered picture's plane.
    private func tile(_ region: Box) throws(RasterFailure) -> Bitmap? {
        let image = try readOnly().image
        guard let bitmap = image.bitmap else { return nil }
        let result = uninitialized()
        TilePattern(region.applying(run.plan.transform(level))).fill(
            result, rect: rect, from: bitmap, bitmapRect: image.rect)
        return result
    }

    private func apply(_ kernel: ConvolutionKernel) throws(RasterFailure) -> Bitmap? {
        let image = try readOnly().image
        guard image.bitmap != nil || kernel.bias > 0 else { return nil }
        let result = uninitialized()
        try run.replay.spend(rect.width * rect.height * kernel.columns * kernel.rows / 4)
        kernel.apply(
            image.bitmap ?? blank(), image.bitmap == nil ? rect : image.rect, region: region, wanted: rect,
            steps: kernel.steps(scaleX: scales.x, scaleY: scales.y), into: result)
        return result
    }

    private func apply(_ light: GridLight) throws(RasterFailure) -> Bitmap {
        let image = try readOnly().image
        let result = uninitialized()
        try light.apply(image.bitmap, image.rect, region: region, wanted: rect, into: result) {
            () throws(RasterFailure) in
            try run.replay.spend(rect.width)
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
