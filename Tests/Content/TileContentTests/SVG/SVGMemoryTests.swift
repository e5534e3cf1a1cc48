import CDeflate
import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Tests of the memory for opening a drawing: it is proportional to the file's bytes, or the drawing is refused before
/// the memory is allocated.
@Suite struct SVGMemoryTests {
    private static let open =
        #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1000" height="1000">"#

    private static let marker =
        "<marker id='m' markerWidth='9' markerHeight='9'><rect width='9' height='9'/><circle r='3'/></marker>"

    private func read(_ body: String, _ limits: ContentLimits = ContentLimits()) throws -> SVGDocument {
        try SVGDocument.read(Data((Self.open + body + "</svg>").utf8), path: "large.svg", limits: limits)
    }

    private func picture(_ body: String) throws -> Picture {
        try #require(try read(body).source as? PictureSource).picture
    }

    private func failure(_ body: String, _ limits: ContentLimits = ContentLimits()) -> String? {
        do {
            _ = try read(body, limits)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Returns limits of `bytes` bytes, independent of the file's size.
    private func limits(_ bytes: Int) -> ContentLimits {
        var limits = ContentLimits()
        limits.documentMemoryPerByte = 0
        limits.documentMemory = bytes
        return limits
    }

    @Test func aMarkerIsRecordedOnceForAllVertices() throws {
        let few = try picture(Self.marker + "<path d='M0 0h1v1h1' stroke='#000' marker-mid='url(#m)'/>")
        let data = "M0 0" + String(repeating: "h1v1", count: 5000)
        let many = try picture(Self.marker + "<path d='\(data)' stroke='#000' marker-mid='url(#m)'/>")
        #expect(many.totalOperationCount > 2 * 9000)
        // Each vertex takes an operation and a segment, but not the marker's shapes.
        #expect(many.byteCount - few.byteCount < 10_000 * 250)
    }

    @Test func aThousandUsesOfASymbolShareItsPicture() throws {
        let shapes = (0..<50).map { "<rect x='\($0)' width='1' height='9' stroke='#000'/>" }.joined()
        let body = "<symbol id='s'>\(shapes)</symbol><g id='g'>\(shapes)</g>"
        let uses = (0..<500).map { "<use xlink:href='#s' x='\($0)'/><use xlink:href='#g' y='\($0)'/>" }.joined()
        let picture = try picture(body + uses)
        #expect(picture.totalOperationCount == 100_100)
        #expect(picture.byteCount < 1 << 20)
    }

    @Test func whatIsUsedInAnotherStyleIsDrawnInIt() throws {
        let colors = ["red", "blue", "red", "red", "blue", "lime", "red", "blue"]
        let uses = colors.enumerated().map { "<use xlink:href='#g' x='\($0.offset * 100)' fill='\($0.element)'/>" }
        let used = try read("<defs><g id='g'><rect width='90' height='500'/></g></defs>" + uses.joined())
        let plain = try read(
            colors.enumerated().map { "<rect x='\($0.offset * 100)' width='90' height='500' fill='\($0.element)'/>" }
                .joined())
        let area = RasterArea(scale: 0.1, x: 0, y: 0, width: 100, height: 64)
        let context = RasterContext(pool: BitmapPool())
        let images = try [used, plain].map { try $0.source.raster(area, in: context) }
        guard case .bitmap(let first) = images[0], case .bitmap(let second) = images[1] else {
            Issue.record("both show something")
            return
        }
        for y in 0..<64 { #expect(first.row(y).elementsEqual(second.row(y))) }
    }

    @Test func whatIsMultipliedIsRefusedByName() throws {
        let shapes = String(repeating: "<rect width='5' height='5'/>", count: 1000)
        func repeated(_ element: (Int) -> String) -> String { (0..<500).map(element).joined() }
        let bodies = [
            "<g id='a'>\(shapes)</g>" + repeated { "<use xlink:href='#a' stroke-width='\($0)'/>" },
            "<mask id='a'>\(shapes)</mask>" + repeated { _ in "<rect width='9' height='9' mask='url(#a)'/>" },
            "<clipPath id='a'>\(shapes)</clipPath>"
                + repeated { _ in "<rect width='9' height='9' clip-path='url(#a)'/>" },
            "<pattern id='a' width='.1' height='.1'>\(shapes)</pattern>"
                + repeated { "<rect width='\($0 + 1)' height='9' fill='url(#a)'/>" },
        ]
        for body in bodies {
            let message = failure(body)
            #expect(
                message?.contains("take too much memory, more than the limit of 64 MB") == true, "\(body.suffix(60))")
        }
    }

    @Test func treesTextsAndOutlinesAreRefusedBeforeTheyAreMade() throws {
        let small = limits(4 << 20)
        #expect(
            failure(String(repeating: "<g/>", count: 200_000), small)?.contains("its elements and attributes") == true)
        #expect(failure("<text>\(String(repeating: "ab ", count: 5000))</text>", small)?.contains("letters") == true)
        let data = "M0 0" + String(repeating: "h1v1", count: 100_000)
        #expect(failure("<path d='\(data)'/>", small)?.contains("its outlines") == true)
        let marked = "<path d='M0 0\(String(repeating: "h1v1", count: 12_000))' stroke='#000' marker-mid='url(#m)'/>"
        #expect(failure(Self.marker + marked, small)?.contains("markers") == true)
        #expect(failure("<rect width='5' height='5'/>", small) == nil)
    }

    @Test func namesWithoutEndAreRefused() {
        let elements = (0..<11_000).map { "<a\($0)/>" }.joined()
        #expect(failure(elements)?.contains("10000 different names") == true)
        let attributes = (0..<11_000).map { "<g b\($0)=''/>" }.joined()
        #expect(failure(attributes)?.contains("10000 different names") == true)
    }

    @Test func aTextThatLibrsvgCannotBearIsRefused() {
        let spans = String(repeating: "<tspan>ab</tspan>", count: 10_000)
        let message = failure("<text style='\(LibrsvgFeature.style)'>\(spans)</text><rect width='9' height='9'/>")
        #expect(message?.contains("a text has 20000 characters") == true)
    }

    @Test func theFirstOfEqualIDsIsFound() throws {
        let body = (0..<3000).map { "<g id='a\($0 % 2000)' class='c\($0)'/>" }.joined()
        let tree = try XMLTree(Data((Self.open + body + "</svg>").utf8))
        for number in 0..<2000 { #expect(tree.node(withID: "a\(number)") == Int32(number + 1)) }
        #expect(tree.node(withID: "a2000") == nil && tree.node(withID: "") == nil)
    }

    @Test func markersOnSegmentsWithoutLengthTakeNoLongerThanOthers() throws {
        // Comparing each with all earlier ones would take 10¹⁰ steps.
        let data = "M0 0" + String(repeating: "h0", count: 100_000)
        #expect(
            try picture(Self.marker + "<path d='\(data)' stroke='#000' marker-mid='url(#m)'/>").operationCount > 90_000)
    }

    @Test func aBombIsNotUnpacked() throws {
        let text = Data(Self.open.utf8) + Data(repeating: 0x20, count: 60 << 20) + Data("</svg>".utf8)
        let compressor = try #require(libdeflate_alloc_compressor(1))
        defer { libdeflate_free_compressor(compressor) }
        var packed = Data(count: 8 << 20)
        let count = packed.withUnsafeMutableBytes { to in
            text.withUnsafeBytes {
                libdeflate_gzip_compress(compressor, $0.baseAddress, $0.count, to.baseAddress, to.count)
            }
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).svgz")
        try packed.prefix(count).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            _ = try SVGDocument.open(file.path)
            Issue.record("60 MB of blanks in \(count) bytes are read")
        } catch {
            #expect(error.description.contains("the unpacked drawing is too large"))
        }
    }

