import Foundation
import TileSupport

/// Assembles an archive from existing tiles, of other archives or of parts. It is fast enough that an interrupted
/// assembly need not be continued.
struct ArchiveAssembly {
    let archive: PathName
    let contents: ArchiveContents
    let replacesExisting: Bool
    let jobs: Int
    let counters: BuildCounters
    let isCancelled: @Sendable () -> Bool

    /// Assembles the archive. Blocks until the archive has its name, or throws and leaves nothing.
    ///
    /// - Parameter tiles: Returns the tiles. It may store temporary data in the folder.
    /// - Returns: The bytes of the archive's files.
    /// - Throws: `.unfinished` if an unfinished build of this name exists. Its tiles are left untouched.
    func run(_ tiles: (BuildFolder) throws -> FinishedTiles) throws(BuildFailure) -> Int {
        let kind = contents.plan.layout.kind
        try kind.check(contents)
        let folder = try BuildFolder(of: archive)
        guard access(folder.logPath, F_OK) != 0 else {
            throw .unfinished(path: archive.path, folder: folder.path)
        }
        defer { folder.remove() }
        do {
            var publication = Publication(
                archive: archive, products: kind.products(archive), replacesExisting: replacesExisting, folder: folder)
            // If an earlier assembly was killed while publishing its archive, part of it exists. It was never reported
            // as complete, so this archive replaces it.
            if try publication.resume() { publication.replacesExisting = true }
            try publication.check()
            let tiles = try tiles(folder)
            let staging = try StagingFolder(folder.stagingPath, of: archive)
            try kind.write(
                tiles,
                ArchiveWork(
                    name: archive, contents: contents, folder: staging,
                    crew: BuildCrew(jobs: jobs, isCancelled: isCancelled), counters: counters))
            let size = staging.byteCount(of: publication.products)
            try publication.publish(staging)
            return size
        } catch let failure as BuildFailure {
            throw failure
        } catch let failure as ArchiveFailure {
            throw .archive(failure)
        } catch is CancellationError {
            let progress = counters.progress
            throw .cancelled(path: archive.path, tiles: progress.packedTiles, total: contents.plan.tileCount)
        } catch {
            throw .cannotWrite(path: archive.path, reason: "\(error)")
        }
    }
}
