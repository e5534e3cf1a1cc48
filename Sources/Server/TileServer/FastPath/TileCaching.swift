import TileEngine
import TileSupport

/// The `Cache-Control` headers of tiles.
final class TileCaching: Sendable {
    private let ofFiles: String
    private static let ofChanging = "public, no-cache"
    private let ofPrivateFiles: String
    private static let ofPrivateChanging = "private, no-cache"

    private struct Kinds: Sendable {
        var changing: Set<ContentID> = []
        /// The contents that no shared cache may keep.
        var `private`: Set<ContentID> = []
    }

    private let kinds = Lock(Kinds())

    init(_ configuration: TileServerConfiguration) {
        let mayChange = configuration.contentsMayChange
        let kept = "max-age=\(configuration.maxAge), must-revalidate"
        ofFiles = mayChange ? Self.ofChanging : "public, \(kept)"
        ofPrivateFiles = mayChange ? Self.ofPrivateChanging : "private, \(kept)"
    }

    /// Registers a content. Must be called before clients can request its tiles.
    func add(_ id: ContentID, _ source: any TileSource, isPrivate: Bool = false) {
        kinds.withLock { kinds in
            if source is any ChangingTileSource { kinds.changing.insert(id) }
            if isPrivate { kinds.private.insert(id) }
        }
    }

    func remove(_ id: ContentID) {
        kinds.withLock { kinds in
            kinds.changing.remove(id)
            kinds.private.remove(id)
        }
    }

    /// Returns the header for a tile. Clients may keep the tiles of a content that changes while it is served, but must
    /// revalidate them before showing them. They must not keep drafts, which are for one viewer and one moment.
    func header(for key: TileKey) -> String {
        key.quality == .draft ? "no-store" : header(of: key.content)
    }

    /// Returns the header for complete, full-quality renderings of a content.
    func header(of content: ContentID) -> String {
        let (isChanging, isPrivate) = kinds.withLock { ($0.changing.contains(content), $0.private.contains(content)) }
        if isPrivate { return isChanging ? Self.ofPrivateChanging : ofPrivateFiles }
        return isChanging ? Self.ofChanging : ofFiles
    }
}
