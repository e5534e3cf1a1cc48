import Foundation
import TestSupport
import Testing
import TileGraphics

@testable import TileContent

/// TIFF files that contradict themselves: each is shown or refused, and nothing traps or writes beyond its memory.
///
/// `TILEWORK_ROUNDS` sets the number of changed files; the default is a sample.
@Suite("Hostile TIFF files")
struct HostileRasterTests {
    let fixture: RasterFixture

    init() throws { fixture = try RasterFixture() }

    private static let gray = RasterFixture.gray

    /// Luminance without color differences.
    private func chroma(width: Int, height: Int, tile: Int?, rows: Int? = nil) -> SampleTIFF {
        let pixels = (tile ?? width) * (tile ?? rows ?? height)
        let piece = (0..<pixels).flatMap { number -> [UInt8] in [UInt8(truncatingIfNeeded: number), 128, 128] }
        return SampleTIFF(
            width: width, height: height, bands: 3, photometric: 6, tile: tile, tags: [530: .shorts([1, 1])],
            pieces: [piece])
    }

    @Test("the first of two entries of a tag counts, as in libtiff")
    func duplicates() throws {
        var file = chroma(width: 64, height: 64, tile: 64)
        file.pages[0].duplicates = [322: .longs([16]), 323: .longs([16])]
        let bitmap = try whole(try fixture.open(file))
        for y in 0..<64 {
            for x in 0..<64 { #expect(bitmap[x, y] == Self.gray((y * 64 + x) & 255)) }
        }
    }

    @Test("a strip that libtiff reads with other sides is refused", arguments: [4, 8])
    func otherSides(rows: Int) throws {
        // libtiff ignores a strip height in floating point, whose bits are a whole number.
        for photometric in [1, 6] {
            var file =
                photometric == 6
                ? chroma(width: 200, height: 200, tile: nil)
                : SampleTIFF(
                    width: 200, height: 200, bits: 24, tags: [42113: .text("7")],
                    pieces: [[UInt8](repeating: 1, count: 120_000)])
            // As many entries as the strips would be.
            file.pages[0].pieces += [[UInt8]?](repeating: nil, count: 200 / rows - 1)
            file.pages[0].tags[278] = .raw(type: 11, count: 1, SampleTIFF.bytes([UInt32(rows)]))
            #expect(
                fixture.failure(file)
                    == .malformed(path: fixture.folder.file("a.tif"), reason: "its directory contradicts itself"))
        }
    }

    @Test("one uncompressed strip of all rows is read as the file has it", arguments: [8, 20, 24, 32])
    func oneStrip(bits: Int) throws {
        let rows = (0..<220).map { y in (0..<210).map { x in (x * 3 + y * 5) & 255 } }
        let file = SampleTIFF(
            width: 210, height: 220, bits: bits, tags: [42113: .text("9")],
            pieces: [bits == 8 ? rows.flatMap { $0.map(UInt8.init) } : stored(rows, bits: bits)])
        let bitmap = try whole(try fixture.open(file, range: 0...255))
        for y in 0..<220 {
            for x in 0..<210 {
                #expect(bitmap[x, y] == (rows[y][x] == 9 ? .clear : Self.gray(rows[y][x])), "\(x), \(y)")
            }
        }
    }

    private func stored(_ rows: [[Int]], bits: Int) -> [UInt8] {
        switch bits {
        case 24: rows.flatMap { $0.flatMap { [0, 0, UInt8($0)] } }
        case 32: rows.flatMap { SampleTIFF.bytes($0.map(UInt32.init)) }
        default: SampleTIFF.packed(rows, bits: bits)
        }
    }

    @Test("one uncompressed strip is decoded to colors, and with its bits reversed")
    func oneStripOfOtherKinds() throws {
        let colors = try whole(try fixture.open(chroma(width: 250, height: 230, tile: nil)))
        for y in 0..<230 {
            for x in 0..<250 { #expect(colors[x, y] == Self.gray((y * 250 + x) & 255)) }
        }
        let reversed = SampleTIFF(
            width: 256, height: 250, tags: [266: .shorts([2]), 42113: .text("0")],
            pieces: [[UInt8](repeating: 0b0000_0011, count: 256 * 250)])
        let bitmap = try whole(try fixture.open(reversed))
        #expect(bitmap[0, 0] == Self.gray(0b1100_0000) && bitmap[255, 249] == Self.gray(0b1100_0000))
    }

    @Test("tags above the largest number of 32 bits with a sign are no colors")
    func largeTags() throws {
        for value in [0x8000_0000, 0xFFFF_FFFF] {
            let photometric = SampleTIFF(
                width: 2, height: 1, tags: [262: .longs([value]), 42113: .text("7")], pieces: [[1, 2]])
            // libvips decides what it shows.
            let read = try TIFFRasterImage.read(fixture.path(photometric), page: .page(0), limits: ContentLimits())
            #expect(read == nil)
            let extra = SampleTIFF(
                width: 1, height: 1, bands: 2, tags: [338: .longs([value]), 42113: .text("7")], pieces: [[50, 2]])
            let failure = fixture.failure(extra)
            #expect(
                failure
                    == .malformed(
                        path: fixture.folder.file("a.tif"), reason: "its directory contradicts itself"))
        }
    }

