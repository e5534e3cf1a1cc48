import Foundation
import TileGeometry

/// Thins a solid line for a scale. Its ink is within a quarter of a pixel of the original's, and covers pixels as much.
///
/// A line is seen as a set of points, not as a way along them. So beside the points that a straight line passes closely
/// (`ThinningCone`), a stretch that goes to and fro within a strip of a fraction of a pixel, as in the plot of a noisy
/// signal, can be replaced:
///
/// - A line of about a pixel or more in width keeps a strip's first, last and outermost points.
/// - A thinner line covers a part of the strip only, by how often it passes, and a picture of few lines would be too
///   light. Its ink becomes a shape that is filled: for each strip a column, as wide as what the line would cover if
///   it passed at random places.
struct StrokeThinning {
    /// The thinned line.
    enum Result {
        /// A line to stroke in the same style.
        case line(Path)
        /// Its ink, to fill with the nonzero rule.
        case ink(Path)
    }

    /// The width of the line.
    let width: Double
    let cap: StrokeStyle.Cap
    let join: StrokeStyle.Join
    /// The side of a pixel, in the line's plane.
    let pixel: Double

    /// The width in pixels below which a line's ink is a shape.
    static let thinInk = 0.25
    /// The width in pixels up to which the joins of points that are left out cannot be seen.
    private static let plainJoins = 1.25
    /// The width of a strip, in pixels, …
    private static let strip = 0.12
    /// … and with the columns of ink, which are in the middle of it.
    private static let inkStrip = 0.36
    private static let tolerance = 0.06
    /// The cosine of the sharpest turn at a point that can be left out of a wide line without a round join: 45°, where
    /// a miter reaches a twelfth farther than the line.
    private static let sharpestTurn = 0.7

    /// Returns the thinned line.
    ///
    /// - Complexity: O(n).
    func thinned(_ path: Path) -> Result {
        if width < Self.thinInk * pixel { return .ink(ink(path)) }
        return .line(line(path, isWide: width > Self.plainJoins * pixel && join != .round))
    }

    // MARK: Wide lines

    private func line(_ path: Path, isWide: Bool) -> Path {
        var builder = PathBuilder()
        for subpath in path.subpaths {
            let start = path.start(of: subpath)
            var cone = ThinningCone(
                SIMD2(start.x, start.y), tolerance: Self.tolerance * pixel, sharpest: isWide ? Self.sharpestTurn : -1)
            builder.move(x: start.x, y: start.y)
            func add(_ point: SIMD2<Double>) {
                if let kept = cone.add(point) { builder.line(x: kept.x, y: kept.y) }
            }
            if isWide {
                path.forEachPoint(of: subpath, tolerance: Self.tolerance * pixel) { add($0) }
            } else {
                var strip = LineStrip(SIMD2(start.x, start.y), width: Self.strip * pixel)
                path.forEachPoint(of: subpath, tolerance: Self.tolerance * pixel) { point in
                    if !strip.holds(point) {
                        strip.forEachKept { add($0) }
                        strip = LineStrip(strip.last, width: strip.width)
                    }
                    strip.add(point)
                }
                strip.forEachKept { add($0) }
            }
            if let last = cone.finish() { builder.line(x: last.x, y: last.y) }
            if subpath.isClosed { builder.close() }
        }
        return builder.build()
    }

    /// A stretch of a line within a narrow upright or level strip.
    private struct LineStrip {
        let width: Double
        private(set) var last: SIMD2<Double>
        private var low: SIMD2<Double>
        private var high: SIMD2<Double>
        /// The outermost points and their numbers along the stretch.
        private var outermost: (left: Mark, right: Mark, top: Mark, bottom: Mark)
        private var count = 0

        private struct Mark {
            var point: SIMD2<Double>
            var number: Int
        }

        init(_ start: SIMD2<Double>, width: Double) {
            self.width = width
            (last, low, high) = (start, start, start)
            let mark = Mark(point: start, number: 0)
            outermost = (mark, mark, mark, mark)
        }

        /// Returns whether the stretch and another point are in a strip.
        func holds(_ point: SIMD2<Double>) -> Bool {
            max(high.x, point.x) - min(low.x, point.x) <= width || max(high.y, point.y) - min(low.y, point.y) <= width
        }

