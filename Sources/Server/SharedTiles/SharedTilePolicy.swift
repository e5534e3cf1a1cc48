public import NIOCore

/// The parameters of tile sharing.
public struct SharedTilePolicy: Sendable {
    /// The time limit for answers. A late answer costs this time once, and then nothing until Redis answers again. It
    /// is five hundred times the usual time in a local network.
    public var answerTime = TimeAmount.milliseconds(50)
    /// The time limit for connecting and authenticating. No request waits for it.
    public var connectTime = TimeAmount.seconds(1)
    /// The delay after the first failure. It doubles with each further one …
    public var firstRest = TimeAmount.milliseconds(250)
    /// … up to this maximum.
    public var longestRest = TimeAmount.seconds(10)
    /// The interval of keep-alive messages on an idle connection.
    public var keepAliveTime = TimeAmount.seconds(5)

    /// The time after which the lock of a tile expires, so that another server may make the tile. It exceeds the time
    /// for almost every tile, but is short for servers that wait for a killed one.
    public var lockTime = TimeAmount.seconds(3)
    /// The maximum time to wait for another server's tile before it is drawn here too. Tiles take some milliseconds;
    /// those in a long queue elsewhere are better started here.
    public var waitTime = TimeAmount.milliseconds(500)
    /// The polling interval while another server makes a tile, in addition to notifications.
    public var pollTime = TimeAmount.milliseconds(50)

    /// The maximum number of concurrent lookups; others are queued, visible tiles first. This many answers arrive in a
    /// few milliseconds, even with tiles in them.
    public var maxAsking = 64
    /// The maximum number of concurrent lookups for prefetched tiles, so that a visible tile waits for only a few of
    /// them.
    public var maxAskingAhead = 16

    /// The time for which Redis keeps a tile.
    public var timeToLive = TimeAmount.hours(7 * 24)
    /// The size of the largest shared tile in bytes: an incompressible tile of 2048 × 2048 pixels.
    public var maxFile = 16 << 20
    /// The maximum bytes of pending commands. Beyond, nothing is requested or stored.
    public var maxPendingBytes = 32 << 20
    public var maxPending = 8192

    public init() {}

    /// Returns the delay with a random increase of up to a quarter, so that many servers do not reconnect at the same
    /// time.
    func rest(after failures: Int) -> TimeAmount {
        let doubled = firstRest.nanoseconds << Int64(min(failures, 16))
        return .nanoseconds(Int64(Double(min(doubled, longestRest.nanoseconds)) * .random(in: 1...1.25)))
    }
}
