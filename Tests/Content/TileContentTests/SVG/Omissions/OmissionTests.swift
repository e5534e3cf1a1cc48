import Foundation
import TestSupport
import Testing
import TileEngine
import TileGraphics

@testable import TileContent

/// Tests of the list of features that a drawing uses and does not get. What browsers support is that of Chromium 156.
@Suite("Omissions")
struct OmissionTests {
    private func omissions(_ body: String, root: String = "") throws -> [ContentOmission] {
        let text = """
            <svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'
                xmlns:i='http://www.inkscape.org/namespaces/inkscape' width='100' height='100'\(root)>
            \(body)
            </svg>
            """
        return try SVGDocument.read(Data(text.utf8), path: "a.svg").omissions
    }

    @Test("An element that is not drawn is listed with its line and count")
    func elements() throws {
        #expect(
            try omissions(
                """
                <rect width='9' height='9'/>
                <mesh/><g>
                <mesh
                    x='1'
                    y='2'/></g>
                """) == [ContentOmission(.unknownElement, "<mesh>", line: 4, count: 2)])
        #expect(
            try omissions(
                "<rect width='9' height='9'/>\n<flowRoot\nid='a'\nx='1'><flowRegion/><flowPara>a</flowPara></flowRoot>")
                == [ContentOmission(.unknownElement, "<flowRoot>", line: 4)])
    }

    @Test(
        "Animations and scripts are listed as such",
        arguments: [
            (
                "<rect width='9' height='9'><animate attributeName='x'/></rect>", ContentOmission.Kind.animation,
                "<animate>"
            ),
            ("<animateMotion><mpath/></animateMotion>", .animation, "<animateMotion>"),
            ("<script>draw()</script>", .script, "<script>"),
            ("<script type='text/ecmascript'>draw()</script>", .script, "<script>"),
        ])
    func animation(body: String, kind: ContentOmission.Kind, name: String) throws {
        #expect(try omissions(body) == [ContentOmission(kind, name, line: 3)])
    }

    @Test(
        "What browsers do not show either, or what changes no picture, is not listed",
        arguments: [
            "<metadata><mesh/></metadata>", "<title>a</title>", "<i:grid/>", "<defs><i:perspective/></defs>",
            "<script type='application/json'>{}</script>", "<view/>", "<g onclick='a()' tabindex='0' aria-label='a'/>",
            "<switch><foreignObject requiredExtensions='http://ns.adobe.com/AdobeIllustrator/10.0/'/><g/></switch>",
            "<g style='cursor:pointer;pointer-events:none;transition:fill 1s;-inkscape-stroke:none;fil:red'/>",
            "<g style='font-variant:tabular-nums;font-variant-caps:unicase;font-kerning:none'/>",
            "<g style='font-variant-ligatures:normal;font-feature-settings: normal ;text-decoration-style:solid'/>",
            "<g style='text-decoration:none;text-decoration-color:#000000;text-decoration-thickness:2px'/>",
            "<g style='mix-blend-mode:inherit;font-kerning:inherit'/>", "<g fill='nothing' stroke-width='thin'/>",
            "<style>@page{margin:0} g:hover{cursor:pointer} .unused{text-shadow:1px 1px red}</style><g/>",
            "<style>@media print{@container (width>1px){}}</style>", "<use href='#nothing'/>",
        ])
    func harmless(body: String) throws { #expect(try omissions(body) == []) }

    @Test("Clients don't see addresses, and no name breaks a line of the log")
    func publicText() throws {
        let list = try omissions(
            "<image href='https://user:secret@host.example/a.png' width='9' height='9'/>\n"
                + "<image href='a&#10;tilework: b.svg' width='9' height='9'/>\n"
                + "<rect width='9' height='9' style='filter:url(file:///home/jane/f.svg#a)'/>")
        let texts = list.map(\.publicText)
        #expect(texts.count == 3)
        for hidden in ["secret", "jane", "b.svg"] {
            #expect(texts.allSatisfy { !$0.contains(hidden) }, "\(texts)")
        }
        #expect(list.allSatisfy { !$0.text.contains("\n") })
        #expect(list.contains { $0.text.contains("secret@host") }, "the owner sees them")
    }

    private func html(_ body: String) -> String {
        "<foreignObject width='90' height='90'><div xmlns='http://www.w3.org/1999/xhtml'>\(body)</div></foreignObject>"
    }

    @Test("Of HTML in foreignObject, elements and properties beyond the subset are listed")
    func beyondHTMLSubset() throws {
        #expect(try omissions(html("<video><p>a</p></video>")) == [ContentOmission(.element, "<video>", line: 3)])
        #expect(
            try omissions(html("<p style='float:left;box-shadow:1px 1px red;float:none'>a</p>"))
                == [ContentOmission(.property, "box-shadow", line: 3), ContentOmission(.property, "float", line: 3)])
        #expect(
            try omissions("<style>p { columns: 2 }</style>\n" + html("<p>a</p>"))
                == [ContentOmission(.property, "columns", line: 3)])
    }

    @Test("A property that only HTML gets is listed for other elements, and the reverse")
    func propertiesOfHTML() throws {
        let lines = "text-transform:uppercase;text-decoration-style:wavy"
        #expect(try omissions(html("<p style='\(lines)'>a</p>")) == [])
        #expect(
            try omissions("<text style='text-transform:uppercase'>a</text>")
                == [ContentOmission(.property, "text-transform", line: 3)])
        #expect(try omissions("<style>div { \(lines) }</style>" + html("a")) == [])
        #expect(try omissions("<rect width='9' height='9' style='box-shadow:1px 1px red;float:left'/>") == [])
        #expect(try omissions("<video xmlns='http://www.w3.org/1999/xhtml'/>") == [])
    }

    @Test("A property is listed once for each element that has it, however often this is drawn")
    func properties() throws {
        let list = try omissions(
            """
            <defs><g id='a'><rect width='9' height='9' style='text-shadow:1px 1px red'/></g></defs>
            <use href='#a'/><use href='#a' x='9'/><use href='#a' x='20'/>
            <text style='text-shadow:none;TEXT-SHADOW:2px 2px'>a</text>
            """)
        #expect(list == [ContentOmission(.property, "text-shadow", line: 3, count: 2)])
    }

    @Test(
        "A value that only browsers support is listed with its property",
        arguments: [
            ("font-stretch:75%", "font-stretch: 75%"),
            ("mask:linear-gradient(red,blue)", "mask: linear-gradient(red,blue)"),
            ("vector-effect:non-scaling-size", "vector-effect: non-scaling-size"),
            ("vector-effect:fixed-position", "vector-effect: fixed-position"),
            ("text-decoration:wavy underline", "text-decoration: wavy underline"),
            ("filter:url(other.svg#a)", "filter: url(other.svg#a)"),
        ])
    func values(style: String, name: String) throws {
        let rect = "<rect class='r' width='9' height='9'"
        #expect(try omissions("\(rect) style='\(style)'/>") == [ContentOmission(.property, name, line: 3)])
        #expect(
            try omissions("<style>\n.r{fill:red;\n\(style)}</style>\(rect)/>\(rect)/>")
                == [ContentOmission(.property, name, line: 5, count: 2)])
    }

    @Test("Rules of a sheet are listed with their lines")
    func rules() throws {
        let list = try omissions(
            """
            <style><![CDATA[
            @import url(https://fonts.example/css);
            rect { fill: red }
            @font-face { font-family: a;
              src: url(a.woff2) }
            @keyframes a { from { fill: red } }
            @font-face { font-family: b; src: url(b.woff2) }
            ]]></style>
            """)
        #expect(
            list == [
                ContentOmission(.atRule, "@import url(https://fonts.example/css)", line: 4),
                ContentOmission(.atRule, "@font-face a", line: 6), ContentOmission(.atRule, "@keyframes", line: 8),
                ContentOmission(.atRule, "@font-face b", line: 9),
            ])
    }

    @Test("Addresses outside of the file are listed")
    func references() throws {
        #expect(
            try omissions("<use xlink:href='icons.svg#home'/>\n<image href='a.png' width='9' height='9'/>") == [
                ContentOmission(.reference, "icons.svg#home", line: 3), ContentOmission(.reference, "a.png", line: 4),
            ])
    }

    @Test("What a drawing inside lacks is listed on the line of its image")
    func nested() throws {
        let inner = Data("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\n\n\n<mesh/></svg>".utf8)
        #expect(
            try omissions(
                "<image width='9' height='9' href='data:image/svg+xml;base64,\(inner.base64EncodedString())'/>")
                == [ContentOmission(.unknownElement, "<mesh>", line: 3)])
    }

    @Test("The list is bounded, and says how much more there is")
    func bounds() throws {
        let many = (0..<200).map { "<x\($0)/>" }.joined()
        let list = try omissions(many)
        #expect(list.count == SVGOmissions.maxCount + 1)
        #expect(list.last == ContentOmission(.others, "Further features", line: nil, count: 136))
        let long = try omissions("<image href='\(String(repeating: "a", count: 100_000)).png' width='9' height='9'/>")
        #expect(long.allSatisfy { $0.name.count <= 81 } && long.count == 1)
        let repeated = try omissions(String(repeating: "<mesh/>", count: 50_000))
        #expect(repeated == [ContentOmission(.unknownElement, "<mesh>", line: 3, count: 50_000)])
    }

    @Test("An omission reads as a phrase")
    func texts() {
        #expect(ContentOmission(.property, "zoom", line: 12, count: 1).text == "zoom is not supported (line 12)")
        #expect(
            ContentOmission(.element, "<video>", line: 1234, count: 3).text
                == "<video> is not drawn (3 times, first on line 1,234)")
        #expect(ContentOmission(.reference, "a.png", line: nil).text == "a.png is not fetched")
        let list = (1...5).map { ContentOmission(.script, "<script>", line: $0) }
        #expect(
            ContentOmission.summary(list)
                == "<script> is not run (line 1); <script> is not run (line 2); <script> is not run (line 3); and 2 more"
        )
        #expect(ContentOmission.summary([]) == nil)
    }
}
