/// Pixels that are fetched from where a map's components say. SVG 1.1, 15.15.
struct Displacement {
    /// By how many pixels at most, twice.
    var scaleX: Double
    var scaleY: Double
    var horizontal: PixelChannel
    var vertical: PixelChannel

    /// - Parameters:
    ///   - map: over `wanted`; nil where it is clear, which counts as no color at all.
    ///   - rect: where the source lies.
    func apply(_ source: Bitmap, _ rect: GridRect, map: Bitmap?, wanted: GridRect, into result: Bitmap) {
        for y in 0..<wanted.height {
            let to = result.row(y)
            let map = map?.row(y)
            for x in 0..<wanted.width {
                let straight = map.map { StraightPixel.of($0[x]) } ?? .zero
                let fromX = Int((Double(wanted.minX + x) + scaleX * (value(straight, horizontal) - 0.5)).rounded(.down))
                let fromY = Int((Double(wanted.minY + y) + scaleY * (value(straight, vertical) - 0.5)).rounded(.down))
                guard fromX >= rect.minX, fromX < rect.maxX, fromY >= rect.minY, fromY < rect.maxY else {
                    to[x] = 0
                    continue
                }
                to[x] = source.row(fromY - rect.minY)[fromX - rect.minX]
            }
        }
    }

    @inline(__always)
    private func value(_ straight: SIMD4<UInt32>, _ channel: PixelChannel) -> Double {
        switch channel {
        case .red: Double(straight.x) / 255
        case .green: Double(straight.y) / 255
        case .blue: Double(straight.z) / 255
        case .alpha: Double(straight.w) / 255
        }
    }
}
