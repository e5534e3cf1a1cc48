import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("Media queries")
struct MediaQueryTests {
    @Test(
        "A screen in light colors matches",
        arguments: [
            "", " ", "all", "screen", "only screen", "SCREEN", "print, screen", "not print", "(color)",
            "(min-color: 8)",
            "(prefers-color-scheme: light)", "(prefers-color-scheme:light)", "screen and (prefers-color-scheme: light)",
            "not all and (prefers-color-scheme: dark)", "not (prefers-color-scheme: dark)", "(monochrome: 0)",
            "(prefers-color-scheme: dark) or (color)", "((color) and (prefers-color-scheme: light))",
            "(prefers-color-scheme)", "(prefers-contrast: no-preference)", "nonsense (, screen",
        ])
    func matches(query: String) { #expect(SVGMediaQuery.matches(query)) }

    @Test(
        "What asks for something else, or for what nobody knows, does not",
        arguments: [
            "print", "not screen", "not all", "(prefers-color-scheme: dark)", "screen and (prefers-color-scheme: dark)",
            "(min-width: 100px)", "not (min-width: 100px)", "(color", "screen and", "screen (color)", "(color) and",
            "(color) and (color) or (color)", "(monochrome)", "(prefers-reduced-motion)", "speech", "()", "not", "(((",
        ])
    func doesNotMatch(query: String) { #expect(!SVGMediaQuery.matches(query)) }

    @Test("Any length ends")
    func length() {
        for text in [String(repeating: "(", count: 1000), String(repeating: "not ", count: 250)] {
            #expect(!SVGMediaQuery.matches(text))
            #expect(!SVGMediaQuery.matches(text + text))
        }
    }

    private func fill(_ style: String, _ attributes: String = "") throws -> (UInt32, [ContentOmission]) {
        let text =
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><style \(attributes)>\(style)</style>"
            + "<rect width='9' height='9'/></svg>"
        let drawn = try SVGDocument.read(Data(text.utf8), path: "a.svg")
        guard case .picture = drawn.route else {
            Issue.record("\(drawn.route)")
            return (0, [])
        }
        let image = try drawn.source.raster(
            RasterArea(scale: 1, x: 2, y: 2, width: 4, height: 4), in: RasterContext(pool: BitmapPool()))
        return (image.asBitmap[1, 1].argb, drawn.omissions)
    }

    @Test("Rules in a query that matches count in their place, others do not")
    func rules() throws {
        let (red, blue): (UInt32, UInt32) = (0xFFFF_0000, 0xFF00_00FF)
        let dark = "@media (prefers-color-scheme: dark) { rect { fill: #f00 } }"
        #expect(try fill("rect { fill: #00f } \(dark)").0 == blue)
        #expect(try fill("\(dark) rect { fill: #00f }").0 == blue)
        #expect(try fill("@media screen{rect{fill:#f00}}").0 == red)
        #expect(try fill("rect { fill: #00f } @media screen { rect { fill: #f00 } }").0 == red)
        #expect(try fill("@media screen { rect { fill: #f00 } } rect { fill: #00f }").0 == blue)
        #expect(try fill("@media screen { @media (color) { rect { fill: #f00 } } g { fill: #00f } }").0 == red)
        #expect(try fill("@media print { @media (color) { rect { fill: #f00 } } } rect { fill: #00f }").0 == blue)
        #expect(try fill("@media screen { rect { fill: #f00 ").0 == red, "the end of the sheet closes its blocks")
        #expect(try fill("rect { fill: #f00 }", "media='print'").0 == 0xFF00_0000)
        #expect(try fill("rect { fill: #f00 }", "media='screen'").0 == red)
    }

    @Test("What at-rules ask for besides is passed over, and what is not read is said")
    func others() throws {
        let blue: UInt32 = 0xFF00_00FF
        let frames = "@keyframes a { from { fill: #f00 } to { fill: #0f0 } } rect { fill: #00f }"
        #expect(try fill(frames).0 == blue)
        #expect(try fill("@page { margin: 1cm } @-x-y { a { b { } } } rect { fill: #00f }").0 == blue)
        let imported = try fill("@import url(more.css); rect { fill: #00f }")
        #expect(imported.0 == blue && imported.1 == [ContentOmission(.atRule, "@import url(more.css)", line: 1)])
        let font = try fill("@font-face { font-family: a; src: url(a.ttf) } rect { fill: #00f }")
        #expect(font.0 == blue && font.1 == [ContentOmission(.atRule, "@font-face a", line: 1)])
    }
}
