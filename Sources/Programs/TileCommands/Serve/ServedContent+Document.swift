import SharedTiles
import TileArchives
import TileContent
import TileGeometry
import TileGraphics
import TileServer
import TileSupport

/// The settings of `serve` by which documents become tiles.
package struct ServeSettings {
    var tileSize: Int
    /// The format of all tiles; nil to choose it by each document.
    var format: TileFormat?
    /// The deepest level, if set.
    var maxLevel: Int?
    /// The limits for opening a file, and for its cached data.
    var limits = ContentLimits()
    /// The cache shared with other servers; nil for none.
    var sharedTiles: SharedTileCache?
    /// The order of rows in folders of tiles; nil to find it out for each.
    var tileScheme: TileScheme?

    /// The levels that a drawing has beyond its own size by default: 64 times magnified, a line as thin as a
    /// hair is a finger wide.
    static let levelsBeyondSize = 6

    package init(
        tileSize: Int, format: TileFormat? = nil, maxLevel: Int? = nil, limits: ContentLimits = ContentLimits(),
        sharedTiles: SharedTileCache? = nil
    ) {
        self.tileSize = tileSize
        self.format = format
        self.maxLevel = maxLevel
        self.limits = limits
        self.sharedTiles = sharedTiles
    }
}

extension ServedContent {
    /// The document as a server shows it, under the name `id`.
    package init(_ document: ContentDocument, id: String, settings: ServeSettings) throws(TilePyramid.Failure) {
        let pyramid = try Self.pyramid(of: document, tileSize: settings.tileSize, maxLevel: settings.maxLevel)
        self.init(
            id: id, title: PathName(document.path).stem, source: document.source, pyramid: pyramid,
            isScalable: document.isScalable, format: settings.format ?? Self.format(for: document.kind),
            kind: document.kind?.rawValue)
        own = document.own
        location = document.location
        raster = document.raster
        damage = document.damage.map { "\($0.sentence)." }
        omissions = document.omissions.map(\.publicText)
        if settings.sharedTiles != nil { fingerprint = document.fingerprint.map { named($0, settings) } }
    }

    /// An archive as a server shows it, under the name `id`: with the tiles and levels that it has.
    init(_ archive: LocalArchiveSource, id: String, settings: ServeSettings) {
        let path = PathName(archive.path)
        let description = archive.description
        self.init(
            id: id, title: description.name.isEmpty ? path.stem : description.name, source: archive,
            pyramid: archive.pyramid, isScalable: false, format: settings.format ?? archive.format,
            kind: description.layout.rawValue)
        part = archive.part
    }

    /// The levels that a server offers of a document.
    static func pyramid(
        of document: ContentDocument, tileSize: Int, maxLevel: Int? = nil
    ) throws(TilePyramid.Failure) -> TilePyramid {
        let size = document.source.contentSize
        let reach = try TilePyramid.reaching(
            contentSize: size, tileSize: tileSize,
            extraLevels: document.isScalable && maxLevel == nil ? ServeSettings.levelsBeyondSize : 0)
        guard let maxLevel else { return reach.pyramid }
        let full = reach.pyramid.maxLevel + reach.levelsToFullSize
        // An image has no more detail than its own pixels.
        let level = document.isScalable ? maxLevel : min(maxLevel, full)
        return try TilePyramid(contentSize: size, tileSize: tileSize, extraLevels: level - full)
    }

    /// A photograph as JPEG stays one; what was exact stays exact.
    private static func format(for kind: ContentKind?) -> TileFormat {
        switch kind {
        case .svg, .pdf, .png, .tiff, .gif, .bmp, .pnm, .pfm, .qoi, .photoshop, .nib, .storyboard, nil: .png
        case .jpeg, .slide: .jpeg(quality: 80)
        case .webp, .avif, .heif, .jpeg2000, .jpegXL, .radiance: .webp(quality: 80)
        }
    }
}
