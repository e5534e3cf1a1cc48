import Foundation
import TileGeometry

extension StrokeThinning {
    /// Turns chords into shapes that cover as much.
    struct InkColumns {
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
        private static let mostVisits = 6_144
        private static let leastHeights = 16
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
                    a: chord.from - side / 2, b: chord.from + SIMD2(side, -side) / 2, c: chord.from + side / 2,
                    d: chord.from + SIMD2(-side, side) / 2)
            }
            // The ink of a line that goes back and forth along the chord is drawn beside it.
            let thick = min(width * chord.length / length, max(width, strip))
            let side = SIMD2(-way.y, way.x) / length * (thick / 2)
            quad(a: chord.from + side, b: chord.from - side, c: chord.to - side, d: chord.to + side)
        }

        private mutating func quad(a: SIMD2<Double>, b: SIMD2<Double>, c: SIMD2<Double>, d: SIMD2<Double>) {
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
            let columnsPerUnit = columns / strip
            // Above any number of columns left of the strip, and a multiple of theirs, so that it changes no bit.
            let origin = columns / 2 + columns * 1024 - middle * columnsPerUnit
            let count = chords.count
            // Unsafe: millions of visits of a few instructions each. The pointers live as long as the call.
            covered.withUnsafeMutableBufferPointer { covered in
                chords.withUnsafeBufferPointer { chords in
                    var brush = ColumnBrush(covered: covered)
                    for index in 0..<count {
                        let chord = chords[index]
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
                        let begin = origin + left * columnsPerUnit
                        if first == last {
                            let middle = begin + (right - left) / 2 * columnsPerUnit
                            brush.cover(first, ink: ColumnBrush.ink(ink), at: ColumnBrush.fixed(middle))
                            continue
                        }
                        let inverse = 1 / (high - low)
                        let inkPerHeight = ink * inverse
                        let slope = (right - left) * inverse * columnsPerUnit
                        let (head, tail) = (Double(first + 1) - low, high - Double(last))
                        brush.cover(
                            first, ink: ColumnBrush.ink(inkPerHeight * head),
                            at: ColumnBrush.fixed(begin + slope * head / 2))
                        let inkOfHeight = ColumnBrush.ink(inkPerHeight)
                        if last > first + 1 {
                            var place = ColumnBrush.fixed(begin + slope * (head + 0.5))
                            let way = ColumnBrush.fixed(slope)
                            for height in first + 1..<last {
                                brush.cover(height, ink: inkOfHeight, at: place)
                                place &+= way
                            }
                        }
                        brush.cover(
                            last, ink: ColumnBrush.ink(inkPerHeight * tail),
                            at: ColumnBrush.fixed(begin + slope * (high - low - tail / 2)))
                    }
                }
            }
            profile.removeAll(keepingCapacity: true)
            for mask in covered { profile.append(Double(mask.nonzeroBitCount) / columns) }
        }

        /// Covers columns of a strip, in fixed-point numbers of 16 bits after the point.
        private struct ColumnBrush {
            let covered: UnsafeMutableBufferPointer<UInt64>
            /// The part of a column that the chords before have left.
            private var rest = 0

            private static let one = 65_536.0
            /// The number of columns beyond which all are covered.
            private static let most = 128.0

            init(covered: UnsafeMutableBufferPointer<UInt64>) { self.covered = covered }

            /// Returns a number of columns that are to be covered.
            @inline(__always)
            static func ink(_ columns: Double) -> Int { Int((columns >= 0 ? min(columns, most) : 0) * one) }

            @inline(__always)
            static func fixed(_ columns: Double) -> Int { Int((columns > -1e6 ? min(columns, 1e6) : -1e6) * one) }

            /// - Parameters:
            ///   - ink: The number of columns to cover.
            ///   - place: The middle of them.
            @inline(__always)
            mutating func cover(_ height: Int, ink: Int, at place: Int) {
                let wanted = ink &+ rest
                let count = min(wanted &>> 16, 64)
                rest = min(wanted &- count &<< 16, 65_536)
                if count == 0 { return }
                let column = (place &- count &<< 15) &>> 16 & 63
                let run = count == 64 ? UInt64.max : (1 &<< UInt64(count)) &- 1
                // What reaches beyond the strip is what its neighbors reach into it.
                covered[height] |= run &<< UInt64(column) | (column == 0 ? 0 : run &>> UInt64(64 - column))
            }
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
