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
        for (width, tile) in [(1 << 22, 512), (1 << 22, 16), (1 << 18, 4096)] {
            let image = try image(width: width, tile: tile)
            #expect(image.batchRows * width <= 1 << 24)
            #expect(image.readingMemory < 3 << 30)
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
        // Tiles of 64 MB: one at a time, and one more of a file that was read quickly before.
        #expect([64 << 20, 128 << 20].contains(measured.withLock { $0 }))
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
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            let rect = (x: number % 4 * 16, y: number / 4 % 4 * 16)
            try? raster.readRows(x: rect.x, y: rect.y, width: 16, height: 16) { _, _ in }
        }
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == real
        }
        #expect(open.count == 1)
        #expect(raster.byteCount >= OpenFile.byteCount)
    }

    @Test("the least recently used pieces are removed first")
    func pieceCache() throws {
        var cache = TIFFPieceCache(limit: 30)
        func add(_ number: Int, _ count: Int = 10) throws {
            cache.add(try #require(TIFFPiece(byteCount: count)), number: number)
        }
        for number in 1...3 { try add(number) }
        #expect(cache.piece(1) != nil)
        try add(4)
        #expect(cache.piece(2) == nil && cache.piece(1) != nil && cache.piece(3) != nil && cache.piece(4) != nil)
        try add(5, 31)
        #expect(cache.piece(5) == nil && cache.count == 3)
        try add(6, 30)
        #expect(cache.count == 1 && cache.byteCount == 30)
        // Used many times, and replaced many times.
        for number in 0..<10_000 {
            try add(number)
            #expect(cache.piece(number) != nil && cache.piece(max(0, number - 1)) != nil && cache.byteCount <= 30)
        }
    }

    @Test("a preview of tiles that are wider than the picture has its width")
    func previewWidth() throws {
        final class Page: SampledPage {
            let (width, height, pieceWidth, columns) = (10, 16, 1 << 31, 1)
            let (sampleHeight, sampleRows, sampleBytes) = (16, 1, 160)

            func firstRow(ofColumn column: Int, row: Int, into pixels: inout [UInt32]) throws(ContentFailure) {
                #expect(pixels.count == 10)
            }
        }
        let preview = ImagePreview(width: 10, height: 16)
        _ = try TIFFSampler(Page()).step(preview)
    }
}
