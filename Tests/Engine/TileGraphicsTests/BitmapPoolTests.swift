import Testing

@testable import TileGraphics

@Suite("A pool of bitmaps")
struct BitmapPoolTests {
    /// Returns the size in bytes of a bitmap with a number of pixels in one column.
    private func bytes(_ height: Int) -> Int { Bitmap.stride(width: 1) * height }

    @Test("gives memory back to the next bitmap of its size")
    func reuse() {
        let pool = BitmapPool(limit: 1 << 20)
        let address = pool.uninitializedBitmap(width: 16, height: 16).bytes
        #expect(pool.keptBytes == 1024)
        let other = pool.uninitializedBitmap(width: 16, height: 17)
        #expect(other.bytes != address && pool.keptBytes == 1024)
        #expect(pool.uninitializedBitmap(width: 16, height: 16).bytes == address)
    }

    @Test("keeps sizes that are in use when many come that are asked for once")
    func oddSizes() {
        let pool = BitmapPool(limit: 64 << 10)
        let tile = pool.uninitializedBitmap(width: 32, height: 32)
        let address = tile.bytes
        _ = consume tile
        for height in 1...1000 {
            _ = pool.uninitializedBitmap(width: 1, height: height)
            #expect(pool.uninitializedBitmap(width: 32, height: 32).bytes == address)
            #expect(pool.keptBytes <= 64 << 10 && pool.sizeCount <= 16)
        }
    }

    @Test("is full of what came last, not of what came first")
    func full() {
        let pool = BitmapPool(limit: 64 << 10)
        for height in 1...500 { _ = pool.uninitializedBitmap(width: 1, height: height) }
        let old = pool.keptBytes
        #expect(old <= 64 << 10)
        // As many of one size as fit are kept once more.
        let tiles = (0..<16).map { _ in pool.uninitializedBitmap(width: 32, height: 32) }
        let addresses = Set(tiles.map(\.bytes))
        _ = consume tiles
        #expect(pool.keptBytes == 64 << 10 && pool.sizeCount == 1)
        let again = (0..<16).map { _ in pool.uninitializedBitmap(width: 32, height: 32) }
        #expect(Set(again.map(\.bytes)) == addresses)
    }

    @Test("does not keep what would push out all else")
    func large() {
        let pool = BitmapPool(limit: 64 << 10)
        _ = pool.uninitializedBitmap(width: 32, height: 65)
        #expect(pool.keptBytes == 0)
        _ = pool.uninitializedBitmap(width: 32, height: 64)
        #expect(pool.keptBytes == 8 << 10)
        pool.drain()
        #expect(pool.keptBytes == 0 && pool.sizeCount == 0)
    }

    @Test("of no bytes keeps nothing")
    func none() {
        let pool = BitmapPool(limit: 0)
        _ = pool.uninitializedBitmap(width: 1, height: 1)
        #expect(pool.keptBytes == 0)
    }
}

@Suite("A pool of encoders")
struct EncoderPoolTests {
    @Test("gives up an encoder that a large image left with much memory, and keeps others")
    func largeImage() throws {
        let pool = EncoderPool()
        func encode(_ side: Int, as format: TileFormat) throws {
            let bitmap = Bitmap(width: side, height: side)
            // Not of one color, which takes no memory.
            for x in 0..<side { bitmap[x, x] = .white }
            _ = try pool.withEncoder { try $0.encode(.bitmap(bitmap), as: format) }
        }
        for format in [TileFormat.png, .jpeg(quality: 80), .webp(quality: 80), .webpLossless] {
            try encode(512, as: format)
            #expect(pool.idleCount == 1)
        }
        try encode(2200, as: .jpeg(quality: 80))
        #expect(pool.idleCount == 0)
        try encode(512, as: .png)
        #expect(pool.idleCount == 1)
    }
}
