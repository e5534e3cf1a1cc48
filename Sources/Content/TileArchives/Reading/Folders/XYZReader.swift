import Foundation
import TileFormats
import TileGeometry
import TileSupport

/// A reader of a folder of `{z}/{x}/{y}.ext` with either order of rows, with or without a description.
final class XYZReader: ArchiveReader {
    let path: String
    let description: ArchiveDescription
    private let folder: TileFolder
    private let grid: FolderGrid
    /// Whether the outer folders are rows instead of columns, as with some programs.
    private let isByRows: Bool

    /// The names of TileJSON files: the usual one, and that of programs that extract tiles from MBTiles.
    static let jsonNames = [XYZFolder.description, "metadata.json"]
    /// All files that describe the tiles.
    static let descriptions = jsonNames + [TileMapResource.fileName]
    /// The tile that libvips writes beside the levels, for missing tiles.
    static let blankOfVips = "blank.png"
    private static let largestDescription = 16 << 20

    /// - Parameter scheme: The order of rows; nil to detect it.
    init(_ path: String, scheme: TileScheme? = nil) throws(ArchiveFailure) {
        let folder = try TileFolder(path)
        let levels = try folder.levels().filter { $0 <= PMTilesTile.deepestLevel }
        guard !levels.isEmpty else {
            throw .unrecognized(
                path: path,
                found: TileArchive.holdsIIIFTiles(path)
                    ? "a folder of IIIF tiles, which are not read: export Deep Zoom"
                    : "a folder without levels of tiles")
        }
        let said = try Self.metadata(folder)
        let resource = try Self.resource(folder)
        // libvips writes its folders by rows and without a description. Only this file identifies it.
        let blank = try folder.read(Self.blankOfVips)
        let isByVips = said == nil && resource == nil && blank != nil
        let found = try Self.fileExtension(folder, levels)
        let fileExtension = found ?? said?.format ?? resource?.fileExtension ?? ""
        let order = Self.order(
            of: OrderSources(
                said: said, isDescribedByXML: resource != nil, isByVips: isByVips, scheme: scheme,
                schemeOfBounds: try said?.bounds.flatMap { bounds throws(ArchiveFailure) in
                    try Self.scheme(of: bounds, folder, levels)
                }),
            TileOrderEvidence(folder, levels: levels, fileExtension: fileExtension))
        isByRows = order.isByRows
        if let resource, said?.pyramid == nil {
            let columns = try folder.names(in: "\(levels[levels.count - 1])").compactMap { FolderNumber.read($0) }
            grid = FolderGrid(
                resource, levels: levels, firstColumn: columns.min(), isFromBottom: order.isFromBottom)
        } else {
            grid = FolderGrid(squareOf: levels, isFromBottom: order.isFromBottom)
        }
        let (first, last) = (grid.levels.keys.min() ?? levels[0], grid.levels.keys.max() ?? levels[0])
        let lowest = said?.minLevel ?? first
        var description = ArchiveDescription(
            layout: .xyz, name: said?.name ?? resource?.title ?? "", format: StoredTileFormat(name: fileExtension),
            fileExtension: fileExtension, levels: lowest...max(lowest, said?.maxLevel ?? last))
        description.undrawnFormat = UndrawnTileFormat(name: fileExtension)
        description.scheme = order.isFromBottom ? .tms : .xyz
        if let pyramid = said?.pyramid {
            (description.pyramid, description.tileSize, description.part) = (pyramid, pyramid.tileSize, said?.part)
        } else {
            (description.pyramid, description.part) = (grid.pyramid, grid.part)
            (description.grids, description.tileSize) = (grid.grids, resource?.tileSize)
            description.bounds = said?.bounds ?? grid.bounds
        }
        description.contradictions = Self.contradictions(resource, levels)
        self.path = path
        self.folder = folder
        self.description = description
    }

    // MARK: The description

