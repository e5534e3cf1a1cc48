import Foundation
import TileFormats
import TileGeometry

/// The placement of a folder's tiles on its content: the content's size, and for each level the folder and the numbers
/// of its top left tile.
struct FolderGrid: Sendable {
    /// The names of one level's tiles in the folder.
    struct Level: Hashable, Sendable {
        /// The number that names the level's folder.
        var folder: Int
        var firstColumn = 0
        /// The stored number of the top row.
        var firstRow = 0
        var isFromBottom = false

        func storedRow(_ row: Int) -> Int { isFromBottom ? firstRow - row : firstRow + row }
        func row(_ stored: Int) -> Int { isFromBottom ? firstRow - stored : stored - firstRow }
    }

    /// The levels, by the reader's level numbers. Folders with numbers that differ from those of a pyramid over the
    /// content are renumbered.
    private(set) var levels: [Int: Level] = [:]
    /// The pyramid over the content; nil for a square of the whole world or of an unknown content.
    private(set) var pyramid: TilePyramid?
    /// The part that has tiles, in units of the content; nil for all of it.
    private(set) var part: CGRect?
    /// The part of the Earth that has tiles, of a map in spherical Mercator.
    private(set) var bounds: DegreeBounds?
    /// The grids of levels that differ from the pyramid's.
    private(set) var grids: [Int: LevelGrid] = [:]

    /// A grid of 2ⁿ × 2ⁿ tiles at level n.
    init(squareOf levels: [Int], isFromBottom: Bool) {
        for level in levels {
            self.levels[level] = Level(
                folder: level, firstRow: isFromBottom ? (1 << level) - 1 : 0, isFromBottom: isFromBottom)
        }
    }

    /// Creates the grid described by `tilemapresource.xml`.
    ///
    /// - Parameters:
    ///   - levels: The existing folders in ascending order; not empty.
    ///   - firstColumn: The lowest column of the deepest level. Writers state positions in several ways, and the tiles
    ///     determine which one applies.
    init(_ resource: TileMapResource, levels: [Int], firstColumn: Int?, isFromBottom: Bool) {
        self.init(squareOf: levels, isFromBottom: isFromBottom)
        let found = FoundTiles(levels: levels, firstColumn: firstColumn ?? 0, isFromBottom: isFromBottom)
        switch resource.profile {
        case .mercator: bounds = Self.mercatorBounds(resource, found)
        case .geodetic: layOutDegrees(resource, found)
        case .raster: layOutRaster(resource, found)
        }
    }

    /// The tiles found in the folder.
    private struct FoundTiles {
        var levels: [Int]
        var firstColumn: Int
        var isFromBottom: Bool
        var deepest: Int { levels[levels.count - 1] }
    }

    // MARK: Mercator

    /// gdal2tiles writes degrees, before GDAL 2 with latitude and longitude exchanged; others write meters.
    private static func mercatorBounds(_ resource: TileMapResource, _ found: FoundTiles) -> DegreeBounds? {
        let box = resource.box
        var candidates: [DegreeBounds?] = []
        if [box.minX, box.minY, box.maxX, box.maxY].contains(where: { abs($0) > 180 }) {
            func longitude(_ x: Double) -> Double { min(180, max(-180, x / WebMercator.halfWorld * 180)) }
            func latitude(_ y: Double) -> Double { atan(sinh(y / WebMercator.halfWorld * .pi)) * 180 / .pi }
            candidates = [
                DegreeBounds([longitude(box.minX), latitude(box.minY), longitude(box.maxX), latitude(box.maxY)])
            ]
        } else {
            candidates = [
                DegreeBounds([box.minX, box.minY, box.maxX, box.maxY]),
                DegreeBounds([box.minY, box.minX, box.maxY, box.maxX]),
            ]
        }
        return candidates.compactMap { $0 }.min {
            Self.distance(west: $0.west, columns: 1, found) < Self.distance(west: $1.west, columns: 1, found)
        }
    }

    /// Returns the number of columns between the first tile and its expected position, in a grid of `columns` at level
    /// 0.
    private static func distance(west: Double, columns: Int, _ found: FoundTiles) -> Double {
        let column = ((west + 180) / 360 * Double(columns) * exp2(Double(found.deepest))).rounded(.down)
        return abs(column - Double(found.firstColumn))
    }

    // MARK: Degrees

