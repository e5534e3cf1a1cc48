import TileGeometry

extension Box {
    /// The area that boxes cover together. Takes O(n² log n) for n boxes.
    static func unionArea(of boxes: [Box]) -> Double {
        if boxes.count == 1 { return boxes[0].width * boxes[0].height }
        let edges = Set(boxes.flatMap { [$0.minY, $0.maxY] }).sorted()
        var area = 0.0
        for (top, bottom) in zip(edges, edges.dropFirst()) {
            let row = boxes.filter { $0.minY <= top && $0.maxY >= bottom }.sorted { $0.minX < $1.minX }
            var (width, reached) = (0.0, -Double.infinity)
            for box in row where box.maxX > reached {
                width += box.maxX - max(box.minX, reached)
                reached = box.maxX
            }
            area += width * (bottom - top)
        }
        return area
    }
}
