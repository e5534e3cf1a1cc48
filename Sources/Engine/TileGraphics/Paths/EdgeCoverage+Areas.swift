import Foundation
import TileGeometry

/// A receiver of an outline's edges.
protocol EdgeReceiver {
    /// Adds an edge from one point to another, in pixels of the canvas.
    mutating func add(fromX: Double, fromY: Double, toX: Double, toY: Double)
}

extension EdgeCoverage {
    /// The overlap of shapes that share a pixel.
    enum Overlap {
        /// Side by side, until it is full.
        case none
        /// At random places, so that each covers its share of what is still free.
        case random
    }

    /// The edges of a band, which add the area to their right to pixels.
    struct AreaEdges: EdgeReceiver {
        fileprivate let sums: UnsafeMutablePointer<Float>
        fileprivate let left: Double
        fileprivate let top: Double
        fileprivate let columns: Int
        fileprivate let rows: Int
        /// The number of edges and pixels visited, as a measure of work.
        private(set) var work = 0

        @inline(__always)
        mutating func add(fromX: Double, fromY: Double, toX: Double, toY: Double) {
            let (y0, y1) = (fromY - top, toY - top)
            let (upper, lower) = y0 < y1 ? (y0, y1) : (y1, y0)
            work &+= 1
            guard lower > 0, upper < Double(rows), upper < lower, y0.isFinite, y1.isFinite else { return }
            let direction: Double = y0 < y1 ? 1 : -1
            let slope = (toX - fromX) / (y1 - y0)
            guard slope.isFinite, fromX.isFinite else { return }
            var y = max(upper, 0)
            let end = min(lower, Double(rows))
            // Far beyond the band all places are alike.
            func bounded(_ x: Double) -> Double { min(max(x, -1e12), 1e12) }
            var x = bounded(fromX - left + (y - y0) * slope)
            var row = Int(y)
            while y < end {
                let next = min(Double(row + 1), end)
                let nextX = bounded(fromX - left + (next - y0) * slope)
                add((next - y) * direction, from: x, to: nextX, in: sums + row * (columns + 1))
                (x, y) = (nextX, next)
                row += 1
                work &+= 1
            }
        }

        /// Adds the area to the right of a part of an edge within one row.
        ///
        /// - Parameter cover: The height of the part, with the edge's direction.
        @inline(__always)
        private func add(_ cover: Double, from x0: Double, to x1: Double, in row: UnsafeMutablePointer<Float>) {
            var (low, high) = x0 < x1 ? (x0, x1) : (x1, x0)
            let end = Double(columns)
            if low >= end { return }
            if high <= 0 {
                row[0] += Float(cover)
                return
            }
            var cover = cover
            if high > low {
                let perPixel = cover / (high - low)
                // What is left of the band covers all of the row, and what is right of it nothing.
                if low < 0 {
                    row[0] += Float(-low * perPixel)
                    cover += low * perPixel
                    low = 0
                }
                if high > end {
                    cover -= (high - end) * perPixel
                    high = end
                }
            }
            var column = Int(low)
            if high <= Double(column + 1) {
                let within = cover * ((low + high) / 2 - Double(column))
                row[column] += Float(cover - within)
                row[column + 1] += Float(within)
                return
            }
            let perPixel = cover / (high - low)
            var x = low
            while x < high {
                let next = min(Double(column + 1), high)
                let part = (next - x) * perPixel
                let within = part * ((x + next) / 2 - Double(column))
                row[column] += Float(part - within)
                row[column + 1] += Float(within)
                x = next
                column += 1
            }
        }
    }

    /// The number of running sums in a band of areas.
    private static let areasPerBand = 1 << 18

    /// Computes the coverage by shapes that all turn in the same direction, as the sum of their areas in each pixel:
    /// faster and finer than by their winding, but only as good as what is known about their overlaps.
    mutating func coverAreas<Failure: Error>(
        overlap: Overlap, isSmooth: Bool = true, _ add: (Box, inout AreaEdges) throws(Failure) -> Void
    ) throws(Failure) {
        let rowsOfBand = max(1, min(height, Self.areasPerBand / (width + 1)))
        let count = (width + 1) * rowsOfBand
        // Raw memory: the innermost loops are a few instructions each. Freed below, on every way out.
        let sums = UnsafeMutablePointer<Float>.allocate(capacity: count)
        sums.initialize(repeating: 0, count: count)
        defer { sums.deallocate() }
        for top in Swift.stride(from: 0, to: height, by: rowsOfBand) {
            let rows = min(rowsOfBand, height - top)
            var edges = AreaEdges(
                sums: sums, left: Double(x), top: Double(y + top), columns: width, rows: rows)
            try add(Box(x: Double(x), y: Double(y + top), width: Double(width), height: Double(rows)), &edges)
            if edges.work == 0 { continue }
            for row in 0..<rows {
                let line = sums + row * (width + 1)
                var sum: Float = 0
                for column in 0..<width {
                    sum += line[column]
                    let area = abs(sum)
                    let share = overlap == .none ? min(1, area) : 1 - exp(-area)
                    bytes[(top + row) * stride + column] = isSmooth ? UInt8(share * 255 + 0.5) : share >= 0.5 ? 255 : 0
                }
                line.update(repeating: 0, count: width + 1)
            }
        }
    }
}
