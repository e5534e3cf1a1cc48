import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Tests of malicious and damaged HTML in a `foreignObject`: it soon yields a picture or an error.
///
/// `TILEWORK_ROUNDS` sets the number of random documents, and `TILEWORK_SEED` selects others.
@Suite struct HostileForeignObjectTests {
    private static let html = "xmlns='http://www.w3.org/1999/xhtml'"
    private static let open = "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='200'>"

    /// Draws a document.
    ///
    /// - Returns: Whether it was drawn, and not refused.
    @discardableResult
    private func draw(_ body: String, notes: inout [String]) throws -> Bool {
        do {
            let document = try SVGDocument.read(Data("\(Self.open)\(body)</svg>".utf8), path: "hostile.svg")
            notes = document.notes
            let area = RasterArea(scale: 0.3, x: 0, y: 0, width: 64, height: 64)
            _ = try document.source.raster(area, in: RasterContext(pool: BitmapPool()))
            return true
        } catch let failure as ContentFailure {
            #expect(failure.path == "hostile.svg")
            return false
        }
    }

    private func draw(_ body: String) throws -> Bool {
        var notes: [String] = []
        return try draw(body, notes: &notes)
    }

    private static func object(_ content: String, style: String = "") -> String {
        "<foreignObject width='100' height='100'><div \(html) style='\(style)'>\(content)</div></foreignObject>"
    }

    @Test(
        "Extreme values",
        arguments: [
            "width:1e300px", "width:-5px", "width:NaN", "width:calc(1px/0)", "width:calc(-1e300px*1e300)",
            "margin:1e300px",
            "margin:-1e300px", "padding:1e308px", "border:1e300px solid", "font-size:1e300px", "font-size:0",
            "line-height:1e300", "letter-spacing:-1e300px", "word-spacing:1e300px", "text-indent:-1e300px",
            "border-radius:1e300px", "border-radius:1e300px/0.0001px", "display:flex;gap:1e300px",
            "display:flex;flex:1e300 1e300 1e300px", "position:absolute;left:1e300px", "z-index:99999999999999999999",
            "background:linear-gradient(red 1e300px,blue -1e300px)", "background:conic-gradient(red 1e300deg,blue)",
            "background:repeating-conic-gradient(red 0,blue 0.0000001%)",
            "background:repeating-conic-gradient(red -3355442000%,blue -3355441999.5%)",
            "background:repeating-conic-gradient(red 3355442000%,blue 3355442000.5%)",
            "vertical-align:1e300px;display:inline-block",
            "background:repeating-linear-gradient(red 0,blue 0.0000001px)", "background-size:0.00000001px",
            "background:radial-gradient(0.0000001px 1e300px,red,blue)", "transform:scale(1e300)", "max-width:-1px",
            "border-spacing:1e300px;display:table", "opacity:1e300", "border:dashed 0.0001px",
            "order:99999999999999999999",
            "background-image:url(data:image/png;base64,AAAA)", "display:table-cell;width:1e300%", "columns:3",
        ])
    func extremeValues(_ style: String) throws {
        #expect(try draw(Self.object("a <b style='\(style)'>b</b> c<div style='\(style)'>d</div>", style: style)))
    }

