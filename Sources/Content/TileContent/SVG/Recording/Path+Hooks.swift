import TileGeometry
import TileGraphics

extension Path {
    /// A control point nearer to its end than this part of the chord makes a hook.
    private static let hookShare = 0.0022

    /// Returns the outline with each control point that lies right beside its end moved into it. Such a point turns
    /// only the last hundredths of a line's width, but a cap or join there would point into its direction, as a spike.
    ///
    /// - Parameter length: The longest distance of a control point from its end.
    func withoutHooks(below length: Double) -> Path {
        var start = Segment.Point(x: 0, y: 0)
        var hasHooks = false
        forEachSegment { segment in
            switch segment {
            case .move(let p), .line(let p): start = p
            case .curve(let a, let b, let p):
                let limit = Self.longestHook(from: start, to: p, below: length)
                hasHooks = hasHooks || Self.isHook(a, at: start, below: limit) || Self.isHook(b, at: p, below: limit)
                start = p
            case .close: break
            }
        }
        return hasHooks ? rebuilt(below: length) : self
    }

    private func rebuilt(below length: Double) -> Path {
        var start = Segment.Point(x: 0, y: 0)
        var builder = PathBuilder()
        builder.reserve(segments: segmentCount)
        forEachSegment { segment in
            switch segment {
            case .move(let p):
                builder.move(x: p.x, y: p.y)
                start = p
            case .line(let p):
                builder.line(x: p.x, y: p.y)
                start = p
            case .curve(var a, var b, let p):
                let limit = Self.longestHook(from: start, to: p, below: length)
                if Self.isHook(a, at: start, below: limit) { a = start }
                if Self.isHook(b, at: p, below: limit) { b = p }
                builder.curve(x1: a.x, y1: a.y, x2: b.x, y2: b.y, x: p.x, y: p.y)
                start = p
            case .close: builder.close()
            }
        }
        return builder.build()
    }

    /// Returns the square of the length of the longest hook.
    private static func longestHook(from start: Segment.Point, to end: Segment.Point, below length: Double) -> Double {
        let (x, y) = (end.x - start.x, end.y - start.y)
        return min(length * length, hookShare * hookShare * (x * x + y * y))
    }

    /// - Parameter limit: The square of the length of the longest hook.
    private static func isHook(_ control: Segment.Point, at end: Segment.Point, below limit: Double) -> Bool {
        let (x, y) = (control.x - end.x, control.y - end.y)
        let square = x * x + y * y
        return square > 0 && square <= limit
    }
}
