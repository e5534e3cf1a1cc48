import TileGeometry

/// The ink of a line that never turns back along one axis, such as the plot of a signal, by narrow columns.
///
/// Such a line is connected, and so is its part in a column: one span, from the lowest to the highest point there.
/// However many points of the line are in a pixel, it has a fixed number of columns.
///
/// A column has the span in its middle. It is at most a sixteenth of a pixel wide, so that the sides of a peak are
/// within a 32nd of a pixel of where they are. The line's width is a whole number of columns: an upright piece of it
/// covers that many, whatever its position. A line of a sixteenth of a pixel or less has columns of its own width.
struct InkSpans {
    enum Axis { case x, y }

    /// The axis along which the line runs, and columns follow each other.
    let axis: Axis
    /// The start of the first column along the axis, in the line's plane.
    let start: Double
    /// The width of a column, in the line's plane.
    let step: Double
    /// The position across the axis to which the spans are relative.
    let base: Double
    /// The ends of the spans, across the axis. A column without ink has a low end above its high end.
    private(set) var lows: ContiguousArray<Float>
    private(set) var highs: ContiguousArray<Float>

    /// The smallest and largest number of columns in a pixel, approximately. Lines that are too thin for the latter
    /// have no spans.
    private static let columnsPerPixel = 16.0
    private static let maxColumnsPerPixel = 512.0
    /// The smallest number of columns in the width of a line whose joins can be seen.
    private static let columnsPerWidth = 4.0
    /// The reach in pixels up to which joins cannot be seen: two widths of a 16th, as of a miter with the usual limit.
    private static let jointlessReach = 1.0 / 8
    /// The largest width of a line, in pixels. A wider pen's ends and joins take most of the time, and its corners,
    /// which columns cut at their middles, are large enough to be seen.
    private static let maxWidth = 1.25
    /// The largest extent across the axis, in pixels: a 16th of a pixel in a number of 24 bits.
    private static let maxExtent = 1_048_576.0

    /// The memory in bytes.
    var byteCount: Int { 2 * 4 * lows.count + 128 }

    /// Gathers the ink of a line; nil if it turns back, or has hardly more points than columns.
    ///
    /// - Parameter pixel: The side of a pixel, in the line's plane.
    /// - Complexity: O(n) for n points, each of which takes as many steps as its ends and joins have columns.
    init?(_ path: Path, width: Double, cap: StrokeStyle.Cap, join: StrokeStyle.Join, miterLimit: Double, pixel: Double)
    {
        guard width > 0, width <= Self.maxWidth * pixel, let axis = path.monotoneAxis else { return nil }
        let reach = width * max(2, join == .miter ? miterLimit / 2 : 0)
        let hasJoins = reach > Self.jointlessReach * pixel
        let perWidth =
            hasJoins ? max(Self.columnsPerWidth, (Self.columnsPerPixel * width / pixel).rounded(.up)) : 1
        let step = width / perWidth
        guard step * Self.maxColumnsPerPixel >= pixel else { return nil }
        let bounds = path.bounds.expanded(by: width)
        let (extent, across) = axis == .x ? (bounds.width, bounds.height) : (bounds.height, bounds.width)
        guard extent < step * 2 * Double(path.verbs.count), across < Self.maxExtent * pixel else { return nil }
        // The square of the longest segment. Beyond it, lengths are infinite, and positions are no numbers.
        guard (extent * extent + across * across).isFinite else { return nil }
        let count = Int(extent / step) + 1
        self.axis = axis
        self.step = step
        (start, base) = axis == .x ? (bounds.minX, bounds.minY) : (bounds.minY, bounds.minX)
        lows = ContiguousArray(repeating: .infinity, count: count)
        highs = ContiguousArray(repeating: -.infinity, count: count)
        let (start, base) = (start, base)
        lows.withUnsafeMutableBufferPointer { lows in
            highs.withUnsafeMutableBufferPointer { highs in
                var pen = Pen(
                    columns: Columns(
                        lows: lows, highs: highs, start: start, step: step, perStep: 1 / step, base: base,
                        perWidth: Int(perWidth)),
                    half: width / 2, cap: cap, join: hasJoins ? join : nil, miterLimit: miterLimit)
                for subpath in path.subpaths {
                    let from = path.start(of: subpath)
                    pen.move(to: axis == .x ? SIMD2(from.x, from.y) : SIMD2(from.y, from.x))
                    path.forEachPoint(of: subpath, tolerance: pixel / 16) { point in
                        pen.line(to: axis == .x ? point : SIMD2(point.y, point.x))
                    }
                    pen.finish()
                }
            }
        }
    }

