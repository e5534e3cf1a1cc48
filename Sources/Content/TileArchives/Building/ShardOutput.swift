import Foundation
import TileSupport

/// A shard of an archive: the file with the log of its tiles, from which the shards are joined.
struct ShardOutput: BuildOutput {
    /// The name of the shard's file.
    let name: PathName
    let folder: BuildFolder

    private static let staged = "part"

    var products: [ArchiveProduct] { [.file(Self.staged, as: name.path)] }

    func write(_ log: BuildLog, to staging: StagingFolder) throws {
        if !log.isClosed { try log.close() }
        let staged = staging.path(of: Self.staged)
        // A hard link, if the file system supports it, keeps both names until the end, so that nothing is lost if the
        // process is killed.
        guard link(folder.logPath, staged) == 0 || rename(folder.logPath, staged) == 0 else {
            throw SystemError(code: errno)
        }
    }

    func didPublish() {}
}
