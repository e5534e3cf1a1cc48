public import TileEngine

/// A source that can be read once from top to bottom, at full size. For a build, which needs everything, this is
/// cheaper than reading individual tiles. Levels above are made by halving.
public protocol StripSource: TileSource {
    /// Whether it has shallower levels of its own, so that reading a level is cheaper than making it from full size.
    var hasOwnOverviews: Bool { get }

    /// Creates a reader of the full-size image. It can be read once, from the top.
    func makeStripReader() throws(ContentFailure) -> StripReader
}