    /// The columns that are being covered. Points are along and across the axis.
    private struct Columns {
        // Unsafe: millions of visits of a few instructions each. The pointers live as long as the line is gathered.
        let lows: UnsafeMutableBufferPointer<Float>
        let highs: UnsafeMutableBufferPointer<Float>
        let start: Double
        let step: Double
        let perStep: Double
        let base: Double
        /// The number of columns in the line's width.
        let perWidth: Int

        /// The sine of the angle to an axis below which a segment counts as parallel to it.
        private static let parallel = 1e-6

        /// Returns the first column whose middle is at or after a position along the axis, within the columns.
        @inline(__always)
        private func first(from position: Double) -> Int {
            let place = min(max((position - start) * perStep - 0.5, 0), Double(lows.count))
            let whole = Int(place)
            return Double(whole) < place ? whole + 1 : whole
        }

        /// Covers the middles of columns with a segment.
        ///
        /// - Parameters:
        ///   - way: The vector from the segment's start to its end, of the length `length`.
        ///   - half: Half the segment's width.
        @inline(__always)
        func cover(segment a: SIMD2<Double>, way: SIMD2<Double>, length: Double, half: Double) {
            let reach = half * abs(way.y) / length
            let from = first(from: min(a.x, a.x + way.x) - reach)
            let isUpright = abs(way.x) < Self.parallel * length
            // Rounding would have an upright whose sides are at the middles of columns cover one less or more.
            let end =
                isUpright ? min(from + perWidth, lows.count) : first(from: max(a.x, a.x + way.x) + reach)
            guard from < end else { return }
            // Relative to the start, the long sides are at `x * slope ± rise`, and the short ones at `x * tilt` plus
            // `near` or `far`.
            let (slope, rise) = isUpright ? (0, .infinity) : (way.y / way.x, half * length / abs(way.x))
            let isLevel = abs(way.y) < Self.parallel * length
            let tilt = isLevel ? 0 : -way.x / way.y
            let other = isLevel ? .infinity : length * length / way.y
            let (near, far) = isLevel ? (-.infinity, .infinity) : (min(0, other), max(0, other))
            var x = start + (Double(from) + 0.5) * step - a.x
            let y = a.y - base
            for column in from..<end {
                let low = y + max(x * slope - rise, x * tilt + near)
                let high = y + min(x * slope + rise, x * tilt + far)
                // At a corner rounding may turn them.
                cover(column, from: Float(min(low, high)), to: Float(max(low, high)))
                x += step
            }
        }

        /// Covers the middles of columns with the edge of a shape.
        @inline(__always)
        func cover(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
            let (p, q) = a.x <= b.x ? (a, b) : (b, a)
            let (first, end) = (first(from: p.x), first(from: q.x))
            guard first < end else { return }
            let (from, to) = ((p.x - start) * perStep - 0.5, (q.x - start) * perStep - 0.5)
            let slope = (q.y - p.y) / (to - from)
            var across = p.y - base + (Double(first) - from) * slope
            for column in first..<end {
                cover(column, from: Float(across), to: Float(across))
                across += slope
            }
        }

        /// Covers the middles of columns with a disc.
        func cover(disc center: SIMD2<Double>, radius: Double) {
            let middle = (center.x - start) * perStep - 0.5
            let (first, end) = (first(from: center.x - radius), first(from: center.x + radius))
            guard first < end else { return }
            for column in first..<end {
                let way = (Double(column) - middle) / perStep
                let height = max(0, radius * radius - way * way).squareRoot()
                cover(column, from: Float(center.y - base - height), to: Float(center.y - base + height))
            }
        }

