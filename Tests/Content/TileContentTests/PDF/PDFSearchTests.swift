import Foundation
import TestSupport
import Testing

@testable import TileContent

/// Searches of pages of 300 × 200 points, which are 400 × 267 pixels.
@Suite("searching PDF documents")
struct PDFSearchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func matches(_ text: String, in file: PDFFile) throws -> [TextSearch.Match] {
        let document = try ContentReader.open(try folder.write("a.pdf", file.bytes))
        let pages = try #require(document.pages)
        return try pages.search(text, on: 0..<pages.count, most: 100)?.matches ?? []
    }

    private func count(_ text: String, in file: PDFFile) throws -> Int { try matches(text, in: file).count }

    private func page(
        _ content: String, resources: String = "", more: String = "", catalog: String = "",
        objects: [(dictionary: String, stream: String?)] = []
    ) -> PDFFile {
        PDFFile(
            [PDFFile.Page(content: content, resources: resources, more: more)], catalog: catalog, objects: objects)
    }

    @Test("text beside 30,000 triangles is found, which Poppler would divide into 120 million shapes")
    func shadings() throws {
        // Each corner: a flag, its place, and its color.
        let triangle = "00 00 00 FF0000 00 FF 00 00FF00 00 00 FF 0000FF "
        let file = page(
            "/S sh BT /F1 12 Tf 20 20 Td (beside) Tj ET", resources: "/Shading << /S 5 0 R >>",
            objects: [
                (
                    """
                    /ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 \
                    /Decode [0 300 0 200 0 1 0 1 0 1] /Filter /ASCIIHexDecode
                    """, String(repeating: triangle, count: 30000) + ">"
                )
            ])
        #expect(try count("beside", in: file) == 1)
    }

    /// A font whose codes from 0x41 stand for these texts.
    private func file(mapping texts: [String], _ content: String, isVertical: Bool = false) -> PDFFile {
        let width = isVertical ? 4 : 2
        func hex(_ number: Int, _ digits: Int) -> String {
            let text = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: digits - text.count) + text
        }
        let entries = texts.enumerated().map { index, text in
            "<\(hex(0x41 + index, width))> <\(text.utf16.map { hex(Int($0), 4) }.joined())>"
        }
        let map = """
            /CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def
            1 begincodespacerange <\(hex(0, width))> <\(String(repeating: "F", count: width))> endcodespacerange
            \(entries.count) beginbfchar \(entries.joined(separator: "\n")) endbfchar endcmap end end
            """
        let font =
            isVertical
            ? """
            /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-V /ToUnicode 5 0 R /DescendantFonts [<< /Type
            /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 0 >>
            /FontDescriptor << /Type /FontDescriptor /FontName /A /Flags 4 /FontBBox [0 0 1000 1000] /Ascent 880
            /Descent -120 >> >>]
            """ : "/Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R"
        return PDFFile(
            [PDFFile.Page(content: content, resources: "/Font << /F2 6 0 R >>")], objects: [("", map), (font, nil)])
    }

    @Test("case, accents, kinds of dashes and quotation marks are ignored, in the text and in what is searched for")
    func folding() throws {
        let file = page(
            "BT /F2 14 Tf 20 100 Td (\\311CLAIR stra\\337e \\2231\\205\\227 it\\222s) Tj ET",
            resources:
                "/Font << /F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >>"
        )
        for text in [
            "eclair", "Éclair", "STRASSE", "straße", "\"1...-", "“1…–", "it's", "IT’S", "  eclair \t strasse ",
        ] {
            #expect(try count(text, in: file) == 1, "\(text)")
        }
        for text in ["eclairs", "eclairstrasse", "", "   "] { #expect(try count(text, in: file) == 0, "\(text)") }
    }

    @Test("words whose letters are set apart are found, and short words stay words")
    func spacedLetters() throws {
        let file = page(
            """
            6 Tc BT /F1 12 Tf 20 150 Td (TECHNICAL) Tj ET
            0 Tc BT /F1 12 Tf 20 50 Td (It is in an old tin box) Tj ET
            """)
        for text in ["technical", "nical", "in an old"] {
            #expect(try count(text, in: file) == 1, "\(text)")
        }
        #expect(try count("isin", in: file) == 0 && count("inan", in: file) == 0)
    }

    @Test("accents that are characters of their own are ignored, as TeX draws them over a letter")
    func accents() throws {
        let file = file(
            mapping: ["q", "u", "\u{02C6}", "\u{0131}", "\u{00B4}", "c", "k"],
            "BT /F2 14 Tf 20 100 Td (A) Tj (B) Tj -8 0 Td (C) Tj 8 0 Td 8 0 Td (D) Tj (E) Tj 20 0 Td (FG) Tj ET")
        #expect(try count("u", in: file) == 1)
        for text in ["\u{0131}", "i", "ck"] { #expect(try count(text, in: file) == 1, "\(text)") }
    }

    @Test("phrases are found across the ends of lines, with an area on each, and words hyphenated there")
    func lines() throws {
        let file = page(
            """
            BT /F1 14 Tf 30 150 Td (The quick brown) Tj 0 -16 Td (fox jumps over a wind-) Tj 0 -16 Td
            (mill and well-) Tj 0 -16 Td (known rests.) Tj ET
            """)
        for text in ["quick brown", "brown fox", "windmill", "wind-mill", "well-known", "wellknown rests", "mill and"] {
            #expect(try count(text, in: file) == 1, "\(text)")
        }
        for text in ["brownfox", "wind mill", "foxjumps"] { #expect(try count(text, in: file) == 0, "\(text)") }
        let match = try #require(try matches("brown fox", in: file).first)
        #expect(match.line == "The quick brown" && match.areas.count == 2)
        let (first, second) = (match.areas[0].bounds, match.areas[1].bounds)
        // The baselines are 50 and 66 points below the top.
        #expect(first.minX > 120 && first.minY < 60 && (66...72).contains(first.maxY), "\(first)")
        #expect(abs(second.minX - 40) < 1 && (87...93).contains(second.maxY), "\(second)")
        #expect(!match.areas[0].isTurned && match.rect == first)
    }

    @Test("a phrase goes on in the next column, and hyphens of tables are no ends of lines")
    func columns() throws {
        let file = page(
            """
            BT /F1 10 Tf 20 180 Td 12 TL (In the first column) Tj T* (some words of it) Tj T* (are above an) Tj ET
            BT /F1 10 Tf 180 180 Td 12 TL (end that follows) Tj T* (in the second one) Tj T* (of the two) Tj ET
            """)
        #expect(try count("an end that follows in the second", in: file) == 1)
        #expect(try count("column some words", in: file) == 1)
    }

    @Test("ligatures are found by their letters, whether they are one character or several")
    func ligatures() throws {
        let named = page(
            "BT /F2 14 Tf 20 100 Td (\\001ve a\\002ne) Tj ET",
            resources: """
                /Font << /F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding
                << /Type /Encoding /Differences [1 /fi /f_f_i] >> >> >>
                """)
        for text in ["five", "ﬁve", "i"] { #expect(try count(text, in: named) >= 1, "\(text)") }
        // “affiane ffla affi” without its spaces.
        let mapped = file(mapping: ["\u{FB03}", "ffl", "a", "n", "e"], "BT /F2 14 Tf 20 100 Td (CACDEBCCA) Tj ET")
        for (text, count) in [("affi", 2), ("ffia", 1), ("ﬃ", 2), ("ﬄ", 1), ("neffla", 1), ("affine", 0)] {
            #expect(try self.count(text, in: mapped) == count, "\(text)")
        }
    }

    @Test("text that replaces other text is found, and not the other")
    func actualText() throws {
        let file = page(
            "BT /F1 14 Tf 20 100 Td (a ) Tj /Span << /ActualText (dog) >> BDC (xyz) Tj EMC ( ran) Tj ET")
        for (text, count) in [("a dog ran", 1), ("dog", 1), ("xyz", 0)] {
            #expect(try self.count(text, in: file) == count, "\(text)")
        }
        let turned = page(
            """
            BT /F1 14 Tf 0.866 0.5 -0.5 0.866 60 40 Tm (a ) Tj /Span << /ActualText (dog) >> BDC (xyz) Tj EMC
            ( ran) Tj ET
            """)
        for (text, count) in [("a dog ran", 1), ("xyz", 0)] {
            #expect(try self.count(text, in: turned) == count, "\(text)")
        }
    }

    @Test("a minus sign is found as a hyphen, also in fonts that have only glyph names or a built-in encoding")
    func minus() throws {
        let named = """
            << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding
            << /Type /Encoding /Differences [1 /minus] >> >>
            """
        let drawn = """
            << /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs
            << /minus 5 0 R /five 5 0 R >> /Encoding << /Type /Encoding /Differences [1 /minus 53 /five] >>
            /FirstChar 1 /LastChar 53 /Widths [\(String(repeating: "800 ", count: 53))] /Resources << >> >>
            """
        for (font, text) in [
            (named, "\\0015"), (drawn, "\\0015"), ("<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>", "-5"),
        ] {
            let file = page(
                "BT /F2 14 Tf 20 100 Td (\(text)) Tj ET", resources: "/Font << /F2 \(font) >>",
                objects: [("", "800 0 0 0 750 750 d1 0 0 750 750 re f")])
            for text in ["-5", "\u{2212}5", "\u{2013}5"] { #expect(try count(text, in: file) == 1, "\(font) \(text)") }
        }
    }

    private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

    @Test(
        "text that is turned is found as a phrase, with the corners of its area",
        arguments: [30, 90, 145, 180, 270, 333])
    func turned(degrees: Int) throws {
        // Without exponents, which PDF does not have.
        let (cosine, sine) = (
            Self.rounded(cos(Double(degrees) * .pi / 180)), Self.rounded(sin(Double(degrees) * .pi / 180))
        )
        let file = page(
            "BT /F1 12 Tf \(cosine) \(sine) \(-sine) \(cosine) 150 100 Tm (Main valve) Tj ET BT /F1 12 Tf 9 9 Td (and) Tj ET"
        )
        let match = try #require(try matches("main valve", in: file).first)
        #expect(try count("valve", in: file) == 1 && count("main", in: file) == 1)
        #expect(match.line == "Main valve" && match.areas.count == 1)
        let area = match.areas[0]
        #expect(area.isTurned == (degrees % 90 != 0))
        // The middle of the text: half its length along its baseline, and 4 points above that, in pixels.
        let length = 59.0
        let x = 150 + cosine * length / 2 - sine * 4
        let y = 100 + sine * length / 2 + cosine * 4
        let bounds = area.bounds
        #expect(abs(bounds.midX - x * 4 / 3) < 4 && abs(bounds.midY - (200 - y) * 4 / 3) < 4, "\(bounds)")
        guard area.isTurned else { return }
        let (first, second, third) = (area.corners[0], area.corners[1], area.corners[2])
        #expect(abs(atan2(-(second.y - first.y), second.x - first.x) - atan2(sine, cosine)) < 0.01, "\(area)")
        #expect(abs(hypot(second.x - first.x, second.y - first.y) - length * 4 / 3) < 4, "\(area)")
        #expect((12...24).contains(hypot(third.x - second.x, third.y - second.y)), "\(area)")
    }

    @Test("letters on a curve are found one by one, and cost no plane each")
    func curve() throws {
        let letters = (0..<60).map { index in
            let angle = Double(index) * 6 * .pi / 180
            let (cosine, sine) = (Self.rounded(cos(angle)), Self.rounded(sin(angle)))
            return "\(cosine) \(sine) \(-sine) \(cosine) \(150 + 80 * sine) \(100 - 80 * cosine) Tm (a) Tj"
        }
        let file = page("BT /F1 10 Tf \(letters.joined(separator: "\n")) ET")
        #expect(try count("a", in: file) == 60)
    }

    @Test("vertical writing is found, and lines of scripts without spaces are joined without one")
    func vertical() throws {
        let texts = ["東", "京", "都", "庁"]
        let vertical = file(mapping: texts, "BT /F2 14 Tf 150 180 Td <0041004200430044> Tj ET", isVertical: true)
        let match = try #require(try matches("東京都", in: vertical).first)
        // Three characters of 14 points below (150, 180), centered on the line.
        let rect = CGRect(x: 143 * 4 / 3.0, y: 20 * 4 / 3.0, width: 14 * 4 / 3.0, height: 42 * 4 / 3.0)
        #expect(abs(match.rect.minX - rect.minX) < 2 && abs(match.rect.maxX - rect.maxX) < 2, "\(match.rect)")
        #expect(abs(match.rect.minY - rect.minY) < 2 && abs(match.rect.maxY - rect.maxY) < 2, "\(match.rect)")
        let lines = file(mapping: texts, "BT /F2 14 Tf 20 100 Td 16 TL (AB) Tj T* (CD) Tj ET")
        for text in ["東京都庁", "京都", "東京 都庁"] { #expect(try count(text, in: lines) == 1, "\(text)") }
    }

    @Test("text from the right is found in the order in which it is read")
    func fromRight() throws {
        // שלום עולם 12, drawn from the left as it is seen.
        let texts = ["ש", "ל", "ו", "ם", "ע", "1", "2"]
        let hebrew = file(mapping: texts, "BT /F2 14 Tf 20 100 Td (FG DBCE DCBA) Tj ET")
        for text in ["שלום", "עולם", "שלום עולם", "עולם 12", "12"] {
            #expect(try count(text, in: hebrew) == 1, "\(text)")
        }
        #expect(try count("21", in: hebrew) == 0)
    }

    @Test("text on layers that are not shown is not found")
    func layers() throws {
        let text = "BT /F1 14 Tf 20 100 Td (Valve) Tj ET"
        let form = "/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /Font << /F1 3 0 R >> >>"
        for (layer, state, isShown) in [
            ("", "/OFF [5 0 R]", false), ("/Usage << /View << /ViewState /OFF >> >>", "/ON [5 0 R]", false),
            ("", "/ON [5 0 R]", true),
        ] {
            let marked = page(
                "/OC /P BDC \(text) EMC", resources: "/Properties << /P 5 0 R >>",
                catalog: "/OCProperties << /OCGs [5 0 R] /D << \(state) >> >>",
                objects: [("/Type /OCG /Name (A) \(layer)", nil)])
            let nested = page(
                "/X Do", resources: "/XObject << /X 6 0 R >>",
                catalog: "/OCProperties << /OCGs [5 0 R] /D << \(state) >> >>",
                objects: [("/Type /OCG /Name (A) \(layer)", nil), ("\(form) /OC 5 0 R", text)])
            let annotated = page(
                "", more: "/Annots [7 0 R]", catalog: "/OCProperties << /OCGs [5 0 R] /D << \(state) >> >>",
                objects: [
                    ("/Type /OCG /Name (A) \(layer)", nil), (form, text),
                    ("/Type /Annot /Subtype /Stamp /Rect [0 0 300 200] /OC 5 0 R /AP << /N 6 0 R >>", nil),
                ])
            for file in [marked, nested, annotated] {
                #expect(try count("valve", in: file) == (isShown ? 1 : 0), "\(layer) \(state)")
            }
        }
    }

    @Test("values of form fields are found, with and without an appearance")
    func fields() throws {
        let field = "/Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Smith) /DA (/F1 12 Tf 0 g) /Rect [20 20 200 40]"
        let file = page(
            "", more: "/Annots [5 0 R]",
            catalog: """
                /AcroForm << /NeedAppearances true /Fields [5 0 R] /DA (/F1 12 Tf 0 g)
                /DR << /Font << /F1 3 0 R >> >> >>
                """, objects: [(field, nil)])
        let match = try #require(try matches("smith", in: file).first)
        #expect(
            abs(match.rect.minX - 20 * 4 / 3) < 8 && match.rect.maxY < 250 && match.rect.minY > 205, "\(match.rect)")
    }

    @Test("a search of a hostile length finds nothing, quickly")
    func longText() throws {
        let text = String(repeating: "a", count: 200)
        let lines = (0..<50).map { _ in "(\(text)) Tj T*" }.joined(separator: "\n")
        let file = page("BT /F1 1 Tf 3 TL 20 190 Td \(lines) ET")
        #expect(try count(String(repeating: "a", count: 60000), in: file) == 0)
        #expect(try count(String(repeating: "a", count: 200), in: file) == 50)
    }
}
