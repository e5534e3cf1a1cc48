import Foundation
import Testing
import TileSupport

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Text in markup")
struct MarkupTextTests {
    /// Reads an attribute and the text of an element.
    private final class Reader: NSObject, XMLParserDelegate {
        var attribute: String?
        var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) { attribute = attributes["a"] }

        func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }
    }

    @Test(
        "an XML parser reads the same text in an attribute and an element",
        arguments: ["", "plain", "<a href=\"x\" b='y'>&amp;</a>", "tab\tline\nreturn\r\nend", "ü 漢 🗺 \u{FFFD}", "]]>"])
    func roundTrip(text: String) throws {
        let reader = Reader()
        let escaped = text.escapedForMarkup
        let parser = XMLParser(data: Data("<e a=\"\(escaped)\">\(escaped)</e>".utf8))
        parser.delegate = reader
        #expect(parser.parse())
        #expect(reader.attribute == text && reader.text == text)
    }

    @Test("characters that XML 1.0 does not allow become question marks")
    func disallowed() {
        #expect("a\u{0}\u{7}\u{1F}\u{FFFE}\u{FFFF}b".escapedForMarkup == "a?????b")
    }
}
