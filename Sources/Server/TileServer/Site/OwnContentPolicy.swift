/// How long contents are kept that viewers have for themselves (`ServedContent.own`), and how many.
public struct OwnContentPolicy: Hashable, Sendable {
    /// Most viewers that have one, of each content; each takes as much memory as the content does. Who comes then gets
    /// the place of the one that nobody has looked at for the longest; where somebody looks at all, status 503.
    public var limit = 250

    /// Seconds that one is kept after its viewer has left, as it is: who comes back by then finds it so.
    public var patience = 60.0

    /// Seconds that its state is kept then, by which it is made anew (`RestorableTileSource`): a day, as a page that
    /// was left open overnight is looked at again. 0 for none.
    public var stateLifetime = 86_400.0

    /// Most bytes of all states of a content; the oldest go first.
    public var stateBytes = 16 << 20

    public init() {}
}
