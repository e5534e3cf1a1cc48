/// A snapshot of an engine's activity since it was made.
public struct EngineCounters: Hashable, Sendable {
    /// Tiles requested, whatever the outcome: the sum of `hit`, `joined`, `started` and `refused`.
    public var requested: Int { hit + joined + started + refused }
    /// Requests answered from the cache.
    public var hit = 0
    /// Requests answered by a render that another request had started.
    public var joined = 0
    /// Renders started.
    public var started = 0
    /// Requests refused: unknown content, outside the pyramid, queue full, or the engine shut down.
    public var refused = 0
    /// Rasters finished, including those that were already outdated.
    public var rendered = 0
    /// Rasters finished, by the tile's bin when the render began and by quality.
    public var renders = RenderCounts()
    /// Rasters that were drafts.
    public var drafts = 0
    /// Rasters of a single color.
    public var solid = 0
    /// Files encoded.
    public var encoded = 0
    /// Bytes of encoded files.
    public var encodedBytes = 0
    /// Files delivered as the source stores them.
    public var stored = 0
    /// Files taken from another engine.
    public var shared = 0
    /// Renders cancelled because no request waited for them.
    public var cancelled = 0
    /// Rasters and encodings that failed.
    public var failed = 0
    /// Rasters that lack a part that could not be drawn.
    public var incomplete = 0
    /// Tiles finished after their content had changed.
    public var stale = 0
    /// Placeholder tiles finished while their content was still being prepared.
    public var standIns = 0
    /// Tiles removed from the cache to make room.
    public var evicted = 0
    /// Tiles that the cache did not admit.
    public var notAdmitted = 0
    /// Rects of contents drawn as files of their own rather than as tiles.
    public var areas = 0
    /// Renders waiting now.
    public var waiting = 0
    /// Waiting renders whose data is being fetched from a remote archive or a shared tile store.
    public var fetching = 0
    /// The other waiting renders, by the raw value of their bin.
    public var waitingByBin = [Int](repeating: 0, count: TilePriority.Bin.allCases.count)
    /// Tiles in the cache now.
    public var cachedTiles = 0
    /// Bytes in the cache now.
    public var cachedBytes = 0
    /// Bytes kept under the memory budget now, including the cache's; 0 without a budget.
    public var keptBytes = 0
    /// Time from the request that started a render to the start of the render.
    public var queueTime = LatencyHistogram()
    public var rasterTime = LatencyHistogram()
    public var encodeTime = LatencyHistogram()
    /// Time to draw and encode rects that are not tiles.
    public var areaTime = LatencyHistogram()

    public init() {}
}
