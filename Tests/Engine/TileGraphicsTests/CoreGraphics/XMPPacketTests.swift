import Foundation
import Testing

@testable import TileGraphics

@Suite("An XMP packet")
struct XMPPacketTests {
    private let title = XMPPacket.Name(namespace: "http://purl.org/dc/elements/1.1/", local: "title")

    private func title(_ description: String, before: String = "") -> String? {
        let packet = """
            \(before)<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
            xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:o="https://example.org/">\(description)</r:RDF>
            """
        guard let packet = XMPPacket(Data(packet.utf8)) else { return nil }
        return packet.value(of: title)
    }

    @Test(
        "has a property as text, as the first of several, or as an attribute, whatever its prefix is",
        arguments: [
            "<r:Description><d:title> A &amp; &#66; </d:title></r:Description>",
            "<r:Description><d:title><r:Alt><r:li>A &amp; B</r:li><r:li>C</r:li></r:Alt></d:title></r:Description>",
            "<r:Description d:title='A &amp; B'/>", "<r:Description/><r:Description d:title='A &amp; B'/>",
            "<r:Description><!-- d:title --><d:title><![CDATA[A & B]]></d:title></r:Description>",
        ])
    func found(description: String) { #expect(title(description) == "A & B") }

    @Test(
        "has no property of another name or namespace, outside of its description, or of elements",
        arguments: [
            "<r:Description><o:title>A</o:title></r:Description>", "<d:title>A</d:title>",
            "<r:Description><d:titles>A</d:titles></r:Description>",
            "<r:Description><d:title> </d:title></r:Description>",
            "<r:Description><d:title><o:a>A</o:a></d:title></r:Description>",
        ])
    func notFound(description: String) { #expect(title(description) == nil) }

    @Test("is none where it is no XML, declares entities, or lies very deep")
    func hostile() {
        #expect(XMPPacket(Data("<r:RDF>".utf8))?.value(of: title) == nil)
        #expect(XMPPacket(Data())?.value(of: title) == nil)
        let entities = "<!DOCTYPE r [<!ENTITY a 'A'>]>"
        #expect(title("<r:Description><d:title>&a;</d:title></r:Description>", before: entities) == nil)
        let deep =
            String(repeating: "<o:a>", count: 200) + "<r:Description d:title='A'/>"
            + String(repeating: "</o:a>", count: 200)
        #expect(title(deep) == nil)
    }
}
