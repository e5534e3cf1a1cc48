import Foundation
import TestSupport
import Testing

@testable import TileContent

/// Tests of what a `foreignObject` shows and does not show, with the pixels that Chromium has in the same places.
@Suite struct ForeignObjectTests {
    private static let html = "xmlns='http://www.w3.org/1999/xhtml'"

    private func drawn(_ content: String, scale: Double = 1) throws -> DrawnSVG {
        try DrawnSVG("width='100' height='100'", content, scale: scale)
    }

    private static func box(_ style: String, _ content: String = "") -> String {
        "<div \(html) style='\(style)'>\(content)</div>"
    }

    private static let red = box("width:40px;height:30px;background:#f00")

    @Test("A switch shows the foreignObject and not what follows it")
    func alternative() throws {
        for condition in [
            "", "requiredFeatures='http://www.w3.org/TR/SVG11/feature#Extensibility'",
            "requiredFeatures='unknown'", "requiredExtensions='http://www.w3.org/1999/xhtml'",
        ] {
            let drawing = try drawn(
                "<switch><foreignObject \(condition) width='100%' height='100%'>\(Self.red)</foreignObject>"
                    + "<rect width='100' height='100' fill='#00f'/></switch>")
            #expect(drawing.ink == [0, 0, 40, 30], "\(condition)")
            #expect(drawing.pixel(20, 20) == "ffff0000")
        }
        let other = try drawn(
            "<switch><foreignObject requiredExtensions='http://example.com/' width='9' height='9'>\(Self.red)"
                + "</foreignObject><rect width='5' height='5' fill='#00f'/></switch>")
        #expect(other.ink == [0, 0, 5, 5])
    }

    @Test("An image takes the size that a flex container gives it")
    func flexImage() throws {
        let style = "width:80px;height:20px;min-width:0"
        let image = "<svg xmlns='http://www.w3.org/2000/svg' style='\(style)'><rect width='90' height='20'/></svg>"
        let drawing = try drawn(
            "<foreignObject width='100' height='100'>\(Self.box("display:flex;width:60px", "\(image)\(image)"))"
                + "</foreignObject>")
        #expect(drawing.ink == [0, 0, 60, 20])
    }

