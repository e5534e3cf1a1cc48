import TestSupport
import Testing

@testable import TileContent

/// Images, with the pixels that two of Poppler, MuPDF and PDFium agree on.
@Suite("images of PDF pages")
struct PDFImageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: JBIG2

    /// The pixels of an image in JBIG2 of 24 columns, a string for each row.
    private func pixels(_ data: String, globals: String = "", rows: Int) throws -> [String] {
        let file = PDFFile(
            [
                PDFFile.Page(
                    content: "q 240 0 0 \(rows * 5) 0 \(200 - rows * 5) cm /I Do Q",
                    resources: "/XObject << /I 5 0 R >>")
            ],
            objects: [
                (
                    """
                    /Type /XObject /Subtype /Image /Width 24 /Height \(rows) /BitsPerComponent 1 /ColorSpace /DeviceGray \
                    /Filter [/ASCIIHexDecode /JBIG2Decode] \(globals.isEmpty ? "" : "/DecodeParms [null << /JBIG2Globals 6 0 R >>]")
                    """, data + ">"
                ),
                ("/Filter /ASCIIHexDecode", globals + ">"),
            ])
        let page = try DrawnPage(file.bytes, in: folder)
        return (0..<rows).map { row in
            (0..<24).map { column in
                page.color(Double(column) * 10 + 5, 200 - Double(row) * 5 - 2.5) == [0, 0, 0] ? "#" : "."
            }.joined()
        }
    }

    private let pattern = [
        "######......######......", "######......######......", "##..##......######......", "##..##......######......",
        "......######......######", "......######......##..##", "......######......##..##", "......######......######",
    ]

    /// Segments of ITU-T T.88 that each show `pattern`, below one another. An encoder written after its annexes made
    /// them, and PDFium draws them so.
    private static let segments = [
        // A page of 24 × 40 pixels.
        "000000003000010000001300000018000000280000000000000000000000",
        // A generic region, template 0, where rows may repeat.
        "000000012600010000002B00000018000000080000000000000000000803FFFDFF02FEFEFE01EC6E75F75644E7A7F9A3D1FD"
            + "EA5FFFAC",
        // A generic region in MMR.
        "000000022700010000002200000018000000080000000000000008000126A478BF9DFFF8864BBCEFFF8C004004",
        // A symbol, template 1.
        "000000030000010000001B040003FF00000001000000014A64A18E9B4C95FD58AAA2073FFFAC",
        // A dictionary that corrects it, template 2.
        "00000004002003010000001A180202FF00000002000000014A69875B6CF34C8A3849A67EFFAC",
        // A text of both, from the bottom right, in strips of two lines.
        "00000005072004010000001D0000001800000008000000000000001000002400000002A1988EBFFFAC",
        // Patterns of 4 × 4 pixels, template 3.
        "000000061000010000001606040400000007FDF68E0C49465CBD2F75CF9ABFFFAC",
        // A halftone region of them, where a column outside is skipped, template 2.
        "00000007172006010000002D00000018000000080000000000000018000C0000000700000002FFFFFC000000000004000000"
            + "720ADC2349FFAC",
        // A region that is not shown.
        "000000082400010000002700000018000000080000000000000000000402FFFCC44D8B16F5023A4BAB988B871FED8887FFAC",
        // Its correction, template 0.
        "000000092A20080100000025000000180000000800000000000000200002FFFFFFFFFDCACF608FA54AC870581FE33FFFAC",
    ]

    @Test("JBIG2 regions of all kinds")
    func regions() throws {
        let rows = try pixels(Self.segments.joined(), rows: 40)
        for band in 0..<5 { #expect(Array(rows[band * 8..<band * 8 + 8]) == pattern, "\(band)") }
    }

    @Test("JBIG2 symbols stored without compression, which Poppler 22.12 leaves out", arguments: [true, false])
    func storedSymbols(areGlobal: Bool) throws {
        let page = "000000003000010000001300000018000000080000000000000000000000"
        // The tables B.4, B.2 and B.1, a height of 8, a width of 12, and rows of two bytes.
        let symbol = "00000020000100000001000000 01E9E07F00 FC00FC00FC00FC00 03F003F003F003F0 0040"
        // Two of them, with the tables B.6, B.8 and B.11.
        let text =
            "00000002062001010000002E0000001800000008000000000000000000001100000000000201"
            + String(repeating: "00", count: 17) + "000240"
        let rows =
            areGlobal
            ? try pixels(page + text, globals: "00000001000000" + symbol, rows: 8)
            : try pixels(page + "00000001000001" + symbol + text, rows: 8)
        let (left, right) = ("######......", "......######")
        #expect(rows == Array(repeating: left + left, count: 4) + Array(repeating: right + right, count: 4))
    }

    @Test(
        "damaged JBIG2 shows the regions that do not refer to the damage, and truncated JBIG2 those before it",
        arguments: [
            // The place of a byte that is changed, the bands of `pattern` shown then, and those of the bytes before it.
            (3, [0, 1, 2, 3, 4], []), (40, [0], []), (77, [1, 2, 3, 4], []), (150, [0, 1, 3, 4], [0, 1]),
            (260, [0, 1, 2, 4], [0, 1, 2]), (400, [0, 1, 2, 3], [0, 1, 2, 3]),
        ])
    func damagedRegions(place: Int, whole: [Int], before: [Int]) throws {
        func bands(_ data: String) throws -> [Int] {
            let rows = try pixels(data, rows: 40)
            return (0..<5).filter { Array(rows[$0 * 8..<$0 * 8 + 8]) == pattern }
        }
        let data = Self.segments.joined()
        let changed = data.prefix(2 * place) + "FF" + data.dropFirst(2 * place + 2)
        #expect(try bands(String(changed)) == whole)
        #expect(try bands(String(data.prefix(2 * place))) == before)
    }

    @Test("a JBIG2 region with data for a part of its rows shows these, and the regions after it are shown")
    func endingRegions() throws {
        var segments = Self.segments
        // The generic region has 4,096 rows, and data for eight.
        segments[1] = segments[1].replacingOccurrences(
            of: "000000180000000800000000000000000008", with: "000000180000100000000000000000000008")
        #expect(segments[1] != Self.segments[1])
        #expect(try Array(pixels(segments[..<2].joined(), rows: 40).prefix(8)) == pattern)
        // A facsimile that covers the rows below replaces what is there.
        let below = segments[2].replacingOccurrences(
            of: "0000000800000000000000080001", with: "0000000800000000000000080401")
        #expect(below != segments[2])
        #expect(try Array(pixels((segments[..<2] + [below]).joined(), rows: 40).prefix(16)) == pattern + pattern)
    }

    // MARK: Colors

    @Test("images of palettes have the colors of their samples, with and without a masked sample")
    func palettes() throws {
        let palette = "[/Indexed /DeviceRGB 3 <FF0000 00FF00 0000FF FFFFFF>]"
        func image(_ mask: String) -> (String, String) {
            (
                """
                /Type /XObject /Subtype /Image /Width 4 /Height 1 /BitsPerComponent 2 /ColorSpace \(palette) \(mask) \
                /Filter /ASCIIHexDecode
                """, "1B>"
            )
        }
        let content = "0 0 0 rg 0 0 80 20 re f q 80 0 0 20 0 40 cm /I Do Q q 80 0 0 20 0 0 cm /M Do Q"
        let file = PDFFile(
            [PDFFile.Page(content: content, resources: "/XObject << /I 5 0 R /M 6 0 R >>")],
            objects: [image(""), image("/Mask [1 2]")])
        let page = try DrawnPage(file.bytes, in: folder)
        let colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
        #expect((0..<4).map { page.color(Double($0) * 20 + 10, 50) } == colors)
        #expect((0..<4).map { page.color(Double($0) * 20 + 10, 10) } == [colors[0], [0, 0, 0], [0, 0, 0], colors[3]])
    }

    @Test("mixed inks have the colors of MuPDF and PDFium, as fills, tints, samples of images and palettes")
    func inks() throws {
        let dictionary = "/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /Filter /ASCIIHexDecode"
        let file = PDFFile(
            [
                PDFFile.Page(
                    content: """
                        .5 .5 .5 0 k 0 150 20 50 re f 0 .5 1 0 k 20 150 20 50 re f /T cs .5 scn 40 150 20 50 re f
                        q 40 0 0 50 0 100 cm /I Do Q q 40 0 0 50 0 50 cm /P Do Q 0 0 0 1 k 60 150 20 50 re f
                        q 40 0 0 50 0 0 cm /W Do Q
                        """,
                    resources: """
                        /XObject << /I 5 0 R /P 6 0 R /W 7 0 R >> /ColorSpace << /T [/Separation /Spot /DeviceCMYK << /FunctionType 2
                        /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 2 0] /N 1 >>] >>
                        """)
            ],
            objects: [
                (dictionary + " /ColorSpace /DeviceCMYK", "80808000 0080FF00>"),
                (dictionary + " /ColorSpace [/Indexed /DeviceCMYK 1 <80808000 0080FF00>]", "00 01>"),
                (
                    dictionary.replacing("/BitsPerComponent 8", with: "/BitsPerComponent 16")
                        + " /ColorSpace /DeviceCMYK", "8080 8080 8080 0000 0000 8080 FFFF 0000>"
                ),
            ])
        let page = try DrawnPage(file.bytes, in: folder)
        let (gray, orange) = ([142, 128, 124], [247, 147, 29])
        for y in [175.0, 125, 75, 25] {
            #expect(isNear(page.color(10, y), gray, tolerance: 4), "\(y) \(page.color(10, y))")
            #expect(isNear(page.color(30, y), orange, tolerance: 4), "\(y) \(page.color(30, y))")
        }
        #expect(isNear(page.color(50, 175), orange, tolerance: 4))
        #expect(isNear(page.color(70, 175), [35, 31, 32]) && isNear(page.color(200, 20), [255, 255, 255]))
    }

    @Test("an image has the alpha of a mask of its size", arguments: ["", "/Matte [0 0 0]"])
    func masks(matte: String) throws {
        let dictionary = "/Type /XObject /Subtype /Image /Width 4 /Height 2 /Filter /ASCIIHexDecode"
        // With a matte, colors are stored blended with it.
        let second = matte.isEmpty ? "FF0000" : "800000"
        let row = "FF0000 \(second) FF0000 0000FF "
        let file = PDFFile(
            [
                PDFFile.Page(
                    content: "q 80 0 0 40 0 100 cm /I Do Q q 80 0 0 40 0 40 cm /M Do Q q 80 0 0 40 100 40 cm /G Do Q",
                    resources: "/XObject << /I 5 0 R /M 6 0 R /G 9 0 R >>")
            ],
            objects: [
                (dictionary + " /BitsPerComponent 8 /ColorSpace /DeviceRGB /SMask 7 0 R", row + row + ">"),
                (dictionary + " /BitsPerComponent 8 /ColorSpace /DeviceRGB /Mask 8 0 R", row + row + ">"),
                (dictionary + " /BitsPerComponent 8 /ColorSpace /DeviceGray \(matte)", "00 80 FF FF 00 00 00 00>"),
                (dictionary + " /BitsPerComponent 1 /ImageMask true", "60 F0>"),
                (dictionary + " /BitsPerComponent 8 /ColorSpace /DeviceGray /Mask 8 0 R", "40 50 60 70 00 00 00 00>"),
            ])
        let page = try DrawnPage(file.bytes, in: folder)
        let (white, red, blue) = ([255, 255, 255], [255, 0, 0], [0, 0, 255])
        func colors(_ x: Double, _ y: Double) -> [[Int]] { (0..<4).map { page.color(x + Double($0) * 20 + 10, y) } }
        #expect(colors(0, 130) == [white, [255, 127, 127], red, blue])
        #expect(colors(0, 110) == [white, white, white, white])
        #expect(colors(0, 70) == [red, white, white, blue] && colors(0, 50) == [white, white, white, white])
        #expect(colors(100, 70) == [[64, 64, 64], white, white, [112, 112, 112]])
    }

    @Test("an image of one color fills its place, also with a mask", arguments: [0.5, 4])
    func uniformImages(scale: Double) throws {
        let dictionary = "/Type /XObject /Subtype /Image /Width 3 /Height 2 /BitsPerComponent 8 /Filter /ASCIIHexDecode"
        let file = PDFFile(
            [
                PDFFile.Page(
                    content: "q 60 0 0 40 20 120 cm /I Do Q q 60 0 0 40 120 120 cm /M Do Q",
                    resources: "/XObject << /I 5 0 R /M 6 0 R >>")
            ],
            objects: [
                (dictionary + " /ColorSpace /DeviceRGB", String(repeating: "3366CC", count: 6) + ">"),
                (dictionary + " /ColorSpace /DeviceRGB /SMask 7 0 R", String(repeating: "000000", count: 6) + ">"),
                (dictionary + " /ColorSpace /DeviceGray", String(repeating: "33", count: 6) + ">"),
            ])
        let page = try DrawnPage(file.bytes, in: folder, scale: scale)
        func color(_ x: Double, _ y: Double) -> [Int] { page.color(x * scale, 200 - (200 - y) * scale) }
        let places: [(Double, Double, [Int])] = [
            (23, 157, [0x33, 0x66, 0xCC]), (77, 123, [0x33, 0x66, 0xCC]), (123, 157, [204, 204, 204]),
        ]
        for (x, y, expected) in places { #expect(color(x, y) == expected, "\(x)") }
        for (x, y) in [(17.0, 140.0), (83, 140), (50, 163), (50, 117)] {
            #expect(color(x, y) == [255, 255, 255], "\(x) \(y)")
        }
        // The beginning of a PNG of one pixel, in base64.
        let document = try PDFDocument.open(try folder.write("uniform.pdf", file.bytes))
        let text = String(decoding: try document.text(ofPage: 0), as: UTF8.self)
        #expect(text.components(separatedBy: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCA").count == 3)
    }

    // MARK: Places

    @Test("strips of an image that meet between pixels have no seams, and whole pixels", arguments: [0.3, 1, 2])
    func strips(scale: Double) throws {
        let strips = (0..<8).map { "q 100.3 0 0 10.3 20.2 \(20.1 + Double($0) * 10.3) cm /I Do Q" }
        let turned = (0..<8).map { "q 0 100.3 -10.3 0 \(250.1 - Double($0) * 10.3) 20.2 cm /I Do Q" }
        let file = PDFFile(
            [PDFFile.Page(content: (strips + turned).joined(separator: " "), resources: "/XObject << /I 5 0 R >>")],
            objects: [
                (
                    """
                    /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 \
                    /Filter /ASCIIHexDecode
                    """, "00>"
                )
            ])
        let page = try DrawnPage(file.bytes, in: folder, scale: scale)
        // All touched pixels are black and all others white: edges are moved outward by less than a pixel.
        func color(_ x: Double, _ y: Double) -> [Int] { page.color(x * scale, 200 - (200 - y) * scale) }
        let pixel = 0.75 / scale
        for (left, bottom, width, height) in [(20.2, 20.1, 100.3, 82.4), (167.7, 20.2, 82.4, 100.3)] {
            let columns = stride(from: left + 0.01, to: left + width, by: pixel / 2)
            let rows = stride(from: bottom + 0.01, to: bottom + height, by: pixel / 2)
            #expect(columns.filter { color($0, bottom + 45) != [0, 0, 0] }.isEmpty, "\(left)")
            #expect(rows.filter { color(left + 45, $0) != [0, 0, 0] }.isEmpty, "\(left)")
            let white = [255, 255, 255]
            #expect(color(left - pixel, bottom + 45) == white && color(left + width + pixel, bottom + 45) == white)
            #expect(color(left + 45, bottom - pixel) == white && color(left + 45, bottom + height + pixel) == white)
        }
    }
}
