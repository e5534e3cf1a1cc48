import Foundation
import TileContent
import TileFormats
import TileSupport

/// Opens archives of tiles.
public enum TileArchive {
    /// Opens the archive at `path`. Its kind is detected by content, not by extension: a PMTiles or MBTiles file, a
    /// Deep Zoom description, or a folder of Zoomify or `{z}/{x}/{y}` tiles.
    ///
    /// - Parameter scheme: The order of rows in a folder of `{z}/{x}/{y}` tiles; nil to use its description, or the
    ///   tiles if the description does not state it.
    public static func open(
        _ path: String, scheme: TileScheme? = nil
    ) throws(ArchiveFailure) -> any ArchiveReader {
        guard !path.utf8.contains(0) else { throw .unreadable(path: path, reason: "the name holds a zero byte") }
        var status = stat()
        guard stat(path, &status) == 0 else { throw StoredFile.failure(path, errno) }
        if status.st_mode & S_IFMT == S_IFDIR {
            // The levels of a Deep Zoom look like those of `{z}/{x}/{y}` tiles.
            if let description = deepZoomDescription(ofTiles: path) {
                throw .unrecognized(path: path, found: "the tiles of a Deep Zoom: use \(description), beside it")
            }
            return access("\(path)/\(Zoomify.descriptionName)", F_OK) == 0
                ? try ZoomifyReader(path) : try XYZReader(path, scheme: scheme)
        }
        let file = try StoredFile(path)
        guard file.byteCount > 0 else {
            throw .damaged(path: path, reason: "the file is empty")
        }
        let start = try file.read(at: 0, count: Int(min(file.byteCount, 512)))
        if start.starts(with: "PMTiles".utf8) { return try PMTilesReader(file) }
        if start.starts(with: "SQLite format 3\0".utf8) { return try MBTilesReader(path, byteCount: file.byteCount) }
        if start.starts(with: LogContents.signature) {
            throw .unrecognized(path: path, found: "a part of an archive: join the parts with tilework merge")
        }
        // XML may start with a byte order mark or a space.
        if start.contains(UInt8(ascii: "<")), file.byteCount <= DescriptionXML.longest {
            return try DeepZoomReader(file)
        }
        throw .unrecognized(path: path, found: "not an archive of tiles")
    }

    /// Whether a folder holds the tiles of an IIIF image with its description, `info.json` (Image API 2.1 and 3.0,
    /// section 5), which Tilework does not read.
    public static func holdsIIIFTiles(_ folder: String) -> Bool {
        struct Description: Decodable { var `protocol`: String? }
        guard let file = FileHandle(forReadingAtPath: "\(folder)/info.json"),
            // Descriptions have less than a kilobyte; those with many sizes have a few.
            let data = try? file.read(upToCount: 1 << 20),
            let description = try? JSONDecoder().decode(Description.self, from: data)
        else { return false }
        return description.protocol == "http://iiif.io/api/image"
    }

    /// Returns the path of the Deep Zoom description to which a folder of tiles belongs; nil for any other folder.
    ///
    /// A file beside the folder that ends in `dzi` counts even if it is damaged. Any other file counts if it describes
    /// a Deep Zoom. The folder's siblings are only listed if there is none with a usual ending.
    public static func deepZoomDescription(ofTiles path: String) -> String? {
        let (folder, suffix) = (PathName(path), "\(DeepZoom.filesSuffix)")
        guard folder.name.hasSuffix(suffix) else { return nil }
        let stem = folder.name.dropLast(suffix.count)
        let usual = folder.sibling("\(stem).dzi")
        if access(usual, F_OK) == 0 { return usual }
        func description(_ name: String) -> String? {
            let file = folder.sibling(name)
            return layout(at: file) == .deepZoom ? file : nil
        }
        if let description = description("\(stem).xml") { return description }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.folder)) ?? []
        return names.lazy.filter { $0.hasPrefix(stem) && PathName($0).stem == stem }.compactMap(description).first
    }

    /// The kind of archive at `path`, by its first bytes or by the names in a folder; nil for anything else. An archive
    /// may still turn out to be damaged when it is opened.
    ///
    /// Reads 512 bytes, or lists a folder.
    public static func layout(at path: String) -> ArchiveLayout? {
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFDIR { return folderLayout(path) }
        guard let file = try? StoredFile(path),
            let start = try? file.read(at: 0, count: Int(min(file.byteCount, 512)))
        else { return nil }
        if start.starts(with: "PMTiles".utf8) { return .pmtiles }
        if start.starts(with: "SQLite format 3\0".utf8) { return .mbtiles }
        guard start.contains(UInt8(ascii: "<")), file.byteCount <= DescriptionXML.longest,
            let bytes = try? file.whole(limit: DescriptionXML.longest), let document = DescriptionXML(bytes)
        else { return nil }
        return DeepZoomReader.describes(document) ? .deepZoom : nil
    }

    /// Returns the layout of a folder. A folder contains tiles if it has only levels, and the first of them has a tile
    /// with valid coordinates; a folder of photographs by year and month does not.
    private static func folderLayout(_ path: String) -> ArchiveLayout? {
        guard let folder = try? TileFolder(path), let names = try? folder.names() else { return nil }
        if names.contains(Zoomify.descriptionName) { return .zoomify }
        let levels = names.compactMap(FolderNumber.read).filter { $0 <= PMTilesTile.deepestLevel }.sorted()
        if !levels.isEmpty, names.contains(TileMapResource.fileName) { return .xyz }
        let others = names.filter {
            FolderNumber.read($0) == nil && !$0.hasPrefix(".") && $0 != XYZReader.blankOfVips
        }
        guard let level = levels.first, !others.contains(where: isTile),
            let columns = try? folder.names(in: "\(level)")
        else { return nil }
        for column in columns.compactMap(FolderNumber.read) where column < 1 << level {
            guard let rows = try? folder.names(in: "\(level)/\(column)") else { return nil }
            let isColumn = rows.contains { name in
                guard isTile(name), let row = FolderName.split(name)?.stem else { return false }
                return FolderNumber.read(row).map { $0 < 1 << level } == true
            }
            if isColumn { return .xyz }
        }
        return nil
    }

    /// Whether a file's name is that of a tile. Images that are served as contents of their own, such as TIFF, are not.
    private static func isTile(_ name: String) -> Bool {
        guard let ending = FolderName.split(name)?.fileExtension else { return false }
        return StoredTileFormat(name: ending) != nil
            || UndrawnTileFormat.isKnown(fileExtension: ending) && ContentKind(fileExtension: ending) == nil
    }
}
