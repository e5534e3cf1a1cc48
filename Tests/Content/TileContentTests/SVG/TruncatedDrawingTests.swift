import Foundation
import TestSupport
import Testing
import TileContent

@Suite("A drawing that is not well-formed")
struct TruncatedDrawingTests {
    private static let root = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"

    private func reasonForRefusing(_ text: String) -> String? {
        do throws(ContentFailure) {
            _ = try SVGDocument.read(Data(text.utf8), path: "a.svg")
            return nil
        } catch {
            guard case .malformed(_, let reason) = error else { return "\(error)" }
            return reason
        }
    }

    @Test(
        "ends early if its root, a tag, a comment or a value has no end",
        arguments: [
            root, "\(root)\n<g>", "\(root)\n<rect width='1'", "\(root)<rect width='1", "\(root)<!-- walls",
            "\(root)<style><![CDATA[ rect {", "\(root)<rect/></sv", "<svg", "<?xml version='1.0'?>",
        ])
    func truncated(text: String) throws {
        let reason = try #require(reasonForRefusing(text))
        #expect(reason.hasPrefix("the file ends early"), "\(reason)")
    }

    @Test(
        "is damaged where it is wrong before its end",
        arguments: ["\(root)</g></svg>", "\(root)</svg><svg/>", "\(root)<a b='1' b='2'/></svg>", "\(root)</svg> &"])
    func wrong(text: String) throws {
        let reason = try #require(reasonForRefusing(text))
        #expect(!reason.contains("ends early"), "\(reason)")
    }

    @Test("is damaged if only the start of its gzip data is there", arguments: [2, 3, 10, 18])
    func gzip(count: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = [0x1F, 0x8B, 8] + [UInt8](repeating: 0, count: 15)
        let path = try folder.write("a.svgz", bytes.prefix(count))
        let failure = ContentFailure.malformed(path: path, reason: "its gzip data is truncated or damaged")
        #expect(throws: failure) { try SVGDocument.open(path) }
    }
}
