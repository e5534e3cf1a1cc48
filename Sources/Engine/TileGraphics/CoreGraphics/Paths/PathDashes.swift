import Foundation

/// Cuts a path into dashes, keeping curves.
struct PathDashes {
    private(set) var dashes = PathElements()
    private let pattern: DashPattern
    private var position: DashPattern.Position
    /// Whether the last element belongs to a dash that continues.
    private var isInDash = false
    /// The maximum number of dashes, more than anyone can see; the rest of the path is drawn solid.
    private var limit = 1_000_000

    /// - Returns: nil if the lengths make no dashes: empty, one negative, or none above 0.
    init?(_ elements: PathElements, phase: Double, lengths: [Double], tolerance: Double) {
        guard let pattern = DashPattern(lengths, offset: phase) else { return nil }
        self.pattern = pattern
        position = pattern.position(at: 0)
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
                curve(Bezier(from: pen, control1: a, control2: b, to: p), tolerance)
                pen = p
            case .close:
                line(pen, start)
                pen = start
            }
        }
    }

    private mutating func begin(_ point: CGPoint) {
        position = pattern.position(at: 0)
        isInDash = position.isOn
        if isInDash { dashes.move(point) }
    }

    /// Advances along a segment; `emit` draws a dash between two lengths on it.
    private mutating func go(
        _ length: Double, at point: (Double) -> CGPoint, emit: (inout PathElements, Double, Double) -> Void
    ) {
        // Copies, because the closure changes other parts of this value.
        var (position, limit) = (position, limit)
        let pattern = pattern
        pattern.walk(&position, from: 0, to: length, meetsEnd: true, limit: &limit) { from, to, ends in
            if !isInDash { dashes.move(point(from)) }
            // A dash without length still has caps.
            if from == to { dashes.line(point(to)) } else { emit(&dashes, from, to) }
            isInDash = !ends
        }
        (self.position, self.limit) = (position, limit)
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
        // The lengths of the curve up to even steps of its parameter.
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
            path.curve(control1: part.b, control2: part.c, end: part.d)
        }
    }
}
