import TileContent
import TileEngine

/// A content that a server knows by name and opens while it runs, so that no file, however large or slow, delays the
/// start.
public struct OfferedContent: Sendable {
    /// The content's name in URLs, as in `ServedContent.id`.
    public var id: String
    /// The information that is known before the content is opened, enough to list it; nil if the offer may turn out not
    /// to be a content.
    public var listing: Listing?
    let opening: Opening
    /// Fetches from another machine what opening the content needs, so that no thread waits for that machine; nil if
    /// nothing has to be fetched. If it fails, opening throws the reason.
    public var prepare: (@Sendable () async -> Void)?
    /// The names of the content's file; nil for a program's own content, which has only its identifier.
    public var names: ContentNames?
    /// The document that this is a page of, or the content that this is a variant of; nil for a whole content.
    var wholeID: String?
    /// A source of the same kind. If its calls wait for an executor, the content is opened there.
    var relative: (any TileSource)?

    /// The description of a content that is derived from its file's name.
    public struct Listing: Hashable, Sendable {
        /// The title, as in `ServedContent.title`. `kind` and `folder` also correspond to those of `ServedContent`.
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

    /// Creates an offer.
    ///
    /// - Parameters:
    ///   - listing: If there are many contents, those with a listing are opened only on request
    ///     (`TileServerConfiguration.maxOpenedAtStart`).
    ///   - open: Called once, on a thread that may block, to create the content with this `id`. If it throws a
    ///     `ContentRefusal`, clients are told its text; for other errors, only that the content cannot be shown.
    public init(id: String, listing: Listing? = nil, open: @escaping @Sendable () throws -> ServedContent) {
        self.init(id: id, listing: listing, opened: { .content(try open()) })
    }

    /// Creates an offer that may turn out to be a document with pages.
    public init(id: String, listing: Listing? = nil, opened: @escaping @Sendable () throws -> OpenedContent) {
        self.id = id
        self.listing = listing
        opening = .closed(opened)
    }

    /// Creates an offer of a content that is already open.
    public init(_ content: ServedContent) {
        id = content.id
        opening = .open(content)
        wholeID = content.variant?.id
    }
}

extension OfferedContent {
    /// Runs a closure that opens the content where that doesn't wait for an executor. Returns false, without running
    /// it, if opening waits for none.
    func enqueue(_ open: @escaping @Sendable () -> Void) -> Bool {
        (relative as? any QueuedTileSource)?.enqueue(after: 0, open) ?? false
    }

    /// The identifier as a component of addresses.
    package var pathName: String { IdentifierEncoding.encoded(id) }

    /// Opens the content as a server would, on the caller's thread.
    package func opened() throws -> OpenedContent {
        switch opening {
        case .open(let content): .content(content)
        case .closed(let open): try open()
        }
    }
}

/// An opened offer: a content, or a document with pages.
public enum OpenedContent: Sendable {
    case content(ServedContent)
    case pages(ServedPages)

    /// The damage of the file, as a sentence; nil if none is known.
    package var damage: String? {
        switch self {
        case .content(let content): content.damage
        case .pages(let pages): pages.damage
        }
    }
}

extension OpenedContent {
    /// The document that a content is a page of, or that has several; nil for other contents.
    package var document: (any ContentPages)? {
        switch self {
        case .content(let content): content.page?.pages
        case .pages(let pages): pages.pages
        }
    }

    /// Whether the file is known to ask for something that it does not get. Pages of documents have to be examined.
    package var hasOmissions: Bool {
        switch self {
        case .content(let content): !content.omissions.isEmpty
        case .pages: false
        }
    }
}

/// The public reason why a content can't be shown: a sentence without names of folders.
public struct ContentRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
    /// Whether the reason is temporary, such as another machine that does not answer. The next request then tries
    /// again.
    public var mayPass: Bool
    /// Whether the file is not of a supported kind. A folder may contain such files beside its contents.
    public var isOfOtherKind: Bool

    public init(_ description: String, mayPass: Bool = false, isOfOtherKind: Bool = false) {
        self.description = description
        self.mayPass = mayPass
        self.isOfOtherKind = isOfOtherKind
    }
}
