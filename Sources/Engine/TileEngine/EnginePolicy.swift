import TileSupport

/// The engine's tuning parameters. A value, so that a test or a benchmark can change one.
public struct EnginePolicy: Hashable, Sendable {
    // MARK: Work

    /// The number of tiles drawn at once. All cores: drawing is arithmetic and never blocks.
    public var workers = ProcessorSet.count

    /// The number of renders that may wait before visible work is refused. A render takes about 2 ms, so this is about
    /// a second on two cores: clients have mostly given up on anything that waits longer.
    public var queueLimit = 1024

    /// The number of renders that may wait before prefetching is refused; the rest of the queue is for visible work.
    public var prefetchQueueLimit = 768

    /// The number of times in a row that a bin can be skipped before it gets the next turn. Prefetching keeps at least
    /// a seventeenth of the workers under any load, so it is slow but never starves.
    public var starvationLimit = 16

    /// Seconds from which a tile is heavy. While there are other contents, tiles of heavy contents are drawn on workers
    /// of their own. 5 ms unless `slowRaster` is changed, twice what a tile should take.
    public var heavyRaster: Double { slowRaster / 50 }

    /// The number of heavy tiles drawn at once while no quick ones are drawn: as many as there are workers, so that a
    /// heavy content that is used alone has all processors. Each quick tile reduces it by one, to one at least.
    public var workersOnHeavyWork: Int { workers }

    /// Seconds after which a tile being drawn counts as slow and moves aside, so that its worker is free for quicker
    /// work. The content's next tiles start aside until one is quicker than this. A quarter of a second is as long as
    /// an eye tolerates a gap.
    public var slowRaster = 0.25

    /// Slow tiles that take fewer seconds than this have workers reserved for them. Twenty times `slowRaster`, because
    /// on a machine where every processor works on slow tiles an ordinary tile takes several times as long; half of
    /// `tileDeadline`.
    public var longRaster = 5.0

    /// The number of such tiles drawn at once, in addition to `workersAside`.
    public var workersOnBriefWork: Int { max(1, workersAside / 2) }

    /// The number of slow tiles drawn beside those that are not slow. As many as there are workers and at least two, so
    /// that one slow content does not block the next.
    public var workersAside: Int {
        get { chosenWorkersAside ?? max(2, workers) }
        set { chosenWorkersAside = newValue }
    }
    private var chosenWorkersAside: Int?

    /// The number of rects of any size (`TileEngine.file`) drawn at once, in addition to tiles. A rect of 4096 × 4096
    /// pixels costs as much as 256 tiles, so a quarter of the workers.
    public var areasAtOnce: Int {
        get { chosenAreasAtOnce ?? max(1, workers / 4) }
        set { chosenAreasAtOnce = newValue }
    }
    private var chosenAreasAtOnce: Int?

    /// The number of contents that can be on trial at once. A trial draws one tile to find out whether a content is
    /// slow.
    public var workersOnTrial: Int { max(2, workers) }

    /// The maximum number of drawing threads. Tiles that turn out to be slow while drawn may fill `workersAside` once
    /// more.
    public var threads: Int {
        workers + workersOnHeavyWork + workersOnTrial + workersOnBriefWork + 2 * workersAside + areasAtOnce
    }

    // MARK: Bounds

    /// The processor time that a tile may take, in seconds, before it is given up. Five hundred times what a tile
    /// should take: clients have left by then.
    public var tileDeadline = 10.0

    /// The processor time that a rect of any size may take, in seconds.
    public var areaDeadline = 20.0

    /// The total pixels of rects of any size that wait or are drawn; beyond it, a rect is refused. Four of the largest
    /// that the server serves, 256 MB.
    public var areaPixelLimit = 4 * 4096 * 4096

    /// The maximum memory in bytes that encoding one rect may take. A rect that needs more is refused.
    public var areaEncoderLimit = 1 << 30

    /// Seconds during which a slow render that failed is not retried, unless the content changes: each retry would cost
    /// as much.
    public var failureMemory = 60.0

    /// The maximum number of such failures remembered; the one that expires first is dropped first.
    public var failureLimit = 4096

    // MARK: Memory

