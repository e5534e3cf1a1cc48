import TileGeometry

/// The grid of one level, in an archive with grids that do not follow from the content's size alone: a Tile Map Service
/// cuts from the bottom, and some Zoomify writers round the sizes of levels down.
package struct LevelGrid: Hashable, Sendable {
    package var columns: Int
    package var rows: Int
    /// Empty pixels of the first column, left of the content.
    package var left = 0
    /// Empty pixels of the first row, above the content.
    package var top = 0

    package var isShifted: Bool { left > 0 || top > 0 }

    package init(columns: Int, rows: Int, left: Int = 0, top: Int = 0) {
        (self.columns, self.rows, self.left, self.top) = (columns, rows, left, top)
    }

    /// Creates the grid of a pyramid's level.
    init(_ pyramid: TilePyramid, level: Int) {
        self.init(columns: pyramid.columns(ofLevel: level), rows: pyramid.rows(ofLevel: level))
    }

    /// Returns the tiles that show a part of the content.
    ///
    /// - Parameter box: The part in pixels of the level, from the content's top left corner.
    func part(_ box: Box, tileSize: Int) -> BuildPlan.Part {
        func range(from low: Double, to high: Double, of count: Int) -> Range<Int> {
            let first = min(count - 1, max(0, Int((low / Double(tileSize)).rounded(.down))))
            return first..<min(count, max(first + 1, Int((high / Double(tileSize)).rounded(.up))))
        }
        return BuildPlan.Part(
            columns: range(from: box.minX + Double(left), to: box.maxX + Double(left), of: columns),
            rows: range(from: box.minY + Double(top), to: box.maxY + Double(top), of: rows))
    }
}
