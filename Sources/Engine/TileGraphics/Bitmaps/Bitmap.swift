/// A rectangle of premultiplied 32-bit pixels (`PixelColor`), top row first.
///
/// The creator may write to it until it is handed on; from then on it is read-only. Its memory returns to the pool that
/// it came from with the last reference.
// @unchecked Sendable: the pixels are written by the one thread that made the bitmap, before it publishes the reference
// through a lock or a queue; after that nobody writes.
public final class Bitmap: @unchecked Sendable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The bytes from one row to the next; a multiple of 16.
    public let stride: Int
    /// The pixels: `stride × height` bytes, 16-byte aligned. A raw pointer, because Cairo and the codecs take one;
    /// valid as long as the bitmap lives.
    public let bytes: UnsafeMutableRawPointer

    private let pool: BitmapPool?
    /// The owner of memory that the bitmap only borrows.
    private let owner: AnyObject?

    /// Creates a clear bitmap with memory of its own.
    public convenience init(width: Int, height: Int) {
        self.init(width: width, height: height, pool: nil)
        clear()
    }

    /// Creates a bitmap with uninitialized memory from `pool`.
    init(width: Int, height: Int, pool: BitmapPool?) {
        precondition(width > 0 && height > 0, "a bitmap needs a positive size, not \(width) × \(height)")
        self.width = width
        self.height = height
        self.stride = Bitmap.stride(width: width)
        self.pool = pool
        owner = nil
        let byteCount = stride * height
        bytes = pool?.allocate(byteCount) ?? .allocate(byteCount: byteCount, alignment: Bitmap.alignment)
    }

    /// Creates a read-only bitmap over memory that is immutable as long as `owner` lives.
    ///
    /// - Parameter bytes: `stride(width:) × height` bytes at a multiple of 16.
    init(width: Int, height: Int, bytes: UnsafeRawPointer, owner: AnyObject) {
        precondition(width > 0 && height > 0, "a bitmap needs a positive size, not \(width) × \(height)")
        (self.width, self.height) = (width, height)
        stride = Bitmap.stride(width: width)
        pool = nil
        self.owner = owner
        self.bytes = UnsafeMutableRawPointer(mutating: bytes)
    }

    deinit {
        if owner != nil { return }
        if let pool { pool.giveBack(bytes, byteCount: byteCount) } else { bytes.deallocate() }
    }

    /// The alignment in bytes: a cache line, so that no two bitmaps share one.
    static let alignment = 64

    static func stride(width: Int) -> Int { (width * 4 + 15) & ~15 }

    /// The size in bytes.
    public var byteCount: Int { stride * height }

    public func clear() { bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount) }

    /// The `width` pixels of row `y`.
    @inlinable
    public func row(_ y: Int) -> UnsafeMutableBufferPointer<UInt32> {
        UnsafeMutableBufferPointer(
            start: (bytes + y * stride).assumingMemoryBound(to: UInt32.self), count: width)
    }

    @inlinable
    public subscript(x: Int, y: Int) -> PixelColor {
        get { PixelColor(argb: row(y)[x]) }
        set { row(y)[x] = newValue.argb }
    }

    /// Replaces the rows from `top` on by an image of the same width.
    func setRows(from top: Int, to image: TileImage) {
        for y in 0..<image.height {
            switch image {
            case .solid(let color, _, _): row(top + y).update(repeating: color.argb)
            case .bitmap(let bitmap): _ = row(top + y).update(fromContentsOf: bitmap.row(y))
            }
        }
    }

    /// The color that all pixels share; nil if they differ. Stops at the first pixel that differs from the first.
    public var solidColor: PixelColor? {
        let first = row(0)[0]
        for y in 0..<height {
            let row = row(y)
            var difference: UInt32 = 0
            for x in 0..<width { difference |= row[x] ^ first }
            if difference != 0 { return nil }
        }
        return PixelColor(argb: first)
    }
}

/// The result of a raster: pixels, or a single color for all of them.
public enum TileImage: Sendable {
    case solid(PixelColor, width: Int, height: Int)
    case bitmap(Bitmap)

    /// The width in pixels.
    public var width: Int {
        switch self {
        case .solid(_, let width, _): width
        case .bitmap(let bitmap): bitmap.width
        }
    }

    /// The height in pixels.
    public var height: Int {
        switch self {
        case .solid(_, _, let height): height
        case .bitmap(let bitmap): bitmap.height
        }
    }

    /// The memory of the pixels, in bytes.
    public var byteCount: Int {
        switch self {
        case .solid: 0
        case .bitmap(let bitmap): bitmap.byteCount
        }
    }
}

extension TileImage {
    /// Returns the pixels as a bitmap, filled if the image is solid.
    package func bitmap(in pool: BitmapPool) -> Bitmap {
        switch self {
        case .bitmap(let bitmap): return bitmap
        case .solid(let color, let width, let height):
            let bitmap = pool.uninitializedBitmap(width: width, height: height)
            bitmap.fill(color)
            return bitmap
        }
    }
}
