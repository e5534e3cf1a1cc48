import TileEngine
import TileSessions

/// The tiles that a viewer is sent without a request: visible tiles that have changed.
final class TileDeliveries {
    typealias Name = SessionPush.TileName

    private let engine: TileEngine
    private let most: Int
    /// Whether the client may have a tile at the moment. Counts as a request of the client.
    private let admits: @Sendable () -> Bool
    /// The promised tiles that have not been delivered, with the engine's requests; nil until the request is made.
    private var promised: [Name: TileRequest?] = [:]

    init(_ engine: TileEngine, policy: SessionPolicy, admits: @escaping @Sendable () -> Bool) {
        self.engine = engine
        most = policy.deliveredTiles
        self.admits = admits
    }

    /// Promises tiles that have changed.
    ///
    /// - Returns: All of the tiles with the promised ones first, and the number of the promised ones. A tile that is
    ///   already being delivered may be older than the change, so the viewer has to request it.
    func promise(_ names: [Name]) -> (names: [Name], promised: Int) {
        guard names.count <= most else { return (names, 0) }
        let new = names.filter { promised[$0] == nil }
        for name in new { promised[name] = .some(nil) }
        return (new + names.filter { !new.contains($0) }, new.count)
    }

    /// Starts drawing a promised tile, ahead of others if it answers a touch.
    ///
    /// `deliver` is called on any thread, perhaps before this returns. It gets nil if the viewer has to request the
    /// tile, because the answer to a request can say more about it.
    func draw(
        _ name: Name, _ key: TileKey, isAnswer: Bool, deliver: @escaping @Sendable (ReadyTile?) -> Void
    ) {
        guard admits() else { return deliver(nil) }
        let request = engine.request(key, TilePriority(.visible, isAnswer: isAnswer)) { result in
            guard case .success(let tile) = result, !tile.isStandIn, tile.missing == nil else { return deliver(nil) }
            deliver(ReadyTile.of(tile))
        }
        if promised[name] != nil { promised[name] = request }
    }

    /// Marks a tile as delivered, or as one that the viewer knows it has to request.
    func settle(_ name: Name) { promised[name] = nil }

    /// Cancels the tiles that the viewer no longer sees. Their `deliver` is called.
    func keep(_ isSeen: (Name) -> Bool) {
        for (name, request) in promised where !isSeen(name) { request?.cancel() }
    }

    var isEmpty: Bool { promised.isEmpty }
}