        mutating func add(_ point: SIMD2<Double>) {
            count += 1
            last = point
            if point.x < low.x { (low.x, outermost.left) = (point.x, Mark(point: point, number: count)) }
            if point.x > high.x { (high.x, outermost.right) = (point.x, Mark(point: point, number: count)) }
            if point.y < low.y { (low.y, outermost.top) = (point.y, Mark(point: point, number: count)) }
            if point.y > high.y { (high.y, outermost.bottom) = (point.y, Mark(point: point, number: count)) }
        }

        /// Calls `body` with the points to keep after the start, in order.
        func forEachKept(_ body: (SIMD2<Double>) -> Void) {
            guard count > 0 else { return }
            let isUpright = high.x - low.x <= high.y - low.y
            let (a, b) = isUpright ? (outermost.top, outermost.bottom) : (outermost.left, outermost.right)
            let (first, second) = a.number < b.number ? (a, b) : (b, a)
            if first.number > 0, first.number < count { body(first.point) }
            if second.number > first.number, second.number < count { body(second.point) }
            body(last)
        }
    }

    // MARK: Thin lines

    /// A straight part of a thinned line.
    private struct Chord {
        var from: SIMD2<Double>
        var to: SIMD2<Double>
        /// The length of the line that it stands for.
        var length: Double
    }

    private func ink(_ path: Path) -> Path {
        var columns = InkColumns(width, strip: Self.inkStrip * pixel)
        for subpath in path.subpaths {
            let start = path.start(of: subpath)
            var cone = ThinningCone(SIMD2(start.x, start.y), tolerance: Self.tolerance * pixel)
            var pen = cone.anchor
            // Both caps at the start: within a pixel of where they are.
            if !subpath.isClosed, cap != .butt { columns.add(Chord(from: pen, to: pen, length: capLength)) }
            // The lengths of the line up to the last kept point, and after it.
            var length = 0.0
            func end(at point: SIMD2<Double>) {
                columns.add(Chord(from: pen, to: point, length: length))
                (pen, length) = (point, 0)
            }
            var before = pen
            path.forEachPoint(of: subpath, tolerance: Self.tolerance * pixel) { point in
                if let kept = cone.add(point) { end(at: kept) }
                let step = point - before
                length += (step * step).sum().squareRoot()
                before = point
            }
            if let last = cone.finish() { end(at: last) }
            columns.endStretch()
        }
        return columns.builder.build()
    }

    /// The length of a line with as much ink as the caps at both ends of one.
    private var capLength: Double {
        switch cap {
        case .butt: 0
        case .square: width
        case .round: width * .pi / 4
        }
    }

    /// Turns chords into shapes that cover as much.
    private struct InkColumns {
        private(set) var builder = PathBuilder()
        private let width: Double
        private let strip: Double
        /// The chords since the last strip, and the box around them.
        private var chords = ContiguousArray<Chord>()
        private var low = SIMD2<Double>(repeating: .infinity)
        private var high = SIMD2<Double>(repeating: -.infinity)
        /// The ink by height in the strip being drawn.
        private var profile = ContiguousArray<Double>()
        /// The covered columns by height in that strip, one bit each.
        private var covered = ContiguousArray<UInt64>()

        /// The number of chords in a strip from which they are one shape; a chord is a quadrilateral.
        private static let leastChords = 6
        /// The number of heights at which a column's width is known; of few chords it is known at fewer.
        private static let mostHeights = 128
        private static let chordsPerHeight = 1.0
        /// The number of columns of a strip, each of which is covered or not.
        private static let columns = UInt64.bitWidth
        /// The number of heights of all chords in a strip, beyond which it has fewer heights.
        private static let mostVisits = 16_384
        private static let leastHeights = 32
        /// The error of a column's width that is not seen, as a share of the strip.
        private static let widthError = 0.03

        init(_ width: Double, strip: Double) { (self.width, self.strip) = (width, strip) }

