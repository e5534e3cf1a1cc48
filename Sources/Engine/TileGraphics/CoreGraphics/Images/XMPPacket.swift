import CXML2
import Foundation

/// An XMP packet (ISO 16684-1). Only properties that a PDF's information dictionary can represent are read.
final class XMPPacket {
    /// The name of a property: its namespace and local name.
    struct Name {
        var namespace: String
        var local: String
    }

    private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    /// The maximum nesting; real packets are shallower.
    private static let maxDepth = 64

    private let document: xmlDocPtr

    /// Parses a packet; nil if it is not XML or declares entities, which packets don't have.
    init?(_ data: Data) {
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let parsed = data.withUnsafeBytes { bytes in
            Int32(exactly: bytes.count).flatMap { count in
                xmlReadMemory(bytes.bindMemory(to: CChar.self).baseAddress, count, nil, nil, Int32(options))
            }
        }
        guard let parsed else { return nil }
        document = parsed
        // The object frees the document, also in this case.
        if parsed.pointee.intSubset != nil { return nil }
    }

    deinit { xmlFreeDoc(document) }

    /// Returns the text of a property, or of its first item; nil if there is none.
    func value(of name: Name) -> String? {
        guard let root = xmlDocGetRootElement(document) else { return nil }
        return value(of: name, below: root, 0)
    }

    private func value(of name: Name, below node: xmlNodePtr, _ depth: Int) -> String? {
        guard depth < Self.maxDepth else { return nil }
        if Self.isNamed(node, Name(namespace: Self.rdf, local: "Description")) {
            // A simple value may be an attribute.
            if let text = xmlGetNsProp(node, name.local, name.namespace) { return Self.plain(taking: text) }
            for child in Self.elements(in: node) where Self.isNamed(child, name) { return Self.text(of: child) }
        }
        for child in Self.elements(in: node) {
            if let found = value(of: name, below: child, depth + 1) { return found }
        }
        return nil
    }

    private static func text(of property: xmlNodePtr) -> String? {
        let kinds = ["Alt", "Bag", "Seq"].map { Name(namespace: rdf, local: $0) }
        let list = elements(in: property).first { element in kinds.contains { isNamed(element, $0) } }
        let item = list.flatMap { list in
            elements(in: list).first { isNamed($0, Name(namespace: rdf, local: "li")) }
        }
        let node = item ?? property
        // A property with child elements has no text value.
        guard elements(in: node).isEmpty, let text = xmlNodeGetContent(node) else { return nil }
        return plain(taking: text)
    }

    /// - Parameter text: A string of libxml2, which this function frees.
    private static func plain(taking text: UnsafeMutablePointer<xmlChar>) -> String? {
        defer { free(text) }
        let plain = String(cString: text).trimmingCharacters(in: .whitespacesAndNewlines)
        return plain.isEmpty ? nil : plain
    }

    private static func elements(in node: xmlNodePtr) -> [xmlNodePtr] {
        var elements: [xmlNodePtr] = []
        var next = node.pointee.children
        while let child = next {
            if child.pointee.type == XML_ELEMENT_NODE { elements.append(child) }
            next = child.pointee.next
        }
        return elements
    }

    private static func isNamed(_ node: xmlNodePtr, _ name: Name) -> Bool {
        guard let namespace = node.pointee.ns?.pointee.href, let local = node.pointee.name else { return false }
        return String(cString: local) == name.local && String(cString: namespace) == name.namespace
    }
}
