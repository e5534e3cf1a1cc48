import Foundation
import TileSupport

/// Makes an archive of tiles that are there already, in other archives or in parts: what no later run needs to go on
/// from, because it does not take long.
struct ArchiveAssembly {
    let archive: PathName
    let contents: ArchiveContents
    let replacesExisting: Bool
    let jobs: Int
    let counters: BuildCounters
    let isCancelled: @Sendable () -> Bool

    /// Blocks until the archive has its name, or throws and leaves nothing.
    ///
    /// - Parameter tiles: gives the tiles; may put what it has to keep meanwhile into the folder.
    /// - Returns: the bytes of the archive's files.
    /// - Throws: `.unfinished` when a build of that name was begun, whose tiles are left as they are.
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
            // Of one that was killed while it gave its archive the name, some is there already. It was never said to
            // be, so this archive takes its place.
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
