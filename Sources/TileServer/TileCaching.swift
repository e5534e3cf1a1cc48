import TileEngine
import TileGraphics

/// What `Cache-Control` says of tiles.
final class TileCaching: Sendable {
    private let ofFiles: String
    private let changing = Lock<Set<ContentID>>([])

    init(_ configuration: TileServerConfiguration) {
        ofFiles = "public, max-age=\(configuration.maxAge), must-revalidate"
    }

    /// To be called before anyone can ask for the content's tiles.
    func add(_ id: ContentID, _ source: any TileSource) {
        if source is any ChangingTileSource { _ = changing.withLock { $0.insert(id) } }
    }

    /// A content that changes while it is served may be kept, but not shown without asking whether it still looks so.
    func header(for id: ContentID) -> String {
        changing.withLock { $0.contains(id) } ? "public, no-cache" : ofFiles
    }
}
