public import TileGeometry
import TileSupport

/// The kind of an archive, which determines how its tiles are named.
public enum ArchiveLayout: String, Hashable, Sendable, CaseIterable {
    /// A folder of `{z}/{x}/{y}.ext` and `tiles.json`. Every tile is a full square.
    case xyz
    /// `name.dzi` and `name_files/{level}/{column}_{row}.ext`, without overlap: Deep Zoom with its 2008 schema. Tiles
    /// at the edges are cropped to the content, and level 0 is one pixel.
    case deepZoom = "dzi"
    /// `name.pmtiles`, one file of square tiles, PMTiles 3.
    case pmtiles
    /// `name.mbtiles`, one SQLite file of square tiles, MBTiles 1.3.
    case mbtiles
    /// A folder of `TileGroup{n}/{z}-{x}-{y}.ext` and `ImageProperties.xml`. Tiles at the edges are cropped to the
    /// content.
    case zoomify

    /// The layout for an archive's name: the requested one if there is one, else the one of the name's ending, or a
    /// folder of tiles for a name without an ending or with a slash at the end.
    ///
    /// - Throws: `.option` for standard output (`-`), a name that is only an ending, such as `.pmtiles`, and an ending
    ///   that no layout has, or that the requested one does not have.
    public init(output: String, requested: Self? = nil) throws(BuildFailure) {
        guard output != "-" else {
            throw .option(
                name: "TileBuild.output", value: output, reason: "standard output can't hold an archive; name a file")
        }
        let name = PathName(output).name
        guard !name.hasPrefix(".") || Self(fileExtension: String(name.dropFirst())) == nil else {
            throw .option(name: "TileBuild.output", value: output, reason: "not a name for an archive")
        }
        let ending = PathName(output).fileExtension.lowercased()
        let refusal: String?
        if let required = requested?.kind.fileExtension {
            refusal =
                ending == required
                ? nil : "with `BuildOptions.layout` \(requested?.rawValue ?? ""), the name must end in .\(required)"
        } else {
            let endings = requested == nil ? Self.allCases.compactMap(\.kind.fileExtension) : []
            refusal = OutputEnding.refusal(of: output, supported: endings, takesFolder: true)
        }
        if let refusal { throw .option(name: "TileBuild.output", value: output, reason: refusal) }
        self = requested ?? Self(fileExtension: output.hasSuffix("/") ? "" : ending) ?? .xyz
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

    /// Whether tiles at the edges are cropped to the content.
    public var cropsTiles: Bool { kind.cropsTiles }

    /// Returns the layout's number of the pyramid's `maxLevel`.
    public func deepestLevel(of pyramid: TilePyramid) -> Int { kind.deepestLevel(of: pyramid) }

    /// Returns the layout's number of a level of the pyramid.
    public func number(ofLevel level: Int, in pyramid: TilePyramid) -> Int {
        level + deepestLevel(of: pyramid) - pyramid.maxLevel
    }

    /// Returns the level of the pyramid for a number in the layout.
    public func level(ofNumber number: Int, in pyramid: TilePyramid) -> Int {
        number - deepestLevel(of: pyramid) + pyramid.maxLevel
    }

    /// Creates the layout with this file extension, without the dot; nil if there is none.
    public init?(fileExtension: String) {
        let wanted = fileExtension.lowercased()
        guard let layout = Self.allCases.first(where: { $0.kind.fileExtension == wanted }) else { return nil }
        self = layout
    }

    /// The ending of an archive's name, without the dot; nil for a folder.
    public var nameEnding: String? { kind.fileExtension }

    /// Whether the archive is a single file.
    public var isOneFile: Bool { kind.fileExtension != nil && self != .deepZoom }

    /// The outputs of this layout, as advice in a message.
    var outputAdvice: String {
        kind.fileExtension.map { "an `TileBuild.output` that ends in .\($0)" } ?? "a folder as `TileBuild.output`"
    }

    /// The name for people.
    public var title: String { kind.title }
}
