/// What a finished build made.
public struct BuildSummary: Hashable, Sendable {
    public var tiles: Int
    /// Those of them that are of one color.
    public var solidTiles: Int
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
