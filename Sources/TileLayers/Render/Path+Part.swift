import TileGraphics

extension Path {
    /// The part of an outline between two fractions of its length; its subpaths count one after the other. A closed
    /// subpath of which something is missing is open. O(n).
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

/// A line or a cubic curve of an outline, with its length.
private struct PathPiece {
    var points: [SIMD2<Double>]
    var isLine: Bool
    var startsSubpath: Bool
    /// Lengths up to the ends of equal steps of the parameter.
    private var lengths: [Double]

    /// Chords that stand for a curve: the error of its length falls with the square of their number, to less than a
    /// thousandth for a half circle.
    private static let steps = 32

    init(_ points: [SIMD2<Double>], isLine: Bool, startsSubpath: Bool) {
        self.points = points
        self.isLine = isLine
        self.startsSubpath = startsSubpath
        func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { ((b - a) * (b - a)).sum().squareRoot() }
        lengths = [0]
        if isLine {
            lengths.append(distance(points[0], points[3]))
        } else {
            var last = points[0]
            for step in 1...Self.steps {
                let next = Self.point(points, Double(step) / Double(Self.steps))
                lengths.append(lengths[step - 1] + distance(last, next))
                last = next
            }
        }
    }

    var length: Double { lengths[lengths.count - 1] }

    private static func point(_ p: [SIMD2<Double>], _ t: Double) -> SIMD2<Double> {
        let s = 1 - t
        return s * s * s * p[0] + 3 * s * s * t * p[1] + 3 * s * t * t * p[2] + t * t * t * p[3]
    }

    /// The parameter at a fraction of the length.
    func parameter(atLength fraction: Double) -> Double {
        if isLine || fraction <= 0 || fraction >= 1 { return fraction }
        let wanted = fraction * length
        let step = lengths.firstIndex { $0 >= wanted } ?? lengths.count - 1
        let gap = lengths[step] - lengths[step - 1]
        return (Double(step - 1) + (gap > 0 ? (wanted - lengths[step - 1]) / gap : 0)) / Double(lengths.count - 1)
    }

    /// The part between two parameters, by de Casteljau's division.
    func curve(from: Double, to: Double) -> [SIMD2<Double>] {
        func split(_ p: [SIMD2<Double>], _ t: Double) -> (left: [SIMD2<Double>], right: [SIMD2<Double>]) {
            let ab = p[0] + (p[1] - p[0]) * t
            let bc = p[1] + (p[2] - p[1]) * t
            let cd = p[2] + (p[3] - p[2]) * t
            let abc = ab + (bc - ab) * t
            let bcd = bc + (cd - bc) * t
            let middle = abc + (bcd - abc) * t
            return ([p[0], ab, abc, middle], [middle, bcd, cd, p[3]])
        }
        let right = from > 0 ? split(points, from).right : points
        return to < 1 ? split(right, (to - from) / (1 - from)).left : right
    }

    static func all(of path: Path) -> [PathPiece] {
        var pieces: [PathPiece] = []
        var start = SIMD2<Double>()
        var current = SIMD2<Double>()
        var isFirst = true
        func vector(_ point: Path.Segment.Point) -> SIMD2<Double> { SIMD2(point.x, point.y) }
        func add(_ points: [SIMD2<Double>], isLine: Bool) {
            pieces.append(PathPiece(points, isLine: isLine, startsSubpath: isFirst))
            isFirst = false
            current = points[3]
        }
        func line(to end: SIMD2<Double>) {
            add([current, current + (end - current) / 3, current + (end - current) * 2 / 3, end], isLine: true)
        }
        path.forEachSegment { segment in
            switch segment {
            case .move(let point):
                (start, current) = (vector(point), vector(point))
                isFirst = true
            case .line(let end): line(to: vector(end))
            case .curve(let a, let b, let end): add([current, vector(a), vector(b), vector(end)], isLine: false)
            case .close: line(to: start)
            }
        }
        return pieces
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
