import TileGeometry

/// How much of each pixel outlines cover, reckoned exactly: the area under each edge is added to the pixels that the edge
/// passes, and summed along the rows afterwards. For small outlines that wind once round their inside (`Path.winding`);
/// several may share the buffer when their insides do not meet.
///
/// Cairo's scan conversion takes some 4 µs for an outline, however small; this takes a few tenths. Cairo rounds an edge's
/// height to a fifteenth of a row, so that the two differ by up to half of that, once for each edge in a pixel.
///
/// What comes out depends on where in its pixels an outline lies, and on nothing else: neither on the tile nor on what else is
/// drawn.
final class CoverageBuffer {
    /// What an area may have at most; 16 KB of sums.
    static let mostPixels = 4096

    /// What the buffer is about, in pixels of the canvas.
    private(set) var x = 0
    private(set) var y = 0
    private(set) var width = 0
    private(set) var height = 0
    /// Two more than `width`, for what an edge at the right adds beyond it.
    private var stride = 2
    // Raw memory: each step of the innermost loops is a few instructions, which bounds checks and the check for exclusive
    // access would double. Lives as long as the buffer; every index is cut to the area in `point`.
    private let sums: UnsafeMutablePointer<Float>
    private static let capacity = 2 * mostPixels + 16

    init() {
        sums = .allocate(capacity: Self.capacity)
        sums.initialize(repeating: 0, count: Self.capacity)
    }

    deinit { sums.deallocate() }

    /// Whether an area of this size, in pixels, has room wherever it lies.
    static func holds(width: Double, height: Double) -> Bool {
        // A pixel more each way, as the area may lie across one; not-a-number has no room.
        (width + 2) * (height + 2) <= Double(mostPixels) && width >= 0 && height >= 0
    }

    /// Makes room for outlines within a box of the canvas, which `holds` said there is.
    func begin(_ box: Box) {
        x = Int(box.minX.rounded(.down))
        y = Int(box.minY.rounded(.down))
        width = max(1, Int(box.maxX.rounded(.up)) - x)
        height = max(1, Int(box.maxY.rounded(.up)) - y)
        stride = width + 2
        precondition(stride * height <= Self.capacity, "an area of \(width) × \(height) pixels has no room")
    }

    // MARK: Adding outlines

    /// The longest way that a chord may be from its curve, in pixels. Cairo's own is a tenth.
    private static let flatness: Float = 1 / 32

    /// Adds the inside of an outline.
    ///
    /// - Parameter transform: from the outline's plane to pixels of the canvas. All of the outline comes to lie within the box
    ///   that the buffer was begun with.
    func add(_ path: Path, _ transform: CGAffineTransform) {
        let (tx, ty) = (transform.tx - Double(x), transform.ty - Double(y))
        let right = Float(width)
        let bottom = Float(height)
        path.verbs.withUnsafeBufferPointer { verbs in
            path.coordinates.withUnsafeBufferPointer { coordinates in
                var at = 0
                /// Cut to the area, which rounding may leave by its last bit.
                @inline(__always)
                func point(_ offset: Int) -> SIMD2<Float> {
                    let (px, py) = (coordinates[at + offset], coordinates[at + offset + 1])
                    return SIMD2(
                        min(max(Float(transform.a * px + transform.c * py + tx), 0), right),
                        min(max(Float(transform.b * px + transform.d * py + ty), 0), bottom))
                }
                var start = SIMD2<Float>.zero
                var pen = SIMD2<Float>.zero
                for verb in verbs {
                    switch verb {
                    case .move:
                        edge(pen, start)
                        start = point(0)
                        pen = start
                        at += 2
                    case .line:
                        let end = point(0)
                        edge(pen, end)
                        pen = end
                        at += 2
                    case .curve:
                        let end = point(4)
                        curve(pen, point(0), point(2), end)
                        pen = end
                        at += 6
                    case .close:
                        edge(pen, start)
                        pen = start
                    }
                }
                edge(pen, start)
            }
        }
    }

    private func curve(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ d: SIMD2<Float>) {
        // A chord of n is at most 3/4 of the larger second difference, over n², from its curve.
        let first = a - 2 * b + c
        let second = b - 2 * c + d
        let bend = max((first * first).sum(), (second * second).sum()).squareRoot()
        let count = Int(max(1, (bend * (0.75 / Self.flatness)).squareRoot().rounded(.up)))
        var pen = a
        if count > 1 {
            let (k1, k2, k3) = (3 * (b - a), 3 * first, d - a + 3 * (b - c))
            let step = 1 / Float(count)
            for index in 1..<count {
                let t = Float(index) * step
                let next = a + t * (k1 + t * (k2 + t * k3))
                edge(pen, next)
                pen = next
            }
        }
        edge(pen, d)
    }

