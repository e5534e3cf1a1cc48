import CCairo
import TileGeometry

extension Replay {
    /// Composites a group in a mode that changes the backdrop where the group is clear, but only within the group's
    /// shape: D·(1 − c) + c·f(S, D), with the shape's coverage c and the mode's formula f for whole pixels.
    ///
    /// - SeeAlso: Porter and Duff, "Compositing Digital Images", 1984.
    func compose(
        _ group: PictureGroup, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        guard let layer = layer(over: clip, on: canvas) else { return }
        let moved = transform.concatenating(layer.fromBelow)
        try draw(group.content, moved, on: layer.canvas, clip: layer.canvas.bounds)
        guard let source = layer.canvas.pixels else { throw .cairo }
        guard let shape = try shape(of: group, moved, source), let beneath = canvas.pixels else { throw .cairo }
        var weights: MaskBytes?
        if let mask = group.mask {
            // Nothing changes where the mask lets nothing through.
            guard let through = try self.mask(mask, transform, opacity: 1, over: layer) else { return }
            weights = through
        }
        defer { weights?.bytes.deallocate() }
        counters.layers += 1
        let result = pool.uninitializedBitmap(width: source.width, height: source.height)
        let opacity = UInt32(min(1, max(0, group.opacity)) * 255 + 0.5)
        for y in 0..<source.height {
            let sources = source.row(y)
            let shapes = shape.row(y)
            let beneaths = beneath.row(y + layer.y)
            let results = result.row(y)
            for x in 0..<source.width {
                let weight = weights.map { UInt32($0.bytes[y * $0.stride + x]) } ?? 255
                var pixel = SIMD4<UInt32>(components: sources[x])
                if opacity < 255 { pixel = pixel.scaled(by: opacity) }
                var covered = shapes[x] >> 24
                if weight < 255 {
                    pixel = pixel.scaled(by: weight)
                    covered = (covered * weight + 127) / 255
                }
                results[x] =
                    group.blendMode.composed(
                        pixel, coverage: covered, over: SIMD4<UInt32>(components: beneaths[x + layer.x])
                    ).argb
            }
        }
        put(result, x: layer.x, y: layer.y, CAIRO_OPERATOR_SOURCE, on: canvas)
    }

    /// Returns a bitmap with the coverage of the group's shape as alpha.
    private func shape(
        of group: PictureGroup, _ transform: CGAffineTransform, _ source: Bitmap
    ) throws(RasterFailure) -> Bitmap? {
        let canvas = Canvas(width: source.width, height: source.height, pool: pool, antialias: antialias)
        switch group.shape {
        case .ink: return source
        case .picture(let picture): try draw(picture, transform, on: canvas, clip: canvas.bounds)
        case .box(let box):
            let cairo = canvas.context()
            guard transform.isInvertible else { break }
            var matrix = transform.cairo
            cairo_set_matrix(cairo, &matrix)
            add(box, transform, to: cairo, clip: canvas.bounds)
            cairo_set_source_rgba(cairo, 0, 0, 0, 1)
            cairo_fill(cairo)
        }
        return canvas.pixels
    }
}

extension Canvas {
    /// The drawing so far, for reading; nil if Cairo failed.
    fileprivate var pixels: Bitmap? {
        _ = sourceSurface()
        if case .drawn(let bitmap) = contents { return bitmap }
        return nil
    }
}

extension BlendMode {
    /// Returns the composition of one pixel, in 255ths and premultiplied.
    ///
    /// - Parameters:
    ///   - s: The source, weighted by the coverage.
    ///   - c: The coverage.
    ///   - d: The backdrop.
    fileprivate func composed(_ s: SIMD4<UInt32>, coverage c: UInt32, over d: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let alpha = d.w
        switch self {
        case .clear: return d.scaled(by: 255 - c)
        case .copy: return d.scaled(by: 255 - c).adding(s)
        case .sourceIn: return d.scaled(by: 255 - c).adding(s.scaled(by: alpha))
        case .sourceOut: return d.scaled(by: 255 - c).adding(s.scaled(by: 255 - alpha))
        case .destinationIn: return d.scaled(by: min(255, 255 - c + s.w))
        case .destinationAtop: return d.scaled(by: min(255, 255 - c + s.w)).adding(s.scaled(by: 255 - alpha))
        case .plusDarker:
            if c == 0 { return d }
            // The source as it is at full coverage.
            let whole = s.map { min(255, ($0 * 255 + c / 2) / c) }
            let sum = min(255, whole.w + alpha)
            let lack = SIMD4(repeating: whole.w) &- whole.map { min($0, whole.w) }
            let lackBeneath = SIMD4(repeating: alpha) &- d.map { min($0, alpha) }
            let missing = lack &+ lackBeneath
            var darker = missing.map { sum > $0 ? sum - $0 : 0 }
            darker.w = sum
            return d.scaled(by: 255 - c).adding(darker.scaled(by: c))
        default: preconditionFailure("\(self) needs no shape")
        }
    }
}

extension SIMD4<UInt32> {
    /// Creates the components blue, green, red and alpha.
    fileprivate init(components argb: UInt32) {
        self.init(argb & 255, argb >> 8 & 255, argb >> 16 & 255, argb >> 24)
    }

    fileprivate var argb: UInt32 { w << 24 | z << 16 | y << 8 | x }

    @inline(__always)
    fileprivate func scaled(by factor: UInt32) -> Self {
        // Division by 255, exact for products of two bytes.
        let product = self &* factor &+ 128
        return (product &+ (product &>> 8)) &>> 8
    }

    @inline(__always)
    fileprivate func adding(_ other: Self) -> Self {
        (self &+ other).clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
    }

    @inline(__always)
    fileprivate func map(_ body: (UInt32) -> UInt32) -> Self { Self(body(x), body(y), body(z), body(w)) }
}
