import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry

@testable import TileContent
@testable import TileGraphics

/// Malicious or broken texts: each soon yields a picture or an error.
@Suite("Hostile text")
struct HostileTextTests {
    private static let open =
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='200' height='200'"
        + " font-size='10'>"

    /// Reads a drawing, and draws an overview and a tile at a deep level. Returns false if the drawing is refused.
    @discardableResult
    private func draw(_ body: String, whole: Bool = false) -> Bool {
        let text = whole ? body : "\(Self.open)\(body)</svg>"
        guard let document = try? SVGDocument.read(Data(text.utf8), path: "hostile.svg"), case .picture = document.route
        else { return false }
        for area in [
            RasterArea(scale: 0.5, x: 0, y: 0, width: 64, height: 64),
            RasterArea(scale: 40, x: 1000, y: 800, width: 64, height: 64),
        ] {
            _ = try? document.source.raster(area, in: RasterContext(pool: BitmapPool()))
        }
        return true
    }

    private static func numbers(_ count: Int) -> String {
        (0..<count).map { "\($0 % 200)" }.joined(separator: " ")
    }

    @Test("Lists of a million numbers give the characters there are their places")
    func longLists() {
        let list = Self.numbers(1_000_000)
        for name in ["x", "y", "dx", "dy", "rotate"] { #expect(draw("<text \(name)='\(list)'>abc</text>")) }
        #expect(draw("<text x='\(list.dropLast(1))'>abc<tspan y='\(list) nonsense'>def</tspan></text>"))
    }

    @Test("A text of many places in many elements takes no more than its length")
    func deepLists() {
        let depth = 200
        let start = (0..<depth).map { "<tspan x='1 2 3' rotate='\($0) 5' dy='1'>" }.joined()
        let text = String(repeating: "lorem ", count: 5000)
        let end = String(repeating: "</tspan>", count: depth)
        #expect(draw("<text>\(start)\(text)\(end)\(text)</text>"))
        let fitted = (0..<depth).map { "<tspan textLength='\($0)'>a" }.joined()
        #expect(draw("<text textLength='9'>\(fitted)\(text)\(end)</text>"))
        let many = (0..<3000).map { "<tspan textLength='\($0 % 9)'>ab</tspan>" }.joined()
        #expect(draw("<text textLength='9'>\(many)</text>"))
    }

    @Test(
        "Numbers that are none, or far too large, end somewhere",
        arguments: [
            "x='nan inf'", "x='1e308 -1e308'", "rotate='nan'", "rotate='1e308 -1e308 inf'", "textLength='1e308'",
            "textLength='-5'", "textLength='nan'", "textLength='1e308' lengthAdjust='spacingAndGlyphs'",
            "textLength='1e-300' lengthAdjust='spacingAndGlyphs'", "rotate='0' font-size='1e300'",
            "rotate='0' font-size='0'", "rotate='0' font-size='-4'",
            "rotate='1' letter-spacing='1e308' word-spacing='-1e308'",
            "rotate='1' baseline-shift='1e308'", "baseline-shift='-1e308'", "dx='1e308 1e308 1e308'", "x='1,2,,3'",
            "x=','",
            "x='5%,5em'", "rotate='1 2,'", "writing-mode='tb' textLength='1e300' rotate='1e9'",
        ])
    func numbers(_ attributes: String) {
        #expect(draw("<text \(attributes)>abc <tspan \(attributes)>def</tspan></text>"))
        #expect(draw("<text><textPath path='M0,0L100,100' startOffset='1e300' \(attributes)>abc</textPath></text>"))
    }

    @Test(
        "Texts that refer to themselves, to one another and to nothing end",
        arguments: [
            "<text id='t'>a<tref xlink:href='#t'/></text>",
            "<text id='t' x='1 2 3'>a<tref xlink:href='#t'/></text>",
            "<text id='t'>a<tref xlink:href='#u'/></text><text id='u'>b<tref xlink:href='#t'/></text>",
            "<text id='t'><textPath href='#t'>a</textPath></text>",
            "<text><textPath id='t' href='#t'>a</textPath></text>",
            "<text><textPath path='M0,0h9'>a<textPath path='M0,0h9'>b</textPath></textPath></text>",
            "<g id='g'><text><textPath href='#g'>a</textPath></text></g>",
            "<use id='u' href='#u'/><text><textPath href='#u'>a</textPath></text>",
            "<path id='p' d=''/><text><textPath href='#p'>a</textPath></text>",
            "<path id='p' d='M1,1'/><text><textPath href='#p'>a</textPath></text>",
            "<path id='p' d='M1,1zzzM2,2z'/><text><textPath href='#p'>a</textPath></text>",
            "<path id='p' d='M1,1L1e300,1e300'/><text><textPath href='#p' startOffset='50%'>a</textPath></text>",
            "<path id='p' d='M1,1C1,1 1,1 1,1 5,5 5,5 5,5'/><text><textPath href='#p'>ab</textPath></text>",
            "<path id='p' d='M1,1h9' pathLength='0'/><text><textPath href='#p' startOffset='5'>ab</textPath></text>",
            "<path id='p' d='M1,1h9' transform='scale(0)'/><text><textPath href='#p'>ab</textPath></text>",
        ])
    func loops(_ body: String) { draw(body) }

    @Test("What is repeated again and again is refused or done once")
    func repetition() {
        let long = String(repeating: "lorem ipsum ", count: 10_000)
        let references = String(repeating: "<tref xlink:href='#t'/>", count: 10_000)
        #expect(!draw("<text id='t'>\(long)</text><text>\(references)</text>"))
        #expect(!draw("<text id='t'>\(long)</text><text x='1 2'>\(references)</text>"))
        // Each text follows the same long path.
        let path = (0..<20_000).map { "q\($0 % 7),5 3,\($0 % 5)" }.joined()
        let texts = String(repeating: "<text><textPath href='#p'>ab</textPath></text>", count: 2000)
        #expect(draw("<path id='p' d='M0,0\(path)'/>\(texts)"))
    }

    @Test("Damaged texts are pictures or errors")
    func chance() {
        var random = SeededGenerator(2026)
        let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) } ?? 3000
        let texts = TextPlacementTests.cases.map { Array("\(Self.open)\($0.svg)</svg>".utf8) }
        let pieces = [
            "nan", "1e308", "-1", "%", "em", " ", ",", "\"", "'", "<tspan>", "</tspan>", "<textPath path='M0,0h50'>",
            "</textPath>", "&#x301;", "&#x202e;", "א", "𝐀", "&#0;", " x='1 2 3'", " textLength='9'", " dy='5 5'",
            " writing-mode='tb'", " direction='rtl'", " unicode-bidi='isolate-override'", "<a>", "</a>", "fi",
            " lengthAdjust='spacingAndGlyphs'", " text-anchor='end'", "#", "<tref xlink:href='#t'/>", " id='t'", "\n",
        ].map { Array($0.utf8) }
        var drawn = 0
        for _ in 0..<rounds {
            var bytes = texts.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: Self.open.utf8.count..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0x20...0x7E, using: &random)
                case 1, 2: bytes.insert(contentsOf: pieces.randomElement(using: &random)!, at: at)
                case 3: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...9, using: &random)))
                default: bytes[at] = UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &random)
                }
            }
            if draw(String(decoding: bytes, as: UTF8.self), whole: true) { drawn += 1 }
        }
        #expect(drawn > rounds / 20)
    }
}
