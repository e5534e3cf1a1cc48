import Foundation
import TestSupport
import Testing

@testable import TileContent

/// Tests of the elements that a selector matches, compared with Chromium.
@Suite("Selectors")
struct SelectorTests {
    struct Answers: Decodable {
        var document: String
        var cases: [Case]
    }

    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        var selector: String
        /// The matched elements, or nil if the selector is invalid.
        var matches: [String]?

        var testDescription: String { selector }
    }

    static let answers: Answers? = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("matches.json")
        return try? JSONDecoder().decode(Answers.self, from: Data(contentsOf: file))
    }()

    /// Returns a recorder for a document with a style sheet, read like a drawing.
    private func recorder(_ document: String, _ sheet: String) throws -> SVGRecorder {
        let escaped = sheet.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        let text = document.replacingOccurrences(
            of: "<style id=\"sheet\"/>", with: "<style id='sheet'>\(escaped)</style>")
        let data = Data(text.utf8)
        let recorder = SVGRecorder(try XMLTree(data))
        try recorder.readStyleSheets()
        let names = recorder.sheet.selectors.attributeNames
        if names.isEmpty { return recorder }
        let again = SVGRecorder(try XMLTree(data, keeping: names))
        try again.readStyleSheets()
        return again
    }

    @Test func theCasesAreThere() { #expect((Self.answers?.cases.count ?? 0) > 120) }

    @Test("As Chromium finds them", arguments: answers?.cases ?? [])
    func asChromiumFinds(_ each: Case) throws {
        let document = try #require(Self.answers).document
        // The second half is the rest of the list, which an invalid selector invalidates, too.
        let recorder = try recorder(document, "\(each.selector), #nobody{fill-opacity:.25} *{stroke-opacity:.5}")
        var found: [String] = []
        for index in recorder.tree.nodes.indices where recorder.tree.nodes[index].element != nil {
            let style = try recorder.style(of: Int32(index), parent: SVGStyle())
            #expect(style.strokeOpacity == 0.5, "the next rule counts")
            guard style.fillOpacity == 0.25, let id = recorder.tree.value(Int32(index), .id) else { continue }
            found.append(SVGStyle.trimmed(id))
        }
        // The sheet's element is empty in Chromium's document and not in this one.
        #expect(found.filter { $0 != "sheet" } == (each.matches ?? []).filter { $0 != "sheet" })
    }

    @Test(
        "What is more specific counts",
        arguments: [
            ("[id]", "rect", true), ("rect[id]", "#r1", false), (":first-child", "rect", true),
            (":not(#x)", ".a.b.c", true),
            (":is(#x, rect)", ".a.b", true), (":where(#x, rect)", "rect", false), ("rect:not(g)", "rect.a", false),
            ("rect:nth-child(1)", "rect.a", false), ("*", "rect", false), ("[id][width]", ".a", true),
            ("g rect", ":is(g rect)", false),
        ])
    func specificity(_ first: String, _ last: String, firstCounts: Bool) throws {
        let document =
            "<svg xmlns='http://www.w3.org/2000/svg'><style id=\"sheet\"/><g><rect id='r1' width='5' class='a b c'/></g></svg>"
        let recorder = try recorder(document, "\(first){fill-opacity:.25} \(last){fill-opacity:.75}")
        let node = try #require(recorder.tree.node(withID: "r1"))
        #expect(try recorder.style(of: node, parent: SVGStyle()).fillOpacity == (firstCounts ? 0.25 : 0.75))
    }

    @Test("Elements that only siblings tell apart, and many of them, take time by their number")
    func manySiblings() throws {
        let count = 20_000
        let rects = (0..<count).map { "<rect id='r\($0)' class='\($0 % 3 == 0 ? "a" : "b")'/>" }.joined()
        let document = "<svg xmlns='http://www.w3.org/2000/svg'><style id=\"sheet\"/><g>\(rects)</g></svg>"
        let recorder = try recorder(
            document,
            ".a + .b{fill-opacity:.25} rect:nth-child(even){stroke-opacity:.5} [class=a]:not(:first-child){opacity:.5}")
        var quarter = 0
        for index in recorder.tree.nodes.indices where recorder.tree.nodes[index].element == .rect {
            if try recorder.style(of: Int32(index), parent: SVGStyle()).fillOpacity == 0.25 { quarter += 1 }
        }
        #expect(quarter == (count + 2) / 3)
        #expect(try #require(recorder.cascade).steps < count * 30)
    }

    @Test("Selectors made to do harm are refused, or soon done")
    func hostile() throws {
        func read(_ sheet: String, _ body: String) {
            let text =
                "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><style>\(sheet)</style>\(body)</svg>"
            _ = try? SVGDocument.read(Data(text.utf8), path: "hostile.svg")
        }
        let rects = String(repeating: "<rect class='a' x='1'/>", count: 20_000)
        read(String(repeating: ".a ~ ", count: 50) + ".b{fill:red}", rects)
        read(String(repeating: ".a + ", count: 5000) + ".a{fill:red}", rects)
        read((0..<5000).map { "[x]:nth-child(\($0)n+1){fill:red}" }.joined(), rects)
        read((0..<5000).map { "[class*='\($0)']{fill:red}" }.joined(), rects)
        read(":not(.a ~ .a ~ .b){fill:red}", rects)
        read(String(repeating: ":not(", count: 5000) + "a" + String(repeating: ")", count: 5000) + "{fill:red}", rects)
        let words = String(repeating: "a", count: 100_000)
        read("[class*='\(words)b']{fill:red}", "<rect class='\(words)\(words)'/>")
        read((0..<50_000).map { "[data-\($0)]" }.joined(separator: ",") + "{fill:red}", "<rect data-1=''/>")
        read("[a\u{0}], [\\, :nth-child(99999999999999999999n+9){fill:red}", rects)
    }

    @Test("Selectors of random bytes are a list or none")
    func chance() {
        var random = SeededGenerator(ProcessInfo.processInfo.environment["TILEWORK_SEED"].flatMap(UInt64.init) ?? 31)
        let pieces = [
            "rect", "[", "]", "=", "\"", "'", ":", "::", "not(", "is(", ")", ".", "#", "a", "*", "|", ",", ">", "+",
            "~",
            " ", "\\", "\\31 ", "nth-child(", "2n+1", "-n", "lang(", "i", "hover", "é", "\u{1}", "1",
        ]
        let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) } ?? 20_000
        var table = SVGSelectorTable()
        var lists = 0
        for round in 0..<rounds {
            if round % 1000 == 0 { table = SVGSelectorTable() }
            let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in pieces.randomElement(using: &random)! }
            let bytes = Array(text.joined().utf8)
            if bytes.withUnsafeBufferPointer({ table.add($0) }) != nil { lists += 1 }
        }
        #expect(lists > rounds / 100)
    }
}
