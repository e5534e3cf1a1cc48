import CCairo
import Foundation
import TileGeometry

extension Replay {
    /// The number of colors around the circle: two for each pixel on a circle 300 pixels wide.
    private static let conicSteps = 2048

    /// Makes a conic gradient the source. Cairo has none, so the visible part is computed pixel by pixel.
    ///
    /// - Returns: false if nothing is visible.
    func setConicSource(
        _ gradient: Gradient, centerX: Double, centerY: Double, angle: Double, transform: CGAffineTransform,
        on canvas: Canvas, clip: Box
    ) -> Bool {
        let fine = canvas.isVector ? Self.pixelsPerVectorUnit : 1
        let finely = CGAffineTransform(scaleX: fine, y: fine)
        let whole = gradient.transform.concatenating(transform).concatenating(finely)
        let shown = clip.intersection(canvas.bounds).applying(finely)
        guard whole.isInvertible, !shown.isEmpty else { return false }
        let minX = Int(shown.minX.rounded(.down))
        let minY = Int(shown.minY.rounded(.down))
        let width = Int(shown.maxX.rounded(.up)) - minX
        let height = Int(shown.maxY.rounded(.up)) - minY
        guard width > 0, height > 0 else { return false }
        let colors = gradient.evenColors(Self.conicSteps)
        let layer = Canvas(width: width, height: height, pool: pool, antialias: antialias)
        let bitmap = pool.uninitializedBitmap(width: width, height: height)
        let back = whole.inverted()
        let turns = Double(Self.conicSteps) / (2 * .pi)
        for y in 0..<height {
            let row = bitmap.row(y)
            for x in 0..<width {
                let point = back.apply(x: Double(minX + x) + 0.5, y: Double(minY + y) + 0.5)
                var around = (atan2(point.y - centerY, point.x - centerX) - angle) * turns
                around.formTruncatingRemainder(dividingBy: Double(Self.conicSteps))
                if around < 0 { around += Double(Self.conicSteps) }
                // An overflow is not a direction.
                row[x] = around < Double(Self.conicSteps) ? colors[Int(around)] : colors[0]
            }
        }
        let surface = cairo_image_surface_create_for_data(
            bitmap.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
            Int32(bitmap.stride))
        defer { cairo_surface_destroy(surface) }
        let drawing = layer.context()
        cairo_set_operator(drawing, CAIRO_OPERATOR_SOURCE)
        cairo_set_source_surface(drawing, surface, 0, 0)
        cairo_paint(drawing)
        cairo_surface_finish(surface)
        let source: OpaquePointer = cairo_pattern_create_for_surface(layer.sourceSurface())
        defer { cairo_pattern_destroy(source) }
        var matrix = transform.concatenating(finely)
            .concatenating(CGAffineTransform(translationX: -Double(minX), y: -Double(minY))).cairo
        cairo_pattern_set_matrix(source, &matrix)
        cairo_pattern_set_filter(source, CAIRO_FILTER_NEAREST)
        setSource(source, transform, on: canvas)
        keepAlive.append(layer)
        keptBytes += layer.width * layer.height * 4
        return true
    }
}

extension Gradient {
    /// Returns the premultiplied colors at the middles of `count` even steps from 0 to 1.
    fileprivate func evenColors(_ count: Int) -> [UInt32] {
        var next = 0
        return (0..<count).map { step in
            let offset = (Double(step) + 0.5) / Double(count)
            while next < stops.count, stops[next].offset <= offset { next += 1 }
            if next == 0 { return stops[0].color.pixel.argb }
            if next == stops.count { return stops[next - 1].color.pixel.argb }
            let (a, b) = (stops[next - 1], stops[next])
            let t = (offset - a.offset) / (b.offset - a.offset)
            func mix(_ p: Double, _ q: Double) -> Double { p + (q - p) * t }
            return Color(
                red: mix(a.color.red, b.color.red), green: mix(a.color.green, b.color.green),
                blue: mix(a.color.blue, b.color.blue), alpha: mix(a.color.alpha, b.color.alpha)
            ).pixel.argb
        }
    }
}
