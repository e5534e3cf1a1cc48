import Foundation
import TileFormats
import TileGeometry
import TileSupport

/// A reader of Deep Zoom: a description, and a folder of `{level}/{column}_{row}.ext` beside it.
final class DeepZoomReader: ArchiveReader {
    let path: String
    let description: ArchiveDescription
    private let folder: TileFolder
    /// The number of the level that the folder named 0 holds: more than 0 where the folder begins at a level of one
    /// tile, or has the full size alone, as libvips writes it with `--depth onetile` and `--depth one`.
    private let firstLevel: Int

    /// Whether a document describes a Deep Zoom image. The namespace is ignored: writers use different ones or none.
    static func describes(_ document: DescriptionXML) -> Bool {
        guard let image = document.elements.first, image.name == "Image" else { return false }
        return image.attributes["Format"] != nil && image.attributes["TileSize"] != nil
    }

    /// - Parameter file: The description.
    init(_ file: StoredFile) throws(ArchiveFailure) {
        path = file.path
        let bytes = try file.whole(limit: DescriptionXML.longest)
        guard let document = DescriptionXML(bytes) else {
            // Many other files have a “<” near their start.
            let isDescription =
                PathName(path).fileExtension.lowercased() == "dzi"
                || DescriptionXML(startOf: bytes).elements.first?.name == "Image"
            throw isDescription
                ? .damaged(path: path, reason: "its XML can't be read")
                : .unrecognized(path: path, found: "not an archive of tiles")
        }
        guard let image = document.element("Image"), let stated = image.attributes["Format"] else {
            throw .unrecognized(path: path, found: "XML that does not describe a Deep Zoom image")
        }
        let tileSize = try image.required("TileSize", from: 1, of: path)
        let overlap = try image.required("Overlap", from: 0, of: path)
        guard overlap < tileSize else {
            throw .damaged(
                path: path, reason: "its Overlap is \(overlap): it must be less than its TileSize, \(tileSize)")
        }
        guard let size = document.element("Size") else {
            throw .damaged(path: path, reason: "its Size is missing")
        }
        let width = try size.required("Width", from: 1, of: path)
        let height = try size.required("Height", from: 1, of: path)
        guard !stated.isEmpty, stated.utf8.count < 16, stated.utf8.allSatisfy({ $0 != 0x2F && $0 != 0x2E && $0 != 0 })
        else {
            throw .damaged(
                path: path,
                reason: "its Format is “\(stated.prefix(40))”: it must be the ending of the tiles, such as png")
        }
        let name = PathName(path)
        let files = name.sibling("\(name.stem)\(DeepZoom.filesSuffix)")
        guard access(files, F_OK) == 0 else {
            throw .damaged(path: path, reason: "the folder of its tiles, \(files), is missing")
        }
        folder = try TileFolder(files)
        var deepest = 0
        while 1 << deepest < max(width, height) { deepest += 1 }
        let there = try folder.levels().filter { $0 <= deepest }
        guard let shallowest = there.first, let last = there.last else {
            throw .damaged(path: path, reason: "there are no tiles in \(files)")
        }
        let format = try Self.fileExtension(stated, folder, there)
        // The last level is the full size if it has the full size's last tile.
        let (columns, rows) = ((width + tileSize - 1) / tileSize, (height + tileSize - 1) / tileSize)
        let names = columns * rows > 1 && last < deepest ? try folder.names(in: "\(last)") : []
        let holdsFullSize = names.contains("\(columns - 1)_\(rows - 1).\(format)")
        firstLevel = holdsFullSize ? deepest - last : 0
        var description = ArchiveDescription(
            layout: .deepZoom, name: name.stem, format: StoredTileFormat(name: format), fileExtension: format,
            levels: shallowest + firstLevel...deepest)
        description.undrawnFormat = UndrawnTileFormat(name: format)
        (description.tileSize, description.overlap) = (tileSize, overlap)
        description.pyramid = try? TilePyramid(contentSize: CGSize(width: width, height: height), tileSize: tileSize)
        self.description = description
    }

    /// Returns the extension of the tiles: as stated, or another spelling (`JPG`, `jpeg`, `jpg`).
    private static func fileExtension(
        _ stated: String, _ folder: TileFolder, _ levels: [Int]
    ) throws(ArchiveFailure) -> String {
        for level in levels {
            let endings = try folder.names(in: "\(level)").compactMap { name -> String? in
                guard let (stem, ending) = FolderName.split(name),
                    FolderName.numbers(stem, separator: "_", count: 2) != nil
                else { return nil }
                return ending
            }
            if endings.isEmpty { continue }
            if endings.contains(stated) { return stated }
            let format = StoredTileFormat(name: stated)
            return endings.first { format != nil && StoredTileFormat(name: $0) == format } ?? stated
        }
        return stated
    }

    func tile(level: Int, column: Int, row: Int) throws(ArchiveFailure) -> [UInt8]? {
        guard PMTilesTile(level: level, column: column, row: row).number != nil else { return nil }
        guard level >= firstLevel else { return nil }
        return try folder.read("\(level - firstLevel)/\(column)_\(row).\(description.fileExtension)")
    }

    func tiles() throws(ArchiveFailure) -> any ArchiveTileCursor {
        let deepest = PMTilesTile.deepestLevel - firstLevel
        return FolderCursor(levels: try folder.levels().filter { $0 <= deepest }) {
            [self] level, strays throws(ArchiveFailure) in
            var numbers: [UInt64] = []
            for name in try folder.names(in: "\(level)") {
                guard let (stem, ending) = FolderName.split(name), ending == description.fileExtension,
                    let place = FolderName.numbers(stem, separator: "_", count: 2),
                    let number = PMTilesTile(level: level + firstLevel, column: place[0], row: place[1]).number
                else {
                    strays.add("\(level)/\(name) is not a tile of its level")
                    continue
                }
                numbers.append(number)
            }
            return numbers
        }
    }
}