    @Test func anImageOfMoreThanTenMegabytesIsNoDamage() throws {
        // Stored without compression: 3.4 million pixels of one color, plus the overhead of base64.
        let source = try read(
            "<image width='900' height='900' xlink:href='data:image/png;base64,\(Self.largePicture)'/>")
        #expect(source.route == .picture(operations: 1))
        let area = RasterArea(scale: 0.05, x: 0, y: 0, width: 50, height: 50)
        guard case .bitmap(let bitmap) = try source.source.raster(area, in: RasterContext(pool: BitmapPool())) else {
            Issue.record("it shows something")
            return
        }
        #expect(bitmap.row(20)[20] == 0xFF20_4060)
    }

    private static let largePicture: String = {
        let (width, height) = (1900, 1800)
        var rows: [UInt8] = []
        for _ in 0..<height {
            rows.append(0)
            for _ in 0..<width { rows += [0x20, 0x40, 0x60] }
        }
        var packed = [UInt8](repeating: 0, count: rows.count + rows.count / 1000 + 1000)
        let compressor = libdeflate_alloc_compressor(0)!
        defer { libdeflate_free_compressor(compressor) }
        let count = libdeflate_zlib_compress(compressor, rows, rows.count, &packed, packed.count)
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        func bytes(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func chunk(_ name: String, _ data: [UInt8]) {
            let body = Array(name.utf8) + data
            file += bytes(data.count) + body + bytes(Int(libdeflate_crc32(0, body, body.count)))
        }
        chunk("IHDR", bytes(width) + bytes(height) + [8, 2, 0, 0, 0])
        chunk("IDAT", Array(packed.prefix(count)))
        chunk("IEND", [])
        return Data(file).base64EncodedString()
    }()
}