    /// Adds what lies to the right of an edge: full cover where it goes down, less where it goes up.
    @inline(__always)
    private func edge(_ from: SIMD2<Float>, _ to: SIMD2<Float>) {
        if from.y == to.y { return }
        let isDown = from.y < to.y
        let upper = isDown ? from : to
        let lower = isDown ? to : from
        let sign: Float = isDown ? 1 : -1
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        var row = Int(upper.y)
        var top = upper.y
        var topX = upper.x
        while true {
            let rowEnd = Float(row + 1)
            let isLast = lower.y <= rowEnd
            let bottom = isLast ? lower.y : rowEnd
            // Between the ends also when rounding would have it a little beyond.
            let bottomX =
                isLast ? lower.x : min(max(topX + (bottom - top) * slope, min(topX, lower.x)), max(topX, lower.x))
            add(sign * (bottom - top), topX, bottomX, in: sums + row * stride)
            if isLast { return }
            top = bottom
            topX = bottomX
            row += 1
        }
    }

    /// Adds what lies to the right of a piece of an edge within one row.
    ///
    /// - Parameter cover: the piece's height.
    @inline(__always)
    private func add(_ cover: Float, _ x0: Float, _ x1: Float, in row: UnsafeMutablePointer<Float>) {
        let left = min(x0, x1)
        let right = max(x0, x1)
        var column = Int(left)
        if right <= Float(column + 1) {
            let within = cover * ((left + right) * 0.5 - Float(column))
            row[column] += cover - within
            row[column + 1] += within
            return
        }
        let coverPerPixel = cover / (right - left)
        var x = left
        while x < right {
            let end = min(Float(column + 1), right)
            let part = (end - x) * coverPerPixel
            let within = part * ((x + end) * 0.5 - Float(column))
            row[column] += part - within
            row[column + 1] += within
            x = end
            column += 1
        }
    }

    // MARK: Taking what is covered

    /// Lays a colour over pixels as far as they are covered, and clears the buffer.
    func blend(_ color: PixelColor, on bitmap: Bitmap) {
        let first = max(0, -x)
        let columns = first..<max(first, min(width, bitmap.width - x))
        let source = UInt64(spreading: color.argb)
        for row in 0..<height {
            let rowSums = sums + row * stride
            if y + row >= 0, y + row < bitmap.height, !columns.isEmpty {
                let pixels = bitmap.row(y + row).baseAddress! + x
                var sum: Float = 0
                for column in 0..<columns.lowerBound { sum += rowSums[column] }
                for column in columns {
                    sum += rowSums[column]
                    let cover = Self.byte(sum)
                    if cover == 0 { continue }
                    pixels[column] =
                        cover == 255 && color.isOpaque
                        ? color.argb : source.scaled(by: cover).over(pixels[column])
                }
            }
            rowSums.update(repeating: 0, count: stride)
        }
    }

    /// Writes the cover of each pixel, 0…255, and clears the buffer.
    ///
    /// - Parameter bytes: `height` rows of `bytesPerRow` each.
    func write(to bytes: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
        for row in 0..<height {
            let rowSums = sums + row * stride
            var sum: Float = 0
            for column in 0..<width {
                sum += rowSums[column]
                bytes[row * bytesPerRow + column] = UInt8(truncatingIfNeeded: Self.byte(sum))
            }
            rowSums.update(repeating: 0, count: stride)
        }
    }

    @inline(__always)
    private static func byte(_ sum: Float) -> UInt64 { UInt64(min(abs(sum), 1) * 255 + 0.5) }
}

extension UInt64 {
    /// A pixel's four bytes, each in 16 bits, so that all are multiplied at once.
    @inline(__always)
    fileprivate init(spreading argb: UInt32) {
        let both = UInt64(argb) | UInt64(argb) << 24
        self = both & 0x00FF_00FF_00FF_00FF
    }

    /// Each byte times a factor of 0…255, over 255, rounded.
    @inline(__always)
    fileprivate func scaled(by factor: UInt64) -> UInt64 {
        let product = self &* factor &+ 0x0080_0080_0080_0080
        return ((product &+ (product &>> 8 & 0x00FF_00FF_00FF_00FF)) &>> 8) & 0x00FF_00FF_00FF_00FF
    }

    /// Porter and Duff's "over", on premultiplied bytes.
    @inline(__always)
    fileprivate func over(_ beneath: UInt32) -> UInt32 {
        // The alpha is where `init(spreading:)` puts it: bits 24 to 31 go to 48.
        let alpha = self &>> 48
        let sum = self &+ UInt64(spreading: beneath).scaled(by: 255 &- alpha)
        return UInt32(truncatingIfNeeded: sum | sum &>> 24)
    }
}
