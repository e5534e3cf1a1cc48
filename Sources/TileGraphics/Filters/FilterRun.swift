import CCairo
import TileGeometry

/// A filter at work on some pixels: it plans backwards from these which pixels of which step are needed, then makes
/// them, each once.
///
/// Steps are made on grids that hang on the plane's origin, so that tiles side by side see the same samples: the finest
/// one's pixels are those of the image, each further one's are twice as wide. A wide blur is made on a coarse grid, for
/// nothing in it is finer; that bounds its work however deep a tile lies.
final class FilterRun {
    /// A step's image on a grid.
    private struct Place: Hashable {
        var input: PictureFilter.Input
        /// The grid's pixels are `2ⁿ` of the image's wide.
        var level: Int
    }

    private let replay: Replay
    private let filtered: FilteredPicture
    /// From the picture's plane to the finest grid: scales and moves, and no more.
    private let toGrid: CGAffineTransform
    private var planned: [Place: GridRect] = [:]
    private var made: [Place: FilterImage] = [:]
    /// The same in the other light.
    private var converted: [Place: FilterImage] = [:]

    init(_ filtered: FilteredPicture, toGrid: CGAffineTransform, replay: Replay) {
        self.filtered = filtered
        self.toGrid = toGrid
        self.replay = replay
    }

    private var pool: BitmapPool { replay.pool }
    private var steps: [PictureFilter.Step] { filtered.filter.steps }

    /// A blur wider than this, in pixels, is made on a coarser grid.
    private static let widestBlur = 16.0
    /// Coarser grids than this hold nothing of a tile.
    private static let maxLevel = 40

    // MARK: Planning

    /// How many pixels it takes to make `wanted` of a grid.
    func plan(_ wanted: GridRect, level: Int) -> Double {
        planned.removeAll()
        made.removeAll()
        converted.removeAll()
        need(.step(steps.count - 1), level, wanted)
        var area = 0.0
        for number in steps.indices.reversed() {
            // A step needs its inputs on its own grid or on coarser ones.
            for place in planned.keys.filter({ $0.input == .step(number) }).sorted(by: { $0.level < $1.level }) {
                let rect = planned[place]!
                area += Self.size(rect) * work(of: number)
                for (input, level, read) in inputs(of: number, place.level, rect) {
                    if case .displacement(input, _, _, _, _, _) = steps[number].effect {
                        // Only its map tells what it reads. Beyond what is needed anyway that is not planned.
                        area += Self.size(read.intersection(extent(input, level)))
                        need(input, level, rect)
                        continue
                    }
                    need(input, level, read)
                    // These work on a copy of all that they read, clear edges included.
                    switch steps[number].effect {
                    case .blur, .morphology, .light: area += Self.size(read)
                    default: break
                    }
                }
            }
        }
        for (place, rect) in planned where place.input == .source || place.input == .sourceAlpha {
            area += Self.size(rect)
        }
        return area
    }

    /// Pixels of an image; without end for one of more columns or rows than Cairo draws on.
    private static func size(_ rect: GridRect) -> Double {
        max(rect.width, rect.height) > largestSide ? .infinity : rect.area
    }

    /// Cairo's images have 32,767 pixels to a side at most.
    private static let largestSide = 32_000

    /// What a pixel of a step takes, beside one of a step that looks at one pixel for each.
    private func work(of number: Int) -> Double {
        switch steps[number].effect {
        case .convolution(_, let kernel): max(1, Double(kernel.columns * kernel.rows) / 16)
        case .turbulence(let turbulence): max(1, Double(turbulence.octaves) / 2)
        default: 1
        }
    }

    private func need(_ input: PictureFilter.Input, _ level: Int, _ rect: GridRect) {
        let rect = rect.intersection(extent(input, level))
        guard !rect.isEmpty else { return }
        planned[Place(input: input, level: level), default: .empty] =
            (planned[Place(input: input, level: level)] ?? .empty)
            .union(rect)
    }

    private func transform(_ level: Int) -> CGAffineTransform {
        let scale = 1 / Double(sign: .plus, exponent: level, significand: 1)
        return toGrid.concatenating(CGAffineTransform(scaleX: scale, y: scale))
    }

    private func rect(_ box: Box, _ level: Int) -> GridRect { GridRect(touching: box.applying(transform(level))) }

