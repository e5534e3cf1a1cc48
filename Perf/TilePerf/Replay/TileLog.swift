import TileEngine
import TileGeometry

/// Notes what becomes of single tiles between two frames.
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

    /// What was noted since the last call.
    func take() -> [TileFate: TileList] {
        defer { tiles = [:] }
        return tiles.mapValues { TileList($0) }
    }

    /// Forgets what was noted, but for some.
    func clear(but kept: TileFate? = nil) { tiles = tiles.filter { $0.key == kept } }
}
