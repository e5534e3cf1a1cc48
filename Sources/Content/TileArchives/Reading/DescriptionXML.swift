import CXML2
import Foundation

/// The elements of a small XML document with their attributes, for the descriptions of Deep Zoom, Zoomify and the Tile
/// Map Service.
///
/// External entities are not loaded, and a document that declares entities is rejected.
struct DescriptionXML {
    struct Element {
        /// The local name, without a prefix.
        var name: String
        var attributes: [String: String]
        /// The text up to the first child element.
        var text = ""

        /// Returns an attribute as an integer of at least `least`.
        func number(_ name: String, from least: Int) -> Int? {
            attributes[name].flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }.flatMap {
                (least...Int(Int32.max)).contains($0) ? $0 : nil
            }
        }

        /// Returns an attribute as an integer of at least `least`.
        ///
        /// - Parameter path: The path of the document, for the error.
        /// - Throws: `.damaged`, which names the attribute and its value.
        func required(_ name: String, from least: Int, of path: String) throws(ArchiveFailure) -> Int {
            if let number = number(name, from: least) { return number }
            guard let value = attributes[name] else { throw .damaged(path: path, reason: "its \(name) is missing") }
            throw .damaged(
                path: path,
                reason: "its \(name) is “\(value.prefix(40))”: it must be a whole number, \(least) or more")
        }
    }

    /// The elements in document order.
    private(set) var elements: [Element] = []

    /// The maximum length in bytes, a hundred times a typical document.
    static let longest = 1 << 16
    private static let mostElements = 1000

    /// Parses a document; nil if it is invalid. It may be in UTF-8, UTF-16 or the encoding in its XML declaration.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest, parse(bytes), !elements.isEmpty else { return nil }
    }

    /// Parses a document as far as it is valid. There are no elements if it is not XML at all.
    init(startOf bytes: [UInt8]) {
        if bytes.count <= Self.longest { _ = parse(bytes) }
    }

    /// Adds the elements of a document. Returns whether all of it is valid.
    private mutating func parse(_ bytes: [UInt8]) -> Bool {
        xmlInitParser()
        // For this thread only. Otherwise libxml2 prints encoding errors to standard error.
        xmlSetStructuredErrorFunc(nil, { _, _ in })
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let isValid = bytes.withUnsafeBytes { bytes in
            // The reader does not copy the bytes, so it is used only while the pointer is valid.
            xmlReaderForMemory(
                bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil, nil, Int32(options)
            ).map { reader -> Bool in
                defer { xmlFreeTextReader(reader) }
                return read(reader)
            }
        }
        return isValid == true
    }

    private mutating func read(_ reader: xmlTextReaderPtr) -> Bool {
        while true {
            switch xmlTextReaderRead(reader) {
            case 0: return true
            case 1: break
            default: return false
            }
            let type = xmlTextReaderNodeType(reader)
            if type == Int32(XML_READER_TYPE_DOCUMENT_TYPE.rawValue) { return false }
            if type == Int32(XML_READER_TYPE_TEXT.rawValue), let text = xmlTextReaderConstValue(reader),
                let last = elements.indices.last, elements[last].text.isEmpty
            {
                elements[last].text = String(cString: text).trimmingCharacters(in: .whitespacesAndNewlines)
            }
            guard type == Int32(XML_READER_TYPE_ELEMENT.rawValue) else { continue }
            guard elements.count < Self.mostElements, let name = xmlTextReaderConstLocalName(reader) else {
                return false
            }
            var element = Element(name: String(cString: name), attributes: [:])
            while xmlTextReaderMoveToNextAttribute(reader) == 1 {
                guard let name = xmlTextReaderConstLocalName(reader), let value = xmlTextReaderConstValue(reader) else {
                    continue
                }
                element.attributes[String(cString: name)] = String(cString: value)
            }
            elements.append(element)
        }
    }

    /// Returns the first element with a name.
    func element(_ name: String) -> Element? { elements.first { $0.name == name } }
}
