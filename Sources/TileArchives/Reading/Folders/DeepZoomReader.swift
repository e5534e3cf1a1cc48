import Foundation
import TileFormats
import TileGeometry
import TileSupport

/// Reads Deep Zoom: a description, and beside it a folder of `{level}/{column}_{row}.ext`.
final class DeepZoomReader: ArchiveReader {
    let path: String
    let description: ArchiveDescription
    private let folder: TileFolder

    /// - Parameter file: The description.
    init(_ file: StoredFile) throws(ArchiveFailure) {
        path = file.path
        guard let document = DescriptionXML(try file.whole(limit: DescriptionXML.longest)) else {
            throw .damaged(path: path, reason: "it is no description of Deep Zoom that can be read")
        }
        guard let image = document.element("Image"), let format = image.attributes["Format"] else {
            throw .unrecognized(path: path, found: "it is XML, but describes no image of Deep Zoom")
        }
        guard let tileSize = image.number("TileSize", from: 1), let overlap = image.number("Overlap", from: 0),
            overlap < tileSize, let size = document.element("Size"), let width = size.number("Width", from: 1),
            let height = size.number("Height", from: 1), !format.isEmpty, format.utf8.count < 16,
            format.utf8.allSatisfy({ $0 != 0x2F && $0 != 0 })
        else {
            throw .damaged(path: path, reason: "it does not say the sizes of image and tiles, or none that can be")
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
        guard let shallowest = there.first else {
            throw .damaged(path: path, reason: "there are no tiles in \(files)")
        }
        var description = ArchiveDescription(
            layout: .deepZoom, name: name.stem, format: StoredTileFormat(name: format), fileExtension: format,
            levels: shallowest...deepest)
        (description.tileSize, description.overlap) = (tileSize, overlap)
        description.pyramid = try? TilePyramid(contentSize: CGSize(width: width, height: height), tileSize: tileSize)
        self.description = description
    }

    func tile(level: Int, column: Int, row: Int) throws(ArchiveFailure) -> [UInt8]? {
        guard PMTilesTile(level: level, column: column, row: row).number != nil else { return nil }
        return try folder.read("\(level)/\(column)_\(row).\(description.fileExtension)")
    }

    func tiles() throws(ArchiveFailure) -> any ArchiveTileCursor {
        FolderCursor(levels: try folder.levels().filter { $0 <= PMTilesTile.deepestLevel }) {
            [self] level, strays throws(ArchiveFailure) in
            var numbers: [UInt64] = []
            for name in try folder.names(in: "\(level)") {
                guard let (stem, ending) = FolderName.split(name), ending == description.fileExtension,
                    let place = FolderName.numbers(stem, separator: "_", count: 2),
                    let number = PMTilesTile(level: level, column: place[0], row: place[1]).number
                else {
                    strays.add("\(level)/\(name) is no tile of its level")
                    continue
                }
                numbers.append(number)
            }
            return numbers
        }
    }
}
