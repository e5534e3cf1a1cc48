import CCairo
import TileGeometry

extension Replay {
    /// The maximum number of pixels of the flat drawing; a larger one is drawn coarser. Four times the pixels of a
    /// screen of 2048 × 2048: enough for a plane that is seen nearly edge on.
    private static let maxFlatPixels = 16.0 * 1024 * 1024
    /// The maximum side of the flat drawing in pixels, well within Cairo's limits.
    private static let longestFlatSide = 8192.0
    /// The maximum samples of the flat drawing per pixel, each way, for distant parts; beyond it they shimmer.
    private static let maxSamples = 4

    /// Draws a picture in perspective.
    func draw(
        _ projected: ProjectedPicture, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        if isCancelled() { throw .cancelled }
        let whole = projected.projection.concatenating(Projection(transform))
        guard whole.isInvertible else { return }
        let seen = whole.bounds(of: projected.content.bounds).expanded(by: 1)
            .intersection(clip.expanded(by: Self.antialiasingMargin))
        guard let pixels = canvas.pixels(touching: seen) else { return }
        let back = whole.inverted()
        let margin = Box(
            x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.width), height: Double(pixels.height)
        ).expanded(by: 1)
        let region = back.bounds(of: margin).intersection(projected.content.bounds)
        guard !region.isEmpty, region.isFinite,
            let flat = try flatDrawing(projected.content, region, scale: whole.largestScale(over: region))
        else { return }
        let result = pool.clearBitmap(width: pixels.width, height: pixels.height)
        var toFlat = back.concatenating(Projection(flat.toPixels))
        // Pixel centers, relative to the result's top left.
        toFlat = Projection(CGAffineTransform(translationX: Double(pixels.x) + 0.5, y: Double(pixels.y) + 0.5))
            .concatenating(toFlat)
        for y in 0..<result.height {
            if y & 31 == 31, isCancelled() { throw .cancelled }
            resample(flat.bitmap, toFlat, into: result.row(y), y: Double(y))
        }
        counters.layers += 1
        put(result, x: pixels.x, y: pixels.y, CAIRO_OPERATOR_OVER, on: canvas)
    }

    private struct FlatDrawing {
        var bitmap: Bitmap
        var toPixels: CGAffineTransform
    }

    /// Draws a region flat, with a clear pixel all around; nil if it is empty.
    private func flatDrawing(_ content: Picture, _ region: Box, scale: Double) throws(RasterFailure) -> FlatDrawing? {
        let fitting = (Self.maxFlatPixels / max(1e-30, region.width * region.height)).squareRoot()
        let longest = Self.longestFlatSide / max(1e-30, region.width, region.height)
        let scale = min(scale, fitting, longest)
        guard scale > 0, scale.isFinite else { return nil }
        let width = Int((region.width * scale).rounded(.up)) + 2
        let height = Int((region.height * scale).rounded(.up)) + 2
        let flat = Canvas(width: width, height: height, pool: pool, antialias: antialias)
        let toPixels = CGAffineTransform(
            a: scale, b: 0, c: 0, d: scale, tx: 1 - region.minX * scale, ty: 1 - region.minY * scale)
        try draw(content, toPixels, on: flat, clip: flat.bounds.expanded(by: -1))
        if case .solid(.clear) = flat.contents { return nil }
        _ = flat.sourceSurface()
        guard case .bitmap(let bitmap) = flat.finish() else { throw .cairo }
        return FlatDrawing(bitmap: bitmap, toPixels: toPixels)
    }

    /// Fills a row with samples of the flat drawing.
    private func resample(
        _ flat: Bitmap, _ projection: Projection, into row: UnsafeMutableBufferPointer<UInt32>, y: Double
    ) {
        for column in row.indices {
            let x = Double(column)
            let (u, v, w) = projection.homogeneous(x: x, y: y)
            guard w > 0 else { continue }
            let (sourceX, sourceY) = (u / w, v / w)
            // The size of a step of one pixel on the flat drawing.
            let stepX =
                max(abs(projection.a - sourceX * projection.px), abs(projection.b - sourceY * projection.px)) / w
            let stepY =
                max(abs(projection.c - sourceX * projection.py), abs(projection.d - sourceY * projection.py)) / w
            let step = max(stepX, stepY)
            let samples = step <= 1.5 ? 1 : min(Self.maxSamples, Int(min(step, 100).rounded(.up)))
            if samples == 1 {
                row[column] = pixel(flat.sample(sourceX, sourceY))
                continue
            }
            var sum = SIMD4<Float>()
            for j in 0..<samples {
                for i in 0..<samples {
                    let dx = (Double(i) + 0.5) / Double(samples) - 0.5
                    let dy = (Double(j) + 0.5) / Double(samples) - 0.5
                    let (u, v, w) = projection.homogeneous(x: x + dx, y: y + dy)
                    if w > 0 { sum += flat.sample(u / w, v / w) }
                }
            }
            row[column] = pixel(sum / Float(samples * samples))
        }
    }

    private func pixel(_ value: SIMD4<Float>) -> UInt32 {
        let bytes = SIMD4<UInt32>(
            (value + 0.5).rounded(.down).clamped(lowerBound: .zero, upperBound: .init(repeating: 255)))
        return bytes.w << 24 | bytes.z << 16 | bytes.y << 8 | bytes.x
    }
}

extension Bitmap {
    /// Returns the color at a point, interpolated between the four nearest pixels; outside the edge everything is
    /// clear. The components are blue, green, red and alpha, premultiplied, 0…255.
    fileprivate func sample(_ x: Double, _ y: Double) -> SIMD4<Float> {
        let (left, top) = (x - 0.5, y - 0.5)
        guard left > -1, top > -1, left < Double(width), top < Double(height) else { return .zero }
        let (column, line) = (Int(left.rounded(.down)), Int(top.rounded(.down)))
        let (fx, fy) = (Float(left - Double(column)), Float(top - Double(line)))
        func at(_ x: Int, _ y: Int) -> SIMD4<Float> {
            guard x >= 0, y >= 0, x < width, y < height else { return .zero }
            let argb = row(y)[x]
            return SIMD4(
                Float(argb & 255), Float(argb >> 8 & 255), Float(argb >> 16 & 255), Float(argb >> 24))
        }
        let upper = at(column, line) * (1 - fx) + at(column + 1, line) * fx
        let lower = at(column, line + 1) * (1 - fx) + at(column + 1, line + 1) * fx
        return upper * (1 - fy) + lower * fy
    }
}

extension Projection {
    /// Returns the largest scale in any direction at the corners and the center of a box, as far as these are visible.
    fileprivate func largestScale(over box: Box) -> Double {
        var largest = 0.0
        for (x, y) in [
            (box.minX, box.minY), (box.maxX, box.minY), (box.minX, box.maxY), (box.maxX, box.maxY),
            (box.midX, box.midY),
        ] {
            let (u, v, w) = homogeneous(x: x, y: y)
            guard w >= Projection.nearest else { continue }
            let (mappedX, mappedY) = (u / w, v / w)
            let (xx, xy) = ((a - mappedX * px) / w, (b - mappedY * px) / w)
            let (yx, yy) = ((c - mappedX * py) / w, (d - mappedY * py) / w)
            largest = max(largest, (xx * xx + xy * xy).squareRoot(), (yx * yx + yy * yy).squareRoot())
        }
        return largest
    }
}