    private static func metadata(_ folder: TileFolder) throws(ArchiveFailure) -> TileMetadata? {
        for name in jsonNames {
            guard let bytes = try folder.read(name), bytes.count <= largestDescription else { continue }
            guard let read = TileMetadata(json: Data(bytes)) else {
                throw .damaged(path: "\(folder.path)/\(name)", reason: "not a JSON object")
            }
            return read
        }
        return nil
    }

    private static func resource(_ folder: TileFolder) throws(ArchiveFailure) -> TileMapResource? {
        guard let bytes = try folder.read(TileMapResource.fileName) else { return nil }
        guard let resource = TileMapResource(bytes) else {
            throw .damaged(
                path: "\(folder.path)/\(TileMapResource.fileName)",
                reason: "it does not state the bounding box of the map and the size of its tiles")
        }
        return resource
    }

    private static func contradictions(_ resource: TileMapResource?, _ levels: [Int]) -> [String] {
        guard let resource else { return [] }
        let missing = resource.unitsPerPixel.keys.filter { !levels.contains($0) }.sorted()
        guard !missing.isEmpty else { return [] }
        let names = missing.map { "\($0)" }.joined(separator: ", ")
        return [
            "\(TileMapResource.fileName) lists \(missing.count == 1 ? "level" : "levels") \(names), which "
                + "\(missing.count == 1 ? "is" : "are") missing"
        ]
    }

    /// The statements about the order of tiles.
    private struct OrderSources {
        var said: TileMetadata?
        var isDescribedByXML: Bool
        var isByVips: Bool
        var scheme: TileScheme?
        /// The order of rows with which the tiles are within the bounds of the map.
        var schemeOfBounds: TileScheme?
    }

    /// Returns the order of rows with which the tiles of the first column are within the bounds of a map; nil if both
    /// or neither fit.
    private static func scheme(
        of bounds: DegreeBounds, _ folder: TileFolder, _ levels: [Int]
    ) throws(ArchiveFailure) -> TileScheme? {
        guard let level = levels.last, let part = bounds.part(ofSquare: 256 * exp2(Double(level))),
            let column = try folder.names(in: "\(level)").compactMap({ FolderNumber.read($0) }).min()
        else { return nil }
        let rows = try folder.names(in: "\(level)/\(column)").compactMap { name in
            FolderName.split(name).flatMap { FolderNumber.read($0.stem) }
        }
        guard let first = rows.min(), let last = rows.max() else { return nil }
        // A row at an edge may have been cut by a rounding error.
        let north = Int(Double(part.minY / 256).rounded(.down)) - 1
        let south = Int(Double(part.maxY / 256).rounded(.down)) + 1
        let isFromTop = north <= first && last <= south
        let isFromBottom = north <= (1 << level) - 1 - last && (1 << level) - 1 - first <= south
        return isFromTop == isFromBottom ? nil : isFromTop ? .xyz : .tms
    }

    /// Determines the order of tiles: as stated by the user, else by the description, else by the tiles themselves.
    /// Some writers put a Tile Map Service description beside tiles that count from the top, so pixels outweigh that.
    private static func order(of sources: OrderSources, _ evidence: TileOrderEvidence) -> TileOrderEvidence.Order {
        let template = sources.said?.template ?? ""
        let isByRows = sources.isByVips || template.contains("{z}/{y}/{x}") || template.contains("{z}/{-y}/{x}")
        if let scheme = sources.scheme {
            return TileOrderEvidence.Order(isByRows: isByRows, isFromBottom: scheme == .tms)
        }
        if let said = sources.said, said.statesScheme {
            return TileOrderEvidence.Order(
                isByRows: isByRows, isFromBottom: said.isFromBottom || template.contains("{-y}"))
        }
        if sources.isByVips { return TileOrderEvidence.Order(isByRows: true, isFromBottom: false) }
        if let scheme = sources.schemeOfBounds {
            return TileOrderEvidence.Order(isByRows: isByRows, isFromBottom: scheme == .tms)
        }
        var evidence = evidence
        let byColumns = [false, true].map { TileOrderEvidence.Order(isByRows: false, isFromBottom: $0) }
        let byRows = [false, true].map { TileOrderEvidence.Order(isByRows: true, isFromBottom: $0) }
        return evidence.order(among: byColumns + byRows) ?? evidence.order(among: byColumns)
            ?? TileOrderEvidence.Order(isByRows: isByRows, isFromBottom: sources.isDescribedByXML)
    }

