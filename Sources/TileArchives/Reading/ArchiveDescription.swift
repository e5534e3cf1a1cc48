public import Foundation
public import TileFormats
public import TileGeometry

/// What an archive says it is.
public struct ArchiveDescription: Hashable, Sendable {
    public var layout: ArchiveLayout
    /// For people.
    public var name: String
    /// What its tiles are; nil where nothing says it.
    public var format: StoredTileFormat?
    /// What names of tiles end in, without the dot.
    public var fileExtension: String
    /// Whether the bytes of each tile are packed by gzip, as a server may send them.
    public var isGzipped = false
    /// From the shallowest to the deepest, as the archive counts them.
    public var levels: ClosedRange<Int>
    /// In pixels, without what overlaps; nil where only the tiles tell.
    public var tileSize: Int?
    /// Where the size of the content is known.
    public var pyramid: TilePyramid?
    /// What part of the content there are tiles of, in its units; nil for all.
    public var part: CGRect?
    /// Where on Earth the tiles are, where no `pyramid` is known; nil where nothing says it.
    package var bounds: DegreeBounds?
    /// Pixels that a tile shows of each neighbour.
    public var overlap = 0

    /// West, south, east and north of a map, in degrees; nil where nothing says it.
    public var degrees: [Double]? { bounds.map { [$0.west, $0.south, $0.east, $0.north] } }

    /// Whether tiles end where the content does.
    public var cropsTiles: Bool { layout.cropsTiles }

    /// The levels and tiles that there should be, where the size of the content is known.
    public var plan: BuildPlan? { try? plan(of: part) }

    /// The levels, with the tiles that meet a part of the content; nil where its size is not known.
    ///
    /// - Parameter part: in units of the content; nil for all.
    /// - Throws: for a part outside of the content.
    func plan(of part: CGRect?) throws(BuildFailure) -> BuildPlan? {
        guard let pyramid else { return nil }
        var options = BuildOptions()
        options.tileSize = pyramid.tileSize
        options.scale = pyramid.deepestScale
        options.minLevel = levels.lowerBound
        options.bounds = part
        let plan = try BuildPlan(
            contentSize: pyramid.contentSize, isScalable: true, layout: layout, options: options)
        return plan.levels[plan.levels.count - 1].number == levels.upperBound ? plan : nil
    }
}
