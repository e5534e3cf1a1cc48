public import Foundation

// UIKit's names for the documents of attributed strings, which Foundation on Linux does not define.

extension NSAttributedString {
    /// The format of a document.
    public struct DocumentType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }

        public static let plain = DocumentType("NSPlainText")
        public static let html = DocumentType("NSHTML")
        /// Rich Text Format, which cannot be read here.
        public static let rtf = DocumentType("NSRTF")
        /// Rich Text Format with attachments, which cannot be read here.
        public static let rtfd = DocumentType("NSRTFD")
    }

    /// An option for reading a document.
    public struct DocumentReadingOptionKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// The `DocumentType`. Without it, the first characters decide.
        public static let documentType = DocumentReadingOptionKey("DocumentType")
        /// The raw value of the `String.Encoding`. Without it, the document decides, and HTML that names no encoding is
        /// read as Windows-1252, as on iOS.
        public static let characterEncoding = DocumentReadingOptionKey("CharacterEncoding")
        /// The attributes of plain text.
        public static let defaultAttributes = DocumentReadingOptionKey("DefaultAttributes")
        /// The `URL` that links in the document are relative to.
        public static let baseURL = DocumentReadingOptionKey("BaseURL")
    }

    /// A property of a document.
    public struct DocumentAttributeKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// The raw value of the `DocumentType`.
        public static let documentType = DocumentAttributeKey("DocumentType")
        /// The raw value of the `String.Encoding`, as a number.
        public static let characterEncoding = DocumentAttributeKey("CharacterEncoding")
        public static let title = DocumentAttributeKey("NSTitleDocumentAttribute")
    }
}
