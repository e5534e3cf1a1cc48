public import TileContent
import TileEngine
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

    /// The content to show. Created on first use, on the main thread if it is made of a controller.
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

    /// The content and its variants. Trees of their own are made at the same time. Controllers and programs are made
    /// one after the other, on the main thread.
    public static func documents() async -> [ContentDocument] {
        guard Root.self == UIView.self else {
            async let other = variants
            return await [document(of: content)] + variantDocuments(other)
        }
        return await withCheckedContinuation { waiting in
            MainThreadExecutor.shared.enqueue {
                waiting.resume(returning: [document(of: content)] + variantDocuments(variants))
            }
        }
    }

    private static func document(of content: ViewSource<Root>) -> ContentDocument {
        var document = ContentDocument(views: content, name: contentName)
        document.own = anyOwnContent(named: contentName)
        return document
    }

    /// The function that creates the private copy of a content, on the main thread if it is there; nil if there is
    /// none.
    static func anyOwnContent(named name: String) -> (@Sendable () throws -> any TileSource)? {
        guard name == contentName, let ownContent else { return nil }
        let isOnMainThread = Root.self == UIView.self
        return { isOnMainThread ? MainThreadExecutor.shared.run { ownContent() } : ownContent() }
    }

    private static func variantDocuments(_ variants: [ViewSource<Root>]) -> [ContentDocument] {
        variants.map { ContentDocument(variant: $0, of: contentName) }
    }
}
