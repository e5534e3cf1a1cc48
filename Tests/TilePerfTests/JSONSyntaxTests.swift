import Foundation
import Testing

@testable import TilePerf

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
            ("", "it breaks off in line 1, column 1"), ("{\n", "it breaks off in line 2, column 1"),
            ("{\"a\": 1,\n \"b\": tru}", "line 2, column 7: a value is expected, not “tru”"),
            ("[1,\n 2\n 3]", "line 3, column 2: “,” or “]” is expected, not “3”"),
            ("{\"é😀\": 1 x}", "line 1, column 10: “,” or “}” is expected, not “x”"),
            ("{a: 1}", "line 1, column 2: a name in quotes is expected, not “a”"),
            ("{\"a\": 1,}", "line 1, column 9: a name in quotes is expected, not “}”"),
            ("[1,]", "line 1, column 4: a value is expected, not “]”"), ("{\"a\" 1}", "“:” is expected, not “1”"),
            ("{} {}", "line 1, column 4: the end of the file is expected, not “{”"),
            ("01", "line 1, column 2: the end of the file"), ("[1.]", "a digit is expected, not “]”"),
            ("-", "it breaks off in line 1, column 2"), ("\"a\nb\"", "line 1, column 3: a control character"),
            ("\"a\\q\"", "line 1, column 3: an escape that is none"), ("\"\\u12g4\"", "an escape that is none"),
            ("\"abc", "it breaks off in line 1, column 5"), ("[\u{7}]", "not the byte 7"),
            (String(repeating: "[", count: 513), "line 1, column 513: it is nested deeper than 512 times"),
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
        #expect(problem(quoted) == "line 1, column 2: a byte that is not UTF-8")
    }

    @Test func aCharacterThatIsCutOffEndsTheFile() {
        #expect(problem(Data([0x22, 0xE2, 0x82])) == "it breaks off in line 1, column 3")
    }

    @Test func aNameThatIsGivenTwiceIsNamedHoweverItIsWritten() {
        #expect(problem("{\"seed\": \"1\",\n \"seed\": \"2\"}") == "line 2, column 2: “seed” is given twice")
        #expect(problem("{\"a\": [{\"b\": 1, \"\\u0062\": 2}]}") == "line 1, column 17: “b” is given twice")
        let many = (0..<40).map { "\"n\($0)\": \($0)" }.joined(separator: ",\n")
        #expect(problem("{\(many)}") == "fine")
        #expect(problem("{\(many),\n\"n3\": 1}") == "line 41, column 1: “n3” is given twice")
    }

    @Test func aHostileFileTakesTimeByItsLength() {
        // Of squares of these lengths a test would not see the end.
        let names = (0..<200_000).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(problem("{\(names)}") == "fine")
        let objects = String(repeating: "{\"a\":", count: 511) + "0" + String(repeating: "}", count: 511)
        #expect(problem("[" + Array(repeating: objects, count: 200).joined(separator: ",") + "]") == "fine")
        #expect(problem(String(repeating: "[", count: 2_000_000)).contains("deeper"))
    }
}
