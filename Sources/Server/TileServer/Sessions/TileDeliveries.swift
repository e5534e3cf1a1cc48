import TileEngine
import TileSessions

/// The tiles that a viewer is given without asking: those of a change that it sees.
final class TileDeliveries {
    typealias Name = SessionPush.TileName

    private let engine: TileEngine
    private let most: Int
    /// Whether the client may have a tile just now, which counts as a request of its.
    private let admits: @Sendable () -> Bool
    /// Of those that were promised and have not come, what the engine was asked; nil until it is.
    private var promised: [Name: TileRequest?] = [:]

    init(_ engine: TileEngine, policy: SessionPolicy, admits: @escaping @Sendable () -> Bool) {
        self.engine = engine
        most = policy.deliveredTiles
        self.admits = admits
    }

    /// Promises tiles that have changed.
    ///
    /// - Returns: All of them, those first that are to come, and how many those are. One that is on its way already may
    ///   be older than the change: it is named, and to be asked for.
    func promise(_ names: [Name]) -> (names: [Name], promised: Int) {
        guard names.count <= most else { return (names, 0) }
        let new = names.filter { promised[$0] == nil }
        for name in new { promised[name] = .some(nil) }
        return (new + names.filter { !new.contains($0) }, new.count)
    }

    /// Has a tile drawn that was promised. `deliver` is told on any thread, perhaps before this returns: nil where the
    /// tile is to be asked for, as the answer to that says more of it.
    func draw(_ name: Name, _ key: TileKey, deliver: @escaping @Sendable (ReadyTile?) -> Void) {
        guard admits() else { return deliver(nil) }
        let request = engine.request(key) { result in
            guard case .success(let tile) = result, !tile.isStandIn, tile.missing == nil else { return deliver(nil) }
            deliver(ReadyTile.of(tile))
        }
        if promised[name] != nil { promised[name] = request }
    }

    /// The viewer has it, or knows that it has to ask.
    func settle(_ name: Name) { promised[name] = nil }

    /// Gives up what the viewer does not see any more, and says so to who would deliver it.
    func keep(_ isSeen: (Name) -> Bool) {
        for (name, request) in promised where !isSeen(name) { request?.cancel() }
    }

    var isEmpty: Bool { promised.isEmpty }
}
