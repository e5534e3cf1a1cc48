import Foundation
import TileFormats
import TileSupport

/// Opens archives of tiles.
public enum TileArchive {
    /// Opens the archive at `path` by what it holds, whatever its name ends in: a file of PMTiles or MBTiles, the
    /// description of Deep Zoom, or a folder, as Zoomify's viewers or as maps have them.
    public static func open(_ path: String) throws(ArchiveFailure) -> any ArchiveReader {
        guard !path.utf8.contains(0) else { throw .unreadable(path: path, reason: "the name holds a zero byte") }
        var status = stat()
        guard stat(path, &status) == 0 else { throw StoredFile.failure(path, errno) }
        if status.st_mode & S_IFMT == S_IFDIR {
            return access("\(path)/\(Zoomify.descriptionName)", F_OK) == 0
                ? try ZoomifyReader(path) : try XYZReader(path)
        }
        let file = try StoredFile(path)
        guard file.byteCount > 0 else {
            throw .damaged(path: path, reason: "the file is empty")
        }
        let start = try file.read(at: 0, count: Int(min(file.byteCount, 512)))
        if start.starts(with: "PMTiles".utf8) { return try PMTilesReader(file) }
        if start.starts(with: "SQLite format 3\0".utf8) { return try MBTilesReader(path, byteCount: file.byteCount) }
        // Before XML there may be a mark of the order of bytes, or a space.
        if start.contains(UInt8(ascii: "<")), file.byteCount <= DescriptionXML.longest {
            return try DeepZoomReader(file)
        }
        throw .unrecognized(path: path, found: "it is no archive of tiles")
    }
}
