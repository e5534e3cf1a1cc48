import TileGeometry

/// A region repeated indefinitely, on a grid of pixels.
struct TilePattern {
    /// The region in fractional pixels, so that even a thousandth repetition is positioned exactly.
    let box: Box

    init(_ box: Box) { self.box = box }

    private var isUsable: Bool {
        let farthest = GridRect.farthest
        return box.width >= 1 && box.height >= 1 && box.minX > -farthest && box.minY > -farthest && box.maxX < farthest
            && box.maxY < farthest
    }

    /// Returns the pixel of the region shown at another pixel, for one coordinate.
    private func source(of value: Int, low: Double, size: Double) -> Int {
        let offset = Double(value) + 0.5 - low
        let within = offset - (offset / size).rounded(.down) * size
        return Int((low + within).rounded(.down))
    }

    /// Returns the part of the region shown in a rect.
    func reads(_ rect: GridRect) -> GridRect {
        guard isUsable, !rect.isEmpty else { return .empty }
        func range(first: Int, end: Int, low: Double, high: Double) -> (Int, Int) {
            let whole = (Int(low.rounded(.down)), Int(high.rounded(.up)))
            if Double(end - first) >= high - low { return whole }
            let (from, to) = (
                source(of: first, low: low, size: high - low), source(of: end - 1, low: low, size: high - low) + 1
            )
            return from < to ? (from, to) : whole
        }
        let columns = range(first: rect.minX, end: rect.maxX, low: box.minX, high: box.maxX)
        let rows = range(first: rect.minY, end: rect.maxY, low: box.minY, high: box.maxY)
        return GridRect(minX: columns.0, minY: rows.0, maxX: columns.1, maxY: rows.1)
    }

    func fill(_ result: Bitmap, rect: GridRect, from bitmap: Bitmap, bitmapRect: GridRect) {
        guard isUsable else { return result.clear() }
        let columns = (rect.minX..<rect.maxX).map { source(of: $0, low: box.minX, size: box.width) - bitmapRect.minX }
        for y in 0..<rect.height {
            let row = result.row(y)
            let line = source(of: rect.minY + y, low: box.minY, size: box.height) - bitmapRect.minY
            guard (0..<bitmap.height).contains(line) else {
                row.update(repeating: 0)
                continue
            }
            let from = bitmap.row(line)
            for x in 0..<rect.width {
                row[x] = (0..<bitmap.width).contains(columns[x]) ? from[columns[x]] : 0
            }
        }
    }
}
