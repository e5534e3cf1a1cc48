public import NIOCore

/// Every number that sharing tiles goes by.
public struct SharedTilePolicy: Sendable {
    /// Until an answer has to be there; one that is later costs this once, and then nothing until Redis answers again.
    /// Five hundred times what it takes on a machine's own network.
    public var answerTime = TimeAmount.milliseconds(50)
    /// Until a connection has to be there, and Redis has let it in. Nobody waits for that.
    public var connectTime = TimeAmount.seconds(1)
    /// The rest after a failure, doubled with each …
    public var firstRest = TimeAmount.milliseconds(250)
    /// … up to this.
    public var longestRest = TimeAmount.seconds(10)
    /// How often a connection without traffic shows whether it lives.
    public var keepAliveTime = TimeAmount.seconds(5)

    /// For how long a server may say of a tile that it makes it; then another may. Beyond what nearly every tile takes,
    /// and short for those who wait for a server that was killed.
    public var lockTime = TimeAmount.seconds(3)
    /// How long a tile is waited for that another server makes; then it is drawn here too. Tiles take some
    /// milliseconds, and those that wait in a long line there are better begun here.
    public var waitTime = TimeAmount.milliseconds(500)
    /// How often one looks, besides being told, while another server makes a tile.
    public var pollTime = TimeAmount.milliseconds(50)

    /// Looks that are asked for at a time; others wait for their turn, the visible first. So many answers come in a
    /// few milliseconds, even with tiles in them.
    public var maxAsking = 64
    /// Of those, at most so many for tiles that nobody sees yet: one that somebody sees is behind few of them.
    public var maxAskingAhead = 16

    /// How long Redis keeps a tile.
    public var timeToLive = TimeAmount.hours(7 * 24)
    /// Bytes of the largest file that is shared: a tile of 2048 pixels each way that does not compress.
    public var maxFile = 16 << 20
    /// Bytes of commands that may wait for their answers; beyond, nothing is asked and nothing put.
    public var maxPendingBytes = 32 << 20
    public var maxPending = 8192

    public init() {}

    /// Apart by up to a quarter, so that many servers do not all come back at once.
    func rest(after failures: Int) -> TimeAmount {
        let doubled = firstRest.nanoseconds << Int64(min(failures, 16))
        return .nanoseconds(Int64(Double(min(doubled, longestRest.nanoseconds)) * .random(in: 1...1.25)))
    }
}
