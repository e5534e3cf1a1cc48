import TileGraphics

/// Fills triangles of a bitmap with colors between those of their corners.
struct TriangleFill {
    /// A corner in pixels, with the components of its color, 0…255, or an index into the ramp.
    struct Corner {
        var place: SIMD2<Double>
        var color: SIMD4<Double>

        init(_ place: SIMD2<Double>, _ color: SIMD4<Double>) {
            self.place = place
            self.color = color
        }
    }

    let bitmap: Bitmap
    let ramp: [UInt32]
    /// The distance from a triangle within which the middles of pixels count as inside. So neighbors leave no gaps.
    let reach: Double

    /// The largest coordinate, so that all sums are finite. Triangles with others are left out.
    private static let farthest = 1e18

    /// Fills a triangle.
    ///
    /// - Returns: The number of pixels and rows, and a part for the triangle itself.
    func fill(_ corners: (Corner, Corner, Corner)) -> Int {
        let (a, b, c) = corners
        let (lowest, highest) = (
            pointwiseMin(pointwiseMin(a.place, b.place), c.place), pointwiseMax(pointwiseMax(a.place, b.place), c.place)
        )
        guard lowest.min() >= -Self.farthest, highest.max() <= Self.farthest else { return 8 }
        let (ab, ac) = (b.place - a.place, c.place - a.place)
        let area = ab.x * ac.y - ac.x * ab.y
        guard abs(area) > 1e-12, area.isFinite else { return 8 }
        let (top, bottom) = (lowest.y, highest.y)
        let first = Self.pixel((top - reach - 0.5).rounded(.up), in: bitmap.height)
        let last = Self.pixel((bottom + reach - 0.5).rounded(.down) + 1, in: bitmap.height)
        guard first < last else { return 8 }
        // The change of the color along each axis.
        let (toB, toC) = (b.color - a.color, c.color - a.color)
        let across = (toB * ac.y - toC * ab.y) / area
        let down = (toC * ab.x - toB * ac.x) / area
        let low = pointwiseMin(pointwiseMin(a.color, b.color), c.color)
        let high = pointwiseMax(pointwiseMax(a.color, b.color), c.color)
        var work = 8 + last - first
        for row in first..<last {
            let y = min(bottom, max(top, Double(row) + 0.5))
            var (left, right) = (Double.infinity, -Double.infinity)
            func meet(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
                guard min(from.y, to.y) <= y, max(from.y, to.y) >= y else { return }
                if from.y == to.y {
                    left = min(left, from.x, to.x)
                    right = max(right, from.x, to.x)
                } else {
                    let x = from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x)
                    left = min(left, x)
                    right = max(right, x)
                }
            }
            meet(a.place, b.place)
            meet(b.place, c.place)
            meet(c.place, a.place)
            guard left <= right else { continue }
            let start = Self.pixel((left - reach - 0.5).rounded(.up), in: bitmap.width)
            let end = Self.pixel((right + reach - 0.5).rounded(.down) + 1, in: bitmap.width)
            guard start < end else { continue }
            work += end - start
            let pixels = bitmap.row(row)
            // No sum depends on where the bitmap begins, so that tiles have equal colors where they meet.
            let base = a.color + down * (Double(row) + 0.5 - a.place.y)
            for column in start..<end {
                // Far from a corner, or in a triangle that is almost a line, the sum may be off.
                let sum = base + across * (Double(column) + 0.5 - a.place.x)
                let mixed = sum.clamped(lowerBound: low, upperBound: high)
                let color = SIMD4<UInt32>(mixed + 0.5)
                pixels[column] =
                    ramp.isEmpty ? 0xFF00_0000 | color.x << 16 | color.y << 8 | color.z : ramp[Int(color.x)]
            }
        }
        return work
    }

    /// Returns the index of a pixel, limited to a bitmap's side.
    private static func pixel(_ value: Double, in side: Int) -> Int { Int(min(Double(side), max(0, value))) }
}
