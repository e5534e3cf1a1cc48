import CDeflate
import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileSupport

@testable import TileContent
@testable import TileGraphics

/// Altered archives with valid checksums: each is drawn or reported as damaged, and nothing traps.
///
/// `TILEWORK_ROUNDS` sets the number of archives; 10⁶ take some minutes.
@Suite("Hostile archives of pictures")
struct HostilePictureArchiveTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap(Int.init) ?? 4000

    /// Returns small drawings that together use all features of archives.
    private func archives() throws -> [[UInt8]] {
        let base = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("SVG/Features").path
        var archives: [[UInt8]] = []
        for name in [
            "mask-groups", "pattern-nested", "gradient-radial", "clip-use-text", "image-used", "blend-groups",
            "stroke-dashes", "use", "text-basic", "many-segments", "opacity-text", "pattern-opacity",
            "filter-elements", "filter-groups", "filter-shadow",
        ] {
            guard let source = try? SVGDocument.open("\(base)/\(name).svg").source as? PictureSource,
                let bytes = try PictureArchiveTests.archive(source.picture, in: folder), bytes.count < 100_000
            else { continue }
            archives.append(bytes)
        }
        archives.append(try #require(try imageInSmall()))
        // An index, blocks and pictures in pictures.
        var recorder = PictureRecorder()
        let inner = PictureArchiveTests.squares(50)
        for number in 0..<70 {
            recorder.draw(
                PictureGroup(content: inner, opacity: 0.5),
                transform: CGAffineTransform(translationX: Double(number), y: 0))
        }
        archives.append(try #require(try PictureArchiveTests.archive(recorder.finish(), in: folder)))
        for (_, filter) in FilterArchiveTests.filters {
            archives.append(
                try #require(try PictureArchiveTests.archive(FilterArchiveTests.picture(filter), in: folder)))
        }
        archives.append(try #require(try PictureArchiveTests.archive(Self.islands(), in: folder)))
        return archives
    }

    /// Returns an image shown at a tenth of its size, with its levels from a quarter of that size on.
    private func imageInSmall() throws -> [UInt8]? {
        let bitmap = Bitmap(width: 40, height: 30)
        for x in 0..<30 { bitmap[x, x] = PixelColor(argb: 0xFF00_00FF) }
        let png = Data(try TileEncoder().encode(.bitmap(bitmap), as: .png).bytes).base64EncodedString()
        try folder.write(
            "small.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
                + "<image width='4' height='3' href='data:image/png;base64,\(png)'/></svg>")
        let source = try #require(try SVGDocument.open(folder.file("small.svg")).source as? PictureSource)
        source.images.prepare()
        return try PictureArchiveTests.archive(source.picture, in: folder, hasSmallLevels: true)
    }

    /// Returns parts of one document that librsvg draws.
    private static func islands() throws -> Picture {
        let text = "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><ellipse id='a'/></svg>"
        let document = try #require(LibrsvgDocument(Data(text.utf8), limits: LibrsvgLimits()))
        let elements = LibrsvgElements(document, contentSize: CGSize(width: 60, height: 60), memory: nil)
        var recorder = PictureRecorder()
        for number in 0..<40 {
            let bounds = Box(x: Double(number), y: 3, width: 20, height: 20)
            let element = LibrsvgElement("island-\(number)", number: number, bounds: bounds, in: elements)
            recorder.draw(ExternalPicture(element, bounds: bounds))
        }
        return recorder.finish()
    }

    /// Elements that are read like librsvg's, and drawn without it.
    private final class Elements: ExternalDocument {
        private let elements: LibrsvgElements

        init?(_ data: Data) {
            guard let elements = LibrsvgElements(archived: data, limits: ContentLimits()) else { return nil }
            self.elements = elements
        }

        var archived: Data { elements.archived }

        func drawing(ofArchived part: [UInt8], bounds: Box) -> (any ExternalDrawing)? {
            elements.drawing(ofArchived: part, bounds: bounds).map { Element($0) }
        }
    }

    private final class Element: ExternalDrawing {
        private let element: any ExternalDrawing

        init(_ element: any ExternalDrawing) { self.element = element }

        var byteCount: Int { element.byteCount }
        var archived: (document: any ExternalDocument, part: [UInt8])? { element.archived }
        func usableScale(_ scale: Double) -> Double { element.usableScale(scale) }
        func pixels(_ area: RasterArea, isCancelled: () -> Bool) throws(RasterFailure) -> Bitmap? {
            Bitmap(width: area.width, height: area.height)
        }
    }

    private static let makers = PictureArchive.Makers(
        levels: { EmbeddedImage($0, memory: nil, small: $1) }, document: { Elements($0) })

    private static func opened(_ bytes: [UInt8]) throws(ArchiveDamage) -> PictureArchive {
        try PictureArchive(MappedFile(copying: bytes.withUnsafeBytes { $0 }), makers: makers)
    }

    /// Makes all checksums valid again, as an attacker would.
    private func seal(_ bytes: inout [UInt8]) {
        guard bytes.count >= ArchiveFile.headerLength else { return }
        let size = bytes.count
        bytes.withUnsafeMutableBytes { bytes in
            let table = Int(truncatingIfNeeded: bytes.load(fromByteOffset: 24, as: UInt64.self))
            guard table >= 0, table <= size, table % 16 == 0 else { return }
            for entry in stride(from: table, to: size - 15, by: 16) {
                let start = Int(truncatingIfNeeded: bytes.load(fromByteOffset: entry, as: UInt64.self))
                let length = Int(bytes.load(fromByteOffset: entry + 8, as: UInt32.self))
                guard start >= 0, start <= table, length <= table - start else { continue }
                bytes.storeBytes(
                    of: ArchiveFile.checksum(UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])),
                    toByteOffset: entry + 12, as: UInt32.self)
            }
            bytes.storeBytes(
                of: ArchiveFile.checksum(UnsafeRawBufferPointer(rebasing: bytes[table...])), toByteOffset: 40,
                as: UInt32.self)
            bytes.storeBytes(
                of: ArchiveFile.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<60])), toByteOffset: 60,
                as: UInt32.self)
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            // One change of ten is in the header, which is only a small part of the file.
            let isHeader = Int.random(in: 0..<10, using: &generator) == 0
            let place = Int.random(in: isHeader ? 16..<64 : 64..<bytes.count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes[place] = [0, 1, 2, 5, 0x7F, 0x80, 0xFF].randomElement(using: &generator)!
            case 2:
                // Replaces a number by a small, large or invalid one.
                let number = [0, 1, 31, 32, 33, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF].randomElement(using: &generator)!
                let start = place & ~3
                for at in 0..<4 where start + at < bytes.count { bytes[start + at] = UInt8(number >> (8 * at) & 255) }
            case 3:
                let value = [0, -1, 1e308, -1e30, 1e31, .nan, .infinity, 1e-300].randomElement(using: &generator)!
                withUnsafeBytes(of: value) { value in
                    for at in 0..<8 where place + at < bytes.count { bytes[place + at] = value[at] }
                }
            default:
                // Replaces a part by another part.
                let length = min(Int.random(in: 1...48, using: &generator), bytes.count - place)
                let from = Int.random(in: 0...bytes.count - length, using: &generator)
                bytes.replaceSubrange(place..<place + length, with: Array(bytes[from..<from + length]))
            }
        }
    }

    @Test("are drawn or damaged, thousands of them")
    func mutations() throws {
        let archives = try archives()
        #expect(archives.count >= 13 + FilterArchiveTests.filters.count)
        var generator = SeededGenerator(15)
        let pool = BitmapPool()
        var (drawn, damaged, failed) = (0, 0, 0)
        for round in 0..<Self.rounds {
            var bytes = archives[round % archives.count]
            mutate(&bytes, &generator)
            seal(&bytes)
            do {
                let picture = try Self.opened(bytes).picture
                // Drawing is cancelled after the time that a tile may take here.
                var asked = 0
                for (transform, side) in [
                    (CGAffineTransform(scaleX: 0.1, y: 0.1), 24),
                    (CGAffineTransform(a: 3, b: 0, c: 0, d: 3, tx: -90, ty: -90), 32),
                ] {
                    var counters = ReplayCounters()
                    _ = try picture.raster(transform, width: side, height: side, pool: pool, counters: &counters) {
                        asked += 1
                        return asked > 200
                    }
                }
                _ = picture.byteCount
                drawn += 1
            } catch is ArchiveDamage {
                damaged += 1
            } catch RasterFailure.damaged {
                damaged += 1
            } catch is RasterFailure {
                failed += 1
            }
        }
        #expect(drawn > Self.rounds / 20 && damaged > Self.rounds / 20, "\(drawn), \(damaged), \(failed)")
    }
}
