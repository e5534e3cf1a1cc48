import Foundation
import Testing
import TileDrawing

@Suite("Attributed strings from HTML")
struct HTMLTextTests {
    private func text(_ html: String, _ options: [NSAttributedString.DocumentReadingOptionKey: Any] = [:]) throws
        -> NSAttributedString
    {
        var all: [NSAttributedString.DocumentReadingOptionKey: Any] = [
            .documentType: NSAttributedString.DocumentType.html,
            .characterEncoding: String.Encoding.utf8.rawValue,
        ]
        all.merge(options) { $1 }
        return try NSAttributedString(data: Data(html.utf8), options: all, documentAttributes: nil)
    }

    private func attribute<Value>(
        _ key: NSAttributedString.Key, at index: Int, of text: NSAttributedString, as type: Value.Type = Value.self
    ) -> Value? {
        text.attribute(key, at: index, effectiveRange: nil) as? Value
    }

    @Test(
        "blocks end in newlines, br is a line separator, and white space is folded",
        arguments: [
            ("Hello", "Hello"), ("<p>Hello</p>", "Hello\n"), ("<p>a</p><p>b</p>", "a\nb\n"),
            ("a<div>b</div>c", "a\nb\nc"),
            ("<html><head><title>T</title><script>x<b></script></head><body> a\n  <b> b</b> c </body></html>", "a b c"),
            ("a <br> b<br></p>", "a\u{2028}b\u{2028}"), ("<p>a<br></p>b", "a\nb"), ("<p>a<p>b", "a\nb\n"),
            ("<pre>\na  b\n c</pre>", "a  b\n c\n"), ("a<!-- <b>x</b> -->b<!doctype x>", "ab"),
            ("1 < 2 <3", "1 < 2 <3"),
            ("<div></div><p> </p>x", "x"), ("<table><tr><td>a<td>b<tr><td>c</table>", "a\tb\nc\n"),
            ("<table>\n <tr>\n  <td>a</td>\n  <td> b</td>\n </tr>\n</table>", "a\tb\n"),
            ("<div style='display:none'><p style='display:block'>x</p></div>a<p hidden>b</p>c", "ac"),
            ("<style>.a{display:none}.b{display:block}</style><p class='a b'>x</p>", "x\n"),
        ])
    func layout(html: String, expected: String) throws {
        #expect(try text(html).string == expected)
    }

    @Test(
        "character references are those of HTML 4",
        arguments: [
            ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&nbsp;&eacute;&hellip;", "\u{A0}é…"),
            ("&#233;&#xE9;&#x1F600;", "éé😀"),
            ("&#150;&#0;&#xD800;&#99999999;", "–\u{FFFD}\u{FFFD}\u{FFFD}"), ("&unknown; &amp &;", "&unknown; & &;"),
            ("&copy 2026 &notit; &ampx &alpha", "© 2026 ¬it; &x &alpha"),
        ])
    func references(html: String, expected: String) throws {
        #expect(try text(html).string == expected)
    }

    @Test("elements have the fonts and lines of browsers, over 12 points of a serif font in black")
    func elements() throws {
        let all = try text("a<b>b</b><i>i</i><u>u</u><s>s</s><code>c</code><b><i>x</i></b>")
        let plain = try #require(attribute(.font, at: 0, of: all, as: UIFont.self))
        #expect(plain.pointSize == 12 && !plain.fontDescriptor.symbolicTraits.contains(.traitBold))
        #expect(attribute(.foregroundColor, at: 0, of: all) == UIColor(red: 0, green: 0, blue: 0, alpha: 1))
        let traits = (0..<all.length).map { index -> UIFontDescriptor.SymbolicTraits in
            let font: UIFont? = attribute(.font, at: index, of: all)
            return font?.fontDescriptor.symbolicTraits.intersection([.traitBold, .traitItalic]) ?? []
        }
        #expect(traits == [[], .traitBold, .traitItalic, [], [], [], [.traitBold, .traitItalic]])
        #expect(attribute(.underlineStyle, at: 3, of: all) == 1 && attribute(.strikethroughStyle, at: 4, of: all) == 1)
        #expect(attribute(.underlineStyle, at: 2, of: all, as: Int.self) == nil)
    }

