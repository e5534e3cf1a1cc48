import Foundation
import TileGraphics

/// A line or a cubic curve of an outline, with its length.
struct PathPiece {
    var points: [SIMD2<Double>]
    var isLine: Bool
    var startsSubpath: Bool
    /// The lengths up to the ends of equal steps of the parameter.
    private var lengths: [Double]

    /// The number of chords that approximate a curve: the error of its length is inversely proportional to the square,
    /// and below a thousandth for a half circle.
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

    func point(at t: Double) -> SIMD2<Double> { Self.point(points, t) }

    /// Returns the direction in radians.
    func angle(at t: Double) -> Double {
        let s = 1 - t
        var along = s * s * (points[1] - points[0])
        along += 2 * s * t * (points[2] - points[1])
        along += t * t * (points[3] - points[2])
        // If a control point coincides with its end there is no tangent; the chord is used.
        if along == SIMD2() { along = points[3] - points[0] }
        return atan2(along.y, along.x)
    }

    /// Returns the parameter at a fraction of the length.
    func parameter(atLength fraction: Double) -> Double {
        if isLine || fraction <= 0 || fraction >= 1 { return fraction }
        let wanted = fraction * length
        let step = lengths.firstIndex { $0 >= wanted } ?? lengths.count - 1
        let gap = lengths[step] - lengths[step - 1]
        return (Double(step - 1) + (gap > 0 ? (wanted - lengths[step - 1]) / gap : 0)) / Double(lengths.count - 1)
    }

    /// Returns the part between two parameters, by de Casteljau's algorithm.
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
