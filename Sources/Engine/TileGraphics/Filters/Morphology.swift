/// The maximum or minimum of each component among a pixel's neighbors, computed along rows and then along columns.
enum Morphology {
    /// - Parameters:
    ///   - source: The pixels of the result's area, extended by `x` and `y` on each side.
    ///   - x, y: The radii, in pixels.
    static func apply(_ source: Bitmap, isDilation: Bool, x: Int, y: Int, into result: Bitmap, pool: BitmapPool) {
        let rows = pool.uninitializedBitmap(width: result.width, height: source.height)
        for line in 0..<source.height {
            let from = source.row(line).baseAddress!
            let to = rows.row(line).baseAddress!
            run(from, step: 1, count: source.width, window: 2 * x + 1, isDilation, into: to, step: 1)
        }
        let (fromStep, toStep) = (rows.stride / 4, result.stride / 4)
        for column in 0..<result.width {
            run(
                rows.row(0).baseAddress! + column, step: fromStep, count: rows.height, window: 2 * y + 1, isDilation,
                into: result.row(0).baseAddress! + column, step: toStep)
        }
    }

    /// Computes the extreme of each window of a line, `count - window + 1` of them, in constant time each (van Herk
    /// 1992; Gil and Werman 1993): from two halves that meet at a block boundary.
    private static func run(
        _ from: UnsafeMutablePointer<UInt32>, step: Int, count: Int, window: Int, _ isDilation: Bool,
        into to: UnsafeMutablePointer<UInt32>, step toStep: Int
    ) {
        if window == 1 {
            for at in 0..<count { to[at * toStep] = from[at * step] }
            return
        }
        withUnsafeTemporaryAllocation(of: SIMD4<UInt8>.self, capacity: 2 * count) { room in
            let forward = room.baseAddress!
            let backward = forward + count
            for at in 0..<count {
                let pixel = bytes(from[at * step])
                forward[at] = at % window == 0 ? pixel : extreme(forward[at - 1], pixel, isDilation: isDilation)
            }
            for at in stride(from: count - 1, through: 0, by: -1) {
                let pixel = bytes(from[at * step])
                let ends = at == count - 1 || at % window == window - 1
                backward[at] = ends ? pixel : extreme(backward[at + 1], pixel, isDilation: isDilation)
            }
            for at in 0..<(count - window + 1) {
                to[at * toStep] = word(extreme(backward[at], forward[at + window - 1], isDilation: isDilation))
            }
        }
    }

    @inline(__always)
    private static func bytes(_ pixel: UInt32) -> SIMD4<UInt8> { unsafeBitCast(pixel, to: SIMD4<UInt8>.self) }

    @inline(__always)
    private static func word(_ bytes: SIMD4<UInt8>) -> UInt32 { unsafeBitCast(bytes, to: UInt32.self) }

    @inline(__always)
    private static func extreme(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>, isDilation: Bool) -> SIMD4<UInt8> {
        isDilation ? pointwiseMax(a, b) : pointwiseMin(a, b)
    }
}
