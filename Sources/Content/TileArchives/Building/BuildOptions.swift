public import Foundation
public import TileGraphics
import TileSupport

/// The options of a build.
public struct BuildOptions: Hashable, Sendable {
    /// The source of the levels above the deepest.
    public enum Overviews: String, Hashable, Sendable, CaseIterable {
        /// Each level is drawn from the content at its own scale: lines keep their widths, and text is hinted for its
        /// size.
        case picture
        /// Each level is the one below at half the size, shrunk by `BoxShrink`. Images always use this.
        case box
    }

    /// The kind of archive; nil to derive it from the output's extension.
    public var layout: ArchiveLayout?
    /// The side of a tile, in pixels.
    public var tileSize = 256
    public var format = TileFormat.png
    /// The pixels per unit of content at full size.
    public var scale = 1.0
    /// The shallowest level, as the archive's layout counts; nil for the first.
    public var minLevel: Int?
    /// The deepest level, as the archive's layout counts; nil for full size. Beyond full size a drawing is magnified.
    public var maxLevel: Int?
    /// The part of the content to build, in its units: the tiles that intersect it, at each level. Nil for all of it.
    public var bounds: CGRect?
    /// The number of tiles made at the same time.
    public var jobs = ProcessorSet.count
    public var overviews = Overviews.picture
    /// Whether to add a page that shows the tiles: `index.html` in the folder with the levels.
    public var hasPreview = true
    /// Whether to replace an archive of the same name when the new one is complete.
    public var replacesExisting = false
    /// Whether to redraw only tiles with pixels that can differ from the last build of the archive with this option,
    /// and to keep the data for the next one in a hidden folder beside the archive, of the same size. The archive is
    /// the same as without the option. Only drawings benefit.
    public var updates = false
    /// The part of the archive to make, of several that `TileMerge` joins; nil for all of it. The output is then a file
    /// beside the archive's name (`Shard.partName`).
    public var shard: Shard?
    /// The command line that repeats this build, for messages about a part.
    public var command: [String] = []
    /// Whether to start over instead of continuing an unfinished build of the archive.
    public var restarts = false
    /// Whether to make all tiles without writing anything, to measure the duration and the size of the archive.
    public var isDryRun = false
    /// Other inputs that affect the pixels, besides the content's file and these options, such as the page or the user.
    /// A build does not continue one with another variant.
    public var variant = ""
    /// The side of the square of tiles drawn together, a power of two. The default is 1, because a picture skips what
    /// is outside a tile: with metatiles of 2, 4 and 8, builds took as long or longer and up to three times the memory,
    /// and tiles differed by rounding from those that a server draws individually.
    public var metatile = 1

    public init() {}
}
