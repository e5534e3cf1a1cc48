import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Tests of `@font-face`, with a font of squares.
@Suite("Fonts of style sheets") struct FontFaceTests {
    private static let address = "data:font/ttf;base64,\(Data(SquareFont().bytes).base64EncodedString())"

    private func read(_ sheet: String, _ text: String = "A", family: String = "Squares") throws -> SVGDocument {
        let body =
            "<style>\(sheet)</style><text x='20' y='80' font-family='\(family)' font-size='60'>\(text)</text>"
        return try SVGDocument.read(
            Data("<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(body)</svg>".utf8), path: "a.svg")
    }

    /// Returns the number of opaque pixels: 3,600 for a letter that is a square.
    private func opaque(_ document: SVGDocument) throws -> Int {
        let area = RasterArea(scale: 1, x: 0, y: 0, width: 100, height: 100)
        let bitmap = try document.source.raster(area, in: RasterContext(pool: BitmapPool())).asBitmap
        return (0..<100).reduce(0) { sum, y in sum + (0..<100).count { bitmap[$0, y].argb == 0xFF00_0000 } }
    }

    @Test(
        "A font in a data URL is used",
        arguments: [
            "font-family: Squares; src: url(ADDRESS)", "font-family: 'squares'; src: url('ADDRESS') format('truetype')",
            "src: local('Squares'), url(a.woff2) format('woff2'), url(\"ADDRESS\") tech(features-opentype);"
                + "font-family: Squares",
            "font-family: Squares; src: url(ADDRESS); unicode-range: U+3?, U+40-5a",
            "font-family: Squares; src: url(data:,), url(ADDRESS); font-weight: 100 900; font-display: swap",
        ])
    func used(_ rule: String) throws {
        let rule = rule.replacing("ADDRESS", with: Self.address)
        let document = try read("@font-face { \(rule) }")
        #expect(document.omissions.isEmpty)
        #expect(try opaque(document) == 3600)
    }

    @Test("Another drawing, and other text, does not have the font")
    func others() throws {
        let rule = "@font-face { font-family: Squares; src: url(\(Self.address)) }"
        #expect(try opaque(read(rule)) == 3600)
        #expect(try opaque(read("")) < 3000)
        #expect(try opaque(read(rule, family: "DejaVu Sans")) < 3000)
        #expect(try opaque(read(rule, "B")) < 3000)
        #expect(
            try opaque(read("@font-face { font-family: Squares; src: url(\(Self.address)); unicode-range: U+42 }"))
                < 3000)
    }

    @Test("HTML has the font, too")
    func html() throws {
        let body =
            "<style>@font-face { font-family: Squares; src: url(\(Self.address)) }</style>"
            + "<foreignObject width='100' height='100'><div xmlns='http://www.w3.org/1999/xhtml' "
            + "style='font:60px/60px Squares;margin:20px'>A</div></foreignObject>"
        let document = try SVGDocument.read(
            Data("<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(body)</svg>".utf8), path: "a.svg")
        #expect(try opaque(document) == 3600)
        // The font is an em high and has no other letters. As in Chromium, its line is as high nevertheless.
        let area = RasterArea(scale: 1, x: 0, y: 0, width: 100, height: 100)
        let bitmap = try document.source.raster(area, in: RasterContext(pool: BitmapPool())).asBitmap
        #expect((0..<100).filter { bitmap[50, $0].argb != 0 } == Array(20..<80))
    }

    @Test(
        "Fonts that are not read are listed with the reason",
        arguments: [
            ("src: url(a.ttf)", ""), ("src: url(data:font/woff2;base64,d09GMgAB)", " (not a sound font)"),
            ("src: url(data:,OTTO00)", " (CFF outlines)"), ("src: url(data:,hello)", " (not a sound font)"),
            ("src: local(Arial)", ""),
        ])
    func omitted(_ source: String, _ reason: String) throws {
        let document = try read("\n@font-face { font-family: Squares; \(source) }")
        #expect(document.omissions == [ContentOmission(.atRule, "@font-face Squares\(reason)", line: 2)])
    }

    @Test("A font that can't be stored is listed with the reason, and its drawing is not kept")
    func unstored() throws {
        let body = "<style>@font-face { font-family: Squares; src: url(\(Self.address)) }</style><text>A</text>"
        let recorder = SVGRecorder(try XMLTree(Data("<svg xmlns='http://www.w3.org/2000/svg'>\n\(body)</svg>".utf8)))
        recorder.fontDirectory = "/missing"
        try recorder.readStyleSheets()
        _ = try recorder.recording(size: CGSize(width: 100, height: 100))
        #expect(
            recorder.allOmissions.list { _ in [:] } == [
                ContentOmission(.atRule, "@font-face Squares (No such file or directory)", line: 2)
            ])
        #expect(recorder.lacksFonts)
    }
}