    /// What an input can hold, on a grid.
    private func extent(_ input: PictureFilter.Input, _ level: Int) -> GridRect {
        switch input {
        case .source, .sourceAlpha:
            let region = rect(filtered.filter.region, level)
            return rect(filtered.content.bounds, level).grown(x: 1, y: 1).intersection(region)
        case .step(let number):
            // Smoothed edges and whole pixels reach a little further than what is drawn.
            let extent = rect(filtered.extents[number], level).grown(x: 2, y: 2)
            return filtered.extents[number].isEmpty ? .empty : extent.intersection(region(number, level))
        }
    }

    private func region(_ number: Int, _ level: Int) -> GridRect {
        rect(steps[number].region.intersection(filtered.filter.region), level)
    }

    private func region(of input: PictureFilter.Input) -> Box {
        guard case .step(let number) = input else { return filtered.filter.region }
        return steps[number].region.intersection(filtered.filter.region)
    }

    private func scales(_ level: Int) -> (x: Double, y: Double) {
        let transform = transform(level)
        return (transform.a, transform.d)
    }

    /// The grid that a blur is made on, if it is wanted on one.
    private func blurLevel(_ x: Double, _ y: Double, _ level: Int) -> Int {
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

    /// What a step reads to make `rect` of a grid.
    private func inputs(
        of number: Int, _ level: Int, _ rect: GridRect
    ) -> [(PictureFilter.Input, level: Int, rect: GridRect)] {
        let scales = scales(level)
        switch steps[number].effect {
        case .blur(let input, let x, let y):
            let coarse = blurLevel(x, y, level)
            let wide = self.scales(coarse)
            // Enlarging reads a pixel more on each side.
            let read = coarse == level ? rect : rect.coarser(by: coarse - level).grown(x: 1, y: 1)
            return [(input, coarse, read.grown(x: blurReach(x * wide.x), y: blurReach(y * wide.y)))]
        case .convolution(let input, let kernel):
            return [(input, level, reads(kernel, rect, level, number))]
        case .displacement(let input, let map, let x, let y, _, _):
            let reach = (Self.pixels(abs(x) / 2 * scales.x) + 1, Self.pixels(abs(y) / 2 * scales.y) + 1)
            return [(input, level, rect.grown(x: reach.0, y: reach.1)), (map, level, rect)]
        case .light(let input, let lighting):
            let light = gridLight(lighting, number, level)
            return [(input, level, rect.grown(x: light.reach.x, y: light.reach.y))]
        case .morphology(let input, _, let x, let y):
            let (x, y) = radii(x, y, level, input, rect)
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

    private func reads(_ kernel: ConvolutionKernel, _ rect: GridRect, _ level: Int, _ number: Int) -> GridRect {
        let scales = scales(level)
        let steps = kernel.steps(scaleX: scales.x, scaleY: scales.y)
        // Edges that go on are read from afar.
        if kernel.edges == .wrap { return region(number, level) }
        let reach = rect.grown(x: kernel.columns * steps.x, y: kernel.rows * steps.y)
        guard kernel.edges == .duplicate else { return reach }
        return reach
    }

    /// Of a morphology, in pixels; no further than from any pixel to all that there is.
    private func radii(
        _ x: Double, _ y: Double, _ level: Int, _ input: PictureFilter.Input, _ rect: GridRect
    ) -> (Int, Int) {
        let scales = scales(level)
        let all = extent(input, level).union(rect)
        return (
            min(all.width, Self.pixels((x * scales.x).rounded())),
            min(all.height, Self.pixels((y * scales.y).rounded()))
        )
    }

    private func gridLight(_ lighting: Lighting, _ number: Int, _ level: Int) -> GridLight {
        let transform = transform(level)
        return GridLight(lighting, isLinear: steps[number].isLinear, scaleX: transform.a, scaleY: transform.d) {
            (transform.a * $0 + transform.tx, transform.d * $1 + transform.ty)
        }
    }

    // MARK: Making

    /// The result over what was planned, or part of it, in sRGB.
    func result(_ wanted: GridRect, level: Int) throws(RasterFailure) -> FilterImage {
        try image(.step(steps.count - 1), level, wanted, isLinear: false)
    }

    /// An input's image as a step wants it, over at least the pixels of `wanted` that are not clear.
    private func image(
        _ input: PictureFilter.Input, _ level: Int, _ wanted: GridRect, isLinear: Bool
    ) throws(RasterFailure) -> FilterImage {
        let place = Place(input: input, level: level)
        let needed = wanted.intersection(extent(input, level))
        guard !needed.isEmpty else { return .clear }
        var image = made[place]
        if image == nil || !image!.rect.contains(needed) {
            let all = needed.union(planned[place] ?? .empty)
            image = try make(input, level, all)
            made[place] = image
            converted[place] = nil
        }
        let isMadeLinear: Bool
        switch input {
        // Black is black in any light.
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

    /// Whether an image is made in amounts of light.
    private func isMadeLinear(_ input: PictureFilter.Input) -> Bool {
        guard case .step(let number) = input else { return false }
        // What is displaced stays as it is: only the map is read in the step's light.
        if case .displacement(let moved, _, _, _, _, _) = steps[number].effect { return isMadeLinear(moved) }
        return steps[number].isLinear
    }

    private func make(
        _ input: PictureFilter.Input, _ level: Int, _ rect: GridRect
    ) throws(RasterFailure) -> FilterImage {
        try replay.spend(rect.width * rect.height / 8)
        switch input {
        case .source: return FilterImage(rect: rect, bitmap: try drawn(filtered.content, level, rect))
        case .sourceAlpha:
            let source = try image(.source, level, rect, isLinear: false)
            guard let copy = source.copy(over: rect, pool: pool) else { return FilterImage(rect: rect, bitmap: nil) }
            copy.replacePixels(clearToo: false) { $0 & 0xFF00_0000 }
            return FilterImage(rect: rect, bitmap: copy)
        case .step(let number): return FilterImage(rect: rect, bitmap: try make(number, level, rect))
        }
    }

    /// A picture's pixels on a grid; nil when nothing of it shows.
    private func drawn(_ picture: Picture, _ level: Int, _ rect: GridRect) throws(RasterFailure) -> Bitmap? {
        let canvas = Canvas(width: rect.width, height: rect.height, pool: pool, antialias: replay.antialias)
        let transform = transform(level).concatenating(
            CGAffineTransform(translationX: -Double(rect.minX), y: -Double(rect.minY)))
        try replay.draw(picture, transform, on: canvas, clip: canvas.bounds)
        if case .solid(.clear) = canvas.contents { return nil }
        _ = canvas.sourceSurface()
        guard case .bitmap(let bitmap) = canvas.finish() else { throw .cairo }
        return bitmap
    }

    /// What a step leaves on `rect`, in its own light; nil when nothing.
    private func make(_ number: Int, _ level: Int, _ rect: GridRect) throws(RasterFailure) -> Bitmap? {
        let step = steps[number]
        let isLinear = step.isLinear
        func read(_ input: PictureFilter.Input) throws(RasterFailure) -> FilterImage {
            try image(input, level, rect, isLinear: isLinear)
        }
        func read(only: Void = ()) throws(RasterFailure) -> (FilterImage, GridRect) {
            let (input, level, wanted) = inputs(of: number, level, rect)[0]
            return (try image(input, level, wanted, isLinear: isLinear), wanted)
        }
        switch step.effect {
        case .flood(let color): return flood(color, rect, isLinear: isLinear)
        case .picture(let picture):
            let bitmap = try drawn(picture, level, rect)
            if isLinear, let bitmap { LinearLight.convert(bitmap, toLinear: true) }
            return bitmap
        case .turbulence(let turbulence):
            let bitmap = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            let toPlane = CGAffineTransform(translationX: Double(rect.minX), y: Double(rect.minY))
                .concatenating(transform(level).inverted())
            try turbulence.fill(bitmap, toPlane) { () throws(RasterFailure) in
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
                if let result {
                    result.compose(bitmap, image.rect, on: rect, CAIRO_OPERATOR_OVER)
                } else {
                    result = image.copy(over: rect, pool: pool)
                }
            }
            return result
        case .blend(let top, let bottom, let mode):
            let (top, bottom) = (try read(top), try read(bottom))
            guard let over = top.bitmap else { return bottom.copy(over: rect, pool: pool) }
            guard let result = bottom.copy(over: rect, pool: pool) else { return top.copy(over: rect, pool: pool) }
            result.compose(over, top.rect, on: rect, mode.cairo)
            return result
        case .composite(let a, let b, let composition):
            return try compose(read(a), read(b), composition, rect)
        case .offset(let input, let x, let y):
            let scales = scales(level)
            let (image, _) = try read()
            guard let bitmap = image.bitmap else { return nil }
            _ = input
            let result = blank(rect)
            result.compose(
                bitmap, x: Double(image.rect.minX - rect.minX) + x * scales.x,
                y: Double(image.rect.minY - rect.minY) + y * scales.y, CAIRO_OPERATOR_SOURCE)
            return result
        case .blur(_, let x, let y): return try blurred(number, x, y, level, rect)
        case .morphology(let input, let isDilation, let x, let y):
            let (image, wanted) = try read()
            guard let source = image.pixels(over: wanted, pool: pool) else { return nil }
            let (x, y) = radii(x, y, level, input, rect)
            let result = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            Morphology.apply(source, isDilation: isDilation, x: x, y: y, into: result, pool: pool)
            return result
        case .displacement(let input, let map, let x, let y, let horizontal, let vertical):
            let scales = scales(level)
            let displacement = Displacement(
                scaleX: x * scales.x, scaleY: y * scales.y, horizontal: horizontal, vertical: vertical)
            let pixels = try read(map).pixels(over: rect, pool: pool)
            let wanted = displacement.reads(map: pixels, wanted: rect)
            let source = try image(input, level, wanted, isLinear: isMadeLinear(input))
            guard let bitmap = source.bitmap else { return nil }
            let result = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            displacement.apply(bitmap, source.rect, map: pixels, wanted: rect, into: result)
            return result
        case .tile(let input):
            let (image, _) = try read()
            guard let bitmap = image.bitmap else { return nil }
            let result = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            TilePattern(region(of: input).applying(transform(level))).fill(result, rect, from: bitmap, image.rect)
            return result
        case .convolution(_, let kernel):
            let (image, _) = try read()
            guard image.bitmap != nil || kernel.bias > 0 else { return nil }
            let scales = scales(level)
            let result = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            try replay.spend(rect.width * rect.height * kernel.columns * kernel.rows / 4)
            kernel.apply(
                image.bitmap ?? blank(rect), image.bitmap == nil ? rect : image.rect, region: region(number, level),
                wanted: rect, steps: kernel.steps(scaleX: scales.x, scaleY: scales.y), into: result)
            return result
        case .light(_, let lighting):
            let (image, _) = try read()
            let result = pool.uninitializedBitmap(width: rect.width, height: rect.height)
            try gridLight(lighting, number, level).apply(
                image.bitmap, image.rect, region: region(number, level), wanted: rect, into: result
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
        _ number: Int, _ x: Double, _ y: Double, _ level: Int, _ rect: GridRect
    ) throws(RasterFailure) -> Bitmap? {
        let (input, coarse, wanted) = inputs(of: number, level, rect)[0]
        let image = try image(input, coarse, wanted, isLinear: steps[number].isLinear)
        guard let bitmap = image.copy(over: wanted, pool: pool) else { return nil }
        let scales = scales(coarse)
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
        _ a: FilterImage, _ b: FilterImage, _ composition: PictureFilter.Composition, _ rect: GridRect
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
            // So that no sum overflows.
            func factor(_ value: Double) -> Float { value.isFinite ? Float(min(1e6, max(-1e6, value))) : 0 }
            ArithmeticComposition(k1: factor(k1), k2: factor(k2), k3: factor(k3), k4: factor(k4))
                .apply(to: result, second)
            return result
        }
        let result = b.copy(over: rect, pool: pool) ?? blank(rect)
        if let bitmap = a.bitmap {
            result.compose(bitmap, a.rect, on: rect, operation)
        } else if composition == .in || composition == .out {
            return nil
        }
        return result
    }
}

extension Bitmap {
    /// Composes an image on this one, which lies at `rect` of the same grid.
    fileprivate func compose(_ other: Bitmap, _ otherRect: GridRect, on rect: GridRect, _ operation: cairo_operator_t) {
        compose(
            other, x: Double(otherRect.minX - rect.minX), y: Double(otherRect.minY - rect.minY), operation)
    }
}
