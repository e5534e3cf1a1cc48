import Foundation
import TestSupport
import Testing
import TileGraphics
import TileSupport

@testable import TileContent

@Suite("The memory and work of reading TIFF files")
struct RasterCostTests {
    let fixture: RasterFixture

    init() throws { fixture = try RasterFixture() }

    /// A file of floating-point tiles that are all stored once, compressed with PackBits. Each number is 2.35e-38.
    private func large(width: Int, height: Int, tile: Int) -> SampleTIFF {
        let count = ((width + tile - 1) / tile) * ((height + tile - 1) / tile)
        var file = SampleTIFF(
            width: width, height: height, bits: 32, format: 3, tile: tile, tags: [259: .shorts([32_773])],
            pieces: [SampleTIFF.packBits(1, count: tile * tile * 4)] + [[UInt8]?](repeating: [], count: count - 1))
        file.pages[0].sharesFirstPiece = true
        file.pages[0].statedLengths = [Int](repeating: tile * tile * 4 / 64, count: count)
        return file
    }

    @Test("sampling for a range decodes no more than 64 MB, in parts of large tiles", arguments: [256, 2048, 4096])
    func samplingBudget(tile: Int) throws {
        let image = try fixture.raster(large(width: 16_384, height: 16_384, tile: tile))
        let raster = try image.open(.page(0))
        let count = raster.layout.columns * raster.layout.rows
        let values = try #require(raster.sampledValues(Array(0..<count)))
        #expect(!values.isEmpty && raster.bands.decodedByteCount <= 64 << 20)
        #expect(raster.bands.decodedByteCount > 1 << 20)
        #expect(image.appearance.rangeOrigin == .sampled)
    }