        @inline(__always)
        private func cover(_ column: Int, from low: Float, to high: Float) {
            lows[column] = min(lows[column], low)
            highs[column] = max(highs[column], high)
        }
    }

    /// Follows the line, and covers columns with its segments, joins and caps.
    private struct Pen {
        let columns: Columns
        let half: Double
        let cap: StrokeStyle.Cap
        /// The shape of joins; nil if there are none.
        let join: StrokeStyle.Join?
        let miterLimit: Double
        private var point = SIMD2<Double>.zero
        /// The direction of the last segment; nil before the first one.
        private var direction: SIMD2<Double>?

        /// The sine of the turn below which nothing of a join can be seen: it is 0.1 of half the line's width.
        private static let straight = 0.1

        init(columns: Columns, half: Double, cap: StrokeStyle.Cap, join: StrokeStyle.Join?, miterLimit: Double) {
            (self.columns, self.half, self.cap, self.join) = (columns, half, cap, join)
            self.miterLimit = miterLimit
        }

        mutating func move(to start: SIMD2<Double>) {
            point = start
            direction = nil
        }

        @inline(__always)
        mutating func line(to end: SIMD2<Double>) {
            let way = end - point
            let length = (way * way).sum().squareRoot()
            guard length > 0 else { return }
            let next = way / length
            if let direction {
                if let join { add(join, from: direction, to: next) }
            } else {
                cap(-next)
            }
            columns.cover(segment: point, way: way, length: length, half: half)
            point = end
            direction = next
        }

        func finish() {
            if let direction {
                cap(direction)
            } else if cap != .butt {
                // A point without length has only caps.
                cap(SIMD2(1, 0))
                cap(SIMD2(-1, 0))
            }
        }

        private func cap(_ direction: SIMD2<Double>) {
            switch cap {
            case .butt: break
            case .round: columns.cover(disc: point, radius: half)
            case .square:
                let (side, way) = (SIMD2(-direction.y, direction.x) * half, direction * half)
                columns.cover(point + side, point + side + way)
                columns.cover(point - side, point - side + way)
                columns.cover(point + side + way, point - side + way)
            }
        }

        private func add(_ join: StrokeStyle.Join, from before: SIMD2<Double>, to after: SIMD2<Double>) {
            let corner = StrokeCorner(from: before, to: after)
            if corner.dot > 0, abs(corner.cross) < Self.straight { return }
            if join == .round { return columns.cover(disc: point, radius: half) }
            let ends = corner.outerEnds(half: half)
            if join == .miter, corner.allowsMiter(limit: miterLimit) {
                let tip = point + corner.tip(of: ends)
                columns.cover(point + ends.before, tip)
                columns.cover(tip, point + ends.after)
            } else {
                columns.cover(point + ends.before, point + ends.after)
            }
        }
    }
}

extension Path {
    /// The axis along which an open outline never turns back, whatever its subpaths; nil if there is none.
    ///
    /// - Complexity: O(n), and fewer steps for an outline that turns back soon.
    fileprivate var monotoneAxis: InkSpans.Axis? {
        if verbs.contains(.close) { return nil }
        return isMonotone(offset: 0) ? .x : isMonotone(offset: 1) ? .y : nil
    }

    private func isMonotone(offset: Int) -> Bool {
        coordinates.withUnsafeBufferPointer { c in
            guard c.count > 2 else { return false }
            let sign: Double = c[c.count - 2 + offset] >= c[offset] ? 1 : -1
            for index in stride(from: offset + 2, to: c.count, by: 2) where (c[index] - c[index - 2]) * sign < 0 {
                return false
            }
            return true
        }
    }
}

extension EdgeCoverage {
    /// The number of differences of a part of the area: 1 MB, which stays in a core's cache.
    private static let differencesPerPart = 1 << 18

