/// The result of a finished build.
public struct BuildSummary: Hashable, Sendable {
    public var tiles: Int
    /// Tiles that an unfinished earlier build had made.
    public var earlierTiles: Int
    /// Tiles of the last build whose pixels cannot have changed (`BuildOptions.updates`).
    public var unchangedTiles: Int
    /// The reason why no tiles of the last build were used, as a message; nil if they could be, or were not asked for.
    public var whyAllAreDrawn: String?
    /// Tiles of one color.
    public var solidTiles: Int
    /// Tiles with the bytes of another one, which are stored once.
    public var repeatedTiles: Int
    /// Bytes of all tiles, as clients get them: a tile that repeats another counts like every other.
    public var bytes: Int
    /// Bytes of the archive's files. If none were written, as by a dry run, the bytes of the different tiles.
    public var archiveBytes: Int
    /// Parts of levels, of some tiles each, that lack elements which could not be drawn.
    public var incompleteParts: Int
    /// The time from the start until the archive had its name.
    public var seconds: Double
    /// The CPU time of each stage.
    public var stages: BuildStages
    /// The source of each level but the deepest, which for an image may differ from the options.
    public var overviews: BuildOptions.Overviews
}
