import CCairo
import TileGeometry

/// The memory of a bitmap context, in the layout that the client requested.
// A class, so that the memory is freed along with the context.
final class BitmapTarget {
    /// The pixel layouts that Core Graphics draws into and that are supported here.
    enum Layout {
        /// Four bytes in any order, each with its position in a `Bitmap`'s word, and whether the alpha byte is used.
        case color([UInt32], hasAlpha: Bool)
        /// One byte of gray.
        case gray
        /// One byte of alpha.
        case alpha
    }

    let width: Int
    let height: Int
    let bytesPerRow: Int
    let layout: Layout
    let memory: UnsafeMutableRawPointer
    private let isOwned: Bool
    private let release: () -> Void

    init(
        width: Int, height: Int, bytesPerRow: Int, layout: Layout, memory: UnsafeMutableRawPointer?,
        release: @escaping () -> Void
    ) {
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.layout = layout
        isOwned = memory == nil
        self.release = release
        if let memory {
            self.memory = memory
        } else {
            self.memory = .allocate(byteCount: bytesPerRow * height, alignment: 16)
            self.memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * height)
        }
    }

    deinit {
        if isOwned { memory.deallocate() }
        release()
    }

    /// Draws a picture over the existing pixels.
    ///
    /// - Throws: `RasterFailure`.
    func draw(_ picture: Picture) throws(RasterFailure) {
        guard picture.operationCount > 0 else { return }
        let bitmap = pixels()
        try picture.draw(.identity, on: bitmap)
        store(bitmap)
    }

    /// Returns the pixels as a bitmap.
    func pixels() -> Bitmap {
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            let source = (memory + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
            let target = bitmap.row(y)
            switch layout {
            case .color(let shifts, let hasAlpha):
                let (a, b, c, d) = (shifts[0], shifts[1], shifts[2], shifts[3])
                let opaque: UInt32 = hasAlpha ? 0 : 0xFF00_0000
                for x in 0..<width {
                    target[x] =
                        UInt32(source[4 * x]) << a | UInt32(source[4 * x + 1]) << b | UInt32(source[4 * x + 2]) << c
                        | UInt32(source[4 * x + 3]) << d | opaque
                }
            case .gray: for x in 0..<width { target[x] = 0xFF00_0000 | UInt32(source[x]) * 0x0001_0101 }
            case .alpha: for x in 0..<width { target[x] = UInt32(source[x]) << 24 }
            }
        }
        return bitmap
    }

    private func store(_ bitmap: Bitmap) {
        for y in 0..<height {
            let target = (memory + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
            let source = bitmap.row(y)
            switch layout {
            case .color(let shifts, _):
                let (a, b, c, d) = (shifts[0], shifts[1], shifts[2], shifts[3])
                for x in 0..<width {
                    let pixel = source[x]
                    target[4 * x] = UInt8(truncatingIfNeeded: pixel >> a)
                    target[4 * x + 1] = UInt8(truncatingIfNeeded: pixel >> b)
                    target[4 * x + 2] = UInt8(truncatingIfNeeded: pixel >> c)
                    target[4 * x + 3] = UInt8(truncatingIfNeeded: pixel >> d)
                }
            case .gray: for x in 0..<width { target[x] = PixelColor(argb: source[x]).lightness }
            case .alpha: for x in 0..<width { target[x] = UInt8(source[x] >> 24) }
            }
        }
    }
}

extension Picture {
    /// Draws the picture over a bitmap's existing pixels.
    ///
    /// - Parameter transform: Maps the picture's plane to the bitmap's pixels.
    /// - Throws: `RasterFailure`.
    package func draw(_ transform: CGAffineTransform, on bitmap: Bitmap) throws(RasterFailure) {
        let pool = BitmapPool(limit: 16 << 20)
        let canvas = Canvas(bitmap, pool: pool, antialias: CAIRO_ANTIALIAS_DEFAULT)
        let replay = Replay(pool: pool, antialias: CAIRO_ANTIALIAS_DEFAULT, isCancelled: { false })
        defer { replay.end() }
        try replay.draw(self, transform, on: canvas, clip: canvas.bounds)
        guard canvas.finish() != nil else { throw .cairo }
    }
}
