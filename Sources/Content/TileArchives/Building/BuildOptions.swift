public import Foundation
public import TileGraphics
import TileSupport

/// What a build is asked to make.
public struct BuildOptions: Hashable, Sendable {
    /// Where the levels above the deepest come from.
    public enum Overviews: String, Hashable, Sendable, CaseIterable {
        /// Each is drawn from the content at its own scale: lines keep their looks, text is hinted for the size.
        case picture
        /// Each is the level below it, halved by `BoxShrink`. What images always get.
        case box
    }

    /// What is built; nil for what the output's name ends in.
    public var layout: ArchiveLayout?
    /// The side of a tile, in pixels.
    public var tileSize = 256
    public var format = TileFormat.png
    /// Pixels for each unit of content at full size.
    public var scale = 1.0
    /// The shallowest level, as the archive's layout counts; nil for all.
    public var minLevel: Int?
    /// The deepest level, as the archive's layout counts; nil for full size. Beyond full size a drawing is magnified.
    public var maxLevel: Int?
    /// What to make of the content, in its units: the tiles that meet it, in each level. Nil for all of it.
    public var bounds: CGRect?
    /// Tiles made at a time.
    public var jobs = ProcessorSet.count
    public var overviews = Overviews.picture
    /// Whether a page that shows the tiles is put beside them: `index.html` in the folder that has the levels.
    public var hasPreview = true
    /// Whether an archive of the same name is replaced, when the new one is whole.
    public var replacesExisting = false
    /// Whether to draw only those tiles whose pixels can differ from those that the last build of the archive with this
    /// option made, and to keep what the next one needs: a hidden folder beside the archive, as large as that. The
    /// archive is the same as without. It helps drawings only.
    public var updates = false
    /// Which part of the archive to make, of several that `TileMerge` joins: nil for all of it. The output is then a
    /// file beside the archive's name (`Shard.partName`).
    public var shard: Shard?
    /// The command that makes this again, as whoever runs it would write it; for messages about a part.
    public var command: [String] = []
    /// Whether to begin anew where an earlier build of the archive ended before it was done, rather than go on from it.
    public var restarts = false
    /// Whether to make all tiles and write nothing: to know how long a build takes, and how large its archive gets.
    public var isDryRun = false
    /// What else decides the pixels than the content's file and these options, for whoever opened it: which page, for
    /// whom. A build does not go on from one that says otherwise.
    public var variant = ""
    /// Tiles drawn by one raster call each way, a power of two. 1, because a picture culls what a tile does not show:
    /// metatiles of 2, 4 and 8 tiles took as long or longer, up to three times the memory, and their tiles differed by
    /// a rounding from those that a server draws one by one.
    public var metatile = 1

    public init() {}
}
