import TileEngine
import TileGeometry

/// A log of the fates of individual tiles between two frames.
final class TileLog {
    private var tiles: [TileFate: [TileCoordinate]] = [:]

    func note(_ fate: TileFate, _ tile: TileCoordinate) { tiles[fate, default: []].append(tile) }

    func note(_ event: TileEvent, _ key: TileKey) {
        let fate: TileFate =
            switch event {
            case .requested: .requested
            case .cancelled: .cancelled
            case .wasted: .wasted
            case .placed: .placed
            case .refreshed: .refreshed
            }
        note(fate, key.tile)
    }

    /// Returns the entries since the last call.
    func drain() -> [TileFate: TileList] {
        defer { tiles = [:] }
        return tiles.mapValues { TileList($0) }
    }

    /// Removes all entries except those of one fate.
    func clear(but kept: TileFate? = nil) { tiles = tiles.filter { $0.key == kept } }
}
