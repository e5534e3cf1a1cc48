import Testing

@testable import TileLayout

@Suite("The visual format")
struct VisualFormatTests {
    @Test("Rows and columns, edges, distances and lengths")
    func parts() throws {
        let format = try VisualFormat("H:|-[title(>=80@750,<=other)]-8-[amount]-(margin,>=-2)-|")
        #expect(format.axis == .horizontal)
        #expect(format.views.map(\.name) == ["title", "amount"])
        #expect(format.start == .standard)
        #expect(
            format.views[0].predicates == [
                .init(
                    relation: .greaterThanOrEqual, value: .number(80), priority: .number(750), valueOffset: 13,
                    priorityOffset: 16),
                .init(
                    relation: .lessThanOrEqual, value: .name("other"), priority: nil, valueOffset: 22,
                    priorityOffset: 22),
            ])
        #expect(
            format.connections == [
                .predicates([
                    .init(relation: .equal, value: .number(8), priority: nil, valueOffset: 30, priorityOffset: 30)
                ])
            ])
        guard case .predicates(let last)? = format.end else {
            Issue.record("no distance to the end")
            return
        }
        #expect(last.map(\.value) == [.name("margin"), .number(-2)])
        #expect(last.map(\.relation) == [.equal, .greaterThanOrEqual])
    }

    @Test(
        "Texts that mean the same",
        arguments: [
            ("[a][b]", "H:[a][b]"), (" V : | - [ a ( == 5 ) ] - | ", "V:|-[a(5)]-|"), ("|[a]|", "H:|[a]|"),
            ("[a]-0.5-[b]", "[a]-(0.5)-[b]"), ("[a]-x-[b]", "[a]-(==x)-[b]"),
        ])
    func same(_ a: String, _ b: String) throws {
        #expect(try shape(VisualFormat(a)) == shape(VisualFormat(b)))
    }

    /// Returns the format without positions in the text.
    private func shape(_ format: VisualFormat) -> VisualFormat {
        func shape(_ predicates: [VisualFormat.Predicate]) -> [VisualFormat.Predicate] {
            predicates.map {
                .init(
                    relation: $0.relation, value: $0.value, priority: $0.priority, valueOffset: 0, priorityOffset: 0)
            }
        }
        func shape(_ connection: VisualFormat.Connection) -> VisualFormat.Connection {
            if case .predicates(let predicates) = connection { return .predicates(shape(predicates)) }
            return connection
        }
        var format = format
        format.views = format.views.map { .init(name: $0.name, predicates: shape($0.predicates), offset: 0) }
        format.connections = format.connections.map(shape)
        format.start = format.start.map(shape)
        format.end = format.end.map(shape)
        return format
    }

    // The malformed formats include those in the tests of WinObjC (Microsoft, MIT license).
    @Test(
        "What is no visual format says why, with a caret under the place",
        arguments: [
            ("", 0), ("H", 1), ("H|[a]|", 1), ("X:[a]", 0), ("[a", 2), ("[a(5]", 4), ("[a(5)", 5), ("a]", 0), ("[]", 1),
            ("[a]-", 4), ("[a]-5", 5), ("[a]-5[b]", 5), ("[a]-(5[b]", 6), ("[a]-(5)[b]", 7), ("[a]--[b]", 4),
            ("[a]--5-[b]", 4), ("[a(>5)]", 3), ("[a(=>5)]", 3), ("[a(==)]", 5), ("[a(5@)]", 5), ("[a(5,)]", 5),
            ("|", 1), ("||", 1), ("|-|", 2), ("[a]|[b]", 4), ("|[a]|]", 5), ("[1a]", 1), ("[a]-.-[b]", 4),
            ("[a(1.2.3)]", 3), ("[a()]", 3), ("[a]b", 3), ("H:V:[a]", 2), ("[a]-(5)-", 8), ("[a b]", 3),
        ])
    func malformed(_ text: String, _ offset: Int) {
        do {
            let format = try VisualFormat(text)
            Issue.record("\(text) was read as \(format)")
        } catch {
            #expect(error.offset == offset, "\(error)")
            #expect(error.description.hasSuffix("\n\(text)\n\(String(repeating: " ", count: offset))^"))
            #expect(error.description.hasPrefix("Unable to parse constraint format:\n"))
        }
    }

    @Test("Any text at all is read or refused")
    func anything() {
        let pieces = [
            "H:", "V:", "|", "-", "[", "]", "(", ")", "a", "b", "5", "-3", ">=", "==", "@", ",", " ", ".", "é", "_",
        ]
        var state: UInt64 = 1
        for _ in 0..<20_000 {
            var text = ""
            state = state &* 6_364_136_223_846_793_005 &+ 1
            for _ in 0..<Int(state >> 60) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int((state >> 33) % UInt64(pieces.count))]
            }
            do { _ = try VisualFormat(text) } catch { #expect((0...text.count).contains(error.offset)) }
        }
    }
}
