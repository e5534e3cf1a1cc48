import TileSupport

/// Every number that the engine decides by. A value, so that a test or a benchmark can change one.
public struct EnginePolicy: Hashable, Sendable {
    // MARK: Work

    /// How many tiles are drawn at once. All cores: drawing is arithmetic and waits for nothing.
    public var workers = ProcessorSet.count

    /// How many renders may wait before visible work is refused. A render takes about 2 ms, so this is about a second
    /// on two cores: what waits longer has mostly been given up by those who asked.
    public var queueLimit = 1024

    /// How many renders may wait before prefetching is refused; the rest of the queue is for visible work.
    public var prefetchQueueLimit = 768

    /// A bin that was passed over so many times in a row has the next turn: prefetching keeps at least a seventeenth of
    /// the workers under any load, so it is slow and never stuck.
    public var starvationLimit = 16

    /// A tile that is drawn for so many seconds steps aside, and the next of its content begin there, until one takes
    /// less: it leaves its worker to what is quicker, which would else wait that long. As long as an eye forgives a
    /// gap.
    public var slowRaster = 0.25

    /// Slow tiles that take fewer seconds than this have workers that the others never take for longer: twenty times
    /// what makes a tile slow, because on a machine whose processors all work on slow tiles a sound one takes several
    /// times as long, and half of `tileDeadline`.
    public var longRaster = 5.0

    /// How many of those are drawn at once, besides `workersAside`.
    public var workersOnBriefWork: Int { max(1, workersAside / 2) }

    /// How many slow tiles are drawn beside those that are not. As many as there are workers, and two at least, so that
    /// one slow content does not keep the next from beginning.
    public var workersAside: Int {
        get { chosenWorkersAside ?? max(2, workers) }
        set { chosenWorkersAside = newValue }
    }
    private var chosenWorkersAside: Int?

    /// How many rects of any size (`TileEngine.file`) are drawn at once, beside tiles. One of 4096 pixels each way
    /// costs as much as 256 tiles, so a quarter of the workers.
    public var areasAtOnce: Int {
        get { chosenAreasAtOnce ?? max(1, workers / 4) }
        set { chosenAreasAtOnce = newValue }
    }
    private var chosenAreasAtOnce: Int?

    /// How many contents show at once, by one tile each, whether they are slow.
    public var workersOnTrial: Int { max(2, workers) }

    /// Threads that draw, at most. Of what turns out to be slow while it is drawn, as much again may be aside.
    public var threads: Int { workers + workersOnTrial + workersOnBriefWork + 2 * workersAside + areasAtOnce }

    // MARK: Bounds

    /// Seconds of processor time that a tile may be drawn for; then it is given up. Five hundred times what a tile
    /// should take: whoever waited that long has left.
    public var tileDeadline = 10.0

    /// The same for a rect of any size.
    public var areaDeadline = 20.0

    /// Pixels that rects of any size may have together, those that wait and those that are drawn; beyond, one is
    /// refused. Four of the largest that the server gives, 256 MB.
    public var areaPixelLimit = 4 * 4096 * 4096

    /// What took long and failed is not tried again for so many seconds, until the content changes: each try would cost
    /// as much.
    public var failureMemory = 60.0

    /// Most of them that are remembered; the one that is forgotten soonest anyway goes first.
    public var failureLimit = 4096

    // MARK: Memory

    /// Bytes that the cache may hold when visible tiles need them.
    public var cacheHardLimit = 512 << 20

    /// Bytes that the cache may hold for all else; what is between the two limits is free for the next visible tile.
    /// Three quarters of the hard limit unless set.
    public var cacheSoftLimit: Int {
        get { chosenSoftLimit ?? cacheHardLimit / 4 * 3 }
        set { chosenSoftLimit = newValue }
    }
    private var chosenSoftLimit: Int?

    // MARK: Coverage

    /// How far ahead a moving viewport is looked, in seconds. One second is what Chromium allows for software raster,
    /// where a tile takes milliseconds.
    public var skewportTime = 1.0

    /// How far the skewport may reach beyond the viewport, in pixels (Chromium's figure): a flick would else ask for
    /// more than can be drawn before it has passed.
    public var skewportLimit = 2000.0

    /// Seconds between two frames of a screen: a viewport that moves by more than itself from one to the next leaps
    /// over what is between, so nothing on its way is drawn ahead.
    public var frameTime = 1.0 / 60

    /// The border around the viewport that is drawn soon: so many pixels per unit of device scale (Chromium's figure) …
    public var soonBorder = 312.0

    /// … and at most this share of the viewport's longer side.
    public var soonBorderShare = 0.15

    /// The border that is drawn when nothing else is to do, in pixels (Chromium's figure).
    public var eventuallyBorder = 3000.0

    /// How many tiles of that border a surface has under way at once (Chromium's figure for background work): what it
    /// turns to next must not wait for them.
    public var eventuallyAtOnce = 1

    /// The overview: the deepest level of at most so many tiles is drawn once and kept, so that a viewport that outruns
    /// all else has something to show wherever it goes. Each of its tiles shows much of the content and may cost as
    /// much as the whole of it, so four.
    public var overviewTiles = 4

    /// Most tiles that a viewport may show; beyond, it gets a coarser level. A screen of 8K in tiles of 256 pixels
    /// shows some 600, so only nonsense is ever touched by it.
    public var visibleTileLimit = 4096

    // MARK: Quality

    /// From this speed on, in pixels per second, tiles are drawn as drafts. Firefox calls the same speed, 1 px/ms,
    /// skating: details can't be seen at it.
    public var draftSpeed = 1000.0

    /// How long a viewport must have been slower before drafts are replaced, in seconds: a finger that turns back is at
    /// rest for less. As long after the last move, it rests, and borders are drawn.
    public var refineDelay = 0.1

    /// Below this speed, in pixels per second, a viewport does not move: where UIScrollView ends a deceleration
    /// (measured).
    public var restSpeed = 10.0

    /// Of a draft, one pixel is drawn for so many by as many of a full tile: half the linear resolution, a quarter of
    /// the pixels.
    public var draftReduction = 2

    // MARK: Zoom

    /// Tiles are magnified so much before those of the next level, four times as many, are drawn (Chromium's figure).
    public var zoomSnapRatio = 1.2

    /// While a zoom is under way, its level stays until it is magnified or reduced so much (Chromium's figure).
    public var zoomJump = 2.0

    /// In place of a tile that is not ready, tiles are shown of as many levels below (what was on the screen when the
    /// level changed, however many) …
    public var finerLevels = 2

    /// … and above it (both are Leaflet's figures; the overview is shown however far it is).
    public var coarserLevels = 5

    // MARK: Trouble

    /// A tile that could not be drawn is tried again so often, then a placeholder stands for it until the content
    /// changes: one more try helps against what passes, and a third has rarely helped what the second did not.
    public var tileRetries = 2

    /// Seconds from a failure to the next try; doubled with each. At first as long as an eye takes to see a gap.
    public var retryDelay = 0.1

    /// For so many seconds after a call for memory only what is visible is drawn: as long as WebKit takes to let its
    /// layers go.
    public var pressureTime = 5.0

    public init() {}

    /// How well to draw for a viewport of `speed` (pixels per second) that has been below `draftSpeed` for `restTime`
    /// seconds.
    public func quality(speed: Double, restTime: Double) -> RasterContext.Quality {
        speed >= draftSpeed || restTime < refineDelay ? .draft : .full
    }
}
