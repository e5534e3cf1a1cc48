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

    /// The maximum change of a component between two pixels. It is beyond all components.
    private static let steepest = SIMD4<Double>(repeating: 1e6)

    /// Fills a triangle.
    ///
    /// - Returns: The number of pixels, and a part for the triangle itself.
    func fill(_ a: Corner, _ b: Corner, _ c: Corner) -> Int {
        let (ab, ac) = (b.place - a.place, c.place - a.place)
        let area = ab.x * ac.y - ac.x * ab.y
        guard abs(area) > 1e-12, area.isFinite else { return 8 }
        let top = min(a.place.y, b.place.y, c.place.y)
        let bottom = max(a.place.y, b.place.y, c.place.y)
        let first = Self.pixel((top - reach - 0.5).rounded(.up), in: bitmap.height)
        let last = Self.pixel((bottom + reach - 0.5).rounded(.down) + 1, in: bitmap.height)
        guard first < last else { return 8 }
        // The change of the color along each axis.
        let (toB, toC) = (b.color - a.color, c.color - a.color)
        let across = (toB * ac.y - toC * ab.y) / area
        let down = (toC * ab.x - toB * ac.x) / area
        let step = SIMD4<Float>(across.clamped(lowerBound: Self.steepest * -1, upperBound: Self.steepest))
        let low = pointwiseMin(pointwiseMin(a.color, b.color), c.color)
        let high = pointwiseMax(pointwiseMax(a.color, b.color), c.color)
        let (least, most) = (SIMD4<Float>(low), SIMD4<Float>(high))
        var work = 8
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
            let (toStart, toRow) = (Double(start) + 0.5 - a.place.x, Double(row) + 0.5 - a.place.y)
            // Far from a corner, or in a triangle that is almost a line, the sum may be off.
            let sum = a.color + across * toStart + down * toRow
            let first = SIMD4<Float>(sum.clamped(lowerBound: low, upperBound: high))
            for column in start..<end {
                let mixed = (first + step * Float(column - start)).clamped(lowerBound: least, upperBound: most)
                let color = SIMD4<UInt32>(mixed + 0.5)
                pixels[column] =
                    ramp.isEmpty ? 0xFF00_0000 | color.x << 16 | color.y << 8 | color.z : ramp[Int(color.x)]
            }
        }
        return work
    }

    /// Returns a number of a pixel, within a bitmap's side.
    private static func pixel(_ value: Double, in side: Int) -> Int { Int(min(Double(side), max(0, value))) }
}
