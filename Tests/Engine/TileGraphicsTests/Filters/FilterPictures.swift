import TileGeometry
import TileGraphics

/// Pictures to filter, and the results of filters.
enum FilterPictures {
    static func rectangle(_ box: Box, _ color: Color) -> Picture {
        var recorder = PictureRecorder()
        var outline = PathBuilder()
        outline.rectangle(x: box.minX, y: box.minY, width: box.width, height: box.height)
        recorder.fill(outline.build(), with: .color(color))
        return recorder.finish()
    }

    /// Overlapping shapes, some translucent, some smooth.
    static func shapes() -> Picture {
        var recorder = PictureRecorder()
        for number in 0..<12 {
            var outline = PathBuilder()
            outline.ellipse(
                centerX: 20 + Double(number * 37 % 90), centerY: 25 + Double(number * 53 % 70), radiusX: 9,
                radiusY: 5 + Double(number))
            let part = Double(number) / 12
            recorder.fill(
                outline.build(),
                with: .color(Color(red: part, green: 1 - part, blue: 0.4, alpha: number % 3 == 0 ? 0.5 : 1)))
        }
        return recorder.finish()
    }

    static func filter(
        _ effects: [PictureFilter.Effect], region: Box = .infinite, isLinear: Bool = false
    ) -> PictureFilter {
        PictureFilter(
            steps: effects.map { PictureFilter.Step($0, region: region, isLinear: isLinear) }, region: region)
    }

    static func picture(_ content: Picture, _ filter: PictureFilter) -> Picture {
        var recorder = PictureRecorder()
        recorder.draw(FilteredPicture(content: content, filter: filter))
        return recorder.finish()
    }

    static func raster(
        _ picture: Picture, scale: Double = 1, x: Double = 0, y: Double = 0, width: Int, height: Int
    ) throws -> Bitmap {
        var counters = ReplayCounters()
        return try raster(
            picture, CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -x, ty: -y), width: width, height: height,
            counters: &counters)
    }

    static func raster(
        _ picture: Picture, _ transform: CGAffineTransform, width: Int, height: Int, counters: inout ReplayCounters
    ) throws -> Bitmap {
        let image = try picture.raster(
            transform, width: width, height: height, pool: BitmapPool(), counters: &counters)
        switch image {
        case .bitmap(let bitmap): return bitmap
        case .solid(let color, _, _):
            let bitmap = Bitmap(width: width, height: height)
            for y in 0..<height { bitmap.row(y).update(repeating: color.argb) }
            return bitmap
        }
    }
}
