/// How much of a server scroll sessions may take, and how long it waits for their peers.
public struct SessionPolicy: Hashable, Sendable {
    /// Most sessions at a time; whoever comes then is answered with status 503. At 11 KB for each that rests, its
    /// connection included, 55 MB.
    public var limit = 5000

    /// Most sessions at a time of one client's address; whoever comes then is answered with status 429. Enough for all
    /// windows of a small office behind one address; a server behind a proxy sees one address only, and wants it to be
    /// `limit`.
    public var limitPerClient = 256

    /// Origins, as browsers send them (`https://maps.example`), whose pages may open sessions beside the server's own
    /// pages.
    public var allowedOrigins: Set<String> = []

    /// Most bytes of a message, its fragments together. The longest that there is takes some 400.
    public var messageLimit = 4096

    /// Most pixels of a viewport, and of its landing, because an update costs a step for each tile that it shows. The
    /// largest screens have 7680 × 4320; scales and positions are rounded, so there is some more.
    public var viewportPixels = 36e6

    /// Most pixels of a side.
    public var viewportSide = 16_384.0

    /// Most of its event loop's time that a session's updates take; above 0, and 1 is all of it. After an update that
    /// took a millisecond of a processor the next comes three later at the earliest, for the newest viewport then.
    public var updateShare = 0.25

    /// Most frames a second, on average: of a viewer that sends one for each frame of a screen of 120 Hz the double.
    public var framesPerSecond = 240.0

    /// As many frames may come at once, after a while without.
    public var frameBurst = 480.0

    /// A peer that was not heard of for so long is asked whether it is there, and given up after as long again. Half of
    /// the 60 seconds after which proxies commonly close a quiet connection. In seconds.
    public var pingInterval = 30.0

    /// Seconds for which a peer may take none of what is sent to it, before it is given up.
    public var stallTime = 20.0

    /// Seconds for which the peer's half of a closing handshake is waited for.
    public var closeTime = 2.0

    /// Messages to a viewer are at least so many seconds apart; what happens between goes into one. As long as three
    /// frames, which nobody sees of a tile.
    public var pushInterval = 0.05

    /// The same just after a finger came down on the content or was lifted: who taps waits for what the tap does, and
    /// sees it in the next frame of a screen.
    public var tappedPushInterval = 1.0 / 60

    /// Of what changes where a viewer does not look it is told at most once in so many seconds, unless it goes there:
    /// something that moves elsewhere costs it next to nothing.
    public var elsewhereInterval = 5.0

    /// A viewer that has stood for so long, with all in place, gets by without its model; in seconds. It costs memory,
    /// and making it anew costs as much as a frame.
    public var sleepDelay = 5.0

    /// Most tiles that a session has been given drafts of and not full ones. Twice what the largest screen shows of
    /// tiles of 256 pixels.
    public var draftLimit = 1024

    /// Most tiles named in a message; of more, the rects say enough.
    public var namedTiles = 512

    /// Most tiles that are delivered unasked of a change, to who wants that: of more, a viewer asks for those that it
    /// lacks. The tiles of 256 pixels that a window of 1920 × 1080 shows.
    public var deliveredTiles = 54

    /// Most rects named in a message; more are joined.
    public var namedRects = 16

    public init() {}
}
