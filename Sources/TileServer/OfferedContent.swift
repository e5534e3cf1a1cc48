/// A content that a server knows by name, and opens when it runs: no file, however large or slow, delays the start.
public struct OfferedContent: Sendable {
    /// Names the content in URLs, as `ServedContent.id` does.
    public var id: String
    let opening: Opening

    enum Opening: Sendable {
        case open(ServedContent)
        case closed(@Sendable () throws -> ServedContent)
    }

    /// - Parameter open: Called once, on a thread that may wait; makes the content of this `id`. What it throws is what
    ///   clients are told when it is a `ContentRefusal`, and else only that the content cannot be shown.
    public init(id: String, open: @escaping @Sendable () throws -> ServedContent) {
        self.id = id
        opening = .closed(open)
    }

    /// One that is open already.
    public init(_ content: ServedContent) {
        id = content.id
        opening = .open(content)
    }
}

/// Why a content can't be shown, for everybody to read: a sentence without names of folders.
public struct ContentRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) { self.description = description }
}