    /// The maximum size of the cache in bytes when visible tiles need it.
    public var cacheHardLimit = 512 << 20

    /// The maximum size of the cache in bytes for everything else; the space between the two limits is free for the
    /// next visible tile. Three quarters of the hard limit unless set.
    public var cacheSoftLimit: Int {
        get { chosenSoftLimit ?? cacheHardLimit / 4 * 3 }
        set { chosenSoftLimit = newValue }
    }
    private var chosenSoftLimit: Int?

    // MARK: Coverage

    /// The time that a moving viewport is extrapolated, in seconds. Chromium allows one second for software raster,
    /// where a tile takes milliseconds.
    public var skewportTime = 1.0

    /// The maximum extent of the skewport beyond the viewport, in pixels (Chromium's figure). Without it a flick would
    /// request more than can be drawn before it has passed.
    public var skewportLimit = 2000.0

    /// Seconds between two frames of a screen. A viewport that moves by more than its own size per frame skips what is
    /// between, so nothing on its way is drawn ahead.
    public var frameTime = 1.0 / 60

    /// The soon border around the viewport, in pixels per unit of device scale (Chromium's figure) …
    public var soonBorder = 312.0

    /// … and its maximum as a share of the viewport's longer side.
    public var soonBorderShare = 0.15

    /// The border drawn when the workers are otherwise idle, in pixels (Chromium's figure).
    public var eventuallyBorder = 3000.0

    /// The number of tiles of that border that a surface has under way at once (Chromium's figure for background work),
    /// so that more urgent work never waits for them.
    public var eventuallyAtOnce = 1

    /// The maximum number of tiles in the overview. The overview is the deepest level within this limit; it is drawn
    /// once and kept, so that a viewport that outruns prefetching always has something to show. Each of its tiles shows
    /// much of the content and may cost as much as the whole, so four.
    public var overviewTiles = 4

    /// The maximum number of tiles in a viewport; beyond it, a coarser level is used. An 8K screen shows about 600
    /// tiles of 256 pixels, so only nonsensical viewports reach this limit.
    public var visibleTileLimit = 4096

    // MARK: Quality

    /// The speed in pixels per second from which tiles are drawn as drafts. Firefox calls the same speed, 1 px/ms,
    /// skating: details can't be seen at it.
    public var draftSpeed = 1000.0

    /// Seconds that a viewport must have been slower before drafts are replaced: a finger that reverses rests for less.
    /// The same time after its last movement, a viewport is at rest, and borders are drawn.
    public var refineDelay = 0.1

    /// The speed in pixels per second below which a viewport does not count as moving: where UIScrollView ends a
    /// deceleration (measured).
    public var restSpeed = 10.0

    /// The side, in pixels of the full tile, of the square that one pixel of a draft covers: half the linear
    /// resolution, a quarter of the pixels.
    public var draftReduction = 2

    // MARK: Zoom

    /// The magnification at which the next level, four times as many tiles, is drawn instead (Chromium's figure).
    public var zoomSnapRatio = 1.2

    /// The magnification or reduction up to which a zoom under way keeps its level (Chromium's figure).
    public var zoomJump = 2.0

    /// The number of finer levels searched for substitutes of a tile that is not ready (what was on the screen when the
    /// level changed is used at any distance) …
    public var finerLevels = 2

    /// … and the number of coarser levels (both are Leaflet's figures; the overview is used at any distance).
    public var coarserLevels = 5

    // MARK: Trouble

    /// The number of times that a failed tile is retried; then a placeholder is shown until the content changes. One
    /// more try helps with transient errors, and a third has rarely helped where the second did not.
    public var tileRetries = 2

    /// Seconds from a failure to the next try; doubled each time. Initially as long as an eye takes to see a gap.
    public var retryDelay = 0.1

    /// Seconds after a memory warning during which only visible tiles are drawn: as long as WebKit takes to release its
    /// layers.
    public var pressureTime = 5.0

    public init() {}

    /// Returns the raster quality for a viewport that moves at `speed` (pixels per second) and has been below
    /// `draftSpeed` for `restTime` seconds.
    public func quality(speed: Double, restTime: Double) -> RasterContext.Quality {
        speed >= draftSpeed || restTime < refineDelay ? .draft : .full
    }
}