        mutating func add(_ chord: Chord) {
            let (newLow, newHigh) = (
                pointwiseMin(pointwiseMin(low, chord.from), chord.to),
                pointwiseMax(pointwiseMax(high, chord.from), chord.to)
            )
            let size = newHigh - newLow
            if size.x > strip, size.y > strip, !chords.isEmpty {
                endStretch()
                return add(chord)
            }
            chords.append(chord)
            (low, high) = (newLow, newHigh)
        }

        /// Draws the chords so far.
        mutating func endStretch() {
            let size = high - low
            if chords.count > 1, chords.count < Self.leastChords, size.x <= strip, size.y <= strip {
                let middle = (low + high) / 2
                draw(Chord(from: middle, to: middle, length: chords.reduce(0) { $0 + $1.length }))
            } else if chords.count < Self.leastChords {
                for chord in chords { draw(chord) }
            } else {
                drawColumn()
            }
            chords.removeAll(keepingCapacity: true)
            low = SIMD2(repeating: .infinity)
            high = SIMD2(repeating: -.infinity)
        }

        private mutating func draw(_ chord: Chord) {
            let way = chord.to - chord.from
            let length = (way * way).sum().squareRoot()
            guard chord.length > 0 else { return }
            guard length > strip / 16 else {
                // A point, or a line that returns to it: a square with as much ink.
                let side = min((chord.length * width).squareRoot(), max(strip, width))
                return quad(
                    chord.from - side / 2, chord.from + SIMD2(side, -side) / 2, chord.from + side / 2,
                    chord.from + SIMD2(-side, side) / 2)
            }
            // What goes to and fro along the chord is beside it.
            let thick = min(width * chord.length / length, max(width, strip))
            let side = SIMD2(-way.y, way.x) / length * (thick / 2)
            quad(chord.from + side, chord.from - side, chord.to - side, chord.to + side)
        }

        private mutating func quad(
            _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
        ) {
            builder.move(x: a.x, y: a.y)
            builder.line(x: b.x, y: b.y)
            builder.line(x: c.x, y: c.y)
            builder.line(x: d.x, y: d.y)
            builder.close()
        }

        /// Draws a column in place of the chords.
        private mutating func drawColumn() {
            let size = high - low
            let isUpright = size.x <= size.y
            let (top, height) = isUpright ? (low.y, size.y) : (low.x, size.x)
            let middle = isUpright ? (low.x + high.x) / 2 : (low.y + high.y) / 2
            let extent = max(height, strip)
            let start = top - (extent - height) / 2
            let seen = min(extent / strip, Double(chords.count) / Self.chordsPerHeight)
            let most = max(Self.leastHeights, min(Self.mostHeights, Self.mostVisits / chords.count))
            let heights = min(most, max(1, Int(seen)))
            let step = extent / Double(heights)
            if width * Double(Self.columns) >= strip {
                gatherColumns(isUpright: isUpright, start: start, middle: middle, step: step, heights: heights)
            } else {
                gather(isUpright: isUpright, start: start, step: step, heights: heights)
                // The share of the strip that lines at random places cover.
                for index in profile.indices { profile[index] = 1 - exp(-profile[index] / (step * strip)) }
            }
            let kept = keptHeights()
            func point(_ index: Int, _ side: Double) -> SIMD2<Double> {
                // At the ends the column is as wide as in the middle of the first and last height.
                let along =
                    index == 0 ? 0 : index == heights - 1 ? extent : (Double(index) + 0.5) * step
                let across = middle + side * profile[index] * strip / 2
                return isUpright ? SIMD2(across, start + along) : SIMD2(start + along, across)
            }
            // Turned as the quadrilaterals of chords are.
            let side: Double = isUpright ? -1 : 1
            let points: [SIMD2<Double>]
            if heights == 1 {
                let across = profile[0] * strip / 2
                let corners = [(0, side), (0, -side), (extent, -side), (extent, side)]
                points = corners.map {
                    isUpright
                        ? SIMD2(middle + $0.1 * across, start + $0.0) : SIMD2(start + $0.0, middle + $0.1 * across)
                }
            } else {
                points = kept.reversed().map { point($0, side) } + kept.map { point($0, -side) }
            }
            builder.move(x: points[0].x, y: points[0].y)
            for point in points.dropFirst() { builder.line(x: point.x, y: point.y) }
            builder.close()
        }

