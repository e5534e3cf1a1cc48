import Foundation

/// A path cut into dashes: curves stay curves.
struct PathDashes {
    private(set) var dashes = PathElements()
    private let lengths: [Double]
    private let phase: Double
    private var index = 0
    /// Of the length under way.
    private var left = 0.0

    /// - Returns: nil when the lengths make no dashes: none, a negative one, or none above 0.
    init?(_ elements: PathElements, phase: Double, lengths: [Double], tolerance: Double) {
        guard !lengths.isEmpty, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), phase.isFinite else { return nil }
        self.lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
        let period = self.lengths.reduce(0, +)
        guard period > 0 else { return nil }
        let rest = phase.truncatingRemainder(dividingBy: period)
        self.phase = rest < 0 ? rest + period : rest
        var start = CGPoint.zero
        var pen = CGPoint.zero
        elements.forEach { element in
            switch element {
            case .move(let point):
                begin(point)
                (start, pen) = (point, point)
            case .line(let point):
                line(pen, point)
                pen = point
            case .quadratic(let c, let p):
                curve(Bezier(pen, quadratic: c, p), tolerance)
                pen = p
            case .curve(let a, let b, let p):
                curve(Bezier(pen, a, b, p), tolerance)
                pen = p
            case .close:
                line(pen, start)
                pen = start
            }
        }
    }

    /// Beyond so many dashes a path is drawn solid from there on: it has more than anyone can see.
    private static let maxDashes = 1_000_000
    private var count = 0

    private mutating func begin(_ point: CGPoint) {
        index = 0
        left = phase
        while left >= lengths[index], left > 0 {
            left -= lengths[index]
            index = (index + 1) % lengths.count
        }
        left = lengths[index] - left
        if index % 2 == 0 { dashes.move(point) }
    }

    /// Goes along a stretch: `emit` draws from one length to another of it.
    private mutating func go(
        _ length: Double, at point: (Double) -> CGPoint, emit: (inout PathElements, Double, Double) -> Void
    ) {
        var along = 0.0
        while along < length {
            let next = count >= Self.maxDashes ? length : min(length, along + left)
            if index % 2 == 0 { emit(&dashes, along, next) }
            // Less than a rounding error of the length is nothing, or it would never be gone along.
            left = next > along ? left - (next - along) : 0
            if left < length * 1e-15 { left = 0 }
            along = next
            while left <= 0, count < Self.maxDashes {
                index = (index + 1) % lengths.count
                left = lengths[index]
                count += 1
                if index % 2 == 0 {
                    dashes.move(point(along))
                    // A dash without length still has its caps.
                    if left == 0 { dashes.line(point(along)) }
                }
                if along >= length, left > 0 { break }
            }
        }
    }

    private mutating func line(_ a: CGPoint, _ b: CGPoint) {
        let length = hypot(Double(b.x - a.x), Double(b.y - a.y))
        func at(_ along: Double) -> CGPoint {
            if along >= length { return b }
            let t = along / length
            return CGPoint(
                x: Double(a.x) + (Double(b.x) - Double(a.x)) * t, y: Double(a.y) + (Double(b.y) - Double(a.y)) * t)
        }
        go(length, at: at) { path, _, to in path.line(at(to)) }
    }

    private mutating func curve(_ curve: Bezier, _ tolerance: Double) {
        // Lengths of the curve up to even steps of its parameter.
        let steps = max(16, curve.steps(tolerance))
        var lengths = [0.0]
        var last = curve.a
        for step in 1...steps {
            let point = curve.point(Double(step) / Double(steps))
            lengths.append(lengths[step - 1] + hypot(Double(point.x - last.x), Double(point.y - last.y)))
            last = point
        }
        func parameter(_ along: Double) -> Double {
            if along >= lengths[steps] { return 1 }
            var (low, high) = (0, steps)
            while high - low > 1 {
                let middle = (low + high) / 2
                if lengths[middle] <= along { low = middle } else { high = middle }
            }
            let span = lengths[high] - lengths[low]
            return (Double(low) + (span > 0 ? (along - lengths[low]) / span : 0)) / Double(steps)
        }
        go(lengths[steps], at: { curve.point(parameter($0)) }) { path, from, to in
            let part = curve.part(parameter(from), parameter(to))
            path.curve(part.b, part.c, part.d)
        }
    }
}
