import Foundation
import TileFormats
import TileGeometry
import TileSupport

/// Reads a folder as Zoomify's viewers do.
final class ZoomifyReader: ArchiveReader {
    let path: String
    let description: ArchiveDescription
    private let folder: TileFolder
    private let names: ZoomifyName

    init(_ path: String) throws(ArchiveFailure) {
        let folder = try TileFolder(path)
        let descriptionPath = "\(path)/\(Zoomify.descriptionName)"
        guard let bytes = try folder.read(Zoomify.descriptionName),
            let properties = DescriptionXML(bytes)?.element("IMAGE_PROPERTIES")
        else {
            throw .damaged(path: descriptionPath, reason: "it is no description of Zoomify that can be read")
        }
        guard let width = properties.number("WIDTH", from: 1), let height = properties.number("HEIGHT", from: 1),
            let tileSize = properties.number("TILESIZE", from: 1)
        else {
            throw .damaged(
                path: descriptionPath, reason: "it does not say the sizes of image and tiles, or none that can be")
        }
        let pyramid: TilePyramid
        do {
            pyramid = try TilePyramid(contentSize: CGSize(width: width, height: height), tileSize: tileSize)
        } catch {
            throw .unsupported(path: path, what: "\(error)")
        }
        names = ZoomifyName(pyramid)
        // Programs say JPEG by saying nothing.
        let first = try folder.names(in: Zoomify.groupName(0)).first { $0.hasPrefix("0-0-0.") }
        let fileExtension = first.flatMap { FolderName.split($0)?.fileExtension } ?? "jpg"
        var description = ArchiveDescription(
            layout: .zoomify, name: PathName(path).name, format: StoredTileFormat(name: fileExtension),
            fileExtension: fileExtension, levels: 0...pyramid.maxLevel)
        (description.pyramid, description.tileSize) = (pyramid, tileSize)
        self.description = description
        self.folder = folder
        self.path = path
    }

    func tile(level: Int, column: Int, row: Int) throws(ArchiveFailure) -> [UInt8]? {
        guard description.pyramid!.contains(TileCoordinate(level: level, column: column, row: row)) else { return nil }
        let group = Zoomify.groupName(names.group(level: level, column: column, row: row))
        return try folder.read("\(group)/\(level)-\(column)-\(row).\(description.fileExtension)")
    }

    func tiles() throws(ArchiveFailure) -> any ArchiveTileCursor {
        var strays = ArchiveStrays()
        var numbers: [UInt64] = []
        for group in try folder.names() where group.hasPrefix("TileGroup") {
            for name in try folder.names(in: group) {
                guard let (stem, ending) = FolderName.split(name), ending == description.fileExtension,
                    let place = FolderName.numbers(stem, separator: "-", count: 3),
                    case let tile = TileCoordinate(level: place[0], column: place[1], row: place[2]),
                    description.pyramid!.contains(tile),
                    let number = PMTilesTile(level: tile.level, column: tile.column, row: tile.row).number
                else {
                    strays.add("\(group)/\(name) is no tile of the image")
                    continue
                }
                let right = Zoomify.groupName(names.group(level: tile.level, column: tile.column, row: tile.row))
                guard group == right else {
                    strays.add("\(group)/\(name) belongs into \(right)")
                    continue
                }
                numbers.append(number)
            }
        }
        return TileListCursor(numbers, strays: strays)
    }
}