    /// Lays out the whole world, twice as wide as high. The document states the same scales whether level 0 has one
    /// tile or two, so the first column decides.
    private mutating func layOutDegrees(_ resource: TileMapResource, _ found: FoundTiles) {
        let box = resource.box
        let columns = [1, 2].min {
            Self.distance(west: box.minX, columns: $0, found) < Self.distance(west: box.minX, columns: $1, found)
        }!
        let deepest = found.deepest + columns - 1
        let width = Double(resource.tileSize) * exp2(Double(deepest))
        guard deepest <= TilePyramid.deepestSquareLevel,
            let pyramid = try? TilePyramid(
                storedSize: CGSize(width: width, height: width / 2), tileSize: resource.tileSize)
        else { return }
        self.pyramid = pyramid
        levels = [:]
        for folder in found.levels {
            let level = folder + columns - 1
            let rows = max(1, (1 << level) >> 1)
            levels[level] = Level(
                folder: folder, firstRow: found.isFromBottom ? rows - 1 : 0, isFromBottom: found.isFromBottom)
            if level == 0, found.isFromBottom {
                // The single tile extends from the South Pole to 270° north.
                grids[0] = LevelGrid(
                    columns: 1, rows: 1, top: resource.tileSize - pyramid.pixelSize(ofLevel: 0).height)
            }
        }
        let scale = width / 360
        let (left, right) = (max(0, (box.minX + 180) * scale), min(width, (box.maxX + 180) * scale))
        let (top, bottom) = (max(0, (90 - box.maxY) * scale), min(width / 2, (90 - box.minY) * scale))
        guard left < right, top < bottom, right - left < width - 1 || bottom - top < width / 2 - 1 else { return }
        part = CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    // MARK: Pixels

    private mutating func layOutRaster(_ resource: TileMapResource, _ found: FoundTiles) {
        let (box, tileSize) = (resource.box, resource.tileSize)
        // Based on the deepest level that is described: each level above has half the scale.
        guard let described = resource.unitsPerPixel.keys.filter({ $0 <= found.deepest }).max() else { return }
        let units = resource.unitsPerPixel[described]! * exp2(Double(described - found.deepest))
        // Sizes are results of divisions, and have lost some digits.
        func pixels(_ length: Double) -> Double {
            let pixels = length / units
            return abs(pixels - pixels.rounded()) < 0.01 ? pixels.rounded() : pixels
        }
        let size = CGSize(width: pixels(box.width), height: pixels(box.height))
        guard let pyramid = try? TilePyramid(storedSize: size, tileSize: tileSize) else { return }
        self.pyramid = pyramid
        levels = [:]
        let step = found.deepest - pyramid.maxLevel
        let corner = corner(resource, found, pixels)
        for folder in found.levels where folder >= step {
            let level = folder - step
            guard found.isFromBottom else {
                levels[level] = Level(folder: folder)
                continue
            }
            let scale = exp2(Double(folder - found.deepest))
            let (width, height) = pyramid.pixelSize(ofLevel: level)
            let (left, bottom) = (Int((corner.x * scale).rounded()), Int((corner.y * scale).rounded()))
            let top = bottom + height
            let row = (top - 1) / tileSize
            let grid = LevelGrid(
                columns: (left % tileSize + width - 1) / tileSize + 1, rows: row - bottom / tileSize + 1,
                left: left % tileSize, top: (row + 1) * tileSize - top)
            // Tile numbers are limited to a square.
            guard max(grid.columns, grid.rows) <= 1 << level else { continue }
            levels[level] = Level(
                folder: folder, firstColumn: left / tileSize, firstRow: row, isFromBottom: true)
            if grid != LevelGrid(pyramid, level: level) { grids[level] = grid }
        }
        if levels.isEmpty { self = FolderGrid(squareOf: found.levels, isFromBottom: found.isFromBottom) }
    }

    /// Returns the content's bottom left corner in pixels of the deepest level, relative to the corner from which tiles
    /// are counted.
    private func corner(
        _ resource: TileMapResource, _ found: FoundTiles, _ pixels: (Double) -> Double
    ) -> (x: Double, y: Double) {
        let corner = (
            x: pixels(resource.box.minX - resource.origin.x), y: pixels(resource.box.minY - resource.origin.y)
        )
        // Tiles beyond this range have no number.
        let range = 0..<Double(resource.tileSize) * exp2(Double(PMTilesTile.deepestLevel))
        guard range.contains(corner.x), range.contains(corner.y) else { return (0, 0) }
        let column = (corner.x / Double(resource.tileSize)).rounded(.down)
        return abs(Double(found.firstColumn) - column) <= Double(found.firstColumn) ? corner : (0, 0)
    }
}
