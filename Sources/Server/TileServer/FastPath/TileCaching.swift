import TileEngine
import TileSupport

/// What `Cache-Control` says of tiles.
final class TileCaching: Sendable {
    private let ofFiles: String
    private static let ofChanging = "public, no-cache"
    private let ofPrivateFiles: String
    private static let ofPrivateChanging = "private, no-cache"

    private struct Kinds: Sendable {
        var changing: Set<ContentID> = []
        /// What no cache on the way may keep.
        var `private`: Set<ContentID> = []
    }

    private let kinds = Lock(Kinds())

    init(_ configuration: TileServerConfiguration) {
        let mayChange = configuration.contentsMayChange
        let kept = "max-age=\(configuration.maxAge), must-revalidate"
        ofFiles = mayChange ? Self.ofChanging : "public, \(kept)"
        ofPrivateFiles = mayChange ? Self.ofPrivateChanging : "private, \(kept)"
    }

    /// To be called before anyone can ask for the content's tiles.
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

    /// A content that changes while it is served may be kept, but not shown without asking whether it still looks so. A
    /// draft is for one viewer and one moment.
    func header(for key: TileKey) -> String {
        key.quality == .draft ? "no-store" : header(of: key.content)
    }

    /// Of what is drawn of a content, whole and as it should look.
    func header(of content: ContentID) -> String {
        let (isChanging, isPrivate) = kinds.withLock { ($0.changing.contains(content), $0.private.contains(content)) }
        if isPrivate { return isChanging ? Self.ofPrivateChanging : ofPrivateFiles }
        return isChanging ? Self.ofChanging : ofFiles
    }
}
