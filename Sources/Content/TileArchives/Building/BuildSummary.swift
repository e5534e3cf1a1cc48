/// The result of a finished build.
public struct BuildSummary: Hashable, Sendable {
    public var tiles: Int
    /// Tiles that an unfinished earlier build had made.
    public var earlierTiles: Int
    /// Tiles of the last build whose pixels cannot have changed (`BuildOptions.updates`).
    public var unchangedTiles: Int
    /// The reason why no tiles of the last build were reused, as a message; nil if they were, or if that was not
    /// requested.
    public var whyAllAreDrawn: String?
    /// Tiles of one color.
    public var solidTiles: Int
    /// Tiles that equal another one, which are stored once.
    public var repeatedTiles: Int
    /// Bytes of all tiles as clients receive them, counting repeated tiles each time.
    public var bytes: Int
    /// Bytes of the archive's files. A dry run, which writes none, reports the bytes of the distinct tiles.
    public var archiveBytes: Int
    /// Parts of levels, of some tiles each, with elements that could not be drawn.
    public var incompleteParts: Int
    /// The time from the start until the archive had its name.
    public var seconds: Double
    /// The CPU time of each stage.
    public var stages: BuildStages
    /// The source of the levels above the deepest, which for an image may differ from the options.
    public var overviews: BuildOptions.Overviews
}
