import TileEngine
import TileSupport

/// What `Cache-Control` says of tiles.
final class TileCaching: Sendable {
    private let ofFiles: String
    private static let ofChanging = "public, no-cache"
    private let changing = Lock<Set<ContentID>>([])

    init(_ configuration: TileServerConfiguration) {
        ofFiles =
            configuration.contentsMayChange
            ? Self.ofChanging : "public, max-age=\(configuration.maxAge), must-revalidate"
    }

    /// To be called before anyone can ask for the content's tiles.
    func add(_ id: ContentID, _ source: any TileSource) {
        if source is any ChangingTileSource { _ = changing.withLock { $0.insert(id) } }
    }

    func remove(_ id: ContentID) { changing.withLock { _ = $0.remove(id) } }

    /// A content that changes while it is served may be kept, but not shown without asking whether it still looks so. A
    /// draft is for one viewer and one moment.
    func header(for key: TileKey) -> String {
        key.quality == .draft ? "no-store" : header(of: key.content)
    }

    /// Of what is drawn of a content, whole and as it should look.
    func header(of content: ContentID) -> String {
        changing.withLock { $0.contains(content) } ? Self.ofChanging : ofFiles
    }
}
