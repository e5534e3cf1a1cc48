/// The limits of connections, and the times that the server waits for their clients. Times are in seconds.
public struct ConnectionPolicy: Hashable, Sendable {
    /// The largest number of connections at a time, including those of sessions. Further connections are answered with
    /// status 503.
    public var limit = 10_000

    /// The largest number of connections at a time from one client address. Further connections are answered with
    /// status 429.
    ///
    /// A browser opens six for tiles and one for a session, so this is enough for about 150 windows behind one address.
    /// A server behind a proxy sees only one address, and should set this to `limit`.
    public var limitPerClient = 1024

    /// The time for a request's head, counted from its first byte; for the first head, from the start of the
    /// connection. nginx allows 60; a head is one packet or two.
    public var headTime = 20.0

    /// The smallest number of bytes a second that a client must take from its answers, averaged over `rateTime`. This
    /// is a tenth of a telephone modem's rate in 1995; a slower client would hold a large answer for hours.
    public var minimumRate = 1024.0

    /// The period over which `minimumRate` is measured. It is longer than the silence of a radio between two cells, and
    /// short enough that a client that takes nothing is dropped after two periods.
    public var rateTime = 15.0

    /// The time for clients to close their end after the last answer, so that unread bytes from them don't make the
    /// network discard the answer.
    public var closeTime = 2.0

    /// The time for an answer that has to be drawn first, or whose content has to be opened first. A client that has
    /// waited this long is answered with status 503. Most proxies close a connection that is silent for a minute.
    public var answerTime = 50.0

    /// The time for answers in progress when the server is told to end. Those that are not ready by then are answered
    /// with status 503. `TileServer.runUntilSignal` ends a second later.
    public var farewellTime = 9.0

    /// The number of bytes of an unread request body that the server discards so that the client can read its answer.
    public var drainLimit = 1_000_000

    /// The largest number of unread bytes of answers over all connections. Beyond it, the client that has read nothing
    /// for the longest time is dropped. This is eight times the largest possible answer.
    public var unreadLimit = 512_000_000

    /// The largest number of unread bytes of one connection. This is more than the largest answer, an area of 4096 ×
    /// 4096 pixels that PNG can't compress.
    public var unreadLimitPerConnection = 96_000_000

    public init() {}
}
