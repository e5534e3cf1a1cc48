import Foundation
import Synchronization
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileContent

@Suite("An image whose overviews take long")
struct RefinementTests {
    let folder: TemporaryFolder
    private let bench = Bench()

    init() throws { folder = try TemporaryFolder() }

    /// The background work, which runs only when a test says so, and a clock that the test moves.
    private final class Bench: Sendable {
        private let bodies = Lock<[@Sendable () -> Void]>([])
        let time = Atomic<UInt64>(1_000_000_000)

        var services: Refinement.Services {
            var services = Refinement.Services()
            services.now = { self.time.load(ordering: .relaxed) }
            services.queue = RefinementQueue { body in self.bodies.withLock { $0.append(body) } }
            return services
        }

        func advance(seconds: Double) { time.add(UInt64(seconds * 1e9), ordering: .relaxed) }

        /// - Returns: Whether there was work to do.
        @discardableResult
        func run() -> Bool {
            let due = bodies.withLock { bodies in
                defer { bodies = [] }
                return bodies
            }
            for body in due { body() }
            return !due.isEmpty
        }
    }

    /// Opens an image with long passes.
    private func open(
        _ path: String, _ kind: ContentKind, limits: ContentLimits = ContentLimits(), firstLook: Double = 1
    ) throws -> ImageSource {
        var policy = Refinement.Policy()
        (policy.longPass, policy.firstLook) = (0, firstLook)
        return try ImageSource.open(path, kind: kind, limits: limits, policy: policy, refining: bench.services)
    }

    private func tile(
        _ source: ImageSource, level: Int, _ x: Int = 0, _ y: Int = 0, side: Int = 64
    ) throws -> (bitmap: Bitmap, isStandIn: Bool) {
        let mark = Mark()
        var context = RasterContext(pool: BitmapPool())
        context.onStandIn = { mark.isSet.store(true, ordering: .relaxed) }
        let area = RasterArea(scale: 1 / Double(1 << level), x: x, y: y, width: side, height: side)
        guard case .bitmap(let bitmap) = try source.raster(area, in: context) else { throw Nothing() }
        return (bitmap, mark.isSet.load(ordering: .relaxed))
    }

    private final class Mark: Sendable { let isSet = Atomic(false) }
    private struct Nothing: Error {}

    /// A smooth image, so that a coarse preview resembles it. Blue and green encode a pixel's position.
    private static func slope(width: Int, height: Int, bands: Int = 3, is16Bit: Bool = false) -> SampleImage {
        let most = is16Bit ? 65535 : 255
        return SampleImage(width: width, height: height, bands: bands, is16Bit: is16Bit) { x, y, band in
            band == 0 ? 40 * most / 255 : band == 1 ? x * most / width : y * most / height
        }
    }

