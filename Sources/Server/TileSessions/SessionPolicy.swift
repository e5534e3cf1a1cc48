/// The limits on a server's resources for scroll sessions, and the timeouts for their peers.
public struct SessionPolicy: Hashable, Sendable {
    /// The maximum number of sessions. Further ones are rejected with status 503. An idle session with its connection
    /// takes 11 KB, so all take 55 MB.
    public var limit = 5000

    /// The maximum number of sessions for one client address. Further ones are rejected with status 429. It is enough
    /// for all windows of a small office behind one address. A server behind a proxy sees only one address, and should
    /// set it to `limit`.
    public var limitPerClient = 256

    /// The maximum bytes of a message including its fragments. The longest valid message has about 400.
    public var messageLimit = 4096

    /// The maximum number of pixels of a viewport and of its landing, because each visible tile adds to the cost of an
    /// update. The largest screens have 7680 × 4320; the limit is higher because scales and positions are rounded.
    public var viewportPixels = 36e6

    /// The maximum side of a viewport, in pixels.
    public var viewportSide = 16_384.0

    /// The maximum fraction of its event loop's time for a session's updates, above 0 and up to 1. After an update that
    /// took a millisecond of processor time, the next one starts at least three milliseconds later, with the newest
    /// viewport.
    public var updateShare = 0.25

    /// The maximum average number of frames per second, above 0: twice the rate of a viewer that sends one for each
    /// frame of a 120 Hz screen.
    public var framesPerSecond = 240.0

    /// The maximum number of frames in a burst, after a pause; at least 1.
    public var frameBurst = 480.0

    /// The seconds without data after which a peer is pinged. After the same time again it is considered dead. It is
    /// half of the 60 seconds after which proxies commonly close an idle connection.
    public var pingInterval = 30.0

    /// The seconds without progress in sending after which a peer is considered dead.
    public var stallTime = 20.0

    /// The seconds to wait for the peer's part of a closing handshake.
    public var closeTime = 2.0

    /// The minimum seconds between messages to a viewer; events in between are combined. It is three frames, which is
    /// not noticeable for a tile.
    public var pushInterval = 0.05

    /// The same interval shortly after a finger touched the content or was lifted, when the user waits for the effect
    /// of a tap and should see it in the next frame.
    public var tappedPushInterval = 1.0 / 60

    /// The minimum seconds between messages about changes outside the visible area, unless the view moves there, so
    /// that animations elsewhere cost almost nothing.
    public var elsewhereInterval = 5.0

    /// The seconds after which an idle viewer with all tiles loaded releases its model. The model takes memory, and
    /// recreating it costs as much as a frame.
    public var sleepDelay = 5.0

    /// The maximum number of a session's tiles that were sent only as drafts. It is twice what the largest screen
    /// shows with tiles of 256 pixels.
    public var draftLimit = 1024

    /// The maximum number of tiles listed in a message; beyond it, only rects are sent.
    public var namedTiles = 512

    /// The maximum number of changed tiles that are sent unrequested, to viewers that support it. Beyond it, viewers
    /// request the tiles that they need. It is the number of 256-pixel tiles in a window of 1920 × 1080.
    public var deliveredTiles = 54

    /// The maximum number of rects in a message; more are joined.
    public var namedRects = 16

    public init() {}
}
