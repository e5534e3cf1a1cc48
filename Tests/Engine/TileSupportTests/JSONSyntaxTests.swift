import Foundation
import Testing

import TileSupport

@Suite struct JSONSyntaxTests {
    private func problem(_ data: Data) -> String {
        do {
            try JSONSyntax.check(data)
            return "fine"
        } catch {
            return "\(error)"
        }
    }

    private func problem(_ text: String) -> String { problem(Data(text.utf8)) }

    @Test(
        arguments: [
            "{}", "[]", " null ", "true", "-0.5e+10", "0", "[1, [2, {\"a\": []}], {}]\n", "\"\\u00e9 \\n é 😀\"",
            "{\"a\": {\"a\": 1}, \"b\": {\"a\": 1}}", "[{\"a\": 1}, {\"a\": 1}]", "\u{FEFF}{}",
            String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
        ])
    func whatIsJSONPasses(_ text: String) { #expect(problem(text) == "fine") }

    @Test(
        arguments: [
            ("", "invalid JSON in line 1, column 1: unexpected end of file"),
            ("{\n", "invalid JSON in line 2, column 1: unexpected end of file"),
            ("{\"a\": 1,\n \"b\": tru}", "invalid JSON in line 2, column 7: expected a value, found “tru”"),
            ("[1,\n 2\n 3]", "line 3, column 2: expected “,” or “]”, found “3”"),
            ("{\"é😀\": 1 x}", "line 1, column 10: expected “,” or “}”, found “x”"),
            ("{a: 1}", "line 1, column 2: expected a name in quotes, found “a”"),
            ("{\"a\": 1,}", "line 1, column 9: expected a name in quotes, found “}”"),
            ("[1,]", "line 1, column 4: expected a value, found “]”"), ("{\"a\" 1}", "expected “:”, found “1”"),
            ("{} {}", "line 1, column 4: expected end of file, found “{”"),
            ("01", "line 1, column 2: expected end of file"), ("[1.]", "expected a digit, found “]”"),
            ("-", "invalid JSON in line 1, column 2: unexpected end of file"),
            ("\"a\nb\"", "line 1, column 3: control character"),
            ("\"a\\q\"", "line 1, column 3: invalid escape sequence"), ("\"\\u12g4\"", "invalid escape sequence"),
            ("\"abc", "invalid JSON in line 1, column 5: unexpected end of file"), ("[\u{7}]", "found byte 7"),
            (String(repeating: "[", count: 513), "line 1, column 513: nested more than 512 levels deep"),
        ])
    func whatIsNoJSONIsNamedWithItsPlace(_ text: String, _ expected: String) {
        #expect(problem(text).contains(expected), "\(problem(text))")
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x28, 0xA1],
        ] as [[UInt8]])
    func bytesThatAreNotUTF8AreNamed(_ bytes: [UInt8]) {
        let quoted = Data([0x22] + bytes + [0x22])
        #expect(problem(quoted) == "invalid JSON in line 1, column 2: invalid UTF-8")
    }

    @Test func aCharacterThatIsCutOffEndsTheFile() {
        #expect(problem(Data([0x22, 0xE2, 0x82])) == "invalid JSON in line 1, column 3: unexpected end of file")
    }

    @Test func aNameThatIsGivenTwiceIsNamedHoweverItIsWritten() {
        #expect(problem("{\"seed\": \"1\",\n \"seed\": \"2\"}") == "line 2, column 2: duplicate member “seed”")
        #expect(problem("{\"a\": [{\"b\": 1, \"\\u0062\": 2}]}") == "line 1, column 17: duplicate member “b”")
        let many = (0..<40).map { "\"n\($0)\": \($0)" }.joined(separator: ",\n")
        #expect(problem("{\(many)}") == "fine")
        #expect(problem("{\(many),\n\"n3\": 1}") == "line 41, column 1: duplicate member “n3”")
    }

    @Test func aHostileFileTakesTimeByItsLength() {
        // Of squares of these lengths a test would not see the end.
        let names = (0..<200_000).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(problem("{\(names)}") == "fine")
        let objects = String(repeating: "{\"a\":", count: 511) + "0" + String(repeating: "}", count: 511)
        #expect(problem("[" + Array(repeating: objects, count: 200).joined(separator: ",") + "]") == "fine")
        #expect(problem(String(repeating: "[", count: 2_000_000)).contains("levels deep"))
    }

    private func problem(_ text: String, _ members: JSONMembers) -> String {
        do {
            try JSONSyntax.check(Data(text.utf8), members: members)
            return "fine"
        } catch {
            return "\(error)"
        }
    }

    @Test func unknownMembersAreErrorsWithASuggestionWhereMembersAreKnown() {
        let members = JSONMembers.object([
            "private": .any, "tokens": .any, "frames": .list(.names(["number", "time"])),
        ])
        #expect(
            problem(#"{"privat": ["a"]}"#, members)
                == "line 1, column 2: unknown member “privat”; did you mean “private”?")
        #expect(problem(#"{"\u0070rivate": 1}"#, members) == "fine")
        #expect(problem(#"{"zebra": ["a"]}"#, members) == "line 1, column 2: unknown member “zebra”")
        // Members of a value that may be anything are not looked at, and neither are wrong types.
        #expect(problem(#"{"tokens": {"privat": 1, "x": [{"y": 2}]}, "frames": {"numbr": 1}}"#, members) == "fine")
        #expect(problem(#"{"frames": [{"number": {"a": 1}}, {"time": 1}, []], "private": []}"#, members) == "fine")
        #expect(
            problem("{\"frames\": [{\"number\": [{}]},\n {\"tim\": 1}]}", members)
                == "line 2, column 3: unknown member “tim”; did you mean “time”?")
        #expect(problem(#"[{"privat": 1}]"#, members) == "fine")
    }
}
