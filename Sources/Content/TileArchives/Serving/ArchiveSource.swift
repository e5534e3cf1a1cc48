public import Foundation
import TileContent
public import TileEngine
import TileFormats
public import TileGeometry
public import TileGraphics

/// A tile source for an archive. Tiles are served as stored. Others (in another format, a full square instead of a
/// cropped tile, a missing level, an area at any scale) are made from the existing tiles.
///
/// If the archive states the size of its content, coordinates are those of the content; otherwise they are pixels of a
/// square that its levels fill.
public final class ArchiveSource: StoredTileSource, RefiningTileSource {
    public let reader: any ArchiveReader
    /// The levels to show, down to the deepest with tiles.
    public let pyramid: TilePyramid
    /// The format of stored tiles, or the nearest one that Tilework serves.
    public let format: TileFormat
    /// The part that has tiles, in units of the content; nil for all of it.
    public let part: CGRect?
    /// The levels of the pyramid that have tiles.
    private let levels: ClosedRange<Int>
    private let tiles: ArchiveTiles
    private let overview: ArchiveOverview?

    public var contentSize: CGSize { pyramid.contentSize }

    /// The estimated memory: a directory or two.
    public var byteCount: Int { 1 << 20 }

    /// The maximum number of source pixels for one image: eight by eight tiles of 256 pixels, about 60 ms.
    private static let mostPixels = 1 << 22
    /// The number of levels below a missing tile that are searched for its pixels.
    private static let reach = 3

    /// Creates a source.
    ///
    /// - Throws: `.unsupported` for tiles that are not images, `.damaged` for an archive without tiles, and errors of
    ///   reading.
    public init(_ reader: any ArchiveReader) throws(ArchiveFailure) {
        let path = reader.path
        let (description, first) = try reader.recognized()
        guard var stored = description.format, description.isDrawn else {
            if description.formatTitle == nil, try reader.anyTile() == nil {
                throw .damaged(path: path, reason: "the archive has no tiles")
            }
            throw .unsupported(path: path, what: Self.reason(description))
        }
        var tileSize = description.tileSize
        if tileSize == nil {
            let found = if let first { first } else { try reader.firstTile(description) }
            guard let tile = found else {
                throw .damaged(path: path, reason: "the archive has no tiles")
            }
            // What the tiles are counts more than what the archive states.
            stored = StoredTileFormat(recognizing: tile.bytes) ?? stored
            tileSize = try ArchiveTiles.decoded(tile.bytes, tile.coordinate, path).width
        }
        format =
            switch stored {
            case .jpeg: .jpeg(quality: 80)
            case .webp: .webp(quality: 80)
            case .avif: .avif(quality: 60)
            case .jpegXL: .jxl(quality: 80)
            case .png, .gif, .vector, .mapLibre: .png
            }
        do throws(TilePyramid.Failure) {
            if let whole = description.pyramid {
                let missing = description.layout.deepestLevel(of: whole) - description.levels.upperBound
                pyramid =
                    missing <= 0
                    ? whole
                    : try TilePyramid(
                        contentSize: whole.contentSize, tileSize: whole.tileSize,
                        scale: whole.scale(ofLevel: whole.maxLevel - missing))
            } else {
                pyramid = try TilePyramid(squareOf: tileSize ?? 256, maxLevel: description.levels.upperBound)
            }
        } catch {
            throw .unsupported(path: path, what: "\(error)")
        }
        part =
            description.pyramid == nil
            ? description.bounds?.part(ofSquare: Double(pyramid.contentSize.width)) : description.part
        let step = description.levels.upperBound - pyramid.maxLevel
        levels = (description.levels.lowerBound - step)...pyramid.maxLevel
        let tiles = ArchiveTiles(reader, levelStep: step, pyramid: pyramid)
        overview = ArchiveOverview(pyramid, source: levels.lowerBound, part: part) { try tiles.ownPixels($0) }
        self.tiles = tiles
        self.reader = reader
    }

    /// Returns a sentence about tiles that Tilework does not draw.
    private static func reason(_ description: ArchiveDescription) -> String {
        guard let title = description.formatTitle else {
            return "its tiles are not PNG, JPEG, WebP, AVIF, JPEG XL, or GIF images: convert them first"
        }
        let isVector = description.format?.isVector == true
        return "its tiles are \(title), which Tilework does not draw: "
            + (isVector ? "render them to images first" : "convert them to PNG, JPEG, WebP, AVIF, or JPEG XL first")
    }

    deinit { overview?.cancel() }

    public var refinement: Double? { overview?.progress }

    public func subscribeToRefinements(
        _ onRefinement: @escaping @Sendable (Box) -> Void
    ) -> TileChangeSubscription {
        overview?.subscribe(onRefinement) ?? TileChangeSubscription {}
    }

    // MARK: Files

    public func storedFile(
        _ tile: TileCoordinate, isCropped: Bool, format: TileFormat
    ) throws -> [UInt8]? {
        guard tiles.description.overlap == 0, levels.contains(tile.level),
            tiles.grid(ofLevel: tile.level)?.isShifted != true,
            isCropped == tiles.description.cropsTiles || pyramid.endsAfter(tile), let file = try tiles.file(tile),
            StoredTileFormat(recognizing: file)?.fileExtensions[0] == format.fileExtension
        else { return nil }
        return file
    }

