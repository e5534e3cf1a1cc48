import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Tests of the styles that style sheets, style attributes and presentation attributes result in.
@Suite("Cascade")
struct CascadeTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        var about: String
        var drawing: String
        /// Chromium's style of the element `r`.
        var style: [String: String]

        var testDescription: String { about }
    }

    static let cases: [Case] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("cascade.json")
        return (try? JSONDecoder().decode([Case].self, from: Data(contentsOf: file))) ?? []
    }()

    private func recorder(_ text: String) throws -> SVGRecorder {
        let recorder = SVGRecorder(try XMLTree(Data(text.utf8)))
        try recorder.readStyleSheets()
        return recorder
    }

    private func style(_ text: String, _ id: String = "r") throws -> SVGStyle {
        let recorder = try recorder(text)
        return try recorder.ancestorStyle(try #require(recorder.tree.node(withID: id)))
    }

    private func drawing(_ sheet: String, _ body: String = "<rect id='r' class='a'/>") -> String {
        "<svg xmlns='http://www.w3.org/2000/svg'><style><![CDATA[\(sheet)]]></style>\(body)</svg>"
    }

    /// Returns a paint as Chromium writes it.
    private func text(_ paint: SVGPaint, _ style: SVGStyle) -> String {
        func rgb(_ color: Color) -> String {
            func channel(_ value: Double) -> Int { Int((value * 255).rounded()) }
            return "rgb(\(channel(color.red)), \(channel(color.green)), \(channel(color.blue)))"
        }
        switch paint {
        case .none: return "none"
        case .currentColor: return rgb(style.color)
        case .color(let color): return rgb(color)
        case .expression(let expression): return rgb(expression.color(in: style.colorContext))
        case .contextFill: return "context-fill"
        case .contextStroke: return "context-stroke"
        case .reference("", _): return "none"
        case .reference(let id, let fallback):
            return "url(\"#\(id)\")" + (fallback.map { " " + text($0, style) } ?? "")
        }
    }

    @Test func theCasesAreThere() { #expect(Self.cases.count > 250) }

    @Test("As Chromium computes it", arguments: cases)
    func asChromiumComputes(_ each: Case) throws {
        let style = try style(each.drawing)
        // A paint in another file is none.
        func known(_ text: String?) -> String? {
            guard let text else { return nil }
            return text.hasPrefix("url(") && !text.hasPrefix("url(\"#") ? "none" : text
        }
        #expect(text(style.fill, style) == known(each.style["fill"]))
        #expect(text(style.stroke, style) == known(each.style["stroke"]))
        #expect(style.fillOpacity == each.style["fill-opacity"].flatMap { Double($0) })
    }

    // MARK: Shorthands

    @Test("Keywords of shorthands set all of their properties")
    func shorthands() throws {
        let text = drawing(
            "rect{font:inherit;marker:inherit;text-decoration:inherit}",
            """
            <g style='font:italic bold 20px serif;marker:url(#m);font-variant:small-caps'>\
            <rect id='r' font-size='9' font-weight='100' marker-mid='none'/></g>
            """)
        let style = try style(text)
        #expect(style.text.fontSize == 20)
        #expect(style.text.weight == 700)
        #expect(style.text.style == .italic)
        #expect([style.markerStart, style.markerMid, style.markerEnd] == ["m", "m", "m"])
    }

    @Test("References in shorthands are replaced, and invalid ones reset them")
    func shorthandsOfVariables() throws {
        let font = try style(drawing("svg{--f:italic 20px serif} rect{font:var(--f)}"))
        #expect(font.text.fontSize == 20 && font.text.style == .italic)
        let invalid = try style(drawing("svg{font-size:10px} rect{font-size:30px;font:var(--none)}"))
        #expect(invalid.text.fontSize == 10)
    }

    @Test("`all` leaves custom properties and the direction")
    func all() throws {
        let style = try style(
            drawing(
                "rect{--o:.25;direction:rtl;opacity:.5;overflow:hidden;mix-blend-mode:screen;all:unset}"
                    + "rect{stop-opacity:var(--o)}"))
        #expect(style.text.isRightToLeft)
        #expect(style.opacity == 1 && style.blendMode == .normal && style.stopOpacity == 0.25)
    }

    @Test("`initial` overrides a transform attribute")
    func transform() throws {
        #expect(try style(drawing("rect{transform:initial}")).rare?.style.transform.list == SVGTransformList())
        #expect(try style(drawing("")).rare == nil)
    }

    // MARK: Limits

    private func notes(_ text: String) throws -> [String] {
        try SVGDocument.read(Data(text.utf8), path: "a.svg").notes
    }

    private static let size = "width='9' height='9'"

    @Test("Values that grow a billion times are left out, and everything else is drawn")
    func growth() throws {
        let doubling = (1...30).map { "--l\($0):var(--l\($0 - 1)) var(--l\($0 - 1));" }.joined()
        let text =
            "<svg xmlns='http://www.w3.org/2000/svg' \(Self.size)><style>svg{--l0:1234567890;\(doubling)}"
            + "#a{fill:var(--l30,#00f)} #b{fill:var(--l29)}</style><rect id='a' \(Self.size)/><rect id='b' x='20'/></svg>"
        let document = try SVGDocument.read(Data(text.utf8), path: "a.svg")
        let pixel = try document.source.raster(
            RasterArea(scale: 1, x: 4, y: 4, width: 1, height: 1), in: RasterContext(pool: BitmapPool()))
        #expect(pixel.asBitmap[0, 0].argb == 0xFF00_00FF)
        #expect(document.notes == ["A value of custom properties is ignored, because it is longer than 2 MB."])
    }

    @Test("The values of all custom properties together are limited")
    func total() throws {
        let doubling = (1...16).map { "--l\($0):var(--l\($0 - 1)) var(--l\($0 - 1));" }.joined()
        let many = (0..<200).map { "--m\($0):var(--l16);" }.joined()
        let text =
            "<svg xmlns='http://www.w3.org/2000/svg' \(Self.size)><style>svg{--l0:1234567890;\(doubling)\(many)}"
            + "rect{fill:var(--m199,red)}</style><rect \(Self.size)/></svg>"
        #expect(try notes(text) == ["Custom properties are ignored after 64 MB of values."])
    }

    @Test("Long chains, circles and nested fallbacks end")
    func chains() throws {
        let chain = (1...5000).map { "--c\($0):var(--c\($0 - 1));" }.joined()
        let (deep, end) = (String(repeating: "var(--n,", count: 5000), String(repeating: ")", count: 5000))
        let circle = (0..<5000).map { "--r\($0):var(--r\(($0 + 1) % 5000));" }.joined()
        let text =
            "<svg xmlns='http://www.w3.org/2000/svg' \(Self.size)><style>svg{--c0:red;\(chain)\(circle)}"
            + "rect{fill:var(--c150);stroke:var(--r3,#00f);fill-opacity:\(deep).5\(end)}</style>"
            + "<rect id='r' \(Self.size)/></svg>"
        let style = try style(text)
        #expect(self.text(style.fill, style) == "rgb(255, 0, 0)")
        #expect(self.text(style.stroke, style) == "rgb(0, 0, 255)")
        #expect(style.fillOpacity == 1)
        #expect(try notes(text).contains("A chain of more than 200 custom properties is ignored."))
    }

    @Test("Elements with equal custom properties share them")
    func sharing() throws {
        let rects = (0..<1000).map { "<rect id='r\($0)' style='--a:\($0 % 2);fill-opacity:var(--a)'/>" }.joined()
        let recorder = try recorder("<svg xmlns='http://www.w3.org/2000/svg'>\(rects)</svg>")
        var scopes: Set<SVGVariableTable.Scope> = []
        for index in 0..<1000 {
            let node = try #require(recorder.tree.node(withID: "r\(index)"))
            let style = try recorder.ancestorStyle(node)
            #expect(style.fillOpacity == Double(index % 2))
            scopes.insert(style.variables)
        }
        #expect(scopes == [1, 2])
    }

    @Test("Custom properties that nothing refers to take nothing")
    func unused() throws {
        let recorder = try recorder(drawing("rect{--a:1;--b:2;fill:red}"))
        #expect(recorder.sheet.declarations.count == 1)
        #expect(recorder.sheet.customNames.isEmpty)
    }

    @Test("Rules nested without end are skipped, and what follows counts")
    func nesting() throws {
        for piece in ["&{", "@media all{", "svg &{", ":is(&){"] {
            let deep = String(repeating: piece, count: 20_000) + String(repeating: "}", count: 20_000)
            let style = try style(drawing("rect{\(deep) fill:red} rect{stroke:blue}"))
            #expect(text(style.fill, style) == "rgb(255, 0, 0)", "\(piece)")
            #expect(text(style.stroke, style) == "rgb(0, 0, 255)", "\(piece)")
        }
        let deep = String(repeating: "&{", count: 200) + String(repeating: "}", count: 200)
        #expect(try recorder(drawing("rect{\(deep)}")).notes == ["Style rules nested deeper than 128 are not read."])
    }

    @Test("Selectors that nested rules multiply are refused")
    func multiplied() {
        let list = (0..<1000).map { ".a\($0) .b .c" }.joined(separator: ",")
        let sheet = "\(list){" + (0..<400).map { "&.x\($0){fill:red}" }.joined() + "}"
        let nested = "\(list){\(list){\(list){fill:red}}}"
        let single = ".a .b .c .d .e .f .g .h{" + (0..<40_000).map { "&.x\($0) g{fill:red}" }.joined() + "}"
        for sheet in [sheet, nested, single] {
            let text =
                "<svg xmlns='http://www.w3.org/2000/svg' \(Self.size)><style>\(sheet.replacing("&", with: "&amp;"))"
                + "</style><rect \(Self.size)/></svg>"
            do {
                _ = try SVGDocument.read(Data(text.utf8), path: "a.svg")
                #expect(sheet != single)
            } catch {
                #expect(error.description.contains("too many selectors"), "\(error)")
            }
        }
    }

    @Test("Elements tested for what they contain take bounded work")
    func has() throws {
        var limits = ContentLimits()
        limits.largestStyleStepCount = 200_000
        let groups =
            String(repeating: "<g>", count: 200) + String(repeating: "<rect/>", count: 2000)
            + String(repeating: "</g>", count: 200)
        let text =
            "<svg xmlns='http://www.w3.org/2000/svg' \(Self.size)><style>g:has(circle){fill:red}</style>\(groups)</svg>"
        #expect(throws: ContentFailure.self) {
            _ = try SVGDocument.read(Data(text.utf8), path: "a.svg", limits: limits)
        }
        _ = try SVGDocument.read(Data(text.utf8), path: "a.svg")
    }

    @Test("Many layers are refused, and a few hundred are read")
    func layers() throws {
        let many = (0..<20_000).map { "@layer l\($0);" }.joined()
        #expect(throws: SVGRecorder.Failure.self) { _ = try style(drawing(many + "rect{fill:red}")) }
        let some = (0..<500).map { "@layer l\($0){rect{fill-opacity:.\($0 + 100)}}" }.joined()
        #expect(try style(drawing("@layer l499,l0; \(some)")).fillOpacity == 0.598)
    }

    @Test("What is not read of a sheet is said")
    func notesOfSheets() throws {
        let text =
            "<?xml-stylesheet href='style.css'?><?xml-stylesheet href='#s'?><svg xmlns='http://www.w3.org/2000/svg' "
            + "\(Self.size)><style>@container (width>1px){rect{fill:red}} @import 'more.css';</style><rect \(Self.size)/></svg>"
        #expect(
            try SVGDocument.read(Data(text.utf8), path: "a.svg").omissions == [
                ContentOmission(.atRule, "@container", line: 1), ContentOmission(.reference, "style.css", line: nil),
            ])
    }

    // MARK: Chance

    @Test("Style sheets of random text are read, and the next sheet counts")
    func chance() throws {
        let pieces = [
            "rect", ".a", "#r", "*", "&", ":is(", ":not(", ":has(", ":where(", "::before", ":hover", ",", ">", "+", "~",
            " ",
            "{", "}", "(", ")", "[", "]", ";", ":", "!important", "/*", "*/", "'", "\"", "\\", "\\66 ", "\n", "url(",
            "var(",
            "--x", "--y", "--x:", "fill:", "stroke:red", "all:", "fill-opacity:", ".5", "red", "inherit",
            "revert-layer",
            "@media all", "@media print", "@supports (fill:red)", "@layer", "@layer a", "@import 'data:text/css,rect{'",
            "@namespace s url(http://www.w3.org/2000/svg)", "s|", "|", "@", "<!--", "-->", "é", "\t", "-", "1",
            "nth-child(2n",
            "fill:var(--x,red)", "--x:var(--y);", "rect{fill:red}", "&{stroke:blue}",
        ]
        let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) } ?? 3000
        var random = SeededGenerator(ProcessInfo.processInfo.environment["TILEWORK_SEED"].flatMap(UInt64.init) ?? 49)
        var styled = 0
        for _ in 0..<rounds {
            let count = Int.random(in: 1...25, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
            let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            let style = try style(
                "<svg xmlns='http://www.w3.org/2000/svg'><style>\(escaped)</style><style>#r{stroke-linejoin:round}</style>"
                    + "<g style='--y:#00f'><rect id='r' class='a'/></g></svg>")
            if style.fill != .color(.black) || style.stroke != .none { styled += 1 }
            let hasAll = text.contains("!important") || text.contains("all:")
            #expect(style.strokeJoin == .round || hasAll, "\(text.debugDescription)")
            // The same text in a style attribute.
            Array(text.utf8).withUnsafeBufferPointer {
                for declaration in SVGDeclarations($0) { declaration.withValue { _ in } }
            }
        }
        #expect(styled > rounds / 50)
    }
}
