/// The limits of viewers' private copies of contents (`ServedContent.own`).
public struct OwnContentPolicy: Hashable, Sendable {
    /// The largest number of viewers with a copy, for each content. A copy takes as much memory as the content. A
    /// further viewer replaces the copy that has been unused for the longest time; if all are in use, it is answered
    /// with status 503.
    public var limit = 250

    /// The seconds that a copy is kept after its viewer has left. A viewer that returns within this time finds it
    /// unchanged.
    public var patience = 60.0

    /// The seconds that the state of a dropped copy is kept, from which it can be restored (`RestorableTileSource`): a
    /// day, for a page that was left open overnight. 0 keeps none.
    public var stateLifetime = 86_400.0

    /// The seconds after which a copy that has ended by itself (`EndingTileSource`) may be created again, so that a
    /// program that traps at its launch isn't launched all the time.
    public var restartDelay = 3.0

    /// The largest number of bytes of all states of a content. The oldest are dropped first.
    public var stateBytes = 16 << 20

    public init() {}
}
