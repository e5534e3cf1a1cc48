import Foundation
import Testing
import TileDrawing

@Suite("Attributed strings from Markdown")
struct MarkdownTests {
    /// Returns the text with marks around its runs: `*` for emphasis, `_` for strong emphasis, `` ` `` for code, `~`
    /// for strikethrough, `/` for a soft and `\` for a hard break, `#` for HTML; and `(address)` after links.
    private func marked(
        _ markdown: String, _ syntax: AttributedString.MarkdownParsingOptions.InterpretedSyntax = .full
    ) throws -> String {
        let text = try AttributedString(markdown: markdown, options: .init(interpretedSyntax: syntax))
        let marks: [(InlinePresentationIntent, String)] = [
            (.emphasized, "*"), (.stronglyEmphasized, "_"), (.code, "`"), (.strikethrough, "~"), (.softBreak, "/"),
            (.lineBreak, "\\"), (.inlineHTML, "#"),
        ]
        var result = ""
        for run in text.runs {
            let intent = run.inlinePresentationIntent ?? []
            let mark = marks.filter { intent.contains($0.0) }.map(\.1).joined()
            result += mark + String(text[run.range].characters) + String(mark.reversed())
            if let link = run.link { result += "(\(link.absoluteString))" }
            if let image = run.imageURL { result += "(image \(image.absoluteString))" }
        }
        return result
    }

    @Test(
        "marks inside paragraphs are those of CommonMark and GitHub",
        arguments: [
            ("a *b* **c** ***d*** `e` ~~f~~ ~g~", "a *b* _c_ *_d_* `e` ~f~ ~g~"), ("*a **b** c*", "*a **_b_** c*"),
            ("snake_case_name _a_", "snake_case_name *a*"), ("**a", "**a"), ("2 * 3 * 4", "2 * 3 * 4"),
            ("*foo**bar*", "*foo**bar*"), ("**foo*bar**", "_foo*bar_"), ("\\*a\\* \\a", "*a* \\a"),
            ("`` a`b `` `c", "`a`b` `c"), ("a\nb  \nc\\\nd", "a/ /b\\\n\\c\\\n\\d"), ("&amp;&copy;&#65;", "&©A"),
            ("[a *b*](https://x.y 'z') c", "a (https://x.y)*b*(https://x.y) c"), ("[a](<b c>)", "a(b%20c)"),
            ("<https://x.y> <a@b.c>", "https://x.y(https://x.y) a@b.c(mailto:a@b.c)"), ("a <b>c</b>", "a #<b>#c#</b>#"),
            ("![alt *x*](i.png)", "alt (image i.png)*x*(image i.png)"),
            ("[a] [b][] [c][A]\n\n[a]: u\n[B]: v", "a(u) b(v) c(u)"),
            ("[a [b](c) d](e)", "[a b(c) d](e)"), ("[a](b", "[a](b"), ("~~~a~~~ x", ""), ("*a", "*a"), ("[x]", "[x]"),
            ("*", ""), ("\\", "\\"), ("**a*b*", "**a*b*"), ("[a](b?c&amp;d)", "a(b?c&d)"), ("<1a:b> <é>", "<1a:b> <é>"),
        ])
    func inlines(markdown: String, expected: String) throws {
        #expect(try marked(markdown) == expected)
    }

    @Test("white space stays if the options say so, and blocks have no meaning")
    func whitespace() throws {
        #expect(try marked("# a\n\n*b*  c\n", .inlineOnlyPreservingWhitespace) == "# a\n\n*b*  c\n")
        #expect(try marked("# a\n\n*b*\n", .inlineOnly) == "# a/ /*b*")
    }

    /// Returns the kinds of each block of text, the outermost first.
    private func blocks(_ markdown: String) throws -> [String] {
        let text = try AttributedString(markdown: markdown)
        return text.runs[\.presentationIntent].map { intent, range in
            let kinds = (intent?.components ?? []).reversed().map { component -> String in
                switch component.kind {
                case .paragraph: "p"
                case .header(let level): "h\(level)"
                case .orderedList: "ol"
                case .unorderedList: "ul"
                case .listItem(let ordinal): "li\(ordinal)"
                case .codeBlock(let language): "code(\(language ?? ""))"
                case .blockQuote: "quote"
                case .thematicBreak: "break"
                case .table(let columns): "table\(columns.count)"
                case .tableHeaderRow: "head"
                case .tableRow(let index): "row\(index)"
                case .tableCell(let index): "cell\(index)"
                }
            }
            return kinds.joined(separator: " ") + ": " + String(text[range].characters)
        }
    }