    /// Computes the coverage by spans.
    ///
    /// - Parameters:
    ///   - transform: Maps the line's plane to pixels of the canvas, without rotation or skew.
    ///   - willCover: Called with the number of pixels and columns of each part of the area before it is computed.
    mutating func cover<Failure: Error>(
        _ spans: InkSpans, _ transform: CGAffineTransform, isSmooth: Bool = true,
        willCover: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        let isAlongX = spans.axis == .x
        let (along, across) = isAlongX ? (width, height) : (height, width)
        let (x, y) = (Double(x), Double(y))
        let (alongScale, alongShift) = isAlongX ? (transform.a, transform.tx - x) : (transform.d, transform.ty - y)
        let (acrossScale, acrossShift) = isAlongX ? (transform.d, transform.ty - y) : (transform.a, transform.tx - x)
        let columns = SpanColumns(
            spans: spans, start: spans.start * alongScale + alongShift, step: spans.step * alongScale,
            base: spans.base * acrossScale + acrossShift, scale: acrossScale, limit: across)
        guard columns.step != 0, columns.step.isFinite, columns.start.isFinite, columns.base.isFinite else { return }
        let widest = max(1, min(along, Self.differencesPerPart / (across + 2)))
        for first in Swift.stride(from: 0, to: along, by: widest) {
            let part = first..<min(first + widest, along)
            let range = columns.range(in: part)
            try willCover(part.count * across + range.count)
            withUnsafeTemporaryAllocation(of: Float.self, capacity: part.count * (across + 2)) { differences in
                differences.initialize(repeating: 0)
                for column in range { columns.add(column, to: differences, in: part) }
                for index in part.count..<max(part.count, part.count * across) {
                    differences[index] += differences[index - part.count]
                }
                for line in 0..<across {
                    for pixel in 0..<part.count {
                        let share = differences[line * part.count + pixel]
                        let (column, row) = isAlongX ? (first + pixel, line) : (line, first + pixel)
                        bytes[row * stride + column] =
                            isSmooth ? UInt8(min(max(share, 0), 1) * 255 + 0.5) : share >= 0.5 ? 255 : 0
                    }
                }
            }
        }
    }

    /// Spans on the pixels of an area.
    private struct SpanColumns {
        let spans: InkSpans
        /// The start of the first column and the width of one, in pixels of the area along the axis.
        let start: Double
        let step: Double
        /// The position of 0 and the scale of the spans, in pixels of the area across the axis.
        let base: Double
        let scale: Double
        /// The number of pixels of the area across the axis.
        let limit: Int

        /// Returns the columns that reach into some pixels.
        func range(in part: Range<Int>) -> Range<Int> {
            let (a, b) = ((Double(part.lowerBound) - start) / step, (Double(part.upperBound) - start) / step)
            let count = Double(spans.lows.count)
            let first = Int(min(max(min(a, b), 0), count).rounded(.down))
            return first..<max(first, Int(min(max(max(a, b), 0), count).rounded(.up)))
        }

        /// Adds the change of the coverage from each pixel across the axis to the next.
        ///
        /// - Parameter differences: Lines along the axis, two of them beyond the area.
        @inline(__always)
        func add(_ column: Int, to differences: UnsafeMutableBufferPointer<Float>, in part: Range<Int>) {
            let (low, high) = (spans.lows[column], spans.highs[column])
            guard low <= high else { return }
            let (a, b) = (base + Double(low) * scale, base + Double(high) * scale)
            let from = min(max(min(a, b), 0), Double(limit))
            let to = min(max(max(a, b), 0), Double(limit))
            guard from < to else { return }
            let (top, bottom) = (Int(from), Int(to))
            let (topRest, bottomRest) = (Float(from - Double(top)), Float(to - Double(bottom)))
            let origin = start - Double(part.lowerBound)
            let (side, other) = (origin + Double(column) * step, origin + Double(column + 1) * step)
            var left = min(max(min(side, other), 0), Double(part.count))
            let right = min(max(max(side, other), 0), Double(part.count))
            var pixel = Int(left)
            while left < right {
                let next = min(Double(pixel + 1), right)
                let share = Float(next - left)
                let (upper, lower) = (top * part.count + pixel, bottom * part.count + pixel)
                differences[upper] += share * (1 - topRest)
                differences[upper + part.count] += share * topRest
                differences[lower] -= share * (1 - bottomRest)
                differences[lower + part.count] -= share * bottomRest
                pixel += 1
                left = next
            }
        }
    }
}
