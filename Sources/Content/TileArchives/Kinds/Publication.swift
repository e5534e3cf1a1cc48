import Foundation
import TileSupport

/// Gives an archive its name, in place of another where that is asked for: from then on it is there, and before it is
/// not.
struct Publication {
    let archive: PathName
    let products: [ArchiveProduct]
    var replacesExisting: Bool
    let folder: BuildFolder

    /// Refuses before any work what `publish` would refuse after it.
    func check() throws(BuildFailure) {
        restore()
        for product in products.reversed() {
            var status = stat()
            guard lstat(product.target, &status) == 0 else { continue }
            guard replacesExisting else { throw .exists(path: product.target) }
            guard product.isReplaceable(product.target, status) else { throw .notAnArchive(path: product.target) }
            var around = stat()
            guard stat(archive.folder, &around) != 0 || around.st_dev == status.st_dev else {
                throw .cannotCreate(path: product.target, reason: "another disk is mounted there; name a folder in it")
            }
        }
    }

    /// Ends what a build has begun that was killed while it gave its archive its name, or just behind that; whether
    /// there was such a one. Where archives are replaced there is none: that is done again from the log.
    func resume() throws(BuildFailure) -> Bool {
        guard !replacesExisting, access(folder.markPath, F_OK) == 0, access(folder.stagingPath, F_OK) == 0 else {
            return false
        }
        for product in products where access("\(folder.stagingPath)/\(product.staged)", F_OK) == 0 {
            _ = try publish("\(folder.stagingPath)/\(product.staged)", as: product.target)
        }
        return true
    }

    /// - Parameter staging: where the products are, all of them whole.
    func publish(_ staging: StagingFolder) throws(BuildFailure) {
        // Where archives are replaced, what is staged may be the old one, by a swap.
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
                // As far as the system lets it be undone.
                for (product, isSwapped) in done.reversed() {
                    _ = AtomicRename.rename(
                        product.target, to: staging.path(of: product.staged), isSwapped ? .exchange : .none)
                }
                throw error
            }
        }
    }

    /// Renames, or swaps with what is there, which is then left in the staging folder; whether it was the latter.
    private func publish(_ source: String, as target: String) throws(BuildFailure) -> Bool {
        var code = AtomicRename.rename(source, to: target, .noReplace)
        if code == 0 { return false }
        if code == EEXIST && replacesExisting {
            code = AtomicRename.rename(source, to: target, .exchange)
            if code == 0 { return true }
        }
        if code == EEXIST { throw .exists(path: target) }
        // Some file systems know no flags. There the old archive is away for a moment before the new one comes.
        guard code == EINVAL || code == ENOSYS || code == ENOTSUP else {
            throw .cannotCreate(path: target, reason: SystemError(code: code).description)
        }
        var status = stat()
        if lstat(target, &status) == 0 {
            guard replacesExisting else { throw .exists(path: target) }
            guard rename(target, replacedPath(target)) == 0 else {
                throw .cannotCreate(path: target, reason: SystemError(code: errno).description)
            }
        }
        guard rename(source, target) == 0 else {
            let reason = SystemError(code: errno).description
            restore()
            throw .cannotCreate(path: target, reason: reason)
        }
        try? FileManager.default.removeItem(atPath: replacedPath(target))
        return false
    }

    private func replacedPath(_ target: String) -> String { "\(folder.replacedPath)-\(PathName(target).name)" }

    /// Puts back what a build has moved away that was killed before it put the new one there.
    private func restore() {
        for product in products {
            let replaced = replacedPath(product.target)
            guard access(replaced, F_OK) == 0 else { continue }
            _ = AtomicRename.rename(
                replaced, to: product.target, access(product.target, F_OK) == 0 ? .noReplace : .none)
        }
    }
}
