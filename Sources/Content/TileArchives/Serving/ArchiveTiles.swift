import TileContent
import TileEngine
import TileFormats
import TileGeometry
import TileGraphics

/// The pixels of an archive's levels, independent of the overlap, cropping and grid of its tiles.
final class ArchiveTiles: Sendable {
    let description: ArchiveDescription
    private let reader: any ArchiveReader
    /// The archive's number of the pyramid's level 0.
    private let levelStep: Int
    private let pyramid: TilePyramid

    /// A decoded tile, which may overlap its neighbors.
    struct Decoded {
        var bitmap: Bitmap
        /// The number of columns that overlap the tile on its left.
        var left: Int
        /// The number of rows that overlap the tile above.
        var top: Int

        /// The pixels without the overlap.
        var ownPixels: Bitmap {
            guard left > 0 || top > 0, left < bitmap.width, top < bitmap.height else { return bitmap }
            let own = Bitmap(width: bitmap.width - left, height: bitmap.height - top)
            for row in 0..<own.height {
                own.row(row).baseAddress!.update(
                    from: bitmap.row(row + top).baseAddress! + left, count: own.width)
            }
            return own
        }
    }

    /// The maximum decompressed size of a tile, in bytes.
    private static let largestTile = 1 << 28

    init(_ reader: any ArchiveReader, levelStep: Int, pyramid: TilePyramid) {
        description = reader.description
        self.reader = reader
        self.levelStep = levelStep
        self.pyramid = pyramid
    }

    /// Returns the coordinates of a tile of the pyramid, as the archive counts levels.
    func archived(_ tile: TileCoordinate) -> TileCoordinate {
        TileCoordinate(level: tile.level + levelStep, column: tile.column, row: tile.row)
    }

    /// Returns the decompressed bytes of a tile; nil if there is none.
    func file(_ tile: TileCoordinate) throws(ArchiveFailure) -> [UInt8]? {
        guard
            let bytes = try reader.tile(level: tile.level + levelStep, column: tile.column, row: tile.row),
            !bytes.isEmpty
        else { return nil }
        return try Self.unpacked(bytes, description, reader.path)
    }

    static func unpacked(
        _ bytes: [UInt8], _ description: ArchiveDescription, _ path: String
    ) throws(ArchiveFailure) -> [UInt8] {
        guard description.isGzipped, Gunzip.isPacked(bytes) else { return bytes }
        guard let unpacked = Gunzip.unpacked(bytes, limit: largestTile) else {
            throw .damaged(path: path, reason: "a tile's gzip data is damaged")
        }
        return unpacked
    }

    static func decoded(
        _ file: [UInt8], _ tile: TileCoordinate, _ path: String
    ) throws(ArchiveFailure) -> Bitmap {
        switch try TileDecoding.decode(file) {
        case .success(let bitmap): return bitmap
        case .failure(let problem):
            throw .damaged(path: path, reason: "tile \(tile.text): \(problem.text)")
        }
    }

    /// The grid of a level of the pyramid, if it differs from the pyramid's.
    func grid(ofLevel level: Int) -> LevelGrid? { description.grids[level + levelStep] }

    /// Returns the pixels of one tile of the pyramid; nil if there are none.
    func ownPixels(_ tile: TileCoordinate) throws -> Bitmap? {
        guard grid(ofLevel: tile.level)?.isShifted == true else { return try bitmap(tile)?.ownPixels }
        let side = pyramid.tileSize
        let output = Bitmap(width: side, height: side)
        let hasInk = try copy(
            tile.column * side..<(tile.column + 1) * side, tile.row * side..<(tile.row + 1) * side,
            ofLevel: tile.level, to: output, x: 0, y: 0, RasterContext(pool: BitmapPool()))
        return hasInk ? output : nil
    }

    /// Returns a tile in the archive's own grid; nil if there is none.
    func bitmap(_ tile: TileCoordinate) throws(ArchiveFailure) -> Decoded? {
        guard let file = try file(tile) else { return nil }
        return Decoded(
            bitmap: fitted(try Self.decoded(file, tile, reader.path)),
            left: tile.column > 0 ? description.overlap : 0, top: tile.row > 0 ? description.overlap : 0)
    }

    /// Returns the extent of a level's tiles. Full squares extend beyond the content.
    func reach(_ length: Int) -> Int {
        guard !description.cropsTiles else { return length }
        return (length + pyramid.tileSize - 1) / pyramid.tileSize * pyramid.tileSize
    }

    /// Copies pixels of a level to (`x`, `y`) of a bitmap, regardless of the grid of its tiles.
    ///
    /// - Returns: Whether a tile exists among them.
    func copy(
        _ columns: Range<Int>, _ rows: Range<Int>, ofLevel level: Int, to output: Bitmap, x: Int, y: Int,
        _ context: RasterContext
    ) throws -> Bool {
        let side = pyramid.tileSize
        let grid = grid(ofLevel: level)
        let (columns, rows) = (
            columns.lowerBound + (grid?.left ?? 0)..<columns.upperBound + (grid?.left ?? 0),
            rows.lowerBound + (grid?.top ?? 0)..<rows.upperBound + (grid?.top ?? 0)
        )
        var hasInk = false
        for row in rows.lowerBound / side...(rows.upperBound - 1) / side {
            for column in columns.lowerBound / side...(columns.upperBound - 1) / side {
                try context.checkCancellation()
                guard let tile = try bitmap(TileCoordinate(level: level, column: column, row: row)) else { continue }
                hasInk = true
                let (left, top) = (column * side, row * side)
                let (width, height) = (tile.bitmap.width - tile.left, tile.bitmap.height - tile.top)
                let shownColumns = columns.clamped(to: left..<max(left, min(left + side, left + width)))
                let shownRows = rows.clamped(to: top..<max(top, min(top + side, top + height)))
                for line in shownRows where !shownColumns.isEmpty {
                    let source =
                        tile.bitmap.row(line - top + tile.top).baseAddress!
                        + (shownColumns.lowerBound - left + tile.left)
                    let target =
                        output.row(line - rows.lowerBound + y).baseAddress!
                        + (shownColumns.lowerBound - columns.lowerBound + x)
                    target.update(from: source, count: shownColumns.count)
                }
            }
        }
        return hasInk
    }

    /// Returns a square tile scaled to the common tile size if its size differs.
    private func fitted(_ bitmap: Bitmap) -> Bitmap {
        let side = pyramid.tileSize
        guard !description.cropsTiles, bitmap.width == bitmap.height, bitmap.width != side else { return bitmap }
        let fitted = Bitmap(width: side, height: side)
        fitted.clear()
        ResampleWindow(
            RasterArea(scale: 1, x: 0, y: 0, width: side, height: side), scale: Double(side) / Double(bitmap.width),
            size: (bitmap.width, bitmap.height)
        ).resample(bitmap, into: fitted)
        return fitted
    }
}
