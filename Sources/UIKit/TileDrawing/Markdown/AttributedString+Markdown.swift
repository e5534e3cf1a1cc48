public import Foundation

extension AttributedString {
    /// Options for reading Markdown.
    public struct MarkdownParsingOptions: Hashable, Sendable {
        public enum InterpretedSyntax: Hashable, Sendable {
            /// All Markdown. Blocks follow one another without a newline; their presentation intents tell them apart.
            case full
            /// Marks inside paragraphs only. White space is folded.
            case inlineOnly
            /// Marks inside paragraphs only. White space stays.
            case inlineOnlyPreservingWhitespace
        }

        public enum FailurePolicy: Hashable, Sendable {
            case throwError
            /// Reads text beyond the limits as far as it can be read.
            case returnPartiallyParsedIfPossible
        }

        /// Extended attributes, `^[text](key: value)`, are read as plain Markdown here, even if they are allowed.
        public var allowsExtendedAttributes: Bool
        public var interpretedSyntax: InterpretedSyntax
        public var failurePolicy: FailurePolicy
        /// The BCP 47 code of the language, which becomes an attribute of the text.
        public var languageCode: String?

        public init(
            allowsExtendedAttributes: Bool = false, interpretedSyntax: InterpretedSyntax = .full,
            failurePolicy: FailurePolicy = .throwError, languageCode: String? = nil
        ) {
            self.allowsExtendedAttributes = allowsExtendedAttributes
            self.interpretedSyntax = interpretedSyntax
            self.failurePolicy = failurePolicy
            self.languageCode = languageCode
        }
    }

    /// The maximum number of bytes of Markdown that are read.
    static let maxMarkdownBytes = DocumentText.maxBytes

    private static var tooLargeMarkdown: CocoaError {
        CocoaError(
            .fileReadTooLarge,
            userInfo: [NSDebugDescriptionErrorKey: "at most \(maxMarkdownBytes) bytes of Markdown can be read"])
    }

    /// Creates an attributed string from Markdown: CommonMark with strikethrough and tables. The attributes
    /// `inlinePresentationIntent`, `presentationIntent`, `link`, `imageURL` and `alternateDescription` express its
    /// marks.
    ///
    /// - Parameter baseURL: the address that links are relative to; nil to keep them as they are.
    /// - Throws: `CocoaError.fileReadTooLarge` for more than 2 MB, unless the options allow a part.
    public init(
        markdown: String, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil
    ) throws {
        var markdown = markdown
        if markdown.utf8.count > Self.maxMarkdownBytes {
            guard options.failurePolicy == .returnPartiallyParsedIfPossible else { throw Self.tooLargeMarkdown }
            markdown = Self.readablePart(of: markdown.utf8)
        }
        self.init()
        // U+0000 is replaced, as CommonMark requires.
        markdown = markdown.replacing("\0", with: "\u{FFFD}")
        var writer = MarkdownWriter(baseURL: baseURL, languageCode: options.languageCode)
        switch options.interpretedSyntax {
        case .full:
            let document = MarkdownBlocks(markdown)
            for block in document.blocks { writer.append(block, definitions: document.definitions) }
        case .inlineOnly:
            writer.append(
                MarkdownInlines.segments(
                    markdown.replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines), .folded))
        case .inlineOnlyPreservingWhitespace:
            writer.append(MarkdownInlines.segments(markdown, .preserved))
        }
        self = writer.text
    }

    /// Returns the part of a text within the limit, which ends with a whole character.
    private static func readablePart(of bytes: some BidirectionalCollection<UInt8>) -> String {
        var end = bytes.index(bytes.startIndex, offsetBy: maxMarkdownBytes, limitedBy: bytes.endIndex) ?? bytes.endIndex
        // Bytes that continue a character begin with 10.
        for _ in 0..<3 where end != bytes.endIndex && bytes[end] & 0xC0 == 0x80 {
            end = bytes.index(end, offsetBy: -1)
        }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    /// Creates an attributed string from Markdown in UTF-8.
    ///
    /// - Throws: `CocoaError.fileReadTooLarge`, and `CocoaError.fileReadInapplicableStringEncoding` for other
    ///   encodings, unless the options allow a part.
    public init(
        markdown: Data, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil
    ) throws {
        if markdown.count > Self.maxMarkdownBytes {
            guard options.failurePolicy == .returnPartiallyParsedIfPossible else { throw Self.tooLargeMarkdown }
            try self.init(markdown: Self.readablePart(of: markdown), options: options, baseURL: baseURL)
            return
        }
        guard let text = String(data: markdown, encoding: .utf8) else {
            guard options.failurePolicy == .returnPartiallyParsedIfPossible else {
                throw CocoaError(.fileReadInapplicableStringEncoding)
            }
            let part = String(decoding: markdown, as: UTF8.self)
            try self.init(markdown: part, options: options, baseURL: baseURL)
            return
        }
        try self.init(markdown: text, options: options, baseURL: baseURL)
    }

    /// Creates an attributed string from a file of Markdown.
    ///
    /// - Throws: the errors of `init(markdown:options:baseURL:)` and those of reading the file.
    public init(
        contentsOf url: URL, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil
    ) throws {
        try self.init(markdown: try DocumentText.data(of: url), options: options, baseURL: baseURL)
    }
}

