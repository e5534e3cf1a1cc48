import Foundation
import TestSupport
import Testing
import TileGraphics

@testable import TileContent

/// Tests of the elements that style sheets apply to, and of the cost of finding them.
@Suite struct StyleSheetTests {
    private func document(_ body: String) throws -> XMLTree {
        try XMLTree(Data("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(body)</svg>".utf8))
    }

    private func recorder(_ body: String) throws -> SVGRecorder {
        let recorder = SVGRecorder(try document(body))
        try recorder.readStyleSheets()
        return recorder
    }

    private func style(_ id: String, _ recorder: SVGRecorder) throws -> SVGStyle {
        try recorder.ancestorStyle(try #require(recorder.tree.node(withID: id)))
    }

    /// Returns the number of steps for the styles of all elements.
    private func steps(_ sheet: String, _ body: String) throws -> Int {
        let recorder = try recorder("<style>\(sheet)</style>\(body)")
        for node in recorder.tree.nodes.indices where recorder.tree.nodes[node].element != nil {
            _ = try recorder.style(of: Int32(node), parent: SVGStyle())
        }
        return try #require(recorder.cascade).steps
    }

    private func failure(_ body: String, _ limits: ContentLimits = ContentLimits()) -> String? {
        let text = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(body)</svg>"
        do {
            _ = try SVGDocument.read(Data(text.utf8), path: "styled.svg", limits: limits)
            return nil
        } catch {
            return error.description
        }
    }

    // MARK: Cascade

    @Test func theLastValidDeclarationOfAPropertyCounts() throws {
        let recorder = try recorder(
            """
            <style>*{fill:#111;stroke-width:3} *{fill:nonsense;stroke:#222} rect{fill-opacity:.5;fill-opacity:} \
            *{opacity:.25 ! important;opacity:.75!IMPORTANT;fill:#333;fill:#444 url} *{opacity:.1}</style>\
            <rect id='a' style='opacity:.9'/><rect id='b' style='opacity:.9 !important;opacity:.3'/>
            """)
        let style = try style("a", recorder)
        #expect(style.fill == .color(try #require(SVGColor.parse("#333"))))
        #expect(style.stroke == .color(try #require(SVGColor.parse("#222"))))
        #expect(style.strokeWidth == SVGLength(3))
        #expect(style.fillOpacity == 0.5)
        #expect(style.opacity == 0.75)
        #expect(try self.style("b", recorder).opacity == 0.9)
    }

    @Test func aShorthandAndItsPartsCountInTheirOrder() throws {
        let recorder = try recorder(
            """
            <style>*{marker-start:url(#a);marker:url(#b)} *{marker-end:url(#c)} \
            *{font:italic 20px serif;font-size:30px} *{font-weight:bold;font:10px monospace}</style><rect id='r'/>
            """)
        let style = try style("r", recorder)
        #expect([style.markerStart, style.markerMid, style.markerEnd] == ["b", "b", "c"])
        #expect(style.text.fontSize == 10)
        #expect(style.text.weight == 400)
        #expect(style.text.style == .normal)
    }

    @Test func whatTheReaderDoesNotDoIsToldWhereverItStandsInTheCascade() throws {
        for sheet in [
            "*{font:caption} *{font:9px serif}", "rect{font:caption;font:9px serif;fill:red}",
            "*{fill:red!important;font:caption!important}", "g rect{font:caption}",
        ] {
            let recorder = try recorder("<style>\(sheet)</style><g><rect id='r'/></g>")
            #expect(throws: SVGRecorder.Failure.self, "\(sheet)") { try style("r", recorder) }
        }
        let elsewhere = try recorder("<style>circle{font:caption}</style><g><rect id='r'/></g>")
        _ = try style("r", elsewhere)
    }

    @Test func commentsAndMarksAreNoPartOfASheet() throws {
        let recorder = try recorder(
            "<style><![CDATA[<!-- /* rect{fill:#111} */ rect/**/{fill/* ; } */:#222/**/} --> rect{stroke:#333} /* { ]]></style>"
                + "<rect id='r'/>")
        let style = try style("r", recorder)
        #expect(style.fill == .color(try #require(SVGColor.parse("#222"))))
        #expect(style.stroke == .color(try #require(SVGColor.parse("#333"))))
    }

    /// CSS 2.1's selectors and cascade: each rule is tried on each element, with all ways of matching its ancestors.
    private struct PlainCascade {
        struct Compound {
            var element: String?
            var id: String?
            var classes: [String]
            var isChild: Bool

            var text: String { (element ?? "*") + classes.map { "." + $0 }.joined() + (id.map { "#" + $0 } ?? "") }
        }

        struct Rule {
            var selectors: [[Compound]]
            var declarations: [(property: String, value: String, isImportant: Bool)]

            var text: String {
                let lists = selectors.map { selector in
                    selector.indices.map { ($0 == 0 ? "" : selector[$0].isChild ? ">" : " ") + selector[$0].text }
                        .joined()
                }
                let block = declarations.map { "\($0.property):\($0.value)\($0.isImportant ? "!important" : "")" }
                return "\(lists.joined(separator: ","))\n{\(block.joined(separator: ";"))}"
            }
        }

        struct Element {
            var name: String
            var id: String
            var classes: Set<String>
            var parent: Int?
        }

        static func matches(_ selector: ArraySlice<Compound>, element: Int, of all: [Element]) -> Bool {
            guard let last = selector.last else { return true }
            let own = all[element]
            guard last.element == nil || last.element == own.name, last.id == nil || last.id == own.id,
                own.classes.isSuperset(of: last.classes)
            else { return false }
            let rest = selector.dropLast()
            if rest.isEmpty { return true }
            var ancestor = own.parent
            while let at = ancestor {
                if matches(rest, element: at, of: all) { return true }
                if last.isChild { return false }
                ancestor = all[at].parent
            }
            return false
        }

        /// Returns the value of each property.
        static func values(_ rules: [Rule], element: Int, of all: [Element]) -> [String: String] {
            var found: [(key: [Int], property: String, value: String)] = []
            for (order, rule) in rules.enumerated() {
                for selector in rule.selectors where matches(selector[...], element: element, of: all) {
                    let weight = [
                        selector.filter { $0.id != nil }.count, selector.map(\.classes.count).reduce(0, +),
                        selector.filter { $0.element != nil }.count,
                    ]
                    for (place, declaration) in rule.declarations.enumerated() {
                        // An invalid declaration has no effect.
                        if declaration.value == "?" { continue }
                        found.append(
                            (
                                [declaration.isImportant ? 1 : 0] + weight + [order, place], declaration.property,
                                declaration.value
                            ))
                    }
                }
            }
            found.sort { $0.key.lexicographicallyPrecedes($1.key) }
            return Dictionary(found.map { ($0.property, $0.value) }) { $1 }
        }
    }

    private func randomRule(_ random: inout SeededGenerator) -> PlainCascade.Rule {
        let selectors = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            (0..<[1, 1, 1, 2, 2, 3, 5].randomElement(using: &random)!).map { _ in
                PlainCascade.Compound(
                    element: Bool.random(using: &random) ? ["g", "rect", "a"].randomElement(using: &random) : nil,
                    id: Int.random(in: 0..<6, using: &random) == 0
                        ? "i\(Int.random(in: 0..<50, using: &random))" : nil,
                    classes: Bool.random(using: &random)
                        ? []
                        : (0..<Int.random(in: 1...2, using: &random)).map { _ in
                            "abc".randomElement(using: &random)!.description
                        },
                    isChild: Bool.random(using: &random))
            }
        }
        let declarations = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            let isInvalid = Int.random(in: 0..<6, using: &random) == 0
            let isImportant = Int.random(in: 0..<8, using: &random) == 0
            let property = ["fill-opacity", "stroke-opacity", "stroke-miterlimit"].randomElement(using: &random)!
            let number =
                property == "stroke-miterlimit"
                ? "\(Int.random(in: 1...99, using: &random))" : "0.\(Int.random(in: 10...99, using: &random))"
            return (property: property, value: isInvalid ? "?" : number, isImportant: isImportant)
        }
        return PlainCascade.Rule(selectors: selectors, declarations: declarations)
    }

    @Test(arguments: 0..<20) func allRulesThatMatchApplyAsIfEachWereTriedOnEachElement(_ seed: Int) throws {
        var random = SeededGenerator(UInt64(seed))
        var elements: [PlainCascade.Element] = [PlainCascade.Element(name: "svg", id: "", classes: [])]
        var body = ""
        func add(depth: Int, parent: Int) {
            for _ in 0..<Int.random(in: 1...3, using: &random) where elements.count < 60 {
                let isGroup = depth < 6 && Bool.random(using: &random)
                let name = isGroup ? ["g", "a"].randomElement(using: &random)! : "rect"
                let classes = "abcd".filter { _ in Bool.random(using: &random) }.map(String.init)
                let index = elements.count
                elements.append(
                    PlainCascade.Element(name: name, id: "i\(index)", classes: Set(classes), parent: parent))
                body += "<\(name) id='i\(index)' class='\((classes + classes).joined(separator: " \n"))'>"
                if isGroup { add(depth: depth + 1, parent: index) }
                body += "</\(name)>"
            }
        }
        for _ in 0..<6 { add(depth: 0, parent: 0) }
        let rules = (0..<Int.random(in: 1...60, using: &random)).map { _ in randomRule(&random) }
        let half = rules.count / 2
        let sheets = [rules[..<half], rules[half...]].map { $0.map(\.text).joined() }
        let recorder = try recorder("<style>\(sheets[0])</style>\(body)<style>\(sheets[1])</style>")
        let initial = SVGStyle()
        for index in elements.indices.dropFirst() {
            let node = try #require(recorder.tree.node(withID: "i\(index)"))
            let style = try recorder.style(of: node, parent: initial)
            let expected = PlainCascade.values(rules, element: index, of: elements)
            func number(_ property: String, _ initial: Double) -> Double {
                expected[property].flatMap { Double($0) } ?? initial
            }
            #expect(style.fillOpacity == number("fill-opacity", 1), "i\(index) of \(sheets)")
            #expect(style.strokeOpacity == number("stroke-opacity", 1), "i\(index) of \(sheets)")
            #expect(style.miterLimit == number("stroke-miterlimit", 4), "i\(index) of \(sheets)")
        }
    }

    // MARK: Cost

    private static func rects(_ count: Int) -> String {
        (0..<count).map { "<rect id='r\($0)' width='\($0)' height='1'/>" }.joined()
    }

    @Test(arguments: ["*", "rect", "g rect", "g>*", "svg g *, a rect"])
    func rulesForManyElementsAreGoneThroughOnce(_ selector: String) throws {
        let rules = (0..<2000).map { "\(selector){fill:#\(100 + $0 % 900);fill-opacity:.\($0 + 1)}" }.joined()
        let few = try steps(rules, "<g>\(Self.rects(10))</g>")
        let many = try steps(rules, "<g>\(Self.rects(1000))</g>")
        #expect(many == few)
        #expect(few < 2000 * 40)
    }

    @Test func rulesForElementsThatDifferAreGoneThroughOnceAsWell() throws {
        let rules = (0..<2000).map { "*{fill:#\(100 + $0 % 900)} #r\($0){stroke:red} rect{stroke-width:\($0)}" }
            .joined()
        let steps = try steps(rules, Self.rects(2000))
        // Both kinds are tried once, and the remaining rules for each element.
        #expect(steps < 2 * 2000 + 2000 * 8)
    }

    @Test func aSelectorOfManyAncestorsTakesNoMoreThanTheDepthForEachOfThem() throws {
        let deep = String(repeating: "<g>", count: 200)
        let sheet =
            String(repeating: "g ", count: 100) + "h rect{fill:red}"
            + String(repeating: "g > ", count: 100) + "a rect{fill:red}"
        let steps = try steps(sheet, "\(deep)<rect/>\(String(repeating: "</g>", count: 200))")
        // Two selectors are tried on one rect.
        #expect(steps < 2 * 202 * 2)
    }

    @Test func aSheetThatTakesTooManyComparisonsIsRefused() throws {
        var limits = ContentLimits()
        limits.largestStyleStepCount = 100_000
        let sheet = (0..<400).map { "#r\($0){fill:red} svg g rect{fill:#\(100 + $0)}" }.joined()
        let body = "<style>\(sheet)</style><g>\(Self.rects(400))</g>"
        #expect(failure(body) == nil)
        let message = try #require(failure(body, limits))
        #expect(message.hasPrefix("styled.svg: matching its style sheets' selectors to its elements takes more"))
        #expect(message.contains("100000"))
        // The same for a document that librsvg would draw.
        #expect(failure(body + "<image/>", limits) == message)
    }

    @Test func aSheetOfTooManySelectorsIsRefused() throws {
        let list = String(repeating: "a,", count: SVGStyleSheet.largestSelectorCount)
        #expect(failure("<style>\(list)a{fill:red}</style>")?.contains("too many selectors") == true)
        let long = String(repeating: "a ", count: SVGStyleSheet.largestSelectorCount + 1)
        #expect(failure("<style>\(long){fill:red} a{fill:red}</style>")?.contains("too many selectors") == true)
    }

    @Test func longValuesThatApplyToManyElementsAreRefused() throws {
        var limits = ContentLimits()
        limits.largestRepetition = 1 << 20
        let dashes = (0..<4000).map { "\($0 % 9)" }.joined(separator: " ")
        let message = try #require(
            failure("<style>rect{stroke-dasharray:\(dashes)}</style>\(Self.rects(1000))", limits))
        #expect(message.contains("repeat too much of it"), "\(message)")
        let style = String(repeating: "fill:red;", count: 4000)
        // Each use has another style; uses with the same style are read once.
        let uses = (0..<2000).map { "<use href='#a' stroke-width='\($0)'/>" }.joined()
        let used = "<defs><g id='a' style='\(style)'/></defs>" + uses
        #expect(failure(used, limits)?.contains("repeat too much of it") == true)
        #expect(failure("<g style='\(style)'>\(Self.rects(1000))</g>", limits) == nil)
    }

    @Test func aPaintOfManyServersIsNone() throws {
        let servers = String(repeating: "url(#a)", count: 20_000)
        let recorder = try recorder("<rect id='r' fill='#123' style='fill:\(servers)'/>")
        #expect(try style("r", recorder).fill == .color(try #require(SVGColor.parse("#123"))))
    }
}