    @Test(
        "blocks are attributes of their text, without newlines between them",
        arguments: [
            ("# A #\n\nB\nC\n\nD\n===\n", ["h1: A", "p: B C", "h1: D"]),
            ("a\n---\n***\n", ["h2: a", "break: \u{2E3B}"]),
            (
                "- a\n- b\n  1. c\n  2. d\n\n     e\n",
                ["ul li1 p: a", "ul li2 p: b", "ul li2 ol li1 p: c", "ul li2 ol li2 p: d", "ul li2 ol li2 p: e"]
            ),
            ("> a\nb\n> > c\n\nd", ["quote p: a b", "quote quote p: c", "p: d"]),
            ("```swift x\nlet a\n\n  b\n```\n    c\n", ["code(swift): let a\n\n  b\n", "code(): c\n"]),
            ("3) a\n4) b\n\nx\n1) y", ["ol li3 p: a", "ol li4 p: b", "p: x", "ol li1 p: y"]),
            (
                "|a|b|\n|:-|-:|\n|c|d \\| e|\n|f|\n",
                [
                    "table2 head cell0: a", "table2 head cell1: b", "table2 row1 cell0: c", "table2 row1 cell1: d | e",
                    "table2 row2 cell0: f",
                ]
            ),
            ("#a\n1986\\. b\n14. c", ["p: #a 1986. b 14. c"]), ("", []), ("- \n-\n\n  a", ["p: a"]),
            ("|\n\na", ["p: |", "p: a"]), ("|\n|\na", ["p: | | a"]), ("> ```\na\n```", ["p: a"]),
            ("> a\n===", ["quote p: a ==="]), (">     a\nb", ["quote code(): a\n", "p: b"]),
        ])
    func blocks(markdown: String, expected: [String]) throws {
        #expect(try blocks(markdown) == expected)
    }

    @Test("blocks have identities, and depth is that of lists and quotes")
    func identities() throws {
        let text = try AttributedString(markdown: "- a\n- b")
        let intents = text.runs.compactMap(\.presentationIntent)
        #expect(intents.map { $0.components.map(\.identity) } == [[3, 2, 1], [5, 4, 1]])
        #expect(intents.map(\.indentationLevel) == [1, 1])
    }

    @Test("links are relative to the base, and the language is an attribute")
    func options() throws {
        let text = try AttributedString(
            markdown: Data("[a](b/c)".utf8), options: .init(languageCode: "en"), baseURL: URL(string: "https://x.y/z/"))
        #expect(text.runs.first?.link == URL(string: "https://x.y/z/b/c"))
        #expect(text.runs.first?.languageIdentifier == "en")
    }

    @Test("text that is no UTF-8, or too long, gives Cocoa's errors or a part")
    func errors() throws {
        let bad = Data([0x61, 0xFF])
        #expect(throws: CocoaError(.fileReadInapplicableStringEncoding)) { try AttributedString(markdown: bad) }
        let part = AttributedString.MarkdownParsingOptions(failurePolicy: .returnPartiallyParsedIfPossible)
        #expect(String(try AttributedString(markdown: bad, options: part).characters) == "a\u{FFFD}")
        let long = String(repeating: "a", count: (2 << 20) + 1)
        let error = #expect(throws: CocoaError.self) { try AttributedString(markdown: long) }
        #expect(error?.code == .fileReadTooLarge)
        // The limit is in the middle of a character.
        let plain = AttributedString.MarkdownParsingOptions(
            interpretedSyntax: .inlineOnlyPreservingWhitespace, failurePolicy: .returnPartiallyParsedIfPossible)
        let wide = Data(String(repeating: "a", count: (2 << 20) - 1).utf8) + Data("é".utf8)
        #expect(try AttributedString(markdown: wide, options: plain).characters.count == (2 << 20) - 1)
    }

    @Test("deeply nested marks and ones that never end are read in time proportional to their number")
    func hostile() throws {
        for unit in [
            "*a ", "**a_b", "[", "![", "[a](", "[a](b (", "`a``", "<a", "> ", "- ", "a*", "~a~", "[[a]", "|", "&#1",
        ] {
            let text = try AttributedString(markdown: String(repeating: unit, count: 2000) + "\n\n[a]: b")
            #expect(text.characters.count <= 10_000)
        }
    }

    @Test("runs of delimiters and open brackets end in time proportional to their number, as CommonMark has them")
    func repeatedMarks() throws {
        let stars = String(repeating: "*", count: 100_001)
        let text = try AttributedString(markdown: "\(stars)a\(stars)")
        #expect(String(text.characters) == "a")
        #expect(text.runs.first?.inlinePresentationIntent == [.emphasized, .stronglyEmphasized])
        #expect(try String(AttributedString(markdown: "***a**").characters) == "*a")
        let links = try AttributedString(
            markdown: String(repeating: "![", count: 20_000) + String(repeating: "[a](b)", count: 20_000))
        #expect(links.runs.last?.link?.relativeString == "b" && links.characters.count == 60_000)
        #expect(try String(AttributedString(markdown: "[a [b](c) d](e)").characters) == "[a b d](e)")
    }

    @Test("labels draw the marks: bold, italic, monospaced and struck through")
    func drawing() throws {
        let font = UIFont.systemFont(ofSize: 20)
        func width(_ text: NSAttributedString, _ font: UIFont) -> CGFloat {
            let text = NSMutableAttributedString(attributedString: text)
            text.addAttribute(.font, value: font, range: NSRange(location: 0, length: text.length))
            return text.size().width
        }
        let bold = try NSAttributedString(markdown: "**Wide text**")
        let plain = NSAttributedString(string: "Wide text")
        #expect(bold.string == "Wide text")
        #expect(width(bold, font) == width(plain, .boldSystemFont(ofSize: 20)))
        let code = try NSAttributedString(markdown: "`Wide text`")
        #expect(width(code, font) == width(plain, .monospacedSystemFont(ofSize: 20, weight: .regular)))
        #expect(width(bold, font) > width(plain, font))
    }
}
