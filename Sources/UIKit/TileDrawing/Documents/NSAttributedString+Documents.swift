public import Foundation

extension NSAttributedString {
    /// Creates an attributed string from a document: HTML or plain text.
    ///
    /// Of HTML, the text and its styles are read, from elements, `style` attributes and simple rules of style sheets;
    /// images and the layout of tables are not. Documents have at most 2 MB, with elements nested at most 256 deep.
    ///
    /// - Parameter documentAttributes: the place for the document's properties, by the raw values of
    ///   `DocumentAttributeKey`; nil if they are not needed.
    /// - Throws: `CocoaError.fileReadTooLarge` and `.fileReadCorruptFile` beyond the limits,
    ///   `.fileReadInapplicableStringEncoding` for bytes that are invalid in the encoding, and `.featureUnsupported`
    ///   for Rich Text Format and unknown types.
    public convenience init(
        data: Data, options: [DocumentReadingOptionKey: Any] = [:],
        documentAttributes dict: UnsafeMutablePointer<NSDictionary?>?
    ) throws {
        let document = try TextDocument(data, options: options)
        dict?.pointee = document.properties
        self.init(attributedString: document.text)
    }

    /// Creates an attributed string from a document in a file.
    ///
    /// - Throws: the errors of `init(data:options:documentAttributes:)` and those of reading the file. Addresses other
    ///   than files are rejected with `CocoaError.fileReadUnsupportedScheme`.
    public convenience init(
        url: URL, options: [DocumentReadingOptionKey: Any] = [:],
        documentAttributes dict: UnsafeMutablePointer<NSDictionary?>?
    ) throws {
        var options = options
        if options[.baseURL] == nil { options[.baseURL] = url }
        try self.init(data: DocumentText.data(of: url), options: options, documentAttributes: dict)
    }
}

extension NSMutableAttributedString {
    /// Replaces the content by that of a document.
    ///
    /// - Throws: the errors of `init(data:options:documentAttributes:)`. The content is then unchanged.
    public func read(
        from data: Data, options: [NSAttributedString.DocumentReadingOptionKey: Any] = [:],
        documentAttributes dict: UnsafeMutablePointer<NSDictionary?>?
    ) throws {
        setAttributedString(try NSAttributedString(data: data, options: options, documentAttributes: dict))
    }

    /// Replaces the content by that of a document in a file.
    ///
    /// - Throws: the errors of `init(url:options:documentAttributes:)`. The content is then unchanged.
    public func read(
        from url: URL, options: [NSAttributedString.DocumentReadingOptionKey: Any] = [:],
        documentAttributes dict: UnsafeMutablePointer<NSDictionary?>?
    ) throws {
        setAttributedString(try NSAttributedString(url: url, options: options, documentAttributes: dict))
    }
}

/// A document that has been read.
private struct TextDocument {
    let text: NSAttributedString
    let properties: NSDictionary

    init(_ data: Data, options: [NSAttributedString.DocumentReadingOptionKey: Any]) throws(CocoaError) {
        let type = Self.type(options[.documentType]) ?? Self.guess(data)
        let encoding = Self.encoding(options[.characterEncoding])
        var properties: [String: Any] = [NSAttributedString.DocumentAttributeKey.documentType.rawValue: type.rawValue]
        switch type {
        case .html:
            let content = try DocumentText(data, encoding: encoding, isHTML: true)
            var builder = HTMLTextBuilder(base: options[.baseURL] as? URL)
            text = try builder.read(content.string)
            if let title = builder.title { properties[NSAttributedString.DocumentAttributeKey.title.rawValue] = title }
            properties[NSAttributedString.DocumentAttributeKey.characterEncoding.rawValue] = content.encoding.rawValue
        case .plain:
            let content = try DocumentText(data, encoding: encoding, isHTML: false)
            text = NSAttributedString(
                string: content.string,
                attributes: options[.defaultAttributes] as? [NSAttributedString.Key: Any] ?? [:])
            properties[NSAttributedString.DocumentAttributeKey.characterEncoding.rawValue] = content.encoding.rawValue
        default:
            throw CocoaError(
                .featureUnsupported,
                userInfo: [
                    NSDebugDescriptionErrorKey:
                        "documents of type \(type.rawValue) can't be read: use HTML or plain text"
                ])
        }
        self.properties = NSDictionary(dictionary: properties)
    }

    private static func type(_ value: Any?) -> NSAttributedString.DocumentType? {
        if let type = value as? NSAttributedString.DocumentType { return type }
        return (value as? String).map(NSAttributedString.DocumentType.init(rawValue:))
    }

    private static func encoding(_ value: Any?) -> String.Encoding? {
        if let encoding = value as? String.Encoding { return encoding }
        return value.flatMap(attributeNumber).flatMap { UInt(exactly: $0) }.map(String.Encoding.init)
    }

    /// Returns the type that the first characters suggest.
    private static func guess(_ data: Data) -> NSAttributedString.DocumentType {
        let start = String(decoding: data.prefix(1024), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: "\u{FEFF}"))).lowercased()
        if start.hasPrefix("{\\rtf") { return .rtf }
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html") ? .html : .plain
    }
}
