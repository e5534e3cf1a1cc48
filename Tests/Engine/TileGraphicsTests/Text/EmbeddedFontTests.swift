import CDeflate
import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// Tests of fonts that a drawing brings. `TILEWORK_ROUNDS` sets the number of damaged ones, and
/// `TILEWORK_SEED` selects others.
@Suite("Embedded fonts") struct EmbeddedFontTests {
    private static let folder = NSTemporaryDirectory()

    private static func ink(_ text: String, _ fonts: [EmbeddedFont], family: String = "Squares") -> Box? {
        let shaper = TextShaper(embedded: EmbeddedFonts(fonts, directory: folder))
        guard let layout = shaper.layout(text, TextLayout.Attributes(family: family, size: 100)) else { return nil }
        return layout.runs.reduce(Box.empty) { $0.union($1.bounds) }.translated(y: -layout.baseline)
    }

    @Test("The letters of a font are drawn, in the text of its drawing only")
    func letters() throws {
        let font = try EmbeddedFont(SquareFont().bytes, family: "Squares")
        let square = Box(x: 0, y: -100, width: 100, height: 100)
        #expect(Self.ink("A", [font])?.isWithin(0.01, of: square) == true)
        #expect(Self.ink("A", [font], family: "missing,SQUARES")?.isWithin(0.01, of: square) == true)
        #expect(Self.ink("AA", [font])?.isWithin(0.01, of: Box(x: 0, y: -100, width: 200, height: 100)) == true)
        #expect(Self.ink("A", [])?.isWithin(0.01, of: square) == false)
        let other = try EmbeddedFont(SquareFont().bytes, family: "Others")
        #expect(Self.ink("A", [other])?.isWithin(0.01, of: square) == false)
        // A font of the same name as an installed one.
        let own = try EmbeddedFont(SquareFont().bytes, family: "DejaVu Sans")
        #expect(Self.ink("A", [own], family: "DejaVu Sans")?.isWithin(0.01, of: square) == true)
        #expect(Self.ink("B", [own], family: "DejaVu Sans")?.isWithin(0.01, of: square) == false)
    }

