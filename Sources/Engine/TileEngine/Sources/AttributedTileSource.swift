import TileGeometry

/// A source that can say whose the drawing operations in a part of it are. Only who measures asks; drawing tiles costs
/// the same with it and without.
package protocol AttributedTileSource: TileSource {
    /// Drawing operations in an area by their owner: the path of a view or layer from the content's root down, with
    /// `.draw` after it for what it drew itself, without for its background, border and the like.
    func operations(in area: RasterArea) -> [String: Int]
}