    @Test("rows that exceed what is sampled are not decoded, and the note says what to do")
    func longRows() throws {
        let tags: [Int: SampleTIFF.Value] = [259: .shorts([32_773]), 278: .longs([1])]
        let file = SampleTIFF(
            width: 1 << 20, height: 1, bands: 17, bits: 32, format: 3, tags: tags,
            pieces: [SampleTIFF.packBits(64, count: 17 << 22)])
        let image = try fixture.raster(file)
        #expect(image.appearance.colors == .ranged(.unknown))
        #expect(
            image.notes == [
                "Its rows are too long to find the range of its values; set it with `RasterPreferences.range`."
            ])
    }

    @Test("the size is checked before anything is decoded")
    func sizeFirst() throws {
        // Tiles that are too large to be opened, in an image that is too large.
        let file = SampleTIFF(
            width: 100_000, height: 100_000, bits: 32, format: 3, tile: 99_984, pieces: [[0], [0], [0], [0]])
        guard case .tooLarge? = fixture.failure(file) else {
            Issue.record("\(String(describing: fixture.failure(file)))")
            return
        }
    }

    @Test("rows are read in batches of a bounded number of pixels, and of whole tiles if they fit")
    func batches() throws {
        func image(width: Int, tile: Int) throws -> TIFFRasterImage {
            let count = (width + tile - 1) / tile * 2
            return try fixture.raster(
                SampleTIFF(
                    width: width, height: tile * 2, tile: tile, tags: [42113: .text("0")],
                    pieces: [[UInt8]?](repeating: nil, count: count)))
        }
        for (width, tile, rows) in [(1 << 22, 512, 4), (1 << 22, 16, 4), (1 << 18, 4096, 64), (1 << 19, 16, 32)] {
            let image = try image(width: width, tile: tile)
            #expect(image.batchRows == rows)
            // The rows and a row of tiles, up to a gigabyte.
            let tiles = min(1 << 30, width * tile)
            #expect((rows * width + tiles)...(rows * width * 8 + tiles + (1 << 27)) ~= image.readingMemory)
        }
        #expect(try image(width: 1000, tile: 1024).batchRows == 1024)
        #expect(try image(width: 1000, tile: 16).batchRows == 64)
        #expect(try image(width: 1000, tile: 48).batchRows == 48)
    }

    @Test("each tile is decoded once when the image is read from the top, also where a batch has no whole tiles")
    func decodedOnce() throws {
        // A row of tiles has 128 MB, more than is kept for reading anywhere, and two batches.
        let file = large(width: 1 << 15, height: 1024, tile: 1024)
        let image = try fixture.raster(file, range: 0...1)
        #expect(image.batchRows == 512)
        let raster = try image.open(.page(0), isInOrder: true)
        let rows = LevelRows(RasterLevel(raster: raster), batchRows: image.batchRows)
        var row = [UInt32](repeating: 0, count: raster.width)
        for _ in 0..<raster.height {
            try row.withUnsafeMutableBufferPointer { try rows.readRow(into: $0.baseAddress!) }
        }
        #expect(raster.bands.decodedByteCount == 128 << 20)
    }

    @Test("threads that decode large tiles reserve the memory first")
    func reservedMemory() throws {
        let measured = Lock(0)
        let ledger = MemoryLedger(limit: 100 << 20)
        var limits = fixture.limits(range: 0...1)
        limits.ledger = ledger
        let path = try fixture.path(large(width: 8192, height: 8192, tile: 4096))
        let image = try #require(try TIFFRasterImage.read(path, page: .page(0), limits: limits))
        let raster = try image.open(.page(0))
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            let (x, y) = (number % 2 * 4096, number / 2 % 2 * 4096)
            try? raster.bands.read(ImageLevels.Rect(x: x, y: y, width: 1, height: 1)) { _ in
                measured.withLock { $0 = max($0, ledger.reserved) }
            }
        }
        // Tiles of 64 MB, 1 MB in the file, and 64 bytes of tables: one at a time, and one more of a file that was read
        // quickly before.
        let work = 65 << 20 | 64
        #expect([work, 2 * work].contains(measured.withLock { $0 }))
        #expect(ledger.reserved == 0)
    }

    @Test("an open page has one descriptor, however many threads read it")
    func descriptors() throws {
        let file = SampleTIFF(
            width: 64, height: 64, tile: 16, tags: [42113: .text("0")],
            pieces: (0..<16).map { [UInt8](repeating: UInt8($0 + 1), count: 256) })
        let path = try fixture.path(file)
        let image = try #require(try TIFFRasterImage.read(path, page: .page(0), limits: ContentLimits()))
        let raster = try image.open(.page(0))
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        @Sendable func openCount() -> Int {
            let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return all.count {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == real
            }
        }
        let counts = Lock<[Int]>([])
        let sums = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            let rect = (x: number % 4 * 16, y: number / 4 % 4 * 16)
            try? raster.readRows(x: rect.x, y: rect.y, width: 16, height: 16) { row, samples in
                if row == 0 { counts.withLock { $0.append(openCount()) } }
                sums.withLock { $0 += Int(samples[0]) }
            }
        }
        #expect(counts.withLock { $0 } == [Int](repeating: 1, count: 64))
        // The tiles have the values from 1 to 16, in 16 rows, and each is read four times.
        #expect(sums.withLock { $0 } == 136 * 16 * 4)
        #expect(raster.byteCount >= OpenFile.byteCount + 16 * (256 + TIFFPiece.overhead))
    }

    @Test("a tile is decoded once, however many threads need it")
    func onePiece() throws {
        let image = try fixture.raster(large(width: 2048, height: 1024, tile: 1024), range: 0...1)
        let raster = try image.open(.page(0))
        for column in [0, 1] {
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                let rect = ImageLevels.Rect(x: column * 1024 + number, y: number, width: 8, height: 8)
                try? raster.bands.read(rect) { _ in }
            }
            #expect(raster.bands.decodedByteCount == (column + 1) << 22)
        }
    }

    @Test("known tiles are read while others have all the memory")
    func knownPieces() throws {
        let ledger = MemoryLedger(limit: 100 << 20)
        var limits = fixture.limits(range: 0...1)
        limits.ledger = ledger
        let path = try fixture.path(large(width: 4096, height: 4096, tile: 4096))
        let image = try #require(try TIFFRasterImage.read(path, page: .page(0), limits: limits))
        let raster = try image.open(.page(0))
        let rect = ImageLevels.Rect(x: 9, y: 9, width: 8, height: 8)
        try raster.bands.read(rect) { _ in }
        let rows = Lock(0)
        let isDone = Lock(false)
        ledger.reserving(100 << 20, toRead: "another file") {
            Thread.detachNewThread {
                try? raster.bands.read(rect) { _ in rows.withLock { $0 += 1 } }
                isDone.withLock { $0 = true }
            }
            while !isDone.withLock({ $0 }), ledger.waitingCount == 0 { sched_yield() }
        }
        #expect(rows.withLock { $0 } == 8)
    }

    @Test("the memory of decoders and of stored tiles is counted")
    func decoderMemory() throws {
        func layout(_ compression: Int, bands: Int = 1) throws -> TIFFLayout {
            let tags: [Int: SampleTIFF.Value] = [259: .shorts([compression]), 42113: .text("0")]
            let file = SampleTIFF(
                width: 1024, height: 1024, bands: bands, photometric: bands == 3 ? 2 : 1, tile: 1024, tags: tags,
                pieces: [nil])
            return try fixture.raster(file).layout
        }
        let piece = 1 << 20
        #expect(try layout(8).decodingBytes(ofStored: 1000) == piece + 1000)
        // libtiff reads at most ten times the decoded bytes.
        #expect(try layout(8).decodingBytes(ofStored: 1 << 40) == 11 * piece + 4096)
        #expect(try layout(34_887).decodingBytes(ofStored: 1000) == 4 * piece + 1000)
        #expect(try layout(50_001, bands: 3).decodingBytes(ofStored: 0) == 12 * piece)
    }

    @Test("handles of libtiff with large buffers are not kept")
    func largeBuffers() throws {
        func openings(tile: Int) throws -> Int {
            let piece = [UInt8](repeating: 1, count: tile * tile)
            let file = SampleTIFF(
                width: 2 * tile, height: tile, tile: tile, tags: [42113: .text("0")], pieces: [piece, piece])
            let raster = try fixture.raster(file).open(.page(0))
            try raster.readRows(x: 0, y: 0, width: 2 * tile, height: 1) { _, _ in }
            return raster.bands.openedHandleCount
        }
        #expect(try openings(tile: 512) == 1)
        #expect(try openings(tile: 1040) == 2)
    }

    @Test("strips that a file leaves out are not sampled")
    func sampledStrips() throws {
        let rows = 400
        let strip = SampleTIFF.bytes([1000, 2000, 3000, 4000].map { (value: Float) in value.bitPattern })
        let file = SampleTIFF(
            width: 4, height: rows, bits: 32, format: 3, tags: [278: .longs([1])],
            pieces: (0..<rows).map { $0 == 7 || $0 == 399 ? strip : nil })
        #expect(try fixture.raster(file).appearance.colors == .ranged(SampleRange(low: 1000, high: 4000)))
    }

    @Test("the least recently used pieces are removed first")
    func pieceCache() throws {
        let limit = 3 * (10 + TIFFPiece.overhead)
        var cache = TIFFPieceCache(limit: limit)
        func add(_ number: Int, _ count: Int = 10) throws {
            cache.add(try #require(TIFFPiece(byteCount: count)), number: number)
        }
        for number in 1...3 { try add(number) }
        #expect(cache.piece(1) != nil)
        try add(4)
        #expect(cache.piece(2) == nil && cache.piece(1) != nil && cache.piece(3) != nil && cache.piece(4) != nil)
        try add(5, limit + 1 - TIFFPiece.overhead)
        #expect(cache.piece(5) == nil && cache.count == 3)
        try add(6, limit - TIFFPiece.overhead)
        #expect(cache.count == 1 && cache.byteCount == limit)
        // Used many times, and replaced many times.
        for number in 0..<10_000 {
            try add(number)
            #expect(cache.piece(number) != nil && cache.piece(max(0, number - 1)) != nil && cache.byteCount <= limit)
        }
    }

    @Test("a preview of tiles that are wider than the picture has its width")
    func previewWidth() throws {
        final class Page: SampledPage {
            let (width, height, pieceWidth, columns) = (10, 16, 1 << 31, 1)
            let (sampleHeight, sampleRows, sampleBytes) = (16, 1, 160)
            private(set) var counts: [Int] = []

            func firstRow(ofColumn column: Int, row: Int, into pixels: inout [UInt32]) throws(ContentFailure) {
                counts.append(pixels.count)
                for index in pixels.indices { pixels[index] = 0xFF00_0000 | UInt32(index) }
            }
        }
        let preview = ImagePreview(width: 10, height: 16)
        let page = Page()
        #expect(try !TIFFSampler(page).step(preview))
        #expect(page.counts == [10])
        let drawn = Bitmap(width: 10, height: 16)
        preview.draw(ImageLevels.Rect(x: 0, y: 0, width: 10, height: 16), of: (10, 16), into: drawn)
        for y in [0, 15] { #expect((0..<10).map { drawn[$0, y].blue } == (0..<10).map { UInt8($0) }) }
    }
}
