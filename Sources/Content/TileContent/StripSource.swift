public import TileEngine

/// A source that can be read once from top to bottom, at full size: cheaper for a build, which needs all of it, than
/// tile by tile. Levels above follow by halving.
public protocol StripSource: TileSource {
    /// Whether it has shallower levels of its own, so that reading a level is cheaper than making it from full size.
    var hasOwnOverviews: Bool { get }

    /// Full size from the top. Each reader goes through it once.
    func makeStripReader() throws(ContentFailure) -> StripReader
}
