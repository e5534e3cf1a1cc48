import Testing
import TileSupport

@Suite("Spelling")
struct SpellingTests {
    private static let commands = ["serve", "build", "info", "verify", "convert", "extract", "merge", "diff", "sign"]

    @Test(
        "suggests the nearest known name",
        arguments: [
            ("bulid", "build"), ("serv", "serve"), ("Serve", "serve"), ("verfy", "verify"), ("inof", "info"),
            ("ext", "extract"), ("mergee", "merge"), ("convert-", "convert"),
        ])
    func nearest(written: String, meant: String) {
        #expect(Spelling.closestMatch(to: written, in: Self.commands) == meant)
    }

    @Test("suggests nothing when no known name is near", arguments: ["", "x", "zebra", "publish", "se", "serverless"])
    func nothing(written: String) { #expect(Spelling.closestMatch(to: written, in: Self.commands) == nil) }

    @Test("prefers the nearest of several names, and the first of several at the same distance")
    func several() {
        #expect(Spelling.closestMatch(to: "privat", in: ["privacy", "private"]) == "private")
        #expect(Spelling.closestMatch(to: "cat", in: ["bat", "hat"]) == "bat")
        // Two completions are no answer.
        #expect(Spelling.closestMatch(to: "max", in: ["max-level", "max-connections"]) == nil)
        #expect(Spelling.closestMatch(to: "表紙.", in: ["表紙", "裏表紙"]) == "表紙")
    }

    @Test("ends a message with the suggestion, if there is one")
    func suggestion() {
        #expect(Spelling.suggestion(for: "privat", in: ["private"]) == "; did you mean “private”?")
        #expect(Spelling.suggestion(for: "zebra", in: ["private"]).isEmpty)
    }
}
