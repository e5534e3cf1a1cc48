public import TileContent
public import TileEngine

/// A document with pages as the server shows it. Each page is a content, named `{id}-p1` and on.
public struct ServedPages: Sendable {
    /// The document's name in URLs, as in `ServedContent.id`.
    public var id: String
    /// The title shown to people.
    public var title: String
    /// The kind of the document in one word, such as `pdf`, for the gallery.
    public var kind: String?
    /// The folder of the document, for the gallery.
    public var folder: String?
    public let pages: any ContentPages
    /// The fingerprint of the whole document, as in `ServedContent`. Each page also has its own.
    public var fingerprint: ContentFingerprint?
    /// A sentence about the missing part of a damaged file, as in `ServedContent`.
    public var damage: String?
    /// Creates the content of page `index`, from 0, with an identifier. Called once for each page, on its first
    /// request, on a thread that may block. Errors are treated like those of `OfferedContent.open`.
    public let open: @Sendable (_ index: Int, _ id: String) throws -> ServedContent

    public init(
        id: String, title: String, pages: any ContentPages, kind: String? = nil, folder: String? = nil,
        open: @escaping @Sendable (_ index: Int, _ id: String) throws -> ServedContent
    ) {
        self.id = id
        self.title = title
        self.pages = pages
        self.kind = kind
        self.folder = folder
        self.open = open
    }
}

/// The page of a document that a content shows.
public struct ServedPage: Sendable {
    public let pages: any ContentPages
    /// The index of the page, from 0.
    public let index: Int
    /// The document's identifier. If the document has one page, it is also the content's.
    public let documentID: String

    public init(_ pages: any ContentPages, index: Int, documentID: String) {
        self.pages = pages
        self.index = index
        self.documentID = documentID
    }

    /// Returns the identifier of a page. A document with one page shares its identifier with the page.
    ///
    /// - Parameter index: The index of the page, from 0.
    public static func id(of index: Int, in documentID: String, count: Int) -> String {
        count == 1 ? documentID : "\(documentID)-p\(index + 1)"
    }

    /// Returns the identifier of another page of the document.
    func id(of other: Int) -> String { Self.id(of: other, in: documentID, count: pages.count) }
}

/// A page's identifier split into its parts: `plan-p12` is page 12 of `plan`.
struct PageName {
    let document: UnsafeRawBufferPointer
    /// The index of the page, from 0.
    let index: Int

    /// The largest number of digits of a page number. No document has more pages.
    private static let maxDigits = 9

    /// Parses an identifier. Returns nil if it does not name a page.
    init?(_ id: UnsafeRawBufferPointer) {
        var start = id.count
        while start > 0, (0x30...0x39).contains(id[start - 1]) { start -= 1 }
        let digits = id.count - start
        guard (1...Self.maxDigits).contains(digits), id[start] != 0x30, start > 2, id[start - 1] == UInt8(ascii: "p"),
            id[start - 2] == UInt8(ascii: "-")
        else { return nil }
        document = UnsafeRawBufferPointer(rebasing: id[..<(start - 2)])
        index = id[start...].reduce(0) { $0 * 10 + Int($1 - 0x30) } - 1
    }
}
