import TileGeometry
import TileGraphics

/// The picture shown in place of a tile that cannot be drawn: translucent hatching with a message.
struct ErrorTile: Hashable {
    /// The side of the tile, in pixels.
    var side: Int
    var words: String

    /// The longest line in characters. Longer ones don't fit a tile of 256 pixels at this font size.
    private static let lineLength = 26
    private static let fontSize = 15.0
    private static let lineHeight = 21.0
    /// The distance between two strokes of the hatching, in pixels.
    private static let step = 16

    /// Returns the picture as PNG. Takes about a millisecond.
    ///
    /// - Throws: `RasterFailure` or `CodecFailure` if there is not enough memory.
    func png() throws -> [UInt8] {
        var counters = ReplayCounters()
        let image = try picture.raster(
            .identity, width: side, height: side, pool: BitmapPool(), counters: &counters)
        return try TileEncoder().encode(image, as: .png).bytes
    }

    private var picture: Picture {
        var recorder = PictureRecorder()
        let side = Double(side)
        var ground = PathBuilder()
        ground.rectangle(x: 0, y: 0, width: side, height: side)
        recorder.fill(ground.build(), with: .color(Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.14)))
        var hatching = PathBuilder()
        for offset in stride(from: -self.side, through: self.side, by: Self.step) {
            hatching.move(x: Double(offset), y: side)
            hatching.line(x: Double(offset) + side, y: 0)
        }
        recorder.stroke(
            hatching.build(), style: StrokeStyle(width: 1),
            with: .color(Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.4)))
        write(lines, in: &recorder)
        return recorder.finish()
    }

    private func write(_ lines: [String], in recorder: inout PictureRecorder) {
        let shaper = TextShaper()
        let layouts = lines.compactMap {
            shaper.layout($0, TextLayout.Attributes(family: "sans-serif", size: Self.fontSize))
        }
        let width = (layouts.map(\.width).max() ?? 0) + 24
        let height = Double(layouts.count) * Self.lineHeight + 16
        let center = Double(side) / 2
        var plate = PathBuilder()
        plate.roundedRectangle(
            x: center - width / 2, y: center - height / 2, width: width, height: height, radiusX: 8, radiusY: 8)
        recorder.fill(plate.build(), with: .color(Color(red: 1, green: 1, blue: 1, alpha: 0.9)))
        let ink = Paint.color(Color(red: 0.2, green: 0.22, blue: 0.26))
        for (number, layout) in layouts.enumerated() {
            let x = center - layout.width / 2
            let y = center - height / 2 + 8 + (Double(number) + 0.5) * Self.lineHeight - layout.height / 2
            for run in layout.runs {
                recorder.show(run, with: ink, transform: CGAffineTransform(translationX: x, y: y))
            }
        }
    }

    /// The message broken into lines, at most four.
    private var lines: [String] {
        var lines: [String] = []
        for word in words.split(separator: " ").map({ String($0.prefix(Self.lineLength)) }) {
            if let last = lines.last, last.count + 1 + word.count <= Self.lineLength {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(word)
            }
        }
        return Array(lines.prefix(4))
    }
}
