import Foundation
import TileSupport

/// Gives a complete archive its name, optionally replacing another one, as atomically as the system allows.
struct Publication {
    let archive: PathName
    let products: [ArchiveProduct]
    var replacesExisting: Bool
    let folder: BuildFolder

    /// Throws the errors that `publish` would throw, before any work is done.
    func check() throws(BuildFailure) {
        restore()
        for product in products.reversed() {
            var status = stat()
            guard lstat(product.target, &status) == 0 else { continue }
            // Permission to replace it would be of no use.
            guard product.isReplaceable(product.target, status) else { throw .notAnArchive(path: product.target) }
            guard replacesExisting || EmptyFolder.exists(at: product.target) else {
                throw .exists(path: product.target)
            }
            var around = stat()
            guard stat(archive.folder, &around) != 0 || around.st_dev == status.st_dev else {
                throw .cannotCreate(path: product.target, reason: "another disk is mounted there; name a folder in it")
            }
        }
    }

    /// Completes the publication of a build that was killed during or directly after it. Returns whether there was one.
    /// Always false when replacing archives, because that is repeated from the log.
    func resume() throws(BuildFailure) -> Bool {
        guard !replacesExisting, access(folder.markPath, F_OK) == 0, access(folder.stagingPath, F_OK) == 0 else {
            return false
        }
        for product in products where access("\(folder.stagingPath)/\(product.staged)", F_OK) == 0 {
            _ = try publish("\(folder.stagingPath)/\(product.staged)", as: product.target)
        }
        return true
    }

    /// Publishes the products.
    ///
    /// - Parameter staging: The folder with the complete products.
    func publish(_ staging: StagingFolder) throws(BuildFailure) {
        // When replacing, a staged item may be the old archive after a swap, so there is no mark.
        if replacesExisting {
            unlink(folder.markPath)
        } else {
            let mark = open(folder.markPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
            if mark >= 0 { close(mark) }
        }
        var done: [(product: ArchiveProduct, isSwapped: Bool)] = []
        for product in products {
            do throws(BuildFailure) {
                done.append((product, try publish(staging.path(of: product.staged), as: product.target)))
            } catch {
                // Undoes the renames done so far, as far as the system allows.
                for (product, isSwapped) in done.reversed() {
                    _ = AtomicRename.rename(
                        product.target, to: staging.path(of: product.staged), isSwapped ? .exchange : .none)
                }
                throw error
            }
        }
    }

    /// Renames an item, or swaps it with an existing one, which then remains in the staging folder. Returns whether it
    /// swapped.
    private func publish(_ source: String, as target: String) throws(BuildFailure) -> Bool {
        var code = AtomicRename.rename(source, to: target, .noReplace)
        if code == 0 { return false }
        if code == EEXIST && replacesExisting {
            code = AtomicRename.rename(source, to: target, .exchange)
            if code == 0 { return true }
        } else if code == EEXIST, rmdir(target) == 0 {
            // It was an empty folder.
            code = AtomicRename.rename(source, to: target, .noReplace)
            if code == 0 { return false }
        }
        if code == EEXIST { throw .exists(path: target) }
        // Some file systems do not support the flags. There the old archive is missing for a moment before the new one
        // appears.
        guard code == EINVAL || code == ENOSYS || code == ENOTSUP else {
            throw .cannotCreate(path: target, reason: CreationProblem(code, folder: archive.folder).description)
        }
        var status = stat()
        if lstat(target, &status) == 0 {
            guard replacesExisting || EmptyFolder.exists(at: target) else { throw .exists(path: target) }
            guard rename(target, replacedPath(target)) == 0 else {
                throw .cannotCreate(path: target, reason: CreationProblem(errno, folder: archive.folder).description)
            }
        }
        guard rename(source, target) == 0 else {
            let reason = CreationProblem(errno, folder: archive.folder).description
            restore()
            throw .cannotCreate(path: target, reason: reason)
        }
        try? FileManager.default.removeItem(atPath: replacedPath(target))
        return false
    }

    private func replacedPath(_ target: String) -> String { "\(folder.replacedPath)-\(PathName(target).name)" }

    /// Restores items that an interrupted build moved away before it could replace them.
    private func restore() {
        for product in products {
            let replaced = replacedPath(product.target)
            guard access(replaced, F_OK) == 0 else { continue }
            _ = AtomicRename.rename(
                replaced, to: product.target, access(product.target, F_OK) == 0 ? .noReplace : .none)
        }
    }
}
