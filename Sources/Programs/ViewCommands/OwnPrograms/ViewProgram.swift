public import TileContent
public import TileViews
import ViewContent

/// A program whose one content is a tree of views.
///
///     @main
///     enum Seats: ViewProgram {
///         static let content = ViewSource(SeatMap(frame: CGRect(x: 0, y: 0, width: 4000, height: 3000)))
///     }
///
/// It is run as `program serve`, `program build -o tiles`, `program info` or `program perf` (`TileProgram`).
public protocol ViewProgram: TileProgram {
    associatedtype Root: UIView

    /// The content to show. Created on first use.
    static var content: ViewSource<Root> { get }

    /// The content with other traits: what `?style=dark` shows. Each has views of its own, which the program updates
    /// like those of `content`. None, unless the program has some.
    static var variants: [ViewSource<Root>] { get }

    /// Creates a separate content for each viewer when viewers may touch it (`serve --interactive`). The default is
    /// nil: all viewers touch one content.
    static var ownContent: (@Sendable () -> ViewSource<Root>)? { get }

    /// The content's name, also in URLs. The default is the type's name in lowercase.
    static var contentName: String { get }
}

extension ViewProgram {
    public static var contentName: String { "\(Self.self)".lowercased() }

    public static var variants: [ViewSource<Root>] { [] }

    public static var ownContent: (@Sendable () -> ViewSource<Root>)? { nil }

    /// The content and its variants. They are made at the same time: each is a tree of its own.
    public static func documents() async -> [ContentDocument] {
        async let other = variants
        var document = ContentDocument(views: content, name: contentName)
        if let ownContent { document.own = { ownContent() } }
        return await [document] + other.map { ContentDocument(variant: $0, of: contentName) }
    }
}
