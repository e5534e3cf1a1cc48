import CXML2
import Foundation

/// A writer that copies parts of a document into a new UTF-8 document: some elements completely, and the tags of their
/// ancestors.
final class XMLExcerpt {
    /// The part of an element that is written.
    enum Part: UInt8 {
        /// Nothing, except descendants that have a part of their own.
        case none
        /// The tags, and descendants that have a part of their own.
        case tags
        /// The whole element.
        case whole
    }

    private let parts: [Part]
    private let ids: [Int: String]
    private let tagStyle: String
    private let maxBytes: Int
    private var output: [UInt8] = []
    /// The number of elements seen.
    private var count = 0
    /// The open elements: whether their tags are written, and whether all of their content is.
    private var open: [(isWritten: Bool, isWhole: Bool)] = []
    private var isTooLong = false

    /// Writes an excerpt of a document.
    ///
    /// - Parameters:
    ///   - parts: The part to write of each element, in the order of their start tags.
    ///   - ids: New ids for elements without one, by the same index.
    ///   - tagStyle: Declarations added to the elements with the part `tags`.
    ///   - allowsEntities: Whether the document declares entities.
    ///   - maxBytes: The maximum length of the excerpt.
    /// - Returns: Nil if the excerpt is too long or the document is not well-formed.
    static func write(
        _ data: Data, parts: [Part], ids: [Int: String], tagStyle: String, allowsEntities: Bool, maxBytes: Int
    ) -> Data? {
        let excerpt = XMLExcerpt(parts, ids, tagStyle, maxBytes)
        var handler = XMLEvents.handler
        handler.startElementNs = startElement
        handler.endElementNs = endElement
        handler.characters = characters
        handler.ignorableWhitespace = characters
        handler.cdataBlock = characters
        handler.entityDecl = { XMLEvents.declare($0, $1, $2, $3, $4, $5) }
        // libxml2 limits the expansion of entities only without `XML_PARSE_HUGE`.
        let options = allowsEntities ? xmlParserOption(0) : XML_PARSE_HUGE
        let failure = XMLEvents.parse(
            data, &handler, options: options, user: Unmanaged.passUnretained(excerpt).toOpaque(),
            isStopped: { excerpt.isTooLong })
        return failure == nil && !excerpt.isTooLong ? Data(excerpt.output) : nil
    }

    private init(_ parts: [Part], _ ids: [Int: String], _ tagStyle: String, _ maxBytes: Int) {
        self.parts = parts
        self.ids = ids
        self.tagStyle = tagStyle
        self.maxBytes = maxBytes
    }

    private func write(_ text: String) { output.append(contentsOf: text.utf8) }

    private func write(_ pointer: UnsafePointer<UInt8>) {
        output.append(contentsOf: UnsafeBufferPointer(start: pointer, count: strlen(pointer)))
    }

    private func writeName(_ prefix: UnsafePointer<UInt8>?, _ name: UnsafePointer<UInt8>) {
        if let prefix {
            write(prefix)
            write(":")
        }
        write(name)
    }

    private func writeEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "&"): write("&amp;")
            case UInt8(ascii: "<"): write("&lt;")
            case UInt8(ascii: ">"): write("&gt;")
            case UInt8(ascii: "\""): write("&quot;")
            // Unescaped, these would be normalized to spaces when the attribute is read.
            case 0x09: write("&#9;")
            case 0x0A: write("&#10;")
            case 0x0D: write("&#13;")
            default: output.append(byte)
            }
        }
        if output.count > maxBytes { isTooLong = true }
    }

    // MARK: libxml2 callbacks

    private static func excerpt(_ context: UnsafeMutableRawPointer?) -> XMLExcerpt {
        // libxml2 hands back the parser context, whose private field holds the excerpt that `write` keeps alive.
        let parser = context!.assumingMemoryBound(to: xmlParserCtxt.self)
        return Unmanaged<XMLExcerpt>.fromOpaque(parser.pointee._private).takeUnretainedValue()
    }

    private static let startElement: startElementNsSAX2Func = {
        context, name, prefix, _, namespaceCount, namespaces, attributeCount, _, attributes in
        let excerpt = XMLExcerpt.excerpt(context)
        let number = excerpt.count
        excerpt.count += 1
        let part = excerpt.open.last?.isWhole == true ? .whole : excerpt.parts[number]
        excerpt.open.append((part != .none, part == .whole))
        guard part != .none, let name, !excerpt.isTooLong else { return }
        excerpt.write("<")
        excerpt.writeName(prefix, name)
        for index in 0..<Int(namespaceCount) {
            guard let namespaces, let address = namespaces[2 * index + 1] else { continue }
            excerpt.write(" xmlns")
            if let prefix = namespaces[2 * index] {
                excerpt.write(":")
                excerpt.write(prefix)
            }
            excerpt.write("=\"")
            excerpt.writeEscaped(UnsafeBufferPointer(start: address, count: strlen(address)))
            excerpt.write("\"")
        }
        let id = excerpt.ids[number]
        var style = part == .tags ? excerpt.tagStyle : nil
        for index in 0..<Int(attributeCount) {
            guard let attributes, let name = attributes[5 * index], let begin = attributes[5 * index + 3],
                let end = attributes[5 * index + 4]
            else { continue }
            let prefix = attributes[5 * index + 1]
            let isPlain = prefix == nil
            // The element's own id is empty.
            if isPlain, id != nil, strcmp(name, "id") == 0 { continue }
            excerpt.write(" ")
            excerpt.writeName(prefix, name)
            excerpt.write("=\"")
            excerpt.writeEscaped(UnsafeBufferPointer(start: begin, count: end - begin))
            if isPlain, let added = style, strcmp(name, "style") == 0 {
                excerpt.write(";\(added)")
                style = nil
            }
            excerpt.write("\"")
        }
        if let id { excerpt.write(" id=\"\(id)\"") }
        if let style { excerpt.write(" style=\"\(style)\"") }
        excerpt.write(">")
    }

    private static let endElement: endElementNsSAX2Func = { context, name, prefix, _ in
        let excerpt = XMLExcerpt.excerpt(context)
        guard excerpt.open.removeLast().isWritten, let name, !excerpt.isTooLong else { return }
        excerpt.write("</")
        excerpt.writeName(prefix, name)
        excerpt.write(">")
    }

    private static let characters: charactersSAXFunc = { context, text, count in
        let excerpt = XMLExcerpt.excerpt(context)
        guard excerpt.open.last?.isWhole == true, let text, count > 0, !excerpt.isTooLong else { return }
        excerpt.writeEscaped(UnsafeBufferPointer(start: text, count: Int(count)))
    }
}
