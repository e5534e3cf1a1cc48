import Foundation
import TileFormats
import TileGeometry

/// Reads a folder of `{z}/{x}/{y}.ext`, with or without a description.
final class XYZReader: ArchiveReader {
    let path: String
    let description: ArchiveDescription
    private let folder: TileFolder
    private let levels: [Int]
    /// Whether columns lie in folders of rows, as some programs have it.
    private let isByRows: Bool
    private let isFromBottom: Bool

    /// TileJSON by its usual name, and as programs that take tiles out of MBTiles write it.
    static let descriptions = [XYZFolder.description, "metadata.json"]
    /// What libvips puts beside the levels, for places without a tile.
    static let blankOfVips = "blank.png"
    private static let largestDescription = 16 << 20

    init(_ path: String) throws(ArchiveFailure) {
        let folder = try TileFolder(path)
        levels = try folder.levels().filter { $0 <= PMTilesTile.deepestLevel }
        guard let first = levels.first, let last = levels.last else {
            throw .unrecognized(path: path, found: "it is a folder without levels of tiles")
        }
        var said = TileMetadata()
        // libvips writes its folders by rows, without a description, and with this file alone to tell.
        var isByVips = try folder.read(Self.blankOfVips) != nil
        for name in Self.descriptions {
            guard let bytes = try folder.read(name), bytes.count <= Self.largestDescription else { continue }
            guard let read = TileMetadata(json: Data(bytes)) else {
                throw .damaged(path: "\(path)/\(name)", reason: "it is no JSON object")
            }
            said = read
            isByVips = false
            break
        }
        let template = said.template ?? ""
        isByRows = isByVips || template.contains("{z}/{y}/{x}")
        isFromBottom = said.isFromBottom || template.contains("{-y}")
        let found = try Self.fileExtension(folder, levels)
        let fileExtension = found ?? said.format ?? ""
        let format = StoredTileFormat(name: fileExtension)
        var description = ArchiveDescription(
            layout: .xyz, name: said.name ?? "", format: format, fileExtension: fileExtension,
            levels: (said.minLevel ?? first)...max(said.minLevel ?? first, said.maxLevel ?? last))
        if let pyramid = said.pyramid {
            (description.pyramid, description.tileSize, description.part) = (pyramid, pyramid.tileSize, said.part)
        } else {
            description.bounds = said.bounds
        }
        self.path = path
        self.folder = folder
        self.description = description
    }

    /// What the first tile's name ends in.
    private static func fileExtension(_ folder: TileFolder, _ levels: [Int]) throws(ArchiveFailure) -> String? {
        for level in levels {
            for column in try folder.names(in: "\(level)") where FolderNumber.read(column) != nil {
                for name in try folder.names(in: "\(level)/\(column)") {
                    guard let (number, ending) = FolderName.split(name), FolderNumber.read(number) != nil else {
                        continue
                    }
                    return ending
                }
            }
        }
        return nil
    }

    private func row(_ row: Int, _ level: Int) -> Int { isFromBottom ? (1 << level) - 1 - row : row }

    func tile(level: Int, column: Int, row: Int) throws(ArchiveFailure) -> [UInt8]? {
        guard PMTilesTile(level: level, column: column, row: row).number != nil else { return nil }
        let row = self.row(row, level)
        let (outer, inner) = isByRows ? (row, column) : (column, row)
        return try folder.read("\(level)/\(outer)/\(inner).\(description.fileExtension)")
    }

    func tiles() -> any ArchiveTileCursor {
        FolderCursor(levels: levels) { [self] level, strays throws(ArchiveFailure) in try list(level, &strays) }
    }

    private func list(_ level: Int, _ strays: inout ArchiveStrays) throws(ArchiveFailure) -> [UInt64] {
        var numbers: [UInt64] = []
        for outerName in try folder.names(in: "\(level)") {
            guard let outer = FolderNumber.read(outerName) else {
                strays.add("\(level)/\(outerName) is no column of tiles")
                continue
            }
            for name in try folder.names(in: "\(level)/\(outerName)") {
                guard let (text, ending) = FolderName.split(name), ending == description.fileExtension,
                    let inner = FolderNumber.read(text),
                    case let (column, fromTop) = isByRows ? (inner, outer) : (outer, inner), fromTop < 1 << level,
                    let number = PMTilesTile(level: level, column: column, row: row(fromTop, level)).number
                else {
                    strays.add("\(level)/\(outerName)/\(name) is no tile of its level")
                    continue
                }
                numbers.append(number)
            }
        }
        return numbers
    }
}

/// The name of a tile's file, in its parts.
enum FolderName {
    /// What comes before the last dot, and behind it.
    static func split(_ name: String) -> (stem: Substring, fileExtension: String)? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return (name[..<dot], String(name[name.utf8.index(after: dot)...]))
    }

    /// Numbers with something between them.
    static func numbers(_ text: Substring, separator: Character, count: Int) -> [Int]? {
        let numbers = text.split(separator: separator, omittingEmptySubsequences: false).map { FolderNumber.read($0) }
        guard numbers.count == count, numbers.allSatisfy({ $0 != nil }) else { return nil }
        return numbers.map { $0! }
    }
}
