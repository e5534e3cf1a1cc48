/// A content that a server knows by name, and opens when it runs: no file, however large or slow, delays the start.
public struct OfferedContent: Sendable {
    /// Names the content in URLs, as `ServedContent.id` does.
    public var id: String
    /// What is known of it before it is opened: enough to list it. Nil for what may turn out to be nothing that is
    /// shown.
    public var listing: Listing?
    let opening: Opening
    /// The names of the file that this is; nil for a program's own content, which has its identifier alone.
    public var names: ContentNames?
    /// The document that this is a page of, or the content that this is another way of showing; nil for what is whole.
    var wholeID: String?

    /// A content by what its file's name says.
    public struct Listing: Hashable, Sendable {
        /// As `ServedContent.title`, `kind` and `folder`.
        public var title: String
        public var kind: String?
        public var folder: String?

        public init(title: String, kind: String? = nil, folder: String? = nil) {
            self.title = title
            self.kind = kind
            self.folder = folder
        }
    }

    enum Opening: Sendable {
        case open(ServedContent)
        case closed(@Sendable () throws -> OpenedContent)
    }

    /// - Parameters:
    ///   - listing: Of many contents, those that have one are opened only when somebody asks for them
    ///     (`TileServerConfiguration.maxOpenedAtStart`).
    ///   - open: Called once, on a thread that may wait; makes the content of this `id`. What it throws is what clients
    ///     are told when it is a `ContentRefusal`, and else only that the content cannot be shown.
    public init(id: String, listing: Listing? = nil, open: @escaping @Sendable () throws -> ServedContent) {
        self.init(id: id, listing: listing, opened: { .content(try open()) })
    }

    /// One that may turn out to be a document of pages.
    public init(id: String, listing: Listing? = nil, opened: @escaping @Sendable () throws -> OpenedContent) {
        self.id = id
        self.listing = listing
        opening = .closed(opened)
    }

    /// One that is open already.
    public init(_ content: ServedContent) {
        id = content.id
        opening = .open(content)
        wholeID = content.variant?.id
    }
}

extension OfferedContent {
    /// The identifier as a part of addresses.
    package var pathName: String { IdentifierEncoding.encoded(id) }

    /// Opens the content, as a server would, on the caller's thread.
    package func opened() throws -> OpenedContent {
        switch opening {
        case .open(let content): .content(content)
        case .closed(let open): try open()
        }
    }
}

/// What an offer turned out to be.
public enum OpenedContent: Sendable {
    case content(ServedContent)
    case pages(ServedPages)

    /// The damage of the file, as a sentence; nil where none is known.
    package var damage: String? {
        switch self {
        case .content(let content): content.damage
        case .pages(let pages): pages.damage
        }
    }
}

/// Why a content can't be shown, for everybody to read: a sentence without names of folders.
public struct ContentRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
    /// Whether it may pass, as when another machine does not answer: then opening is tried again by who asks next.
    public var mayPass: Bool
    /// Whether the file is of no kind that is shown. A folder may hold such files beside its contents.
    public var isOfOtherKind: Bool

    public init(_ description: String, mayPass: Bool = false, isOfOtherKind: Bool = false) {
        self.description = description
        self.mayPass = mayPass
        self.isOfOtherKind = isOfOtherKind
    }
}
