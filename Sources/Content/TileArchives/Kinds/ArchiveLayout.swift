public import TileGeometry
import TileSupport

/// What an archive is, and so how it names its tiles.
public enum ArchiveLayout: String, Hashable, Sendable, CaseIterable {
    /// A folder of `{z}/{x}/{y}.ext` and `tiles.json`; every tile is a whole square.
    case xyz
    /// `name.dzi` and `name_files/{level}/{column}_{row}.ext`, without overlap; tiles end where the content does, and
    /// level 0 is one pixel. Deep Zoom as its schema of 2008 has it.
    case deepZoom = "dzi"
    /// `name.pmtiles`, one file of square tiles, PMTiles 3.
    case pmtiles
    /// `name.mbtiles`, one SQLite file of square tiles, MBTiles 1.3.
    case mbtiles
    /// A folder of `TileGroup{n}/{z}-{x}-{y}.ext` and `ImageProperties.xml`; tiles end where the content does.
    case zoomify

    /// The layout for an archive's name: the one of its ending, or a folder of tiles for a name without one or with a
    /// slash at the end.
    ///
    /// - Throws: `.option` for an ending that no layout has.
    public init(output: String) throws(BuildFailure) {
        let endings = Self.allCases.compactMap(\.kind.fileExtension)
        if let refusal = OutputEnding.refusal(of: output, supported: endings, takesFolder: true) {
            throw .option(name: "TileBuild.output", value: output, reason: refusal)
        }
        let ending = output.hasSuffix("/") ? "" : PathName(output).fileExtension
        self = Self(fileExtension: ending) ?? .xyz
    }

    var kind: any ArchiveKind {
        switch self {
        case .xyz: XYZFolder()
        case .deepZoom: DeepZoomFiles()
        case .pmtiles: PMTilesFile()
        case .mbtiles: MBTilesFile()
        case .zoomify: ZoomifyFolder()
        }
    }

    /// Whether tiles end where the content does.
    public var cropsTiles: Bool { kind.cropsTiles }

    /// What the layout calls the pyramid's `maxLevel`.
    public func deepestLevel(of pyramid: TilePyramid) -> Int { kind.deepestLevel(of: pyramid) }

    /// What the layout calls `level` of the pyramid.
    public func number(ofLevel level: Int, in pyramid: TilePyramid) -> Int {
        level + deepestLevel(of: pyramid) - pyramid.maxLevel
    }

    /// The level of the pyramid that the layout calls `number`.
    public func level(ofNumber number: Int, in pyramid: TilePyramid) -> Int {
        number - deepestLevel(of: pyramid) + pyramid.maxLevel
    }

    /// The layout whose files have this ending, without the dot; nil for others.
    public init?(fileExtension: String) {
        let wanted = fileExtension.lowercased()
        guard let layout = Self.allCases.first(where: { $0.kind.fileExtension == wanted }) else { return nil }
        self = layout
    }

    /// Whether it is one file.
    public var isOneFile: Bool { kind.fileExtension != nil && self != .deepZoom }

    /// As people write it.
    public var title: String { kind.title }
}