    @Test("holes of missing data that the samples can't have are zeros")
    func holes() throws {
        let full = [UInt8](repeating: 1, count: 512)
        let table = (0..<768).map { $0 % 256 == 0 ? 0x1100 : 0x2200 }
        let palette = SampleTIFF(
            width: 32, height: 16, photometric: 3, tile: 16, tags: [320: .shorts(table), 42113: .text("300")],
            pieces: [Array(full.prefix(256)), nil])
        let colors = try fixture.firstRow(palette)
        #expect(colors[0] == Self.gray(0x22) && colors[16] == Self.gray(0x11))
        for bits in [12, 16] {
            let words = SampleTIFF(
                width: 32, height: 16, bands: 3, bits: bits, photometric: 2, isPlanar: true, tile: 16,
                tags: [42113: .text("70000")], pieces: [nil, nil, nil, nil, nil, nil])
            #expect(try fixture.firstRow(words)[16] == Self.gray(0))
        }
    }

    @Test("opacity that the file leaves out is none")
    func holesInAlpha() throws {
        let full = [UInt8](repeating: 100, count: 256)
        for (marker, extra) in [("300", 2), ("255", 2), ("255", 1)] {
            let file = SampleTIFF(
                width: 32, height: 16, bands: 2, isPlanar: true, tile: 16,
                tags: [338: .shorts([extra]), 42113: .text(marker)],
                pieces: [full, full, [UInt8](repeating: 255, count: 256), nil])
            let pixels = try fixture.firstRow(file)
            #expect(pixels[0] == Self.gray(100) && pixels[16] == .clear)
        }
    }

    @Test("alpha is found after more than 64 extra bands")
    func manyExtras() throws {
        var pixel = [UInt8](repeating: 9, count: 100)
        (pixel[0], pixel[99]) = (80, 0)
        let extras = [Int](repeating: 0, count: 96) + [2]
        let file = SampleTIFF(
            width: 2, height: 1, bands: 100, photometric: 2, tags: [338: .shorts(extras)],
            pieces: [pixel + [UInt8](repeating: 255, count: 100)])
        #expect(try fixture.firstRow(file) == [.clear, Self.gray(255)])
    }

    @Test("a hundred thousand bands are refused with a sentence")
    func hundredThousandBands() throws {
        var file = SampleTIFF(width: 4, height: 4, pieces: [[UInt8](repeating: 1, count: 16)])
        file.pages[0].tags[277] = .longs([100_000])
        let failure = try #require(fixture.failure(file))
        guard case .malformed(fixture.folder.file("a.tif"), let reason) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(!reason.isEmpty)
        // As many as a SHORT has, in planes apart.
        let count = 65_535
        let planes = SampleTIFF(
            width: 1, height: 1, isPlanar: true, tags: [277: .shorts([count])],
            pieces: [[UInt8]?](repeating: [7], count: count))
        #expect(try fixture.firstRow(planes) == [Self.gray(7)])
    }

    // MARK: Random changes

    private static let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap(Int.init) ?? 2000

    /// Returns small files that together use all tags that are read.
    private func samples() -> [SampleTIFF] {
        let side = 40
        let ones = [[Int]](repeating: [Int](repeating: 1, count: side), count: side)
        var planes = SampleTIFF(
            width: side, height: side, bands: 4, bits: 16, isPlanar: true, tile: 16,
            tags: [
                338: .shorts([0, 0, 2]), 340: .shorts([0, 1, 2, 3]), 341: .shorts([900, 800, 700, 600]),
                42113: .text("3"), 42112: .text("<Item name=\"STATISTICS_MINIMUM\" sample=\"0\">1</Item>"),
            ],
            pieces: (0..<36).map { $0 % 5 == 0 ? nil : [UInt8](repeating: UInt8($0), count: 512) })
        planes.pages.append(RasterFixture.mask(width: side, height: side, kind: 4, ones))
        var overviews = SampleTIFF(
            width: side, height: side, bits: 32, format: 3, tags: [278: .longs([8]), 42113: .text("nan")],
            pieces: (0..<5).map { [UInt8](repeating: UInt8($0 + 60), count: 1280) })
        overviews.isBigEndian = true
        overviews.pages +=
            SampleTIFF(
                width: side / 2, height: side / 2, bits: 32, format: 3, tags: [254: .longs([1])],
                pieces: [[UInt8](repeating: 61, count: 1600)]
            ).pages
        let palette = SampleTIFF(
            width: side, height: side, bands: 2, photometric: 3, tile: 16,
            tags: [320: .shorts((0..<768).map { $0 * 85 }), 338: .shorts([1]), 42113: .text("17")],
            pieces: (0..<9).map { $0 == 4 ? nil : [UInt8](repeating: UInt8($0), count: 512) })
        let packed = SampleTIFF(
            width: side, height: side, bands: 3, bits: 12, photometric: 2,
            tags: [266: .shorts([1]), 274: .shorts([3]), 259: .shorts([32_773])],
            pieces: [SampleTIFF.packBits(7, count: 7296)])
        let complex = SampleTIFF(
            width: side, height: side, bits: 64, format: 6, tags: [42113: .text("-9")],
            pieces: [[UInt8](repeating: 63, count: side * side * 8)])
        let lab = SampleTIFF(
            width: side, height: side, bands: 3, photometric: 9,
            pieces: [[UInt8](repeating: 99, count: side * side * 3)])
        var reversed = SampleTIFF(
            width: side, height: side, bits: 20, tags: [266: .shorts([2]), 278: .longs([16]), 42113: .text("7")],
            pieces: [16, 16, 8].map { [UInt8](repeating: 11, count: 100 * $0) })
        reversed.pages.append(RasterFixture.mask(width: side, height: side, kind: 4, ones, tags: [278: .longs([40])]))
        let volume = SampleTIFF(
            width: side, height: side, bits: 16, format: 2, tile: 48,
            tags: [32_997: .longs([3]), 32_998: .longs([2]), 42113: .text("5")],
            pieces: (0..<2).map { [UInt8](repeating: UInt8($0 + 3), count: 48 * 48 * 4) })
        return [
            planes, overviews, palette, packed, complex, lab, reversed, chroma(width: side, height: side, tile: 48),
            chroma(width: side, height: side, tile: nil), volume,
        ]
    }