    @Test("A table begins with its first header and ends with its first footer")
    func tableOrder() throws {
        func row(_ color: String) -> String {
            "<tr><td style='padding:0;width:20px;height:10px;background:\(color)'/></tr>"
        }
        let drawing = try drawn(
            "<foreignObject width='100' height='100'><table \(Self.html) style='border-spacing:0'><tfoot>\(row("#00f"))"
                + "</tfoot><tbody>\(row("#0f0"))</tbody><thead>\(row("#f00"))</thead></table></foreignObject>")
        #expect(drawing.pixel(10, 5) == "ffff0000")
        #expect(drawing.pixel(10, 15) == "ff00ff00")
        #expect(drawing.pixel(10, 25) == "ff0000ff")
    }

    @Test("A row holds the boxes that are positioned in it")
    func positionedRow() throws {
        let bar = Self.box("position:absolute;left:0;top:0;bottom:0;width:10px;background:#f00")
        let drawing = try drawn(
            "<foreignObject width='100' height='100'><table \(Self.html) style='border-spacing:0'>"
                + "<tr style='position:relative'><td style='padding:0;width:50px;height:40px'>\(bar)</td></tr></table>"
                + "</foreignObject>")
        #expect(drawing.ink == [0, 0, 10, 40])
    }

    @Test("A list item with another display has no marker")
    func marker() throws {
        func list(_ style: String) throws -> DrawnSVG {
            try drawn(
                "<foreignObject width='100' height='100'><ul \(Self.html)><li style='\(style)'/></ul></foreignObject>")
        }
        #expect(try list("height:20px").ink[2] > 0)
        #expect(try list("height:20px;display:block").ink[2] == 0)
        #expect(try list("height:20px;display:flex").ink[2] == 0)
    }

    @Test("Text in display: contents has the style of its element")
    func contents() throws {
        let text = Self.box("display:contents;font-size:60px", "l")
        let drawing = try drawn(
            "<foreignObject width='100' height='100'>\(Self.box("font-size:10px", text))</foreignObject>")
        #expect(drawing.ink[3] > 30)
    }

    @Test("The last line of draw.io is not shown")
    func lastLine() throws {
        let drawing = try drawn(
            "<switch><g requiredFeatures='http://www.w3.org/TR/SVG11/feature#Extensibility'/><a><text y='50'>"
                + "Text is not SVG - cannot display</text></a></switch>")
        #expect(drawing.bitmap.height == 100)
        #expect(drawing.ink[2] == 0)
    }

    @Test("A foreignObject clips unless it has overflow: visible, and shows nothing without a size")
    func clip() throws {
        #expect(try drawn("<foreignObject width='20' height='10'>\(Self.red)</foreignObject>").ink == [0, 0, 20, 10])
        #expect(
            try drawn("<foreignObject width='20' height='10' style='overflow:visible'>\(Self.red)</foreignObject>").ink
                == [0, 0, 40, 30])
        #expect(try drawn("<foreignObject width='20'>\(Self.red)</foreignObject>").ink[2] == 0)
        #expect(try drawn("<foreignObject width='-5' height='20'>\(Self.red)</foreignObject>").ink[2] == 0)
        // Sizes come from style sheets, too.
        #expect(
            try drawn(
                "<style>foreignObject{width:30px;height:8px;x:10px}</style><foreignObject>\(Self.red)"
                    + "</foreignObject>"
            ).ink == [10, 0, 40, 8])
    }

    @Test("A foreignObject has a background and a border, and nothing if it is drawn by reference")
    func own() throws {
        let object = "<foreignObject width='40' height='30' style='background:#f00;border:5px solid #00f'>"
        let boxed = try drawn("\(object)\(Self.box("width:100%;height:9px;background:#0f0"))</foreignObject>")
        #expect(boxed.ink == [0, 0, 40, 30])
        #expect(boxed.pixel(2, 20) == "ff0000ff")
        #expect(boxed.pixel(7, 7) == "ff00ff00")
        #expect(boxed.pixel(20, 20) == "ffff0000")
        let used = try drawn(
            "<defs><g id='g'>\(object)a</foreignObject></g></defs><use href='#g'/><path d='M90 90h9v9z'/>")
        #expect(used.ink == [90, 90, 99, 99])
    }

    @Test("Values revert to the default style sheet of HTML")
    func revert() throws {
        let drawing = try drawn(
            "<style>p{display:inline;margin:0;background:#f00} p{display:revert;margin-top:revert}</style>"
                + "<foreignObject width='40' height='90'><p \(Self.html) style='font-size:10px;height:9px'/></foreignObject>"
        )
        #expect(drawing.ink == [0, 10, 40, 19])
    }

    @Test("Elements without the namespace of XHTML are not HTML")
    func namespaces() throws {
        let drawing = try drawn(
            "<foreignObject width='90' height='90'><div style='width:9px;height:9px;background:red'/>"
                + "<rect width='9' height='9'/></foreignObject>")
        #expect(drawing.ink[2] == 0)
        // Elements of HTML that are not in a foreignObject are not drawn.
        #expect(try drawn(Self.red).ink[2] == 0)
    }

    @Test("Boxes are at the same places at every scale")
    func scales() throws {
        let content =
            "<g transform='translate(10 10)'><foreignObject width='80' height='80'>"
            + Self.box("margin:4px 6px;width:10px;height:20px;background:#0f0") + "</foreignObject></g>"
        for scale in [1.0, 2, 8] {
            let ink = try drawn(content, scale: scale).ink
            #expect(ink.map { Double($0) / scale } == [16, 14, 26, 34])
        }
    }

    /// The style of a box at the top left of a `foreignObject` of 80 × 80, and pixels as "x y color".
    struct BoxCase: CustomTestStringConvertible, Sendable {
        let style: String
        let pixels: String

        init(_ style: String, _ pixels: String) { (self.style, self.pixels) = (style, pixels) }

        var testDescription: String { style }
    }

    static let boxCases: [BoxCase] = [
        BoxCase("width:20px;height:20px;border:5px solid #00f;background:#0f0", "2 2 ff0000ff, 15 15 ff00ff00"),
        BoxCase("width:20px;height:20px;border-radius:50%;background:#0f0", "0 0 0, 10 10 ff00ff00"),
        BoxCase(
            "width:20px;height:20px;background:linear-gradient(to right,#f00 50%,#00f 50%)",
            "5 10 ffff0000, 15 10 ff0000ff"),
        BoxCase(
            "width:20px;height:20px;background:conic-gradient(#f00 0 25%,#00f 0 100%)", "15 5 ffff0000, 5 15 ff0000ff"),
        BoxCase(
            "width:20px;height:20px;background:radial-gradient(circle,#f00 5px,#00f 5px)",
            "10 10 ffff0000, 1 10 ff0000ff"),
        BoxCase(
            "width:20px;height:20px;background:repeating-linear-gradient(90deg,#f00 0 5px,#00f 5px 10px)",
            "2 5 ffff0000, 7 5 ff0000ff, 12 5 ffff0000"),
        BoxCase("box-sizing:border-box;width:20px;height:20px;padding:9px;background:#f00", "19 19 ffff0000, 20 20 0"),
        BoxCase("width:20px;height:20px;background:#f00;visibility:hidden", "5 5 0"),
        BoxCase("width:20px;height:20px;background:#f00;transform:translate(30px,0)", "5 5 0, 35 5 ffff0000"),
        BoxCase("width:20px;height:20px;background:#f00;clip-path:inset(0 10px 0 0)", "5 5 ffff0000, 15 5 0"),
        BoxCase("width:100%;height:50%;background:#f00", "79 39 ffff0000, 79 40 0"),
        BoxCase("position:absolute;right:0;bottom:0;width:9px;height:9px;background:#f00", "79 79 ffff0000, 70 70 0"),
    ]

    @Test("Backgrounds, borders and corners", arguments: boxCases)
    func boxes(_ each: BoxCase) throws {
        let drawing = try drawn("<foreignObject width='80' height='80'>\(Self.box(each.style))</foreignObject>")
        for pixel in each.pixels.split(separator: ",") {
            let parts = pixel.split(separator: " ").map(String.init)
            let (x, y) = (try #require(Int(parts[0])), try #require(Int(parts[1])))
            let expected = parts[2] == "0" ? "00000000" : parts[2]
            #expect(drawing.pixel(x, y) == expected, "\(each.style) at \(x), \(y)")
        }
    }

    @Test("Drawings in HTML are drawn, also with HTML in them")
    func drawings() throws {
        let inner =
            "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20' style='display:block'>"
            + "<rect width='10' height='10' fill='#00f'/><foreignObject x='10' width='20' height='20'>"
            + Self.box("width:9px;height:9px;background:#0f0") + "</foreignObject></svg>"
        let drawing = try drawn(
            "<foreignObject width='90' height='90'>\(Self.box("padding:5px", inner))</foreignObject>")
        #expect(drawing.pixel(7, 7) == "ff0000ff")
        #expect(drawing.pixel(17, 7) == "ff00ff00")
        #expect(drawing.ink == [5, 5, 24, 15])
    }
}
