import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileSupport

@testable import TileContent
@testable import TileGraphics

@Suite("A folder in which contents are kept")
struct ContentCacheTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns a drawing that is large enough to be cached.
    private static func drawing(_ color: String = "#c33", text: String = "") -> String {
        let rects = (0..<2500).map {
            "<rect x='\($0 % 50 * 8)' y='\($0 / 50 * 8)' width='7' height='7' fill='\(color)' stroke='black'/>"
        }
        return "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400'>\(rects.joined())\(text)</svg>"
    }

    private func cache(
        limit: Int = 1 << 30, report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> ContentCache {
        try ContentCache(folder: folder.file("cache"), limit: limit, report: report)
    }

    private func open(_ name: String, _ cache: ContentCache?) throws -> ContentDocument {
        var limits = ContentLimits()
        limits.cache = cache
        return try ContentReader.open(folder.file(name), limits: limits)
    }

    private func pixels(_ source: any TileSource) throws -> [UInt32] { try Self.pixels(source) }

    private static func pixels(_ source: any TileSource, at corner: Int = 100) throws -> [UInt32] {
        let area = RasterArea(scale: 1, x: corner, y: corner, width: 128, height: 128)
        switch try source.raster(area, in: RasterContext(pool: BitmapPool())) {
        case .solid(let color, _, _): return [color.argb]
        case .bitmap(let bitmap): return (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
        }
    }

    private func kept() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file("cache")).filter { $0.hasSuffix(".picture") }
    }

    @Test("has a drawing's images decoded ahead as those of one that was read, each once, also where one is damaged")
    func images() throws {
        func file(_ color: UInt32) throws -> Data {
            let bitmap = Bitmap(width: 64, height: 64)
            bitmap.fill(PixelColor(argb: color))
            return Data(try TileEncoder().encode(.bitmap(bitmap), as: .png).bytes)
        }
        func image(_ file: Data, at x: Int) -> String {
            "<image x='\(x)' width='9' height='9' href='data:image/png;base64,\(file.base64EncodedString())'/>"
        }
        let (red, blue) = (try file(0xFFFF_0000), try file(0xFF00_00FF))
        try folder.write("map.svg", Self.drawing(text: image(red, at: 0) + image(blue, at: 20) + image(red, at: 40)))
        let cache = try cache()
        _ = try open("map.svg", cache)
        cache.finish()
        let decoded = 64 * 64 * 4 * 4 / 3

        func prepared() throws -> (pieces: Int, bytes: Int) {
            var limits = ContentLimits()
            let memory = MemoryBudget(limit: 1 << 26)
            (limits.memory, limits.cache) = (memory, try self.cache())
            let source = try #require(
                ContentReader.open(folder.file("map.svg"), limits: limits).source as? KeptDrawing)
            let before = memory.bytes
            var pieces = 0
            while source.needsPreparation {
                #expect(source.isPreparationUrgent == (pieces < 2))
                source.prepareMore()
                pieces += 1
            }
            let held = memory.bytes
            let plain = try open("map.svg", nil).source
            #expect(try Self.pixels(source, at: 0) == Self.pixels(plain, at: 0))
            #expect(memory.bytes == held, "a tile decodes nothing more")
            return (pieces, held - before)
        }
        let whole = try prepared()
        #expect(whole.pieces == 6 && abs(whole.bytes - 2 * decoded) < 2000, "\(whole)")

        var ahead = ContentLimits()
        (ahead.memory, ahead.cache, ahead.decodesImagesAhead) = (MemoryBudget(limit: 1 << 26), try self.cache(), true)
        let early = try ContentReader.open(folder.file("map.svg"), limits: ahead)
        EmbeddedImage.readingAhead.sync {}
        #expect(abs(ahead.memory!.bytes - 2 * decoded) < 2000, "before anybody asks for a tile of it")
        withExtendedLifetime(early) {}

        // A byte of the image's file has changed: the cached file opens, and the drawing is shown without that image.
        let name = folder.file("cache/\(try kept()[0])")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: name))
        let place = try #require(bytes.range(of: blue)).upperBound - 20
        bytes[place] ^= 1
        try bytes.write(to: URL(fileURLWithPath: name))
        var limits = ContentLimits()
        (limits.memory, limits.cache) = (MemoryBudget(limit: 1 << 26), try self.cache())
        let source = try #require(ContentReader.open(folder.file("map.svg"), limits: limits).source as? KeptDrawing)
        while source.needsPreparation { source.prepareMore() }
        #expect(abs(limits.memory!.bytes - decoded) < 2000, "the other one is decoded")
    }

    @Test("has images in small as well, where they were decoded ahead; without them when they are damaged")
    func smallImages() throws {
        let bitmap = Bitmap(width: 70, height: 51)
        bitmap.fill(PixelColor(argb: 0xFFFF_0000))
        for x in 0..<35 { bitmap[2 * x, x] = PixelColor(argb: 0xFF00_00FF) }
        let png = Data(try TileEncoder().encode(.bitmap(bitmap), as: .png).bytes)
        try folder.write(
            "map.svg",
            Self.drawing(
                text: "<image width='8' height='6' href='data:image/png;base64,\(png.base64EncodedString())'/>"))
        func opened() throws -> (document: ContentDocument, memory: MemoryBudget, cache: ContentCache) {
            var limits = ContentLimits()
            let (memory, cache) = (MemoryBudget(limit: 1 << 26), try self.cache())
            (limits.memory, limits.cache, limits.decodesImagesAhead) = (memory, cache, true)
            let document = try ContentReader.open(folder.file("map.svg"), limits: limits)
            EmbeddedImage.readingAhead.sync {}
            cache.finish()
            return (document, memory, cache)
        }
        let full = 70 * 51 * 4
        let fresh = try opened()
        #expect(fresh.memory.bytesByKind[.images]! > full, "decoded")
        let kept = try opened()
        #expect(kept.document.source is KeptDrawing)
        let source = try #require(kept.document.source as? KeptDrawing)
        let shrunk = try Self.pixels(source, at: 0)
        #expect(shrunk == (try Self.pixels(fresh.document.source, at: 0)))
        #expect(kept.memory.bytesByKind[.images]! == 0, "mapped, and counted nowhere")
        while source.needsPreparation { source.prepareMore() }
        // The decoder loads everything except the cached levels: the file's levels take at least 16 bytes a row.
        #expect((full..<full * 4 / 3).contains(kept.memory.bytesByKind[.images]!))

        let name = folder.file("cache/\(try self.kept()[0])")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: name))
        let archive = try ArchiveFile(MappedFile(name))
        // The root is the last record, and the record before it is one that it refers to.
        let record = Data(try archive.record(archive.root - 1))
        let place = try #require(bytes.range(of: record)).upperBound - 4
        bytes[place] ^= 1
        try bytes.write(to: URL(fileURLWithPath: name))
        let damaged = try opened()
        #expect(try Self.pixels(damaged.document.source, at: 0) == shrunk)
        #expect(damaged.memory.bytesByKind[.images]! > full, "decoded once more")
    }

    @Test("has a drawing as it was read, with its notes, until its file or the folder's secret is another")
    func keeps() throws {
        try folder.write("plan.svg", Self.drawing(text: "<image href='roof.png' width='9' height='9'/>"))
        let plain = try open("plan.svg", nil)
        let first = try open("plan.svg", cache())
        #expect(first.source is PictureSource)
        let cache = try cache()
        _ = try open("plan.svg", cache)
        cache.finish()
        let names = try kept()
        #expect(names.count == 1, "\(names)")
        let again = try open("plan.svg", self.cache())
        #expect(again.source is KeptDrawing && again.notes == plain.notes && again.facts == plain.facts)
        #expect(again.omissions == plain.omissions)
        #expect(!plain.omissions.isEmpty && again.source.contentSize == plain.source.contentSize)
        #expect(try pixels(again.source) == pixels(plain.source))
        // A copy counts as the same drawing.
        try FileManager.default.copyItem(atPath: folder.file("plan.svg"), toPath: folder.file("copy.svg"))
        #expect(try open("copy.svg", self.cache()).source is KeptDrawing)
        try folder.write("plan.svg", Self.drawing("#3c3"))
        #expect(try open("plan.svg", self.cache()).source is PictureSource)
        try FileManager.default.removeItem(atPath: folder.file("cache/key"))
        #expect(try open("copy.svg", self.cache()).source is PictureSource)
    }

    @Test("reads a drawing again whose kept file is no archive, and keeps it anew")
    func foreignFile() throws {
        try folder.write("plan.svg", Self.drawing())
        let cache = try cache()
        let plain = try pixels(open("plan.svg", cache).source)
        cache.finish()
        let name = try #require(try kept().first)
        let sound = try Data(contentsOf: URL(fileURLWithPath: folder.file("cache/\(name)")))
        for damage in [Data(), Data("no archive".utf8), sound.prefix(sound.count / 2), Data(count: sound.count)] {
            // The change is in another file of the same name, because writing in place would change the mapped file.
            try FileManager.default.removeItem(atPath: folder.file("cache/\(name)"))
            try damage.write(to: URL(fileURLWithPath: folder.file("cache/\(name)")))
            chmod(folder.file("cache/\(name)"), 0o600)
            let document = try open("plan.svg", cache)
            #expect(document.source is PictureSource)
            #expect(try pixels(document.source) == plain)
            cache.finish()
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("cache/\(name)"))).count == sound.count)
        }
        // A file that others may write is not mapped.
        chmod(folder.file("cache/\(name)"), 0o666)
        #expect(try open("plan.svg", cache).source is PictureSource)
    }

    @Test("gives the tile that meets damage all the same, from the drawing's own file, once for all threads")
    func damageMetLater() throws {
        try folder.write("plan.svg", Self.drawing())
        let cache = try cache()
        let plain = try pixels(open("plan.svg", cache).source)
        cache.finish()
        let name = try #require(try kept().first)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("cache/\(name)"))))
        // Damages each block of operations, but not the root's record and the table, which are at the end.
        for place in stride(from: 100, to: bytes.count / 2, by: 50) { bytes[place] ^= 1 }
        try FileManager.default.removeItem(atPath: folder.file("cache/\(name)"))
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("cache/\(name)")))
        chmod(folder.file("cache/\(name)"), 0o600)
        let source = try open("plan.svg", cache).source
        #expect(source is KeptDrawing)
        let results = Lock<[[UInt32]]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let tile = try? Self.pixels(source)
            results.withLock { $0.append(tile ?? []) }
        }
        #expect(results.withLock { $0 } == [plain, plain, plain, plain])
        cache.finish()
        let sound = try open("plan.svg", cache).source
        #expect(try sound is KeptDrawing && pixels(sound) == plain)
    }

    @Test("takes out what was not used for longest when there is more than it may have, and others' leavings")
    func room() throws {
        let names = ["a", "b", "c", "d"]
        for (number, name) in names.enumerated() { try folder.write("\(name).svg", Self.drawing("#\(number)00")) }
        let unbound = try cache()
        _ = try open("a.svg", unbound)
        unbound.finish()
        let first = try #require(try kept().first)
        var status = stat()
        #expect(stat(folder.file("cache/\(first)"), &status) == 0)
        let cache = try cache(limit: Int(status.st_size) * 35 / 10)
        // Sets the time of the last use.
        func age(_ path: String, days: Int) {
            let time = timespec(tv_sec: Int(Date().timeIntervalSince1970) - days * 86400, tv_nsec: 0)
            utimensat(AT_FDCWD, path, [time, time], 0)
        }
        age(folder.file("cache/\(first)"), days: 3)
        _ = try open("b.svg", cache)
        cache.finish()
        let second = try #require(try kept().first { $0 != first })
        age(folder.file("cache/\(second)"), days: 2)
        // After another use, it is not the oldest one.
        #expect(try open("a.svg", cache).source is KeptDrawing)
        try folder.write("cache/.left.1.0", "half a drawing")
        try folder.write("cache/.under-way.1.0", "half a drawing")
        try folder.write("cache/other.txt", "not its own")
        age(folder.file("cache/.left.1.0"), days: 1)
        for name in ["c", "d"] {
            _ = try open("\(name).svg", cache)
            cache.finish()
        }
        let left = try kept()
        #expect(left.count <= 3 && left.contains(first) && !left.contains(second), "\(left)")
        #expect(!folder.exists("cache/.left.1.0") && folder.exists("cache/.under-way.1.0"))
        #expect(folder.exists("cache/other.txt"))
    }

    @Test("tells once that the disk is full, leaves nothing half written, and shows the drawing")
    func fullDisk() throws {
        let told = Lock<[String]>([])
        let cache = try cache { line in told.withLock { $0.append(line) } }
        for number in 0..<3 {
            cache.keep(SipHash.Value(low: UInt64(number), high: 0), .picture) { descriptor throws(SystemError) in
                _ = Foundation.write(descriptor, "half", 4)
                throw SystemError(code: ENOSPC)
            }
        }
        cache.finish()
        #expect(
            told.withLock { $0 } == ["\(folder.file("cache")): nothing is cached there: No space left on device"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("cache")) == ["key"])
    }

    private static let omissions = [
        ContentOmission(.atRule, "@font-face", line: 12, count: 3), ContentOmission(.reference, "a b.png", line: nil),
    ]

    @Test("a drawing whose text was set in other fonts is read again")
    func fonts() throws {
        #expect(ContentIdentity.fonts != 0)
        let picture = Picture.empty
        let drawing = ContentCache.Drawing(
            picture: picture, size: CGSize(width: 10.5, height: 20), operations: 3,
            islands: [SVGIsland(feature: "an <ellipse>", bounds: CGRect(x: 1, y: -2.5, width: 3, height: 4))],
            notes: ["One.", "Two\nlines."], omissions: Self.omissions)
        func lines(_ hasText: Bool) -> [String] {
            String(decoding: drawing.about(hasText: hasText), as: UTF8.self).components(separatedBy: "\n")
        }
        #expect(
            lines(false) == [
                "0", "10.5", "20.0", "3", "1", "2", "1.0 -2.5 3.0 4.0 an <ellipse>", "at-rule 12 3 @font-face",
                "reference 0 1 a b.png", "One.", "Two lines.",
            ])
        func archive(_ fonts: String) -> PictureArchive {
            PictureArchive(
                picture: picture, about: Array(([fonts] + lines(true).dropFirst()).joined(separator: "\n").utf8))
        }
        let read = try #require(ContentCache.Drawing(archive("\(ContentIdentity.fonts)")))
        #expect(read.notes == ["One.", "Two lines."] && read.islands == drawing.islands)
        #expect(read.omissions == Self.omissions)
        #expect(ContentCache.Drawing(archive("\(ContentIdentity.fonts ^ 1)")) == nil)
        for damage in ["", "x", "-1"] { #expect(ContentCache.Drawing(archive(damage)) == nil) }
    }

    @Test("is not used where others may write, or where it can't be, and says so")
    func folders() throws {
        try folder.write("file", "text")
        #expect(throws: ContentCache.Failure.self) {
            try ContentCache(folder: folder.file("file/cache"), limit: 1 << 20)
        }
        #expect(throws: ContentCache.Failure.self) { try ContentCache(folder: folder.file("file"), limit: 1 << 20) }
        let open = folder.file("open")
        try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: true)
        chmod(open, 0o777)
        do {
            _ = try ContentCache(folder: open, limit: 1 << 20)
            Issue.record("a folder that others may write to is used")
        } catch {
            #expect("\(error)".contains("others can write to it"))
        }
        chmod(open, 0o700)
        _ = try ContentCache(folder: open, limit: 1 << 20)
        #expect(ContentCache.standardFolder(["HOME": "/home/ada"]) == "/home/ada/.cache/tilework")
        #expect(ContentCache.standardFolder(["HOME": "/", "XDG_CACHE_HOME": "/var/c"]) == "/var/c/tilework")
        #expect(ContentCache.standardFolder(["HOME": "/", "XDG_CACHE_HOME": "c"]) == "/.cache/tilework")
        #expect(ContentCache.standardFolder([:]) == nil && ContentCache.standardFolder(["HOME": ""]) == nil)
    }

    /// A folder of the kernel: its user owns it, it has no cached contents, and not even root can write to it.
    @Test("an empty folder that can only be read is used without keeping anything, which is reported once")
    func emptyReadOnlyFolder() throws {
        let reports = Lock<[String]>([])
        let cache = try ContentCache(folder: "/proc/self/task", limit: 1 << 20) { report in
            reports.withLock { $0.append(report) }
        }
        let lines = reports.withLock { $0 }
        #expect(lines.count == 1 && lines[0].hasPrefix("/proc/self/task: nothing is cached there: "), "\(lines)")
        let name = SipHash.Value(low: 1, high: 2)
        cache.keep(name, .picture) { _ throws(SystemError) in
            true
        } whenKept: {
            Issue.record("it can't be kept")
        }
        cache.finish()
        #expect(cache.file(name, .picture) == nil)
        #expect(reports.withLock(\.count) == 1)
    }

    @Test("the hash is SipHash's, by its authors' vectors")
    func sipHash() {
        // vectors_sip128 of the reference implementation: key 00…0f, input 00…, of lengths 0, 1, 8 and 15.
        let key = SipHash.Value(low: 0x0706_0504_0302_0100, high: 0x0F0E_0D0C_0B0A_0908)
        let vectors: [(Int, [UInt8])] = [
            (0, [0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6, 0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55, 0x02, 0x93]),
            (1, [0xda, 0x87, 0xc1, 0xd8, 0x6b, 0x99, 0xaf, 0x44, 0x34, 0x76, 0x59, 0x11, 0x9b, 0x22, 0xfc, 0x45]),
        ]
        for (length, expected) in vectors {
            var hash = SipHash(key: key)
            for byte in 0..<length { hash.add([UInt8(byte)]) }
            let value = hash.finish()
            var bytes: [UInt8] = []
            for word in [value.low, value.high] {
                withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
            }
            #expect(bytes == expected, "\(length)")
        }
        // The bytes arrive in parts of any size.
        let bytes = (0..<100).map { UInt8($0) }
        var whole = SipHash(key: key)
        whole.add(bytes)
        let expected = whole.finish()
        for cut in 0...100 {
            var parts = SipHash(key: key)
            parts.add(Array(bytes[..<cut]))
            parts.add(Array(bytes[cut...]))
            #expect(parts.finish() == expected)
        }
    }
}

extension SipHash {
    fileprivate mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }
}
