import CXML2
import Foundation

/// The elements of a small XML document with their attributes, as Deep Zoom, Zoomify and the Tile Map Service describe
/// images.
///
/// Nothing outside the document is opened, and a document that declares entities is refused.
struct DescriptionXML {
    struct Element {
        /// The local name, without a prefix.
        var name: String
        var attributes: [String: String]
        /// The text between its tags, up to the first element in it.
        var text = ""

        /// An attribute as a whole number from `least` on.
        func number(_ name: String, from least: Int) -> Int? {
            attributes[name].flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }.flatMap {
                (least...Int(Int32.max)).contains($0) ? $0 : nil
            }
        }
    }

    /// In their order.
    private(set) var elements: [Element] = []

    /// In bytes: a hundred times what such a document has.
    static let longest = 1 << 16
    private static let mostElements = 1000

    /// Returns nil for anything but such a document. UTF-8, UTF-16 and what an XML declaration names are read.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest else { return nil }
        xmlInitParser()
        // Of this thread: else broken encodings are told to standard error.
        xmlSetStructuredErrorFunc(nil, { _, _ in })
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let reader = bytes.withUnsafeBytes { bytes in
            // The reader copies nothing, so all is done while the bytes stay where they are.
            xmlReaderForMemory(
                bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil, nil, Int32(options)
            ).map { reader -> Bool in
                defer { xmlFreeTextReader(reader) }
                return read(reader)
            }
        }
        guard reader == true, !elements.isEmpty else { return nil }
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

    /// The first element of a name.
    func element(_ name: String) -> Element? { elements.first { $0.name == name } }
}
