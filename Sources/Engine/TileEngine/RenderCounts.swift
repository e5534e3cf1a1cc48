/// The number of rasters by bin and quality.
public struct RenderCounts: Hashable, Sendable {
    private var counts = SIMD8<Int>()

    public init() {}

    public internal(set) subscript(_ bin: TilePriority.Bin, _ quality: RasterContext.Quality) -> Int {
        get { counts[Self.index(bin, quality)] }
        set { counts[Self.index(bin, quality)] = newValue }
    }

    /// The sum over all bins and both qualities.
    public var total: Int { counts.wrappedSum() }

    private static func index(_ bin: TilePriority.Bin, _ quality: RasterContext.Quality) -> Int {
        bin.rawValue * 2 + (quality == .draft ? 1 : 0)
    }
}
