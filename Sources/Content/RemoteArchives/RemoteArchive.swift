import Foundation
public import TileArchives
import TileFormats
import TileSupport

/// A PMTiles archive on another machine that is open for reading: over HTTP, or in an S3 bucket with the credentials
/// and endpoint of the AWS tools.
///
/// Parts of the file are fetched on demand with range requests. The most recently used directories and some of the
/// fetched parts are cached.
public final class RemoteArchive: ArchiveReader {
    let file: RemoteFile
    private let reader: PMTilesReader

    public var path: String { file.path }
    public var description: ArchiveDescription { reader.description }

    /// Opens an archive. Blocks until its first bytes have arrived, so it must not be called on a thread that runs
    /// tasks.
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

    /// Throws if the file is not PMTiles, with its actual type.
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

    /// Fetches everything that is needed to read a tile.
    func load(level: Int, column: Int, row: Int) async throws(ArchiveFailure) {
        // The tile, and the maximum number of directories above it.
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