    @Test("headings have the sizes and margins of HTML's style sheet")
    func headings() throws {
        let all = try text("<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6><p>p</p>")
        let fonts = stride(from: 0, to: all.length, by: 2).map { attribute(.font, at: $0, of: all, as: UIFont.self) }
        #expect(
            fonts.map { ($0?.pointSize ?? 0) * 100 }.map { $0.rounded() } == [2400, 1800, 1404, 1200, 996, 804, 1200])
        let spacing = stride(from: 0, to: all.length, by: 2).map {
            attribute(.paragraphStyle, at: $0, of: all, as: NSParagraphStyle.self)?.paragraphSpacing ?? 0
        }
        #expect(spacing.map { ($0 * 100).rounded() } == [1608, 1494, 1404, 1596, 1663, 1873, 1200])
    }

    @Test("lists have markers between tabs, and numbers that go on inside nested lists")
    func lists() throws {
        let all = try text("<ul><li>a<li>b<ul><li>c</ul></ul><ol start=3><li>d</li><li value=9> e</li><li>f</ol>")
        #expect(
            all.string
                == "\t\u{2022}\ta\n\t\u{2022}\tb\n\t\u{25E6}\tc\n\t3.\td\n\t9.\te\n\t10.\tf\n")
        let style = try #require(attribute(.paragraphStyle, at: 0, of: all, as: NSParagraphStyle.self))
        #expect(style.headIndent == 36 && style.tabStops.map(\.location) == [11, 36])
        let nested = try #require(attribute(.paragraphStyle, at: 10, of: all, as: NSParagraphStyle.self))
        #expect(nested.headIndent == 72 && nested.tabStops.map(\.location) == [47, 72])
    }

    @Test("style attributes and rules of style sheets apply by specificity")
    func styles() throws {
        let all = try text(
            """
            <style>/* a */ p { color: red; font-size: 20px } .big, #x { font-size: 24pt } @media print { p { color: blue } }
            p > b { color: green }</style>
            <p>1</p><p class="big">2</p><p id=x style="color:#0f08;text-align:center;font-weight:bold">3</p>\
            <p style='background-color: rgb(255, 128, 0); text-decoration: underline line-through; font-family: none, monospace'>4</p>
            """)
        #expect(all.string == "1\n2\n3\n4\n")
        let sizes = [0, 2, 4].map { attribute(.font, at: $0, of: all, as: UIFont.self)?.pointSize }
        #expect(sizes == [20, 32, 32])
        #expect(attribute(.foregroundColor, at: 0, of: all) == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(
            attribute(.foregroundColor, at: 4, of: all) == UIColor(red: 0, green: 1, blue: 0, alpha: 136.0 / 255))
        #expect(attribute(.paragraphStyle, at: 4, of: all, as: NSParagraphStyle.self)?.alignment == .center)
        #expect(
            attribute(.font, at: 4, of: all, as: UIFont.self)?.fontDescriptor.symbolicTraits.contains(.traitBold)
                == true)
        #expect(
            attribute(.backgroundColor, at: 6, of: all) == UIColor(red: 1, green: 128.0 / 255, blue: 0, alpha: 1))
        #expect(attribute(.underlineStyle, at: 6, of: all) == 1 && attribute(.strikethroughStyle, at: 6, of: all) == 1)
        #expect(
            attribute(.font, at: 6, of: all, as: UIFont.self)?.familyName
                == UIFont.monospacedSystemFont(ofSize: 20, weight: .regular).familyName)
    }

    @Test("links are blue and underlined, with addresses relative to the base")
    func links() throws {
        let all = try text(
            "<a href='/x?a=1&copy=2'>a</a><a href=b style='text-decoration:none;color:black'>b</a>",
            [.baseURL: URL(string: "https://tiles.example/maps/")!])
        #expect(attribute(.link, at: 0, of: all) == URL(string: "https://tiles.example/x?a=1&copy=2"))
        #expect(attribute(.link, at: 1, of: all) == URL(string: "https://tiles.example/maps/b"))
        #expect(attribute(.underlineStyle, at: 0, of: all) == 1)
        #expect(attribute(.underlineStyle, at: 1, of: all, as: Int.self) == nil)
        #expect(
            attribute(.foregroundColor, at: 0, of: all) == UIColor(red: 0, green: 0, blue: 238.0 / 255, alpha: 1))
    }

    @Test("the encoding is the option's, the document's, or Windows-1252")
    func encodings() throws {
        func read(_ data: Data) throws -> (String, NSDictionary?) {
            var properties: NSDictionary?
            let text = try NSAttributedString(
                data: data, options: [.documentType: NSAttributedString.DocumentType.html],
                documentAttributes: &properties)
            return (text.string, properties)
        }
        #expect(try read(Data([0x93, 0xE9, 0x94])).0 == "“é”")
        #expect(try read(Data("é".utf8)).0 == "Ã©")
        let (string, properties) = try read(Data("<meta charset=\"UTF-8\"><title> Ä </title>é".utf8))
        #expect(string == "é" && properties?["NSTitleDocumentAttribute"] as? String == "Ä")
        #expect(properties?["DocumentType"] as? String == "NSHTML")
        #expect(properties?["CharacterEncoding"] as? UInt == String.Encoding.utf8.rawValue)
        #expect(try read(Data([0xEF, 0xBB, 0xBF, 0xC3, 0xA9])).0 == "é")
        #expect(try read(Data([0xFF, 0xFE, 0xE9, 0x00])).0 == "é")
    }

    @Test("plain text has the given attributes, and a type is guessed from the first characters")
    func plainText() throws {
        let font = UIFont.systemFont(ofSize: 31)
        let plain = try NSAttributedString(
            data: Data("<b>é".utf8), options: [.defaultAttributes: [NSAttributedString.Key.font: font]],
            documentAttributes: nil)
        #expect(plain.string == "<b>é" && attribute(.font, at: 0, of: plain) == font)
        let html = NSMutableAttributedString(string: "before")
        try html.read(from: Data(" <!DOCTYPE html><p>x".utf8), documentAttributes: nil)
        #expect(html.string == "x\n")
    }

    @Test("bad documents give Cocoa's errors")
    func errors() {
        func code(_ data: Data, _ options: [NSAttributedString.DocumentReadingOptionKey: Any] = [:]) -> CocoaError.Code?
        {
            do {
                _ = try NSAttributedString(data: data, options: options, documentAttributes: nil)
                return nil
            } catch {
                return (error as? CocoaError)?.code
            }
        }
        let html = NSAttributedString.DocumentType.html
        #expect(code(Data("{\\rtf1 a}".utf8)) == .featureUnsupported)
        #expect(code(Data(), [.documentType: "unknown"]) == .featureUnsupported)
        #expect(code(Data(String(repeating: "<b>", count: 257).utf8), [.documentType: html]) == .fileReadCorruptFile)
        #expect(code(Data(String(repeating: "<b>", count: 256).utf8), [.documentType: html]) == nil)
        #expect(code(Data(count: (2 << 20) + 1), [.documentType: html]) == .fileReadTooLarge)
        #expect(
            code(Data([0xFF]), [.documentType: html, .characterEncoding: String.Encoding.utf8.rawValue])
                == .fileReadInapplicableStringEncoding)
        #expect(throws: CocoaError.self) {
            try NSAttributedString(url: URL(string: "https://tiles.example")!, documentAttributes: nil)
        }
        #expect(throws: CocoaError.self) {
            try NSAttributedString(url: URL(fileURLWithPath: "/dev/zero"), documentAttributes: nil)
        }
    }

    @Test("sizes without a unit are pixels, and signed ones are relative")
    func sizes() throws {
        func size(_ html: String) throws -> CGFloat? {
            (attribute(.font, at: 0, of: try text(html)) as UIFont?)?.pointSize
        }
        #expect(try size("<span style='font-size: 20'>a") == size("<span style='font-size: 20px'>a"))
        #expect(try size("<font size='+1'>a") == size("<font size='4'>a"))
        #expect(try size("<font size='-9'>a") == size("<font size='1'>a"))
    }

    @Test("rules after a rule without a block and in comments count, and the last of many declarations does")
    func sheets() throws {
        func color(_ sheet: String) throws -> UIColor? {
            attribute(.foregroundColor, at: 0, of: try text("<style>\(sheet)</style><p>a"))
        }
        let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
        #expect(try color("@charset 'utf-8'; p{color:red}") == red)
        #expect(try color("<!-- p{color:red} -->") == red)
        let selectors = String(repeating: "p,", count: 20_000) + "p"
        let declarations = String(repeating: "color:blue;", count: 20_000) + "color:red"
        #expect(try color("\(selectors){\(declarations)}") == red)
    }

    @Test("unfinished and misnested HTML is read as far as it makes sense")
    func unfinished() throws {
        for (html, expected) in [
            ("<", "<"), ("<b", ""), ("a<b x='", "a"), ("a<!--", "a"), ("</", ""), ("a</b></i>b", "ab"), ("&", "&"),
            ("<b><i>x</b>y</i>", "xy"), ("<style>p{", ""), ("<style>p{color:red", ""), ("<title>", ""),
            (String(repeating: "<script>x</script>", count: 300) + "a", "a"), ("<style>x</styles>y</style>a", "a"),
            ("<pre>\r\na\r\nb</pre>", "a\nb\n"),
            ("&#x;", "&#x;"),
            ("<p style='font-size:1e999px;color:rgb(a,b,c);letter-spacing:nanpx'>x", "x\n"),
            ("<ol start=9223372036854775807><li>a<li>b", "\t9223372036854775807.\ta\n\t-9223372036854775808.\tb\n"),
        ] {
            #expect(try text(html).string == expected, "\(html)")
        }
    }
}
