import Foundation
public import TileArchives
import TileFormats
import TileSupport

/// A PMTiles archive on another machine, open for reading: over HTTP, or in a bucket of S3 with the credentials and
/// the endpoint that the AWS tools go by.
///
/// Each part of it is fetched when it is needed, by requests for ranges. Directories that were used last are kept, and
/// some of what was fetched.
public final class RemoteArchive: ArchiveReader {
    let file: RemoteFile
    private let reader: PMTilesReader

    public var path: String { file.path }
    public var description: ArchiveDescription { reader.description }

    /// Opens it; blocks until its first bytes are here. Not for a thread that runs tasks.
    public static func open(_ location: RemoteLocation) throws(ArchiveFailure) -> RemoteArchive {
        try open(RemoteObject(location))
    }

    static func open(_ object: RemoteObject) throws(ArchiveFailure) -> RemoteArchive {
        let file: RemoteFile
        do throws(RemoteFailure) {
            let opened = Blocking.wait { () async -> Result<RemoteFile, RemoteFailure> in
                do throws(RemoteFailure) { return .success(try await RemoteFile.open(object)) } catch {
                    return .failure(error)
                }
            }
            file = try opened.get()
        } catch {
            throw ArchiveFailure(error, path: object.name)
        }
        return RemoteArchive(file, try PMTilesReader(checked(file)))
    }

    private init(_ file: RemoteFile, _ reader: PMTilesReader) {
        self.file = file
        self.reader = reader
    }

    /// Says what else it is where it is no PMTiles.
    private static func checked(_ file: RemoteFile) throws(ArchiveFailure) -> RemoteFile {
        let start = try file.read(at: 0, count: Int(min(16, file.byteCount)))
        if start.starts(with: "SQLite format 3".utf8) {
            throw .unreadable(
                path: file.path,
                reason: "MBTiles can only be read from a local disk; convert the archive to PMTiles")
        }
        guard start.starts(with: "PMTiles".utf8) else {
            throw .unrecognized(path: file.path, found: "not a PMTiles archive")
        }
        return file
    }

    public func tile(level: Int, column: Int, row: Int) throws(ArchiveFailure) -> [UInt8]? {
        try reader.tile(level: level, column: column, row: row)
    }

    public func tiles() -> any ArchiveTileCursor { reader.tiles() }

    public func bytes(of tile: ArchivedTile) throws(ArchiveFailure) -> [UInt8] { try reader.bytes(of: tile) }

    /// Has all here that reading a tile needs.
    func load(level: Int, column: Int, row: Int) async throws(ArchiveFailure) {
        // The tile, and as many directories as may be above it.
        for _ in 0..<8 {
            let need = try reader.need(level: level, column: column, row: row) { file.isHere($0) }
            do throws(RemoteFailure) {
                switch need {
                case .directory(let section): try await file.load(section)
                case .tile(let section):
                    if let section { try await file.load(section) }
                    return
                }
            } catch {
                throw ArchiveFailure(error, path: path)
            }
        }
    }
}
