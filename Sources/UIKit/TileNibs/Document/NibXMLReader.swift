import CXML2
import Foundation

/// A reader that converts XML into elements with libxml2. It opens nothing outside the document and rejects documents
/// that declare entities.
struct NibXMLReader {
    private let file: String
    private let limits: NibLimits
    private var count = 0

    static func read(_ bytes: [UInt8], file: String, limits: NibLimits) throws(NibFailure) -> NibElement {
        guard bytes.count <= limits.bytes else {
            throw NibFailure(file, .tooLarge("it has \(bytes.count) bytes, and \(limits.bytes) are read at most"))
        }
        guard let first = bytes.first(where: { $0 > 0x20 }) else { throw NibFailure(file, .notANib("it is empty")) }
        guard first == UInt8(ascii: "<") || first >= 0xEF else {
            throw NibFailure(file, .notANib("it does not begin as XML does"))
        }
        xmlInitParser()
        // Set for this thread, because libxml2 otherwise prints broken encodings to standard error.
        xmlSetStructuredErrorFunc(nil, { _, _ in })
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        var result: Result<NibElement, NibFailure> = .failure(NibFailure(file, .malformed("it can't be read")))
        bytes.withUnsafeBytes { bytes in
            // The reader doesn't copy the bytes, so all work happens while they stay in place.
            let reader = xmlReaderForMemory(
                bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil, nil, Int32(options))
            guard let reader else { return }
            defer { xmlFreeTextReader(reader) }
            var state = NibXMLReader(file: file, limits: limits)
            do throws(NibFailure) {
                result = .success(try state.read(reader))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    private init(file: String, limits: NibLimits) { (self.file, self.limits) = (file, limits) }

    private mutating func read(_ reader: xmlTextReaderPtr) throws(NibFailure) -> NibElement {
        // The open elements, root first.
        var open: [NibElement] = []
        while true {
            let outcome = xmlTextReaderRead(reader)
            let line = Int(xmlTextReaderGetParserLineNumber(reader))
            guard outcome == 1 else {
                let problem = outcome == 0 ? "it ends before its elements do" : Self.lastProblem
                throw NibFailure(file, line: line, .malformed(problem))
            }
            let type = xmlTextReaderNodeType(reader)
            switch UInt32(bitPattern: type) {
            case XML_READER_TYPE_DOCUMENT_TYPE.rawValue:
                throw NibFailure(file, line: line, .notANib("it declares a document type, as no nib does"))
            case XML_READER_TYPE_ELEMENT.rawValue:
                count += 1
                guard count <= limits.elements else {
                    throw NibFailure(file, line: line, .tooLarge("it has more than \(limits.elements) elements"))
                }
                guard open.count < limits.depth else {
                    throw NibFailure(
                        file, line: line, .tooLarge("its elements lie more than \(limits.depth) deep in one another"))
                }
                // Read before the attributes, because reading those moves the reader.
                let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
                let element = Self.element(reader, line: line)
                if isEmpty {
                    guard let root = Self.close(element, in: &open) else { continue }
                    return root
                }
                open.append(element)
            case XML_READER_TYPE_END_ELEMENT.rawValue:
                guard let element = open.popLast(), let root = Self.close(element, in: &open) else { continue }
                return root
            case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue:
                guard !open.isEmpty, let text = xmlTextReaderConstValue(reader) else { continue }
                open[open.count - 1].text += String(cString: text)
            default: break
            }
        }
    }

    /// Adds a finished element to the element around it, or returns it if it is the root.
    private static func close(_ element: NibElement, in open: inout [NibElement]) -> NibElement? {
        var element = element
        // Documents are indented, while elements with text (`<string>`, `<mutableString>`) are not.
        if !element.children.isEmpty { element.text = "" }
        guard !open.isEmpty else { return element }
        open[open.count - 1].children.append(element)
        return nil
    }

    private static func element(_ reader: xmlTextReaderPtr, line: Int) -> NibElement {
        let name = xmlTextReaderConstLocalName(reader).map { String(cString: $0) } ?? ""
        var attributes: [String: String] = [:]
        while xmlTextReaderMoveToNextAttribute(reader) == 1 {
            guard let name = xmlTextReaderConstLocalName(reader), let value = xmlTextReaderConstValue(reader) else {
                continue
            }
            attributes[String(cString: name)] = String(cString: value)
        }
        return NibElement(name, attributes, line: line)
    }

    private static var lastProblem: String {
        guard let error = xmlGetLastError(), let message = error.pointee.message else { return "it can't be read" }
        let text = String(cString: message).split(separator: "\n").first.map(String.init) ?? "it can't be read"
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
