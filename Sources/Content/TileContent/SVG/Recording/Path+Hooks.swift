import TileGeometry
import TileGraphics

extension Path {
    /// A control point nearer to its end than this part of the chord makes a hook.
    private static let longestHook = 0.0022

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
                let most = Self.most(start, p, length)
                hasHooks = hasHooks || Self.isHook(start, a, most) || Self.isHook(p, b, most)
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
                let most = Self.most(start, p, length)
                if Self.isHook(start, a, most) { a = start }
                if Self.isHook(p, b, most) { b = p }
                builder.curve(x1: a.x, y1: a.y, x2: b.x, y2: b.y, x: p.x, y: p.y)
                start = p
            case .close: builder.close()
            }
        }
        return builder.build()
    }

    /// Returns the square of the length of the longest hook.
    private static func most(_ start: Segment.Point, _ end: Segment.Point, _ length: Double) -> Double {
        let (x, y) = (end.x - start.x, end.y - start.y)
        return min(length * length, longestHook * longestHook * (x * x + y * y))
    }

    private static func isHook(_ end: Segment.Point, _ control: Segment.Point, _ most: Double) -> Bool {
        let (x, y) = (control.x - end.x, control.y - end.y)
        let square = x * x + y * y
        return square > 0 && square <= most
    }
}
