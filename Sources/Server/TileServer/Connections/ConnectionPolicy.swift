/// How much of a server connections may take, and how long it waits for their clients. Times are in seconds.
public struct ConnectionPolicy: Hashable, Sendable {
    /// Most connections at a time, those of sessions included; whoever comes then is answered with status 503.
    public var limit = 10_000

    /// Most connections at a time of one client's address; whoever comes then is answered with status 429. A browser
    /// opens six for tiles and one for a session, so that this is enough for 150 windows behind one address; a server
    /// behind a proxy sees one address only, and wants it to be `limit`.
    public var limitPerClient = 1024

    /// For a request's head, from its first byte; and for the first one, from the connection's start. What nginx gives
    /// is 60; a head is one packet or two.
    public var headTime = 20.0

    /// Least bytes a second that a client has to take of what it asked for, on average over `rateTime`. A tenth of what
    /// a telephone got in 1995; who takes less holds a large answer for hours.
    public var minimumRate = 1024.0

    /// Longer than a radio's silence between two cells, and short enough that a client that takes nothing is given up
    /// after two.
    public var rateTime = 15.0

    /// For clients to close their end after the last answer, so that no unread byte of theirs makes the network take
    /// the answer back.
    public var closeTime = 2.0

    /// For an answer that has to be drawn first, or whose content is opened first: a client that has waited so long is
    /// answered with status 503. Most proxies close a connection that is silent for a minute.
    public var answerTime = 50.0

    /// For the answers that are under way when the server is told to end: those that are not ready then are status 503.
    /// `TileServer.runUntilSignal` ends a second later.
    public var farewellTime = 9.0

    /// Bytes of a body that nobody reads, and that are thrown away so that the client gets to read its answer.
    public var drainLimit = 1_000_000

    /// Most bytes of answers that wait for their readers, over all connections. Beyond it, who has taken nothing for
    /// longest is dropped. Eight of the largest answers there are.
    public var unreadLimit = 512_000_000

    /// The same of one connection: more than the largest answer, an area of 4096 × 4096 pixels that PNG can't make
    /// smaller.
    public var unreadLimitPerConnection = 96_000_000

    public init() {}
}
