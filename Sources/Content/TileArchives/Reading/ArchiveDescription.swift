public import Foundation
public import TileFormats
public import TileGeometry

/// The description of an archive.
public struct ArchiveDescription: Hashable, Sendable {
    public var layout: ArchiveLayout
    /// The name to display.
    public var name: String
    /// The format of its tiles; nil where nothing states it.
    public var format: StoredTileFormat?
    /// The format of its tiles if it has no `format`, as far as anything states it.
    package var undrawnFormat: UndrawnTileFormat?
    /// The extension of tiles' names, without the dot; `unknownExtension` where nothing states it.
    public var fileExtension: String
    package static let unknownExtension = "bin"
    /// The order of rows in a folder of `{z}/{x}/{y}` tiles. The tiles that a reader gives always count from the top.
    public var scheme = TileScheme.xyz
    /// Whether each tile is compressed with gzip, as a server may send it.
    public var isGzipped = false
    /// The shallowest to the deepest level, as the archive counts them.
    public var levels: ClosedRange<Int>
    /// The side of a tile in pixels, without overlap; nil where only the tiles tell.
    public var tileSize: Int?
    /// The pyramid over the content; nil where the content's size is unknown.
    public var pyramid: TilePyramid?
    /// The grids of levels that differ from the pyramid's, by the number of the level.
    package var grids: [Int: LevelGrid] = [:]
    /// The part of the content that has tiles, in its units; nil for all.
    public var part: CGRect?
    /// Contradictions within the description, or between it and the folders that were found.
    package var contradictions: [String] = []
    /// The part of the Earth that has tiles, where no `pyramid` is known; nil where nothing states it.
    package var bounds: DegreeBounds?
    /// The pixels that a tile shares with each neighbor.
    public var overlap = 0

    /// West, south, east and north of a map, in degrees; nil where nothing states it.
    public var degrees: [Double]? { bounds.map { [$0.west, $0.south, $0.east, $0.north] } }

    /// The name of the tiles' format in messages; nil where nothing states it.
    package var formatTitle: String? { format?.title ?? undrawnFormat?.title }

    /// Whether Tilework draws the tiles, as far as anything states their format.
    package var isDrawn: Bool { format.map { !$0.isVector } ?? (undrawnFormat == nil) }

    /// Whether tiles at the edges are cropped to the content.
    public var cropsTiles: Bool { layout.cropsTiles }

    /// The expected levels and tiles, if the size of the content is known.
    public var plan: BuildPlan? { try? plan(of: part) }

    /// Returns the levels, with the tiles that intersect a part of the content; nil if its size is unknown.
    ///
    /// - Parameter part: The part in units of the content; nil for all.
    /// - Throws: If the part is outside the content.
    func plan(of part: CGRect?) throws(BuildFailure) -> BuildPlan? {
        guard let pyramid else { return nil }
        var options = BuildOptions()
        options.tileSize = pyramid.tileSize
        options.scale = pyramid.deepestScale
        options.minLevel = levels.lowerBound
        options.bounds = part
        var plan = try BuildPlan(
            contentSize: pyramid.contentSize, isScalable: true, layout: layout, options: options)
        for index in plan.levels.indices {
            guard let grid = grids[plan.levels[index].number] else { continue }
            let scale = pyramid.scale(ofLevel: plan.levels[index].level)
            let all = BuildPlan.Part(columns: 0..<grid.columns, rows: 0..<grid.rows)
            plan.levels[index].columns = grid.columns
            plan.levels[index].rows = grid.rows
            plan.levels[index].part =
                part.map { part in
                    let box = Box(
                        minX: Double(part.minX) * scale, minY: Double(part.minY) * scale,
                        maxX: Double(part.maxX) * scale, maxY: Double(part.maxY) * scale)
                    return grid.part(box, tileSize: pyramid.tileSize)
                } ?? all
        }
        return plan.levels[plan.levels.count - 1].number == levels.upperBound ? plan : nil
    }
}
