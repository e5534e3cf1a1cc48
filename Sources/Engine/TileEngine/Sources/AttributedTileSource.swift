import TileGeometry

/// A source that attributes drawing operations to the views or layers that made them. Only measurements use it; drawing
/// tiles costs the same with and without it.
package protocol AttributedTileSource: TileSource {
    /// The number of drawing operations in an area by owner. The owner is a path of views or layers from the content's
    /// root, with `.draw` appended for the owner's own drawing. Backgrounds, borders and the like have no suffix.
    func operations(in area: RasterArea) -> [String: Int]
}
