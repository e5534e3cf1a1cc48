import TileContent
public import TileGeometry

/// How an archive names its tiles.
public enum ArchiveLayout: Hashable, Sendable {
    /// A folder of `{z}/{x}/{y}.ext` and `tiles.json`; every tile is a whole square.
    case xyz
    /// `name.dzi` and `name_files/{level}/{column}_{row}.ext`, without overlap; tiles end where the content does, and
    /// level 0 is one pixel. Deep Zoom as its schema of 2008 has it.
    case deepZoom

    /// From the name that the archive shall have.
    public init(output: String) {
        self = PathName(output).fileExtension.lowercased() == "dzi" ? .deepZoom : .xyz
    }

    /// Whether tiles end where the content does.
    public var cropsTiles: Bool { self == .deepZoom }

    /// What the layout calls the pyramid's `maxLevel`.
    public func deepestLevel(of pyramid: TilePyramid) -> Int {
        switch self {
        case .xyz: pyramid.maxLevel
        case .deepZoom: pyramid.deepZoomMaxLevel
        }
    }

    /// What the layout calls `level` of the pyramid.
    public func number(ofLevel level: Int, in pyramid: TilePyramid) -> Int {
        level + deepestLevel(of: pyramid) - pyramid.maxLevel
    }

    /// The level of the pyramid that the layout calls `number`.
    public func level(ofNumber number: Int, in pyramid: TilePyramid) -> Int {
        number - deepestLevel(of: pyramid) + pyramid.maxLevel
    }
}