    @Test("The files of fonts are removed with them", .timeLimit(.minutes(1)))
    func files() throws {
        let folder = try TemporaryFolder()
        let font = try EmbeddedFont(SquareFont().bytes, family: "Squares")
        func files() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains("/") }
        }
        var fonts = EmbeddedFonts([font, font], directory: folder.path)
        #expect(try files().count == 2)
        var shaper: TextShaper? = TextShaper(embedded: fonts)
        fonts = nil
        #expect(shaper?.layout("A", TextLayout.Attributes(family: "Squares", size: 10)) != nil)
        #expect(try files().count == 2)
        shaper = nil
        // A thread of Pango's that looks for other fonts may hold the font map a moment longer.
        while try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty { sched_yield() }
        _ = fonts
    }

    @Test("The folders of processes that were killed are removed, and no others")
    func abandonedFolders() throws {
        let folder = try TemporaryFolder()
        for name in ["tilework-fonts-killed", "tilework-fonts-used", "others"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
            try Data("font".utf8).write(to: URL(filePath: "\(folder.path)/\(name)/1-1"))
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/tilework-fonts-link", withDestinationPath: "\(folder.path)/others")
        let used = open("\(folder.path)/tilework-fonts-used", O_RDONLY | O_DIRECTORY)
        defer { close(used) }
        #expect(flock(used, LOCK_EX | LOCK_NB) == 0)
        let fonts = EmbeddedFonts(
            [try EmbeddedFont(SquareFont().bytes, family: "Squares")], directory: folder.path)
        let own = try #require(fonts).folder.path
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == [
                "tilework-fonts-used", "tilework-fonts-link", "others", URL(filePath: own).lastPathComponent,
            ])
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/others/1-1"))
    }

    @Test("A font that can't be written is reported")
    func unwritten() throws {
        let font = try EmbeddedFont(SquareFont().bytes, family: "Squares")
        var failures: [String] = []
        let fonts = EmbeddedFonts([font, font], directory: "/missing") { failures.append("\($0): \($1)") }
        #expect(fonts == nil)
        #expect(failures == ["0: No such file or directory", "1: No such file or directory"])
    }

    @Test("A WOFF file is the font that it compresses")
    func compressed() throws {
        var font = SquareFont()
        font.others = Array(repeating: SquareFont.composite([1]), count: 50)
        let file = font.compressed { bytes in
            let compressor = libdeflate_alloc_compressor(6)
            defer { libdeflate_free_compressor(compressor) }
            return [UInt8](unsafeUninitializedCapacity: bytes.count + 100) { target, count in
                count = libdeflate_zlib_compress(compressor, bytes, bytes.count, target.baseAddress, target.count)
            }
        }
        #expect(file.count < font.bytes.count)
        #expect(try EmbeddedFont(file, family: "a").bytes == EmbeddedFont(font.bytes, family: "a").bytes)
    }

    /// The letters A, e and é of DejaVu Sans, by fontTools 4.
    private static let letters =
        "d09GMgABAAAAAAJkAA0AAAAAA+AAAAIVAAJeuAAAAAAAAAAAAAAAAAAAAAAAAAAAGhobIByBFgZWAEQKgVCBQgE2AiQDFAsMAAQg"
        + "BQYHIBvfAsguB3gyYt47UUV2033dMYFiacD+YIpqv/hZqRYPX2vl+909u3NE7uokQhJLoFChQ5CxccBCRmgQJi5xBzaAluwOwexu"
        + "K0ox0AAlk58/UBPXXHTS4yIJus67NQo0U3BPo/1wQLv1fyd22/85198bJmDSeMCzKo5IwuGId+FJeolAsVGuz/97a/jxv9FmF44x"
        + "wfOiOMIEIwu0Fx43eEB5aOnk9sslyIIgiBONarZALyCEIgS6023chNh/ULahVqABdOYFvIJR7xZrHcADYN3YixEiQ78ZeRYPbB8q"
        + "mcbtwIa4DDKDnGdxEJQJflP5LUOcGqghq5qyiDb1azHMzSCmpEm9j6qkbcw0iNIfz1RUa9WEmIjfyNsuJgapp5VzXVIqyABw7KIU"
        + "wW57/G6xOiHT9gJCABIyRmWBUcUyarWEPS743VDf7WXBaSXtxsgcjqIfvfCYJIlGGGuj7l+msj2Zbke/rTtncPNJ7G17sI0NQv8H"
        + "WvuJ9b7b4I/Q3bBzWKgbeE+h/1DzZvn4wffVKp561xcO/fE4VOzx4XFKPES/RiAEkiTjrmJO9/+NUby9kOHrXXt6XpAz/SZ5SqnD"
        + "8KTEYBuWPQQ13GmgLLUiAun8ux9+Gi9l/Y+uYfBpee7Fxj/4lyn2rhdqCQTtGx0x6O80+DM6BB+uykcXq4zB8nWnwOIevwlU+ZQ5"
        + "l/UKULVCt2RWzZ0G"

    @Test("A WOFF 2 file has the outlines of the font that it compresses")
    func transformed() throws {
        let file = Array(try #require(Data(base64Encoded: Self.letters)))
        let font = try EmbeddedFont(file, family: "Squares")
        for letter in ["A", "e", "é"] {
            let box = try #require(Self.ink(letter, [], family: "DejaVu Sans"))
            #expect(Self.ink(letter, [font])?.isWithin(0.01, of: box) == true, "\(letter)")
        }
    }

    @Test("Only characters in its ranges are in a font")
    func ranges() throws {
        var font = SquareFont()
        font.characters = [0x41, 0x42]
        font.others = [SquareFont.composite([1])]
        let square = Box(x: 0, y: -100, width: 100, height: 100)
        let whole = try EmbeddedFont(font.bytes, family: "Squares")
        let part = try EmbeddedFont(font.bytes, family: "Squares", characters: [0x42...0x42])
        #expect(Self.ink("A", [whole])?.isWithin(0.01, of: square) == true)
        #expect(Self.ink("B", [whole])?.isWithin(0.01, of: square) == true)
        #expect(Self.ink("A", [part])?.isWithin(0.01, of: square) == false)
        #expect(Self.ink("B", [part])?.isWithin(0.01, of: square) == true)
    }

    @Test("Composite glyphs that contain themselves, or very many others, are empty")
    func composites() throws {
        func outline(_ glyphs: [[UInt8]]) throws -> Box? {
            var font = SquareFont()
            font.characters = [0x41, 0x42]
            font.others = glyphs
            return Self.ink("B", [try EmbeddedFont(font.bytes, family: "Squares")])
        }
        #expect(try outline([SquareFont.composite([1, 1])])?.isEmpty == false)
        #expect(try outline([SquareFont.composite([2])])?.isEmpty == true)
        #expect(try outline([SquareFont.composite([3]), SquareFont.composite([2])])?.isEmpty == true)
        #expect(try outline([SquareFont.composite([5])])?.isEmpty == true)
        // Each level has two of the level below.
        let levels = (0..<60).map { SquareFont.composite([$0 + 3, $0 + 3]) }
        #expect(try outline(levels + [SquareFont.composite([1])])?.isEmpty == true)
        #expect(
            try outline(levels.suffix(0) + [SquareFont.composite(Array(repeating: 1, count: 300))])?.isEmpty == true)
    }

    @Test("Fonts in formats that are not read have a reason")
    func formats() {
        func damage(_ bytes: [UInt8]) -> FontDamage? {
            do throws(FontDamage) {
                _ = try EmbeddedFont(bytes, family: "a")
                return nil
            } catch {
                return error
            }
        }
        #expect(damage(Array("wOF2".utf8) + [0, 0]) == .cutOff)
        #expect(damage(Array("OTTO".utf8) + [0, 0]) == .unsupported("CFF outlines"))
        #expect(damage([]) == .cutOff)
        #expect(damage(Array("<svg xmlns=''/>".utf8)) == .invalid)
        #expect(damage(Array(SquareFont().bytes.dropLast(40))) == .cutOff)
    }

    @Test("Damaged fonts are drawn or refused")
    func chance() throws {
        let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) } ?? 60
        var random = SeededGenerator(ProcessInfo.processInfo.environment["TILEWORK_SEED"].flatMap(UInt64.init) ?? 49)
        var files = [SquareFont().bytes]
        if let face = FontCatalog.installed.face(named: "DejaVu Sans"),
            let file = FileManager.default.contents(atPath: face.path)
        {
            files.append(Array(file))
        }
        var drawn = 0
        for _ in 0..<rounds {
            var bytes = files.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                // The directory and the first glyphs, or anywhere.
                let end = Bool.random(using: &random) ? min(bytes.count, 2000) : bytes.count
                let at = Int.random(in: 0..<end, using: &random)
                bytes[at] = [0, 0xFF, 0x80, 1, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
            }
            guard let font = try? EmbeddedFont(bytes, family: "Squares") else { continue }
            if Self.ink("ABfiÅg", [font]) != nil { drawn += 1 }
        }
        #expect(drawn > rounds / 10)
    }
}

extension Box {
    fileprivate func translated(y: Double) -> Box { Box(minX: minX, minY: minY + y, maxX: maxX, maxY: maxY + y) }

    fileprivate func isWithin(_ distance: Double, of other: Box) -> Bool {
        abs(minX - other.minX) < distance && abs(minY - other.minY) < distance && abs(maxX - other.maxX) < distance
            && abs(maxY - other.maxY) < distance
    }
}