    @Test("Spans of a million columns")
    func spans() throws {
        #expect(
            try draw(
                Self.object(
                    "<table><tr><td colspan='2000000000' rowspan='2000000000'>a</td></tr><tr><td "
                        + "colspan='99999999999999999999999'>b</td><td colspan='-1'>c</td></tr></table>")))
        let cells = String(repeating: "<td colspan='1000'>a</td>", count: 2000)
        #expect(try draw(Self.object("<table>\(String(repeating: "<tr>\(cells)</tr>", count: 3))</table>")))
        // The borders of each of a million cells that others cover are found, or refused for their work.
        let rows = String(repeating: "<tr><td colspan='1000' rowspan='1000'>a</td></tr>", count: 1000)
        var notes: [String] = []
        #expect(try draw(Self.object("<table style='border-collapse:collapse'>\(rows)</table>"), notes: &notes))
        #expect(notes.contains { $0.contains("steps") })
        // A million cells are drawn or refused for their memory.
        _ = try draw(Self.object("<table><tr>\(String(repeating: "<td/>", count: 1_000_000))</tr></table>"))
    }

    @Test("Deep nesting")
    func nesting() throws {
        let deep = 240
        for element in ["div", "span", "b", "ul", "table", "td", "blockquote"] {
            let body =
                String(repeating: "<\(element)>", count: deep) + "a" + String(repeating: "</\(element)>", count: deep)
            #expect(try draw(Self.object(body)), "\(element)")
        }
        var notes: [String] = []
        for style in [
            "display:flex", "display:flex;flex-direction:column", "display:inline-block", "display:table",
            "display:table-cell", "display:inline-flex", "position:absolute", "display:flex;flex-wrap:wrap",
        ] {
            let start = String(repeating: "<div style='\(style)'>a", count: deep)
            let body = start + String(repeating: "</div>", count: deep)
            #expect(try draw(Self.object(body), notes: &notes), "\(style)")
            #expect(notes.isEmpty, "\(style)")
        }
        // Each level has a drawing with HTML in it.
        let level = "<foreignObject width='50' height='50'><div \(Self.html)><svg xmlns='http://www.w3.org/2000/svg'>"
        let object =
            String(repeating: level, count: 80) + "<rect/>"
            + String(repeating: "</svg></div></foreignObject>", count: 80)
        #expect(try draw(object))
        #expect(try !draw(String(repeating: "<foreignObject>", count: 1000)))
    }

    @Test("Layout that would take too long is left out, with a note")
    func work() throws {
        var notes: [String] = []
        func isLeftOut(_ body: String) throws -> Bool {
            #expect(try draw(body, notes: &notes))
            return notes.contains { $0.contains("1,000,000 steps") }
        }
        // Each level lays out its content several times, but not too often.
        let start = String(
            repeating: "<div style='display:flex;flex-direction:column;height:50%'><div style='flex:1'>a", count: 100)
        #expect(try !isLeftOut(Self.object(start + String(repeating: "</div></div>", count: 100))))
        // The limit applies to all of a document, and to drawings in it.
        let cell = "<tr><td colspan='1000' rowspan='1000'>a</td></tr>"
        let table = Self.object(
            "<table style='border-collapse:collapse'>\(cell)\(String(repeating: "<tr/>", count: 300))</table>")
        #expect(try !isLeftOut(table))
        #expect(try isLeftOut(String(repeating: table, count: 6)))
        let drawing = "\(Self.open)\(String(repeating: table, count: 6))</svg>"
        let image = "<img src='data:image/svg+xml;base64,\(Data(drawing.utf8).base64EncodedString())'/>"
        #expect(try isLeftOut(Self.object(image)))
        // Each line continues every open element.
        func lines(_ style: String) -> String {
            Self.object(
                String(repeating: "<b style='\(style)'>", count: 200) + String(repeating: "a<br/>", count: 20_000)
                    + String(repeating: "</b>", count: 200))
        }
        #expect(try isLeftOut(lines("")))
        #expect(try !draw(lines("background:red")))
        #expect(try !isLeftOut(Self.object(String(repeating: "lorem ipsum ", count: 2000))))
        #expect(try !isLeftOut(Self.object(String(repeating: "<i>a</i>", count: 20_000), style: "white-space:nowrap")))
    }

    @Test("Line breaks and tabs are counted as memory")
    func memory() throws {
        #expect(try !draw(Self.object(String(repeating: "<br/>", count: 400_000))))
        #expect(try draw(Self.object(String(repeating: "<br/>", count: 1000))))
        #expect(try draw(Self.object(String(repeating: "a<wbr/>", count: 1000))))
        #expect(try !draw(Self.object("<pre>\(String(repeating: "\t", count: 200_000))</pre>")))
        #expect(try draw(Self.object("<pre>\(String(repeating: "\t", count: 1000))</pre>")))
    }

    @Test("Damaged HTML is a picture or an error")
    func chance() throws {
        var random = SeededGenerator(ProcessInfo.processInfo.environment["TILEWORK_SEED"].flatMap(UInt64.init) ?? 2027)
        let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) } ?? 1000
        let texts = HTMLWordTests.cases.map { Array("\($0.svg)".utf8) }
        let pieces = [
            "nan", "1e308", "-1", "%", "em", " ", ";", ":", "<b>", "</b>", "<div>", "</div>", "<br/>", "<table>",
            "</table>", "<td>", "</td>", "<tr>", "</tr>", "&#x301;", "&#x202e;", "א", "𝐀", " colspan='3'", "\n",
            " rowspan='9'", " style='display:flex'", " style='display:table-cell'", " style='position:absolute'",
            "<ul><li>", "</li></ul>", "display:flex;", "display:inline-block;", "display:table-row;", "float:left;",
            "width:50%;", "height:100%;", "min-width:9em;", "margin:auto;", "margin:-9px;", "padding:9%;", "flex:1;",
            "white-space:pre;", "overflow:hidden;", "position:relative;", "vertical-align:top;", "direction:rtl;",
            "word-break:break-all;", "text-align:justify;", "border-collapse:collapse;", "border:3px double;",
            "background:linear-gradient(red,blue);", "border-radius:9px;", "opacity:.5;", "display:contents;",
            "<svg xmlns='http://www.w3.org/2000/svg'/>", "<img src='data:,'/>", "<p/>", "<hr/>", "<center>",
            "</center>",
        ].map { Array($0.utf8) }
        var drawn = 0
        for _ in 0..<rounds {
            var bytes = texts.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0x20...0x7E, using: &random)
                case 1, 2, 3: bytes.insert(contentsOf: pieces.randomElement(using: &random)!, at: at)
                case 4: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...9, using: &random)))
                default: bytes[at] = UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &random)
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            if try draw(String(decoding: bytes, as: UTF8.self)) { drawn += 1 }
        }
        #expect(drawn > rounds / 20)
    }
}
