import NIOCore
import TileEngine

/// A lookup of one tile: it is repeated while another server makes the tile, until there is an answer.
// @unchecked Sendable: used on its coordinator's event loop alone.
final class RedisTileLookup: @unchecked Sendable {
    let name: String
    let begin: NIODeadline
    let whenKnown: @Sendable (SharedTileAnswer) -> Void
    /// The value of a lock: its owner, and whether a visible tile is waiting for it.
    var token: String { bin == .visible ? ownToken : ownToken + Self.markOfPrefetch }
    /// The suffix of a lock that is held for a prefetched tile.
    static let markOfPrefetch = "~"
    private let ownToken: String
    /// The priority of the tile.
    var bin: TilePriority.Bin
    /// Creates the claim to make the tile, with the token of the lock if it was taken.
    let claim: @Sendable (_ token: String?) -> any TileClaim
    var isOver = false
    /// Whether the lookup is queued.
    var isInLine = false
    /// Whether another server was found to be making the tile.
    var hasWaited = false
    /// Whether a command is pending.
    var isAsking = false
    /// Whether a notification arrived while a command was pending, so that its answer may be outdated.
    var asksAgain = false
    var poll: Scheduled<Void>?

    init(
        _ name: String, token: String, bin: TilePriority.Bin, begin: NIODeadline,
        claim: @escaping @Sendable (_ token: String?) -> any TileClaim,
        whenKnown: @escaping @Sendable (SharedTileAnswer) -> Void
    ) {
        (self.name, ownToken, self.bin, self.begin) = (name, token, bin, begin)
        (self.claim, self.whenKnown) = (claim, whenKnown)
    }
}