    /// Returns the coordinates, as the archive counts levels, of the tiles that a tile of the pyramid is made from, if
    /// they are few. For a client that has to fetch them first.
    package func needs(of tile: TileCoordinate) -> [TileCoordinate] {
        guard !levels.contains(tile.level) else { return [tiles.archived(tile)] }
        let steps = levels.lowerBound - tile.level
        guard (1...Self.reach).contains(steps) else { return [] }
        let side = 1 << steps
        let (columns, rows) = (
            pyramid.columns(ofLevel: levels.lowerBound), pyramid.rows(ofLevel: levels.lowerBound)
        )
        var places: [TileCoordinate] = []
        for row in tile.row * side..<max(tile.row * side, min((tile.row + 1) * side, rows)) {
            for column in tile.column * side..<max(tile.column * side, min((tile.column + 1) * side, columns)) {
                places.append(tiles.archived(TileCoordinate(level: levels.lowerBound, column: column, row: row)))
            }
        }
        return places
    }

    // MARK: Pixels

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let nearest = level(forScale: area.scale)
        // Some archives claim a level although all or some of its tiles are missing.
        for level in nearest...min(nearest + Self.reach, levels.upperBound) {
            guard let image = try raster(area, ofLevel: level, context) else { break }
            if case .solid = image { continue }
            return image
        }
        return .solid(.clear, width: area.width, height: area.height)
    }

    /// Draws an area from one level.
    ///
    /// - Returns: Nil if it needs too many pixels of the level.
    private func raster(_ area: RasterArea, ofLevel level: Int, _ context: RasterContext) throws -> TileImage? {
        let ratio = area.scale / pyramid.scale(ofLevel: level)
        let size = pyramid.pixelSize(ofLevel: level)
        let clear = TileImage.solid(.clear, width: area.width, height: area.height)
        if abs(ratio - 1) < 1e-9 {
            let columns = max(0, area.x)..<max(0, area.x, min(area.x + area.width, tiles.reach(size.width)))
            let rows = max(0, area.y)..<max(0, area.y, min(area.y + area.height, tiles.reach(size.height)))
            guard !columns.isEmpty, !rows.isEmpty else { return clear }
            let output = context.pool.uninitializedBitmap(width: area.width, height: area.height)
            output.clear()
            let hasInk = try tiles.copy(
                columns, rows, ofLevel: level, to: output, x: columns.lowerBound - area.x,
                y: rows.lowerBound - area.y, context)
            return hasInk ? .bitmap(output) : clear
        }
        let window = ResampleWindow(area, scale: ratio, size: size)
        guard let (columns, rows) = window.source else { return clear }
        guard columns.count * rows.count <= max(Self.mostPixels, 4 * pyramid.tileSize * pyramid.tileSize) else {
            return level == levels.lowerBound ? try rasterOverview(area, context) : nil
        }
        let source = context.pool.uninitializedBitmap(width: columns.count, height: rows.count)
        source.clear()
        guard try tiles.copy(columns, rows, ofLevel: level, to: source, x: 0, y: 0, context) else { return clear }
        let output = context.pool.uninitializedBitmap(width: area.width, height: area.height)
        output.clear()
        window.resample(source, into: output)
        return .bitmap(output)
    }

    /// Draws an area at a scale far above the shallowest level.
    private func rasterOverview(_ area: RasterArea, _ context: RasterContext) throws -> TileImage? {
        guard let overview else {
            context.onMissingPart?(.tooComplex)
            return nil
        }
        let level = overview.level(forScale: area.scale)
        // Between the largest picture and the scales that few tiles cover, nothing sharper is available.
        if area.scale > pyramid.scale(ofLevel: level) * (1 + 1e-9) { context.onMissingPart?(.tooComplex) }
        let window = ResampleWindow(
            area, scale: area.scale / pyramid.scale(ofLevel: level), size: pyramid.pixelSize(ofLevel: level))
        guard let (columns, rows) = window.source else { return nil }
        let source = context.pool.uninitializedBitmap(width: columns.count, height: rows.count)
        try overview.read(
            columns, rows, ofLevel: level, into: source, standIn: context.onStandIn, isCancelled: context.isCancelled)
        let output = context.pool.uninitializedBitmap(width: area.width, height: area.height)
        output.clear()
        window.resample(source, into: output)
        return .bitmap(output)
    }

    /// Returns the coarsest level with a scale of at least `scale`, or the deepest.
    private func level(forScale scale: Double) -> Int {
        levels.first { pyramid.scale(ofLevel: $0) >= scale * (1 - 1e-9) } ?? levels.upperBound
    }
}

extension TilePyramid {
    /// Whether the tile is within the content and so a full square in any layout.
    func endsAfter(_ tile: TileCoordinate) -> Bool {
        let size = pixelSize(ofLevel: tile.level)
        return (tile.column + 1) * tileSize <= size.width && (tile.row + 1) * tileSize <= size.height
    }
}
