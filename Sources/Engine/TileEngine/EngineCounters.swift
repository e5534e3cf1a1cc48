/// What an engine has done since it was made: a snapshot.
public struct EngineCounters: Hashable, Sendable {
    /// Tiles asked for, whatever came of it: the sum of `hit`, `joined`, `started` and `refused`.
    public var requested: Int { hit + joined + started + refused }
    /// Answered from the cache.
    public var hit = 0
    /// Answered by a render that another request had started.
    public var joined = 0
    /// Renders started.
    public var started = 0
    /// Turned away: unknown, outside the pyramid, too many waiting, or the engine shut down.
    public var refused = 0
    /// Rasters done, also those that were outdated when they were.
    public var rendered = 0
    /// The same, by what the tiles were wanted for when their renders began, and by quality.
    public var renders = RenderCounts()
    /// Of those, the drafts.
    public var drafts = 0
    /// Of those, the ones of a single color.
    public var solid = 0
    /// Files encoded.
    public var encoded = 0
    /// Their bytes.
    public var encodedBytes = 0
    /// Files handed on as their source had them.
    public var stored = 0
    /// Files taken that another engine had made.
    public var shared = 0
    /// Renders given up because the last who waited for them left.
    public var cancelled = 0
    /// Rasters and encodings that failed.
    public var failed = 0
    /// Rasters that lack a part which could not be drawn.
    public var incomplete = 0
    /// Tiles done after their content had changed.
    public var stale = 0
    /// Tiles done that stand in for what their content is still at work on.
    public var standIns = 0
    /// Tiles removed from the cache to make room.
    public var evicted = 0
    /// Tiles that found no room in the cache.
    public var notAdmitted = 0
    /// Rects of contents that were drawn for themselves, and are not tiles.
    public var areas = 0
    /// Renders that wait now.
    public var waiting = 0
    /// Of those, the ones that wait for what is fetched: of archives elsewhere, or from where servers share tiles.
    public var fetching = 0
    /// The others, by the raw value of their bin.
    public var waitingByBin = [Int](repeating: 0, count: TilePriority.Bin.allCases.count)
    /// Tiles in the cache now.
    public var cachedTiles = 0
    /// Bytes in the cache now.
    public var cachedBytes = 0
    /// Bytes under the memory budget now, those in the cache among them; 0 without a budget.
    public var keptBytes = 0
    /// Time from the request that started a render until the render began.
    public var queueTime = LatencyHistogram()
    public var rasterTime = LatencyHistogram()
    public var encodeTime = LatencyHistogram()
    /// Of rects that are not tiles: drawing and encoding.
    public var areaTime = LatencyHistogram()

    public init() {}
}
