/// A displacement map: each pixel is fetched from a position offset by a map's components. SVG 1.1, 15.15.
struct Displacement {
    /// Twice the maximum displacement, in pixels.
    var scaleX: Double
    var scaleY: Double
    var horizontal: PixelChannel
    var vertical: PixelChannel

    /// Returns the part of the source that a map reads, which is smaller than the scales allow.
    func reads(map: Bitmap?, wanted: GridRect) -> GridRect {
        var low = SIMD2<Double>(repeating: .infinity)
        var high = SIMD2<Double>(repeating: -.infinity)
        func include(_ straight: SIMD4<UInt32>) {
            let offset = SIMD2(
                scaleX * (value(straight, horizontal) - 0.5), scaleY * (value(straight, vertical) - 0.5))
            low = pointwiseMin(low, offset)
            high = pointwiseMax(high, offset)
        }
        if let map {
            for y in 0..<map.height {
                let row = map.row(y)
                for x in 0..<map.width { include(StraightPixel.of(row[x])) }
            }
        } else {
            include(.zero)
        }
        func whole(_ value: Double) -> Int { Int(min(GridRect.farthest, max(-GridRect.farthest, value))) }
        return GridRect(
            minX: wanted.minX + whole(low.x.rounded(.down)), minY: wanted.minY + whole(low.y.rounded(.down)),
            maxX: wanted.maxX + whole(high.x.rounded(.up)) + 1, maxY: wanted.maxY + whole(high.y.rounded(.up)) + 1)
    }

    /// - Parameters:
    ///   - map: The map over `wanted`; nil if it is clear, which counts as no color at all.
    ///   - rect: The position of the source.
    func apply(_ source: Bitmap, _ rect: GridRect, map: Bitmap?, wanted: GridRect, into result: Bitmap) {
        for y in 0..<wanted.height {
            let to = result.row(y)
            let map = map?.row(y)
            for x in 0..<wanted.width {
                let straight = map.map { StraightPixel.of($0[x]) } ?? .zero
                let fromX = Double(wanted.minX + x - rect.minX) + scaleX * (value(straight, horizontal) - 0.5)
                let fromY = Double(wanted.minY + y - rect.minY) + scaleY * (value(straight, vertical) - 0.5)
                to[x] = sample(source, x: fromX, y: fromY)
            }
        }
    }

    @inline(__always)
    private func value(_ straight: SIMD4<UInt32>, _ channel: PixelChannel) -> Double {
        switch channel {
        case .red: Double(straight.x) / 255
        case .green: Double(straight.y) / 255
        case .blue: Double(straight.z) / 255
        case .alpha: Double(straight.w) / 255
        }
    }

    /// Interpolates the four pixels around a position. Everything outside the source is clear.
    @inline(__always)
    private func sample(_ source: Bitmap, x: Double, y: Double) -> UInt32 {
        guard x > -1, y > -1, x < Double(source.width), y < Double(source.height) else { return 0 }
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (partX, partY) = (UInt32((x - left) * 256), UInt32((y - top) * 256))
        let (column, line) = (Int(left), Int(top))
        @inline(__always)
        func at(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
            guard x >= 0, y >= 0, x < source.width, y < source.height else { return .zero }
            let pixel = source.row(y)[x]
            return SIMD4(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, pixel >> 24)
        }
        let upper = at(column, line) &* (256 - partX) &+ at(column + 1, line) &* partX
        let lower = at(column, line + 1) &* (256 - partX) &+ at(column + 1, line + 1) &* partX
        let sum = (upper &* (256 - partY) &+ lower &* partY &+ 0x8000) &>> 16
        return sum.x | sum.y << 8 | sum.z << 16 | sum.w << 24
    }
}