    /// Returns the extension of the first tile's name; that of an image, if other files are beside the tiles.
    private static func fileExtension(_ folder: TileFolder, _ levels: [Int]) throws(ArchiveFailure) -> String? {
        for level in levels {
            for column in try folder.names(in: "\(level)") where FolderNumber.read(column) != nil {
                let endings = try folder.names(in: "\(level)/\(column)").compactMap { name -> String? in
                    guard let (number, ending) = FolderName.split(name), FolderNumber.read(number) != nil else {
                        return nil
                    }
                    return ending
                }
                if let ending = endings.first(where: { StoredTileFormat(name: $0) != nil }) ?? endings.first {
                    return ending
                }
            }
        }
        return nil
    }

    // MARK: Tiles

    func tile(level: Int, column: Int, row: Int) throws(ArchiveFailure) -> [UInt8]? {
        guard PMTilesTile(level: level, column: column, row: row).number != nil, let stored = grid.levels[level] else {
            return nil
        }
        let (x, y) = (stored.firstColumn + column, stored.storedRow(row))
        guard y >= 0 else { return nil }
        let (outer, inner) = isByRows ? (y, x) : (x, y)
        return try folder.read("\(stored.folder)/\(outer)/\(inner).\(description.fileExtension)")
    }

    func tiles() -> any ArchiveTileCursor {
        FolderCursor(levels: grid.levels.keys.sorted()) { [self] level, strays throws(ArchiveFailure) in
            try list(level, &strays)
        }
    }

    private func list(_ level: Int, _ strays: inout ArchiveStrays) throws(ArchiveFailure) -> [UInt64] {
        guard let stored = grid.levels[level] else { return [] }
        var numbers: [UInt64] = []
        for outerName in try folder.names(in: "\(stored.folder)") {
            guard let outer = FolderNumber.read(outerName) else {
                strays.add("\(stored.folder)/\(outerName) is not a column of tiles")
                continue
            }
            for name in try folder.names(in: "\(stored.folder)/\(outerName)") {
                guard let (text, ending) = FolderName.split(name), ending == description.fileExtension,
                    let inner = FolderNumber.read(text),
                    case let (x, y) = isByRows ? (inner, outer) : (outer, inner), x >= stored.firstColumn,
                    case let row = stored.row(y), row >= 0,
                    let number = PMTilesTile(level: level, column: x - stored.firstColumn, row: row).number
                else {
                    if Self.isCompanion(name) { continue }
                    strays.add("\(stored.folder)/\(outerName)/\(name) is not a tile of its level")
                    continue
                }
                numbers.append(number)
            }
        }
        return numbers
    }

    /// Whether a file is one that writers put beside a tile: the KML of gdal2tiles, GDAL's statistics, or the UTFGrid
    /// of mb-util.
    private static func isCompanion(_ name: String) -> Bool {
        [".kml", ".aux.xml", ".grid.json"].contains(where: name.hasSuffix)
    }
}

/// The name of a tile's file, in its parts.
enum FolderName {
    /// Splits a name at its last dot.
    static func split(_ name: String) -> (stem: Substring, fileExtension: String)? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return (name[..<dot], String(name[name.utf8.index(after: dot)...]))
    }

    /// Reads numbers with a separator between them.
    static func numbers(_ text: Substring, separator: Character, count: Int) -> [Int]? {
        let numbers = text.split(separator: separator, omittingEmptySubsequences: false).map { FolderNumber.read($0) }
        guard numbers.count == count, numbers.allSatisfy({ $0 != nil }) else { return nil }
        return numbers.map { $0! }
    }
}