extension NSAttributedString {
    /// Creates an attributed string from Markdown, with the attributes of `AttributedString(markdown:)`.
    ///
    /// - Throws: the errors of `AttributedString(markdown:)`.
    public convenience init(
        markdown: String, options: AttributedString.MarkdownParsingOptions = .init(), baseURL: URL? = nil
    ) throws {
        self.init(try AttributedString(markdown: markdown, options: options, baseURL: baseURL))
    }

    /// Creates an attributed string from Markdown in UTF-8, with the attributes of `AttributedString(markdown:)`.
    ///
    /// - Throws: the errors of `AttributedString(markdown:)`.
    public convenience init(
        markdown: Data, options: AttributedString.MarkdownParsingOptions = .init(), baseURL: URL? = nil
    ) throws {
        self.init(try AttributedString(markdown: markdown, options: options, baseURL: baseURL))
    }

    /// Creates an attributed string from a file of Markdown, with the attributes of `AttributedString(markdown:)`.
    ///
    /// - Throws: the errors of `AttributedString(contentsOf:)`.
    public convenience init(
        contentsOf url: URL, options: AttributedString.MarkdownParsingOptions = .init(), baseURL: URL? = nil
    ) throws {
        self.init(try AttributedString(contentsOf: url, options: options, baseURL: baseURL))
    }
}

/// A writer of the text of Markdown with its attributes.
private struct MarkdownWriter {
    let baseURL: URL?
    let languageCode: String?
    private(set) var text = AttributedString()

    init(baseURL: URL?, languageCode: String?) { (self.baseURL, self.languageCode) = (baseURL, languageCode) }

    mutating func append(_ block: MarkdownBlocks.Block, definitions: [String: String]) {
        let intent = PresentationIntent(types: block.types)
        switch block.content {
        case .literal(let content): append(MarkdownInlines.Segment(text: content), intent)
        case .inline(let content):
            append(MarkdownInlines.segments(content, .folded, definitions: definitions), intent)
        }
    }

    mutating func append(_ segments: [MarkdownInlines.Segment], _ intent: PresentationIntent? = nil) {
        for segment in segments { append(segment, intent) }
    }

    private mutating func append(_ segment: MarkdownInlines.Segment, _ intent: PresentationIntent?) {
        var attributes = AttributeContainer()
        if !segment.intent.isEmpty { attributes.inlinePresentationIntent = segment.intent }
        attributes.presentationIntent = intent
        attributes.languageIdentifier = languageCode
        attributes.link = segment.link.flatMap(url)
        attributes.imageURL = segment.image.flatMap(url)
        if segment.isAlternate { attributes.alternateDescription = segment.text }
        text.append(AttributedString(segment.text, attributes: attributes))
    }

    private func url(_ address: String) -> URL? {
        baseURL == nil ? URL(string: address) : URL(string: address, relativeTo: baseURL)?.absoluteURL
    }
}
