/// What a finished build made.
public struct BuildSummary: Hashable, Sendable {
    public var tiles: Int
    /// Those of them that an earlier build had made, on which this one went on.
    public var earlierTiles: Int
    /// Those that the last build had made and whose pixels can't have changed (`BuildOptions.updates`).
    public var unchangedTiles: Int
    /// Why there are none of those, for people; nil when there could be, or were not asked for.
    public var whyAllAreDrawn: String?
    /// Those that are of one color.
    public var solidTiles: Int
    /// Those with the bytes of one before, which an archive of one file holds once.
    public var repeatedTiles: Int
    /// Bytes of all tiles.
    public var bytes: Int
    /// Parts of levels, of some tiles each, that lack something which could not be drawn.
    public var incompleteParts: Int
    /// From the start until the archive had its name.
    public var seconds: Double
    /// Where the CPU time went.
    public var stages: BuildStages
    /// Where each level but the deepest came from: an image overrides what was asked for.
    public var overviews: BuildOptions.Overviews
}
