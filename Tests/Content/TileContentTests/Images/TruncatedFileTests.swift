import Foundation
import Synchronization
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileContent

/// Truncated files: the reported damage, and the visible part.
@Suite("Truncated files")
struct TruncatedFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns noise, so that all rows take about the same number of bytes.
    private static func noise(width: Int = 320, height: Int = 320, bands: Int = 3) -> SampleImage {
        var state: UInt32 = 1
        return SampleImage(width: width, height: height, bands: bands) { _, _, _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int(state >> 24)
        }
    }

    /// Writes an image as `whole-{name}`, and its first part as `name`.
    private func write(
        _ name: String, by operation: String, _ options: [String: String] = [:], part: Double
    ) throws -> (path: String, whole: String) {
        let whole = folder.file("whole-" + name)
        try Self.noise().write(whole, by: operation, options)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
        return (try folder.write(name, bytes.prefix(Int(Double(bytes.count) * part))), whole)
    }

    /// Returns the number of rows from the top that equal the whole picture's, and expects the rows below to be clear.
    private func soundRows(_ path: String, _ whole: String) throws -> Int {
        let expected = try TileContentTests.whole(try ImageSource.open(whole))
        let found = try TileContentTests.whole(try ImageSource.open(path))
        let isEqual = (0..<found.height).map { Array(found.row($0)) == Array(expected.row($0)) }
        let count = isEqual.prefix { $0 }.count
        // The last row of a JPEG's blocks is blended with the missing row below it (fancy upsampling).
        for row in min(count + 1, found.height)..<found.height {
            #expect(found.row(row).allSatisfy { $0 == 0 }, "row \(row)")
        }
        return count
    }

    // MARK: Visible parts

    @Test("The rows of a JPEG that are there are shown, the rest is clear, and how much that is is told")
    func jpeg() throws {
        let (path, whole) = try write("a.jpg", by: "jpegsave", part: 0.6)
        let document = try ContentReader.open(path)
        guard case .picture(let missing)? = document.damage?.loss else {
            Issue.record("\(String(describing: document.damage))")
            return
        }
        // A row of blocks is 16 pixels high. The one at the end of the file is missing completely.
        #expect(abs(missing - 0.4) <= 16.0 / 320 + 0.01, "\(missing)")
        #expect(document.notes.first?.hasPrefix("The file ends early: about ") == true, "\(document.notes)")
        let rows = try soundRows(path, whole)
        #expect(abs(Double(rows) / 320 - 0.6) <= 17.0 / 320, "\(rows)")
    }

    @Test("A JPEG of inks, which libvips decodes, is shown as far, too")
    func jpegOfInks() throws {
        var image = Self.noise(bands: 4)
        image.interpretation = "cmyk"
        try image.write(folder.file("whole.jpg"), by: "jpegsave")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("whole.jpg")))
        let path = try folder.write("a.jpg", bytes.prefix(bytes.count * 6 / 10))
        let document = try ContentReader.open(path)
        guard case .picture(let missing)? = document.damage?.loss else {
            Issue.record("\(String(describing: document.damage))")
            return
        }
        #expect((0.35...0.5).contains(missing), "\(missing)")
    }

    @Test("A progressive JPEG has all of its rows, and lacks detail")
    func progressive() throws {
        let (path, _) = try write("a.jpg", by: "jpegsave", ["interlace": "true"], part: 0.8)
        let document = try ContentReader.open(path)
        #expect(document.damage == ContentDamage(.detail))
        let picture = try whole(try #require(document.source as? ImageSource))
        for row in 0..<picture.height { #expect(picture.row(row).allSatisfy { $0 >> 24 == 255 }) }
    }

    @Test("The rows of a PNG that are there are shown")
    func png() throws {
        let (path, whole) = try write("a.png", by: "pngsave", part: 0.5)
        let document = try ContentReader.open(path)
        guard case .picture(let missing)? = document.damage?.loss else {
            Issue.record("\(String(describing: document.damage))")
            return
        }
        // libvips reads 16 rows at a time.
        #expect(abs(missing - 0.5) <= 16.0 / 320 + 0.01, "\(missing)")
        #expect(abs(Double(try soundRows(path, whole)) / 320 - 0.5) <= 17.0 / 320)
    }

    @Test("A GIF is shown as far as it is there")
    func gif() throws {
        let (path, _) = try write("a.gif", by: "gifsave", part: 0.5)
        let document = try ContentReader.open(path)
        #expect(document.damage == ContentDamage(.endOfPicture))
        let picture = try whole(try #require(document.source as? ImageSource))
        #expect(picture.row(4).allSatisfy { $0 >> 24 == 255 })
        #expect(picture.row(picture.height - 1).allSatisfy { $0 == 0 })
    }

    @Test("Strips and tiles of a TIFF are shown that are there", arguments: [true, false])
    func tiff(isTiled: Bool) throws {
        let file = PlainTIFF(side: 256, piece: 64, isTiled: isTiled)
        // Half of the pieces, and half of one more.
        let piece = isTiled ? 64 * 64 : 256 * 64
        let count = isTiled ? 16 : 4
        let path = try folder.write("a.tif", file.bytes.prefix(file.bytes.count - piece * count / 2 + piece / 2))
        let document = try ContentReader.open(path)
        #expect(document.damage == ContentDamage(.picture(0.5)))
        let source = try #require(document.source as? ImageSource)
        let parts = Atomic(0)
        var context = RasterContext(pool: BitmapPool())
        context.onMissingPart = {
            #expect($0 == .damaged)
            parts.add(1, ordering: .relaxed)
        }
        let area = RasterArea(scale: 1, x: 0, y: 0, width: 256, height: 256)
        guard case .bitmap(let picture) = try source.raster(area, in: context) else {
            Issue.record("nothing is shown")
            return
        }
        #expect(parts.load(ordering: .relaxed) > 0)
        for (row, gray) in [(0, 0), (100, 100), (127, 127)] {
            #expect(picture.row(row).allSatisfy { $0 == 0xFF00_0000 | UInt32(gray * 0x01_0101) }, "row \(row)")
        }
        for row in [200, 255] { #expect(picture.row(row).allSatisfy { $0 == 0 }, "row \(row)") }
        // The damage is the same at a smaller scale.
        let small = try whole(source, level: 2)
        #expect(small.row(10).allSatisfy { $0 >> 24 == 255 } && small.row(60).allSatisfy { $0 == 0 })
    }

    @Test(
        "The rows of a WebP that are there are shown", arguments: [[:], ["lossless": "true"]] as [[String: String]],
        [3, 4])
    func webp(options: [String: String], bands: Int) throws {
        let whole = folder.file("whole.webp")
        try Self.noise(bands: bands).write(whole, by: "webpsave", options)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
        // Alpha is in a chunk of its own, before the picture's.
        let picture = try #require(FileBytes(whole).flatMap { WebPFile($0) }?.picture)
        let path = try folder.write("a.webp", bytes.prefix(picture.lowerBound + picture.count * 6 / 10))
        let document = try ContentReader.open(path)
        guard case .picture(let missing)? = document.damage?.loss else {
            Issue.record("\(String(describing: document.damage))")
            return
        }
        #expect((0.35...0.5).contains(missing), "\(missing)")
        let rows = try soundRows(path, whole)
        // The decoder for complete files filters the row before the last available one.
        #expect(abs(Double(rows) / 320 - (1 - missing)) <= 2.0 / 320, "\(rows)")
    }

    @Test("A WebP that lacks what is behind its picture has all of its picture")
    func webpMetadata() throws {
        let whole = folder.file("whole.webp")
        try Self.noise(width: 90, height: 70).write(whole, by: "webpsave")
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: whole)))
        // A chunk of metadata that the header counts and the file lacks.
        bytes.replaceSubrange(4..<8, with: withUnsafeBytes(of: UInt32(bytes.count + 100).littleEndian) { Array($0) })
        let path = try folder.write("a.webp", bytes)
        #expect(FileEnding(path, .webp) == .early(missing: 0))
        let document = try ContentReader.open(path)
        #expect(document.damage == nil)
        #expect(try soundRows(path, whole) == 70)
    }

    @Test("An interlaced PNG has all of its rows with less detail, once its first pass is there")
    func interlaced() throws {
        let (path, _) = try write("i.png", by: "pngsave", ["interlace": "true"], part: 0.4)
        let document = try ContentReader.open(path)
        #expect(document.damage == ContentDamage(.detail))
        let picture = try whole(try #require(document.source as? ImageSource))
        for row in 0..<picture.height { #expect(picture.row(row).allSatisfy { $0 >> 24 == 255 }) }
        // The first pass has every eighth pixel of every eighth row: 1.6% of the bytes. libpng reads 4 KB at a time.
        let large = folder.file("large.png")
        try Self.noise(width: 1280, height: 1280).write(large, by: "pngsave", ["interlace": "true"])
        let bytes = try Data(contentsOf: URL(fileURLWithPath: large))
        let early = try folder.write("e.png", bytes.prefix(bytes.count * 8 / 1000))
        guard case .picture(let missing)? = try ContentReader.open(early).damage?.loss else {
            Issue.record("the first pass is not told from the others")
            return
        }
        #expect((0.3...0.8).contains(missing), "\(missing)")
        let part = try TileContentTests.whole(try ImageSource.open(early))
        #expect(part.row(0).allSatisfy { $0 >> 24 == 255 } && part.row(1279).allSatisfy { $0 == 0 })
    }

    @Test(
        "A file of which nothing can be decoded is refused, with how much is missing where the format tells",
        arguments: [
            ("a.tif", "tiffsave", [:], 0.6, nil), ("a.avif", "heifsave", ["compression": "av1"], 0.6, 0.4),
            ("a.heic", "heifsave", ["compression": "hevc"], 0.7, 0.3),
            ("a.jp2", "jp2ksave", ["tile-width": "320", "tile-height": "320"], 0.6, 0.4),
            ("a.jpg", "jpegsave", [:], 0.012, nil), ("a.jpg", "jpegsave", [:], 0.001, nil),
            ("a.png", "pngsave", [:], 0.0005, nil), ("i.png", "pngsave", ["interlace": "true"], 0.0005, nil),
        ] as [(String, String, [String: String], Double, Double?)])
    func refused(
        name: String, operation: String, options: [String: String], part: Double, missing: Double?
    ) throws {
        let (path, _) = try write(name, by: operation, options, part: part)
        let failure = #expect(throws: ContentFailure.self) { try ContentReader.open(path) }
        guard case .malformed(path, let reason)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        guard let missing else {
            #expect(reason == ImageHeader.endsTooEarly())
            return
        }
        let kind = try #require(ContentKind(fileExtension: PathName(name).fileExtension))
        guard case .early(let found?) = FileEnding(path, kind) else {
            Issue.record("how much is missing is not known")
            return
        }
        #expect(abs(found - missing) < 0.02, "\(found)")
        #expect(reason == ImageHeader.endsTooEarly(found))
        #expect(reason.hasPrefix("the file ends early: about \(Int((found * 100).rounded()))% of the picture's data"))
    }

    @Test("Tiles of a JPEG 2000 that are there are shown, and how many are missing is told")
    func jpeg2000() throws {
        let (path, _) = try write("a.jp2", by: "jp2ksave", ["tile-width": "64", "tile-height": "64"], part: 0.5)
        guard case .picture(let missing)? = try ContentReader.open(path).damage?.loss else {
            Issue.record("how much is missing is not known")
            return
        }
        #expect(abs(missing - 0.5) < 0.02, "\(missing)")
    }

    @Test(
        "A bare JPEG XL codestream that ends early tells how much is missing, by the lengths of its frames",
        arguments: [[:], ["lossless": "true"], ["tier": "4"], ["distance": "6"]] as [[String: String]])
    func jpegXLCodestream(options: [String: String]) throws {
        let bare = folder.file("a.jxl")
        try Self.noise(width: 700, height: 300).write(bare, by: "jxlsave", options)
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: bare)))
        #expect(whole.starts(with: [0xFF, 0x0A]))
        #expect(FileEnding(bare, .jpegXL) == .complete)
        #expect(FileEnding(try folder.write("more.jxl", whole + [0, 0, 0]), .jpegXL) == .complete)
        #expect(FileEnding(try folder.write("less.jxl", whole.dropLast()), .jpegXL) != .complete)
        let half = try folder.write("half.jxl", whole.prefix(whole.count / 2))
        guard case .early(let missing?) = FileEnding(half, .jpegXL) else {
            Issue.record("how much is missing is not known")
            return
        }
        #expect(abs(missing - 0.5) < 0.01, "\(missing)")
        #expect(FileEnding(try folder.write("start.jxl", whole.prefix(8)), .jpegXL) == .early(missing: nil))
    }

    @Test("Damaged headers of JPEG XL are read or are not: nothing traps")
    func hostileJPEGXL() throws {
        var generator = SeededGenerator(46)
        for _ in 0..<2000 {
            let bytes = (0..<60).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let path = try folder.write("a.jxl", [0xFF, 0x0A] + bytes)
            let file = try #require(FileBytes(path))
            guard let codestream = JPEGXLCodestream(file) else { continue }
            #expect((0...1).contains(codestream.missingPart(ofFileOf: file.count)))
        }
    }

    @Test("A box of JPEG XL that ends beyond the file tells how much is missing")
    func jpegXLBox() throws {
        let bare = folder.file("a.jxl")
        try Self.noise(width: 90, height: 70).write(bare, by: "jxlsave")
        let codestream = [UInt8](try Data(contentsOf: URL(fileURLWithPath: bare)))
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            withUnsafeBytes(of: UInt32(content.count + 8).bigEndian) { Array($0) } + Array(name.utf8) + content
        }
        let whole =
            box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl ".utf8) + [0, 0, 0, 0] + Array("jxl ".utf8))
            + box("jxlc", codestream)
        #expect(FileEnding(try folder.write("whole.jxl", whole), .jpegXL) == .complete)
        let cut = try folder.write("cut.jxl", whole.dropLast(codestream.count / 4))
        guard case .early(let missing?) = FileEnding(cut, .jpegXL) else {
            Issue.record("how much is missing is not known")
            return
        }
        #expect(abs(missing - 0.25) < 0.01)
        #expect(throws: ContentFailure.malformed(path: cut, reason: ImageHeader.endsTooEarly(missing))) {
            try ContentReader.open(cut)
        }
    }

    @Test("Pieces that a TIFF's table puts beyond the end of the file are not tried, so it is opened but once")
    func missingPieces() throws {
        let file = PlainTIFF(side: 256, piece: 64, isTiled: true)
        let path = try folder.write("a.tif", file.bytes.prefix(file.bytes.count - 64 * 64 * 8))
        let header = try ImageHeader.read(path, kind: .tiff, limits: ContentLimits())
        let opened = Atomic(0)
        let level = DirectLevel(
            path: path, level: 0, try DirectLevel.page(.page(0), of: header, limits: ContentLimits()),
            memory: MemoryBudget(limit: .max),
            readTable: { FileBytes(path).flatMap { TIFFPieces($0, page: .page(0)) } }
        ) { () throws(ContentFailure) in
            opened.add(1, ordering: .relaxed)
            return try DirectLevel.page(.page(0), of: header, limits: ContentLimits())
        }
        for _ in 0..<3 {
            let bitmap = Bitmap(width: 256, height: 256)
            let rect = ImageLevels.Rect(x: 0, y: 0, width: 256, height: 256)
            #expect(try !level.readDecodable(rect, into: bitmap, mayBeEmpty: true))
            #expect(bitmap.row(127).allSatisfy { $0 == 0xFF7F_7F7F } && bitmap.row(128).allSatisfy { $0 == 0 })
        }
        // Once to find the damage, and once to read the available part.
        #expect(opened.load(ordering: .relaxed) == 2)
    }

    @Test("Components of JPEG 2000 that libvips cannot put together are found from its header")
    func components() throws {
        let path = folder.file("a.jp2")
        try Self.noise(width: 90, height: 70).write(path, by: "jp2ksave")
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(FileBytes(path).flatMap { JPEG2000Codestream($0) }?.hasUniformComponents == true)
        let siz = try #require((0..<bytes.count).first { bytes[$0...].starts(with: [0xFF, 0x4F, 0xFF, 0x51]) })
        // The second component has every other column and row: 45 × 35 of 90 × 70. It is stretched, and fits.
        for offset in [46, 47] { bytes[siz + offset] = 2 }
        let halved = try folder.write("b.jp2", bytes)
        #expect(FileBytes(halved).flatMap { JPEG2000Codestream($0) }?.hasUniformComponents == true)
        // With every fourth column: 23 for 90 columns, which are 92.
        bytes[siz + 46] = 4
        let odd = try folder.write("c.jp2", bytes)
        #expect(
            throws: ContentFailure.unsupported(path: odd, what: "its components differ in size or in their samples")
        ) {
            try ContentReader.open(odd)
        }
    }

    @Test("A file that lacks its end marker alone has all of its picture")
    func onlyMarker() throws {
        for (name, operation, length) in [("a.jpg", "jpegsave", 2), ("a.png", "pngsave", 12), ("a.gif", "gifsave", 1)] {
            let whole = folder.file("whole-" + name)
            try Self.noise().write(whole, by: operation)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
            let path = try folder.write(name, bytes.dropLast(length))
            #expect(try ContentReader.open(path).damage == nil, "\(name)")
            #expect(try soundRows(path, whole) == 320, "\(name)")
        }
    }

    // MARK: How files end

    @Test(
        "Whole files of all formats are complete, also with other bytes behind them",
        arguments: [
            ("a.jpg", "jpegsave", [:]), ("p.jpg", "jpegsave", ["interlace": "true"]), ("a.png", "pngsave", [:]),
            ("a.webp", "webpsave", [:]), ("a.gif", "gifsave", [:]), ("a.tif", "tiffsave", [:]),
            ("t.tif", "tiffsave", ["tile": "true", "pyramid": "true", "compression": "deflate"]),
            ("a.avif", "heifsave", ["compression": "av1"]), ("a.jp2", "jp2ksave", [:]), ("a.jxl", "jxlsave", [:]),
        ] as [(String, String, [String: String])])
    func complete(name: String, operation: String, options: [String: String]) throws {
        let path = folder.file(name)
        try Self.noise(width: 90, height: 70).write(path, by: operation, options)
        let kind = try #require(ContentKind(fileExtension: String(name.split(separator: ".")[1])))
        #expect(FileEnding(path, kind) == .complete)
        let more = try Data(contentsOf: URL(fileURLWithPath: path)) + Data(repeating: 0x20, count: 100_000)
        // The rest of the file must consist of boxes, too.
        if ![.avif, .jpeg2000, .jpegXL].contains(kind) {
            #expect(FileEnding(try folder.write(name, more), kind) == .complete)
        }
        let part = more.prefix(more.count - 100_000 - 40)
        // The directory of this TIFF follows its pixels.
        if kind != .tiff { #expect(FileEnding(try folder.write(name, part), kind) != .complete) }
    }

    @Test("A PDF without its trailer is shown as far as Poppler reads it, and told to end early")
    func pdf() throws {
        var file = PDFFile()
        file.add("<< /Type /Catalog /Pages 2 0 R >>")
        file.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        file.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>")
        let path = try folder.write("a.pdf", file.bytes)
        #expect(try ContentReader.open(path).damage == nil)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let end = try #require(bytes.range(of: Data("startxref".utf8)))
        let cut = try folder.write("b.pdf", bytes[..<end.lowerBound])
        #expect(try ContentReader.open(cut).damage == ContentDamage(.endOfDocument))
    }

    @Test(
        "What is missing is told in whole percent",
        arguments: [
            (0.412, "about 41%"), (0.004, "less than 1%"), (0.998, "more than 99%"), (0.5, "about 50%"),
        ])
    func percent(part: Double, text: String) {
        #expect(
            ContentDamage(.picture(part)).description == "the file ends early: \(text) of the picture is missing")
    }
}

