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
    private func source(_ value: Int, _ low: Double, _ size: Double) -> Int {
        let offset = Double(value) + 0.5 - low
        let within = offset - (offset / size).rounded(.down) * size
        return Int((low + within).rounded(.down))
    }

    /// Returns the part of the region shown in a rect.
    func reads(_ rect: GridRect) -> GridRect {
        guard isUsable, !rect.isEmpty else { return .empty }
        func range(_ first: Int, _ end: Int, _ low: Double, _ high: Double) -> (Int, Int) {
            let whole = (Int(low.rounded(.down)), Int(high.rounded(.up)))
            if Double(end - first) >= high - low { return whole }
            let (from, to) = (source(first, low, high - low), source(end - 1, low, high - low) + 1)
            return from < to ? (from, to) : whole
        }
        let columns = range(rect.minX, rect.maxX, box.minX, box.maxX)
        let rows = range(rect.minY, rect.maxY, box.minY, box.maxY)
        return GridRect(minX: columns.0, minY: rows.0, maxX: columns.1, maxY: rows.1)
    }

    func fill(_ result: Bitmap, _ rect: GridRect, from bitmap: Bitmap, _ bitmapRect: GridRect) {
        guard isUsable else { return result.clear() }
        let columns = (rect.minX..<rect.maxX).map { source($0, box.minX, box.width) - bitmapRect.minX }
        for y in 0..<rect.height {
            let row = result.row(y)
            let line = source(rect.minY + y, box.minY, box.height) - bitmapRect.minY
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
