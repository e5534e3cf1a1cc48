public import TileContent
public import TileEngine

/// A document of pages as the server shows it: each page is a content, `{id}-p1` and on.
public struct ServedPages: Sendable {
    /// Names the document in URLs, as `ServedContent.id` does.
    public var id: String
    /// For people.
    public var title: String
    /// What it is, in a word: `pdf`. For the gallery.
    public var kind: String?
    /// The folder that it is in, for people. For the gallery.
    public var folder: String?
    public let pages: any ContentPages
    /// Of the whole document, as of `ServedContent`; its pages have one each.
    public var fingerprint: ContentFingerprint?
    /// What is missing of a damaged file, as of `ServedContent`.
    public var damage: String?
    /// Makes a content of page `index`, from 0, of this identifier. Called once for a page, when somebody asks for it,
    /// on a thread that may wait; what it throws is treated as what `OfferedContent.open` throws.
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

/// The page of a document that a content is.
public struct ServedPage: Sendable {
    public let pages: any ContentPages
    /// From 0.
    public let index: Int
    /// The document's identifier: the content's own where it has one page.
    public let documentID: String

    public init(_ pages: any ContentPages, index: Int, documentID: String) {
        self.pages = pages
        self.index = index
        self.documentID = documentID
    }

    /// The identifier of a page of a document, which is the document's where it has one page.
    ///
    /// - Parameter index: from 0.
    public static func id(of index: Int, in documentID: String, count: Int) -> String {
        count == 1 ? documentID : "\(documentID)-p\(index + 1)"
    }

    /// The identifier of another page of the document.
    func id(of other: Int) -> String { Self.id(of: other, in: documentID, count: pages.count) }
}

/// A page's identifier as its parts: `plan-p12` is page 12 of `plan`.
struct PageName {
    let document: UnsafeRawBufferPointer
    /// From 0.
    let index: Int

    /// More digits no document has pages for.
    private static let maxDigits = 9

    /// Nil for what names no page.
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