        /// Computes the share of the strip that the chords cover at each height. The two ways of a peak lie upon each
        /// other, so their ink does not count twice.
        private mutating func gatherColumns(
            isUpright: Bool, start: Double, middle: Double, step: Double, heights: Int
        ) {
            covered.removeAll(keepingCapacity: true)
            covered.append(contentsOf: repeatElement(0, count: heights))
            let columns = Double(Self.columns)
            // A column's share of a height.
            let unit = step * strip / columns
            // The part of a column that the chords before have left.
            var rest = 0.0
            for chord in chords {
                var (from, to) = isUpright ? (chord.from.y, chord.to.y) : (chord.from.x, chord.to.x)
                var (left, right) = isUpright ? (chord.from.x, chord.to.x) : (chord.from.y, chord.to.y)
                if from > to {
                    swap(&from, &to)
                    swap(&left, &right)
                }
                let low = (from - start) / step
                let high = (to - start) / step
                let first = min(max(Int(low), 0), heights - 1)
                let last = min(max(Int(high), 0), heights - 1)
                let ink = chord.length * width / unit
                let slope = high > low ? (right - left) / (high - low) : 0
                for height in first...last {
                    let share =
                        first == last ? 1 : (min(high, Double(height + 1)) - max(low, Double(height))) / (high - low)
                    let wanted = ink * share + rest
                    let count = Int(min(wanted, columns))
                    rest = min(wanted - Double(count), 1)
                    if count == 0 { continue }
                    let across = left + slope * (min(max(Double(height) + 0.5, low), high) - low)
                    let begin = ((across - middle) / strip + 0.5) * columns - Double(count) / 2
                    let column = Int(begin.rounded(.down)) & (Self.columns - 1)
                    let run = count == Self.columns ? UInt64.max : (1 << UInt64(count)) - 1
                    // What reaches beyond the strip is what its neighbors reach into it.
                    covered[height] |= run << UInt64(column) | (column == 0 ? 0 : run >> UInt64(Self.columns - column))
                }
            }
            profile.removeAll(keepingCapacity: true)
            for mask in covered { profile.append(Double(mask.nonzeroBitCount) / columns) }
        }

        /// Adds the ink of each chord to the heights that it passes.
        private mutating func gather(isUpright: Bool, start: Double, step: Double, heights: Int) {
            // Differences between neighbors first, so that a chord takes constant time.
            profile.removeAll(keepingCapacity: true)
            profile.append(contentsOf: repeatElement(0, count: heights + 1))
            for chord in chords {
                let (from, to) = isUpright ? (chord.from.y, chord.to.y) : (chord.from.x, chord.to.x)
                let low = (min(from, to) - start) / step
                let high = (max(from, to) - start) / step
                let ink = chord.length * width
                let first = min(max(Int(low), 0), heights - 1)
                let last = min(max(Int(high), 0), heights - 1)
                if first == last {
                    profile[first] += ink
                    profile[first + 1] -= ink
                    continue
                }
                let density = ink / (high - low)
                let (head, tail) = ((Double(first + 1) - low) * density, (high - Double(last)) * density)
                profile[first] += head
                profile[first + 1] += density - head
                profile[last] += tail - density
                profile[last + 1] -= tail
            }
            for index in 1..<profile.count { profile[index] += profile[index - 1] }
            profile.removeLast()
        }

        /// Returns the heights between which the column's width changes evenly.
        private func keptHeights() -> [Int] {
            var kept = [0]
            var from = 0
            // The range of slopes that pass all heights so far closely enough.
            var (lowest, highest) = (-Double.infinity, Double.infinity)
            for index in 1..<max(1, profile.count) {
                let rise = profile[index] - profile[from]
                let run = Double(index - from)
                if rise / run < lowest || rise / run > highest {
                    from = index - 1
                    kept.append(from)
                    let rise = profile[index] - profile[from]
                    (lowest, highest) = (rise - Self.widthError, rise + Self.widthError)
                } else {
                    lowest = max(lowest, (rise - Self.widthError) / run)
                    highest = min(highest, (rise + Self.widthError) / run)
                }
            }
            if profile.count > 1 { kept.append(profile.count - 1) }
            return kept
        }
    }
}
