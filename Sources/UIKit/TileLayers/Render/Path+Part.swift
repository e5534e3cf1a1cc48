import TileGraphics

extension Path {
    /// Returns the part of an outline between two fractions of its length, with subpaths counted in sequence. A closed
    /// subpath that is incomplete becomes open. O(n).
    func part(from start: Double, to end: Double) -> Path {
        let start = max(0, start)
        let end = min(1, end)
        guard start < end else { return PathBuilder().build() }
        let pieces = PathPiece.all(of: self)
        let total = pieces.reduce(0) { $0 + $1.length }
        guard total > 0, total.isFinite else { return self }
        var builder = PathBuilder()
        var passed = 0.0
        var isDrawing = false
        for piece in pieces {
            if piece.startsSubpath { isDrawing = false }
            let low = (start * total - passed) / piece.length
            let high = (end * total - passed) / piece.length
            passed += piece.length
            guard piece.length > 0, low < 1, high > 0 else {
                isDrawing = false
                continue
            }
            let (from, to) = (piece.parameter(atLength: max(0, low)), piece.parameter(atLength: min(1, high)))
            let curve = piece.curve(from: from, to: to)
            if !isDrawing || low > 0 { builder.move(x: curve[0].x, y: curve[0].y) }
            builder.append(curve, isLine: piece.isLine)
            isDrawing = high >= 1
        }
        return builder.build()
    }
}

extension PathBuilder {
    fileprivate mutating func append(_ curve: [SIMD2<Double>], isLine: Bool) {
        if isLine {
            line(x: curve[3].x, y: curve[3].y)
        } else {
            self.curve(
                x1: curve[1].x, y1: curve[1].y, x2: curve[2].x, y2: curve[2].y, x: curve[3].x, y: curve[3].y)
        }
    }
}
