import TileGeometry

extension Box {
    /// Returns the union of boxes as disjoint boxes that are as wide as possible, then as high as possible. They depend
    /// only on the area.
    ///
    /// - Complexity: O(n² log n) for n boxes.
    static func slabs(of boxes: [Box]) -> [Box] {
        if boxes.count == 1 { return boxes }
        var slabs: [Box] = []
        /// The slabs that end where the next row begins.
        var above: [Box] = []
        let edges = Set(boxes.flatMap { [$0.minY, $0.maxY] }).sorted()
        for (top, bottom) in zip(edges, edges.dropFirst()) {
            var row: [Box] = []
            for box in boxes.filter({ $0.minY <= top && $0.maxY >= bottom }).sorted(by: { $0.minX < $1.minX }) {
                if let last = row.last, box.minX <= last.maxX {
                    row[row.count - 1].maxX = max(last.maxX, box.maxX)
                } else {
                    row.append(Box(minX: box.minX, minY: top, maxX: box.maxX, maxY: bottom))
                }
            }
            // A row with the same boxes as the one above is merged with it.
            if row.map(\.minX) == above.map(\.minX), row.map(\.maxX) == above.map(\.maxX) {
                for index in above.indices { above[index].maxY = bottom }
            } else {
                slabs += above
                above = row
            }
        }
        return slabs + above
    }
}