    /// The bytes of a directory's entries and of their values, and the entries.
    private struct Entries {
        var values: [Range<Int>] = []
        var entries: [Int] = []

        init(_ bytes: [UInt8]) {
            let isBig = bytes[0] == 0x4D
            func number(_ at: Int, _ count: Int) -> Int {
                let part = Array(bytes[at..<(at + count)])
                return (isBig ? part : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
            }
            var directory = number(4, 4)
            while directory > 0 {
                let count = number(directory, 2)
                for entry in 0..<count {
                    let at = directory + 2 + entry * 12
                    let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 11: 4, 12: 8]
                    let length = (sizes[number(at + 2, 2)] ?? 1) * number(at + 4, 4)
                    entries.append(at)
                    values.append(length <= 4 ? (at + 8)..<(at + 12) : number(at + 8, 4)..<(number(at + 8, 4) + length))
                }
                directory = number(directory + 2 + count * 12, 4)
            }
        }
    }

    @Test("tags changed at random never do more than fail")
    func changedTags() throws {
        var random = SeededGenerator(60)
        var (opened, shown) = (0, 0)
        let files = samples().map(\.bytes).map { ($0, Entries($0)) }
        for (index, file) in files.enumerated() {
            do {
                _ = try whole(try ImageSource.open(fixture.folder.write("b.tif", file.0)))
            } catch {
                Issue.record("file \(index): \(error)")
            }
        }
        for round in 0..<Self.rounds {
            let (bytes, entries) = files[round % files.count]
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) { change(&changed, entries: entries, random: &random) }
            let path = try fixture.folder.write("a.tif", changed)
            do {
                let source = try ImageSource.open(path)
                opened += 1
                guard source.width * source.height < 1 << 18 else { continue }
                _ = try whole(source)
                _ = try whole(source, level: 1)
                _ = try strips(source, height: 16, widths: [source.width])
                shown += 1
            } catch is ContentFailure {
                continue
            }
        }
        #expect(opened > Self.rounds / 5 && shown > Self.rounds / 10, "\(opened), \(shown)")
    }

    private func change(_ bytes: inout [UInt8], entries: Entries, random: inout SeededGenerator) {
        let index = Int.random(in: 0..<entries.entries.count, using: &random)
        let (entry, values) = (entries.entries[index], entries.values[index])
        let isBig = bytes[0] == 0x4D
        func set(_ range: Range<Int>, to value: UInt64) {
            for (place, byte) in range.enumerated() {
                let shift = UInt64(8 * min(7, isBig ? range.count - 1 - place : place))
                bytes[byte] = UInt8(truncatingIfNeeded: value >> shift)
            }
        }
        let large: [UInt64] = [
            0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 32, 64, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFF_FFFF,
            0x8000_0000,
            0xFFFF_FFFF, .max,
        ]
        switch Int.random(in: 0..<10, using: &random) {
        // A byte of the values.
        case 0..<4: bytes[Int.random(in: values, using: &random)] = .random(in: 0...255, using: &random)
        // A whole value.
        case 4..<7:
            let width = min(values.count, [1, 2, 4].randomElement(using: &random)!)
            let start = Int.random(in: values.lowerBound...(values.upperBound - width), using: &random)
            set(start..<(start + width), to: large.randomElement(using: &random)!)
        case 7: set((entry + 2)..<(entry + 4), to: .random(in: 0...19, using: &random))
        case 8: set((entry + 4)..<(entry + 8), to: large.randomElement(using: &random)!)
        // Another tag's entry, which is then there twice.
        default:
            let other = entries.entries.randomElement(using: &random)!
            for place in 0..<12 { bytes[entry + place] = bytes[other + place] }
        }
    }
}
