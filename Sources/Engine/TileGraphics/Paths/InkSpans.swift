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
                guard let lows = lows.baseAddress, let highs = highs.baseAddress else { return }
                var pen = Pen(
                    columns: Columns(
                        lows: lows, highs: highs, count: count, start: start, step: step, perStep: 1 / step, base: base,
                        perWidth: Int(perWidth)),
                    half: width / 2, cap: cap, join: hasJoins ? join : nil, miterLimit: miterLimit)
                for subpath in path.subpaths { pen.follow(subpath, of: path, along: axis, tolerance: pixel / 16) }
            }
        }
    }

    /// The columns that are being covered. Points are along and across the axis.
    private struct Columns {
        // Unsafe: millions of visits of a few instructions each. The pointers live as long as the line is gathered.
        let lows: UnsafeMutablePointer<Float>
        let highs: UnsafeMutablePointer<Float>
        let count: Int
        let start: Double
        let step: Double
        let perStep: Double
        let base: Double
        /// The number of columns in the line's width.
        let perWidth: Int

        /// The sine of the angle to an axis below which a segment counts as parallel to it.
        private static let parallel = 1e-6

        /// A number that rounds another of less than 51 bits to an integer when it is added to it. The integer is in
        /// the lowest bits of the sum. A conversion, which checks its range, takes twice as long.
        private static let rounder = 0x1.8p52

        /// Returns the first column whose middle is at or after a position along the axis, within the columns.
        @inline(__always)
        private func first(from position: Double) -> Int {
            // In this order, what is not a number would be 0.
            let place = min(Double(count), max(0, (position - start) * perStep - 0.5))
            let rounded = place + Self.rounder
            let nearest = Int(truncatingIfNeeded: rounded.bitPattern &- Self.rounder.bitPattern)
            return rounded - Self.rounder < place ? nearest &+ 1 : nearest
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
                isUpright ? min(from + perWidth, count) : first(from: max(a.x, a.x + way.x) + reach)
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
        /// The vector of the last segment, and its length; 0 before the first one.
        private var way = SIMD2<Double>.zero
        private var length = 0.0

        /// The sine of the turn below which nothing of a join can be seen: it is 0.1 of half the line's width.
        private static let straight = 0.1

        init(columns: Columns, half: Double, cap: StrokeStyle.Cap, join: StrokeStyle.Join?, miterLimit: Double) {
            (self.columns, self.half, self.cap, self.join) = (columns, half, cap, join)
            self.miterLimit = miterLimit
        }

        mutating func follow(_ subpath: Path.Subpath, of path: Path, along axis: Axis, tolerance: Double) {
            let start = path.start(of: subpath)
            point = axis == .x ? SIMD2(start.x, start.y) : SIMD2(start.y, start.x)
            length = 0
            if path.verbs.count * 2 == path.coordinates.count {
                // Open lines only.
                let end = subpath.firstCoordinate + subpath.verbs.count * 2
                path.coordinates.withUnsafeBufferPointer {
                    let points = UnsafeBufferPointer(rebasing: $0[subpath.firstCoordinate + 2..<end])
                    guard let first = points.baseAddress else { return }
                    if axis == .x {
                        followX(first, count: points.count / 2)
                    } else {
                        followY(first, count: points.count / 2)
                    }
                }
            } else {
                path.forEachPoint(of: subpath, tolerance: tolerance) { point in
                    line(to: axis == .x ? point : SIMD2(point.y, point.x))
                }
            }
            finish()
        }

        /// Follows lines, whose points are x and y in turn. Copied, the pen stays in registers.
        private mutating func followX(_ points: UnsafePointer<Double>, count: Int) {
            var pen = self
            for at in 0..<count { pen.line(to: SIMD2(points[2 * at], points[2 * at + 1])) }
            self = pen
        }

        private mutating func followY(_ points: UnsafePointer<Double>, count: Int) {
            var pen = self
            for at in 0..<count { pen.line(to: SIMD2(points[2 * at + 1], points[2 * at])) }
            self = pen
        }

        @inline(__always)
        private mutating func line(to end: SIMD2<Double>) {
            let next = end - point
            let nextLength = (next * next).sum().squareRoot()
            guard nextLength > 0 else { return }
            if length > 0 {
                if let join { add(join, from: way / length, to: next / nextLength) }
            } else {
                cap(-(next / nextLength))
            }
            columns.cover(segment: point, way: next, length: nextLength, half: half)
            (point, way, length) = (end, next, nextLength)
        }

        private func finish() {
            if length > 0 {
                cap(way / length)
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
        if subpaths.contains(where: \.isClosed) { return nil }
        return isMonotone(offset: 0) ? .x : isMonotone(offset: 1) ? .y : nil
    }

    private func isMonotone(offset: Int) -> Bool {
        coordinates.withUnsafeBufferPointer { c in
            guard c.count > 2 else { return false }
            let isRising = c[c.count - 2 + offset] >= c[offset]
            var last = c[offset]
            for point in 1..<c.count / 2 {
                let next = c[2 * point + offset]
                if isRising ? next < last : next > last { return false }
                last = next
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
                columns.add(range, to: differences, in: part)
                for index in part.count..<max(part.count, part.count * across) {
                    differences[index] += differences[index - part.count]
                }
                bytes.withUnsafeMutableBufferPointer { bytes in
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

        /// Adds the change of the coverage by columns from each pixel across the axis to the next.
        ///
        /// - Parameter differences: Lines along the axis, two of them beyond the area.
        func add(_ range: Range<Int>, to differences: UnsafeMutableBufferPointer<Float>, in part: Range<Int>) {
            let origin = start - Double(part.lowerBound)
            let (across, along) = (Double(limit), Double(part.count))
            spans.lows.withUnsafeBufferPointer { lows in
                spans.highs.withUnsafeBufferPointer { highs in
                    // Unsafe: millions of visits of a few instructions each. The range is within the spans, and the
                    // pixels are within the area.
                    guard let lows = lows.baseAddress, let highs = highs.baseAddress,
                        let differences = differences.baseAddress
                    else { return }
                    for column in range {
                        let (low, high) = (lows[column], highs[column])
                        guard low <= high else { continue }
                        let (a, b) = (base + Double(low) * scale, base + Double(high) * scale)
                        let from = min(max(min(a, b), 0), across)
                        let to = min(max(max(a, b), 0), across)
                        guard from < to else { continue }
                        let (side, other) = (origin + Double(column) * step, origin + Double(column + 1) * step)
                        var left = min(max(min(side, other), 0), along)
                        let right = min(max(max(side, other), 0), along)
                        var pixel = Int(left)
                        if from == 0, to == across {
                            // The whole area, as most of a dense line in a part of its tile.
                            while left < right {
                                let next = min(Double(pixel + 1), right)
                                differences[pixel] += Float(next - left)
                                pixel += 1
                                left = next
                            }
                            continue
                        }
                        let (top, bottom) = (Int(from), Int(to))
                        let (topRest, bottomRest) = (Float(from - Double(top)), Float(to - Double(bottom)))
                        let (upper, lower) = (top * part.count, bottom * part.count)
                        while left < right {
                            let next = min(Double(pixel + 1), right)
                            let share = Float(next - left)
                            differences[upper + pixel] += share * (1 - topRest)
                            differences[upper + part.count + pixel] += share * topRest
                            differences[lower + pixel] -= share * (1 - bottomRest)
                            differences[lower + part.count + pixel] -= share * bottomRest
                            pixel += 1
                            left = next
                        }
                    }
                }
            }
        }
    }
}