    /// Returns the largest difference of a channel, for pixels within the picture.
    private func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
        var greatest = 0
        for y in 0..<min(a.height, b.height) {
            for x in 0..<min(a.width, b.width) {
                let (one, other) = (a[x, y], b[x, y])
                for (p, q) in [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)] {
                    greatest = max(greatest, abs(Int(p) - Int(q)))
                }
            }
        }
        return greatest
    }

    static let files: [(name: String, kind: ContentKind, operation: String, options: [String: String], isDeep: Bool)] =
        [
            ("plain.tif", .tiff, "tiffsave", [:], true),
            ("lzw.tif", .tiff, "tiffsave", ["compression": "lzw", "predictor": "horizontal"], true),
            ("deflate.tif", .tiff, "tiffsave", ["compression": "deflate"], true),
            ("jpeg.tif", .tiff, "tiffsave", ["compression": "jpeg", "Q": "95"], true),
            (
                "tiles.tif", .tiff, "tiffsave",
                ["tile": "true", "tile-width": "32", "tile-height": "32", "compression": "deflate"], true
            ),
            ("a.jpg", .jpeg, "jpegsave", ["Q": "95"], false),
        ]

    @Test("shows a coarse picture at once, deep tiles as they are, and the right one after the pass", arguments: files)
    func standsIn(file: (name: String, kind: ContentKind, operation: String, options: [String: String], isDeep: Bool))
        throws
    {
        let path = folder.file(file.name)
        try Self.slope(width: 2048, height: 1024).write(path, by: file.operation, file.options)
        let patient = try ImageSource.open(path)
        let source = try open(path, file.kind)
        let changes = Lock<[Box]>([])
        let subscription = source.subscribeToRefinements { box in changes.withLock { $0.append(box) } }
        #expect(source.refinement == nil)

        let deepest = try tile(source, level: 0, 700, 300)
        #expect(deepest.isStandIn == !file.isDeep)
        if file.isDeep {
            let right = try raster(patient, RasterArea(scale: 1, x: 700, y: 300, width: 64, height: 64))
            #expect(difference(deepest.bitmap, right) == 0)
        }
        let first = try tile(source, level: 5)
        #expect(first.isStandIn)
        let right = try raster(patient, RasterArea(scale: 1 / 32, x: 0, y: 0, width: 64, height: 32))
        // A compressed strip of 128 rows is represented by its first row: an eighth of the slope.
        #expect(difference(first.bitmap, right) <= 34, "the preview is not like the picture")
        #expect(source.refinement == 0)

        #expect(bench.run())
        #expect(source.refinement == nil)
        let last = try tile(source, level: 5)
        #expect(!last.isStandIn)
        #expect(difference(last.bitmap, right) == 0)
        let boxes = changes.withLock { $0 }
        #expect(boxes.count > 8 && boxes.last == .infinite)
        #expect(boxes.contains(Box(x: 0, y: 512, width: 2048, height: 64)))
        #expect(!bench.run(), "what is done is begun again")
        _ = consume subscription
    }

    @Test("with tiles of one row has a coarse picture, too")
    func flatTiles() throws {
        let (width, height, gray) = (2048, 1024, UInt8(90))
        // All tiles are the same row of the file.
        let entries: [(tag: Int, count: Int, value: Int)] = [
            (256, 1, width), (257, 1, height), (258, 1, 8), (259, 1, 1), (262, 1, 1), (277, 1, 1), (322, 1, width),
            (323, 1, 1), (324, height, 0), (325, height, 4 * height),
        ]
        let tables = 8 + 2 + 12 * entries.count + 4
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        func put(_ value: Int, _ size: Int) {
            for index in 0..<size { bytes.append(UInt8(value >> (8 * index) & 255)) }
        }
        put(entries.count, 2)
        for entry in entries {
            put(entry.tag, 2)
            put(4, 2)
            put(entry.count, 4)
            put(entry.count == 1 ? entry.value : tables + entry.value, 4)
        }
        put(0, 4)
        for _ in 0..<height { put(tables + 8 * height, 4) }
        for _ in 0..<height { put(width, 4) }
        bytes += [UInt8](repeating: gray, count: width)
        let source = try open(try folder.write("flat.tif", bytes), .tiff)
        let first = try tile(source, level: 5)
        #expect(first.isStandIn && first.bitmap[9, 9].green == gray)
        #expect(bench.run())
        let last = try tile(source, level: 5)
        #expect(!last.isStandIn && last.bitmap[9, 9].green == gray)
    }

    @Test("of a kind that can only be read from the top is seen as far as it has been")
    func png() throws {
        let path = folder.file("a.png")
        try Self.slope(width: 512, height: 8192).write(path, by: "pngsave", ["compression": "1"])
        let source = try open(path, .png)
        let seen = Lock<[UInt32]>([])
        let subscription = source.subscribeToRefinements { [weak source] box in
            // In the middle of the pass: the upper part has a picture, and the lower part does not.
            guard let source, box.maxY == 4096 else { return }
            var context = RasterContext(pool: BitmapPool())
            context.onStandIn = {}
            let area = RasterArea(scale: 1 / 32, x: 0, y: 0, width: 16, height: 256)
            guard case .bitmap(let bitmap)? = try? source.raster(area, in: context) else { return }
            seen.withLock { $0 = [bitmap[4, 4].argb >> 24, bitmap[4, 250].argb] }
        }
        #expect(try tile(source, level: 5, side: 16).bitmap[4, 4] == .clear)
        bench.run()
        #expect(seen.withLock { $0 } == [255, 0])
        _ = consume subscription
    }

    @Test("says for a while why it cannot be decoded, and is tried again then")
    func failure() throws {
        let path = folder.file("a.jpg")
        try Self.slope(width: 640, height: 640).write(path, by: "jpegsave")
        var limits = ContentLimits()
        // Neither memory nor disk may be used.
        (limits.pixelMemory, limits.disk) = (0, MemoryBudget(limit: 1000))
        limits.memory = MemoryBudget(limit: 1000)
        let source = try open(path, .jpeg, limits: limits)
        #expect(try tile(source, level: 3).isStandIn)
        bench.run()
        let failure = #expect(throws: ContentFailure.self) { try tile(source, level: 3) }
        guard case .noRoom = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(!bench.run())
        bench.advance(seconds: 11)
        #expect(try tile(source, level: 3).isStandIn)
        #expect(bench.run())
    }

    @Test("is given up with its content, and passed over when nobody asked for it for long")
    func givenUp() throws {
        let path = folder.file("a.png")
        try Self.slope(width: 640, height: 640).write(path, by: "pngsave")
        var source: ImageSource? = try open(path, .png)
        weak let gone = source
        _ = try tile(source!, level: 3)
        source = nil
        #expect(gone == nil)
        #expect(bench.run())

        let other = try open(path, .png)
        _ = try tile(other, level: 3)
        bench.advance(seconds: 61)
        bench.run()
        #expect(try tile(other, level: 3).isStandIn)
        bench.run()
        #expect(try tile(other, level: 3).isStandIn == false)
    }

    @Test("is waited for by whoever can't do with less")
    func patient() throws {
        let path = folder.file("a.png")
        try Self.slope(width: 640, height: 640).write(path, by: "pngsave")
        let source = try open(path, .png)
        let bitmap = try raster(source, RasterArea(scale: 1 / 8, x: 0, y: 0, width: 64, height: 64))
        #expect(bitmap[10, 10].alpha == 255)
        #expect(!bench.run())
        #expect(try tile(source, level: 3).isStandIn == false)
    }

    @Test("with an overview of its own before a gap, is read from that")
    func ownOverview() throws {
        let path = folder.file("a.tif")
        try Self.slope(width: 4096, height: 2048).write(
            path, by: "tiffsave",
            ["tile": "true", "tile-width": "64", "tile-height": "64", "pyramid": "true", "depth": "onetile"])
        // Removes the file's own levels of fewer than 2048 pixels: the list of pages ends before them.
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        try TIFFChain.cut(&bytes, after: 1)
        let cut = try folder.write("cut.tif", bytes)
        let source = try ImageSource.open(cut)
        #expect(!source.hasOwnOverviews)
        let whole = try ImageSource.open(path)
        for level in 0...11 {
            let side = max(1, 4096 >> level)
            let area = RasterArea(
                scale: 1 / Double(1 << level), x: 0, y: 0, width: min(64, side), height: max(1, min(64, side / 2)))
            #expect(difference(try raster(source, area), try raster(whole, area)) <= 2, "level \(level)")
        }
    }
}

/// Changes the list of pages of a little-endian classic TIFF.
enum TIFFChain {
    struct Malformed: Error {}

    /// Ends the list after page `number`, counted from 0.
    static func cut(_ bytes: inout [UInt8], after number: Int) throws {
        func value(_ at: Int, _ count: Int) throws -> Int {
            guard at >= 0, at + count <= bytes.count else { throw Malformed() }
            return bytes[at..<(at + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        var at = try value(4, 4)
        for page in 0...number {
            let next = at + 2 + 12 * (try value(at, 2))
            if page == number {
                for index in 0..<4 { bytes[next + index] = 0 }
                return
            }
            at = try value(next, 4)
        }
    }
}