/// An uncompressed gray TIFF with the directory before the pixels. Row y has the value y.
private struct PlainTIFF {
    var bytes: [UInt8] = []

    /// - Parameters:
    ///   - side: of the picture, at most 256.
    ///   - piece: the height of a strip, or the side of a tile.
    init(side: Int, piece: Int, isTiled: Bool) {
        let count = isTiled ? (side / piece) * (side / piece) : side / piece
        let length = piece * (isTiled ? piece : side)
        var entries: [(tag: Int, type: Int, values: [Int])] = [
            (256, 4, [side]), (257, 4, [side]), (258, 3, [8]), (259, 3, [1]), (262, 3, [1]), (277, 3, [1]),
        ]
        let shape = isTiled ? [(322, 4, [piece]), (323, 4, [piece])] : [(278, 4, [piece])]
        entries += shape
        // The tables and then the pixels follow the header and the directory.
        let tables = 8 + 2 + 12 * (entries.count + 2) + 4
        let pixels = tables + 8 * count
        let offsets = (0..<count).map { pixels + $0 * length }
        entries.append((isTiled ? 324 : 273, 4, offsets))
        entries.append((isTiled ? 325 : 279, 4, [Int](repeating: length, count: count)))
        entries.sort { $0.tag < $1.tag }
        func put(_ value: Int, _ size: Int, to target: inout [UInt8]) {
            for index in 0..<size { target.append(UInt8(value >> (8 * index) & 255)) }
        }
        bytes = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        put(entries.count, 2, to: &bytes)
        var table: [UInt8] = []
        for (tag, type, values) in entries {
            put(tag, 2, to: &bytes)
            put(type, 2, to: &bytes)
            put(values.count, 4, to: &bytes)
            if values.count == 1 {
                put(values[0], 4, to: &bytes)
            } else {
                put(tables + table.count, 4, to: &bytes)
                for value in values { put(value, 4, to: &table) }
            }
        }
        put(0, 4, to: &bytes)
        bytes += table
        for number in 0..<count {
            let top = isTiled ? number / (side / piece) * piece : number * piece
            for row in 0..<piece {
                bytes += [UInt8](repeating: UInt8(top + row), count: isTiled ? piece : side)
            }
        }
    }
}
