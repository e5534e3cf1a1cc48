import Foundation

/// The text of a document's bytes.
struct DocumentText {
    /// The maximum number of bytes of a document.
    static let maxBytes = 2 << 20
    /// The number of bytes at the start in which a document declares its encoding.
    private static let declarationBytes = 1024

    let string: String
    let encoding: String.Encoding

    /// Decodes bytes in an encoding; nil for the one that a byte order mark or the document names. UIKit reads other
    /// documents of HTML as Windows-1252.
    ///
    /// - Throws: `CocoaError.fileReadTooLarge`, `CocoaError.fileReadInapplicableStringEncoding`.
    init(_ data: Data, encoding: String.Encoding?, isHTML: Bool) throws(CocoaError) {
        guard data.count <= Self.maxBytes else {
            throw CocoaError(
                .fileReadTooLarge,
                userInfo: [
                    NSDebugDescriptionErrorKey:
                        "the document has \(data.count) bytes, and \(Self.maxBytes) are read at most"
                ])
        }
        let marked = Self.mark(data)
        let encoding =
            encoding ?? marked?.encoding ?? (isHTML ? Self.declaration(data) ?? .windowsCP1252 : nil)
            ?? (String(data: data, encoding: .utf8) == nil ? .windowsCP1252 : .utf8)
        let bytes = marked?.encoding == encoding ? data.dropFirst(marked?.length ?? 0) : data
        // Windows-1252 has no character for five bytes, which browsers read as control characters.
        let string =
            encoding == .windowsCP1252 || encoding == .isoLatin1
            ? Self.latin(bytes) : String(data: bytes, encoding: encoding)
        guard let string else {
            throw CocoaError(
                .fileReadInapplicableStringEncoding,
                userInfo: [
                    NSStringEncodingErrorKey: encoding.rawValue,
                    NSDebugDescriptionErrorKey: "the document's bytes are invalid in its encoding",
                ])
        }
        (self.string, self.encoding) = (string, encoding)
    }

    /// Returns the bytes of a regular file of at most `maxBytes`.
    static func data(of url: URL) throws -> Data {
        guard url.isFileURL else { throw CocoaError(.fileReadUnsupportedScheme) }
        let file = try FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
        // Reading a device or a pipe might never end.
        guard file[.type] as? FileAttributeType == .typeRegular else { throw CocoaError(.fileReadUnknown) }
        guard let size = file[.size] as? NSNumber, size.intValue <= maxBytes else {
            throw CocoaError(.fileReadTooLarge)
        }
        return try Data(contentsOf: url)
    }

    private static func latin(_ bytes: Data) -> String {
        var result = String.UnicodeScalarView()
        for byte in bytes {
            let isControl = byte >= 0x80 && byte < 0xA0
            result.append(isControl ? HTMLEntities.scalar(numbered: UInt32(byte)) : Unicode.Scalar(byte))
        }
        return String(result)
    }

    /// Returns the encoding of a byte order mark.
    private static func mark(_ data: Data) -> (encoding: String.Encoding, length: Int)? {
        if data.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if data.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if data.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        return nil
    }

    /// Returns the encoding of a `meta` element.
    private static func declaration(_ data: Data) -> String.Encoding? {
        let start = String(decoding: data.prefix(declarationBytes), as: UTF8.self).lowercased()
        guard let range = start.range(of: "charset") else { return nil }
        let name = start[range.upperBound...].drop { " =\"'".contains($0) }
            .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        switch name {
        case "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be": return .utf8
        case "iso-8859-1", "windows-1252", "us-ascii", "ascii", "latin1", "cp1252": return .windowsCP1252
        case "iso-8859-2": return .isoLatin2
        case "windows-1250": return .windowsCP1250
        case "windows-1251": return .windowsCP1251
        case "windows-1253": return .windowsCP1253
        case "windows-1254": return .windowsCP1254
        case "shift_jis", "shift-jis", "sjis": return .shiftJIS
        case "euc-jp": return .japaneseEUC
        default: return nil
        }
    }
}
