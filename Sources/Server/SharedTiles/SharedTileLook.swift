import NIOCore
import TileEngine

/// One tile that is looked for: asked for, and again while another server makes it, until there is an answer.
// @unchecked Sendable: used on its desk's event loop alone.
final class SharedTileLook: @unchecked Sendable {
    let name: String
    let begin: NIODeadline
    let whenKnown: @Sendable (SharedTileAnswer) -> Void
    /// Says who has the lock, and whether for a tile that somebody waits for.
    var token: String { bin == .visible ? ownToken : ownToken + Self.markOfPrefetch }
    /// At the end of a lock that is had for a tile which nobody sees yet.
    static let markOfPrefetch = "~"
    private let ownToken: String
    /// What the tile is wanted for.
    var bin: TilePriority.Bin
    /// Makes what the tile is put there by; with the token of the lock, if it was had.
    let claim: @Sendable (_ token: String?) -> any TileClaim
    var isOver = false
    /// Whether it waits to be asked for.
    var isInLine = false
    /// Whether it has found that another makes it.
    var hasWaited = false
    /// Whether an answer is on its way.
    var isAsking = false
    /// Whether something was told while an answer was on its way that may be older.
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
