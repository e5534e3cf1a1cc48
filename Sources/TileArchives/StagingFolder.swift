import Foundation
import TileFormats
import TileSupport

/// What an archive is written to: a hidden folder beside its name, until it is whole; then its name is given to it in
/// one step, so that nobody ever sees half an archive.
///
/// Tiles may be written from any number of threads. Each is one open, one write and one close relative to the folder's
/// descriptor; equal tiles of one color are hard links to one file (20 µs where a file takes 45 µs on ext4, and no
/// block of the disk), where the file system has them.
///
/// A build that dies leaves at most the hidden folder, which the next one of the same archive removes. Nothing is
/// flushed to the disk: after a power cut just behind the end, tiles can be empty, as with any copied folder. Flushing
/// took a third of a build's time; `sync` does it for who needs it.
final class StagingFolder: Sendable {
    /// The name that the archive shall have.
    private let archive: String
    private let replacesExisting: Bool
    /// The hidden folder; a dot and the archive's name come first, so that who finds one after a crash knows what it
    /// was.
    private let path: String
    private let folder: Int32
    private let originals = Lock<[SolidTile: Original]>([:])

    /// A file that others are links to.
    private struct Original {
        var name: [CChar]
        var links: Int
    }

    /// Links to one file; ext4 allows 65,000, and others no fewer.
    private static let linkLimit = 60_000
    /// "stem_files/12/345_678.webp": a name in a folder has 255 bytes at most.
    private static let longestName = 400

    /// Makes the hidden folder.
    init(_ name: PathName, replacesExisting: Bool) throws(BuildFailure) {
        archive = name.path
        self.replacesExisting = replacesExisting
        ArchiveLeftovers.remove(of: name)
        path = ArchiveLeftovers.stagingPath(name)
        guard mkdir(path, 0o777) == 0 else {
            throw .cannotCreate(path: name.path, reason: Self.reason(errno, folder: name.folder))
        }
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            let code = errno
            rmdir(path)
            throw .cannotCreate(path: name.path, reason: Self.reason(code, folder: name.folder))
        }
        ArchiveLeftovers.lock(folder)
    }

    deinit { close(folder) }

    private static func reason(_ code: Int32, folder: String) -> String {
        // Where nothing can be made, as in /proc, the system says that there is no such folder, too.
        if code == ENOENT, access(folder, F_OK) == 0 { return "nothing can be made in the folder \(folder)" }
        if code == ENOENT { return "the folder \(folder) does not exist" }
        return SystemError(code: code).description
    }

    /// Refuses before any work what `publish` would refuse after it.
    ///
    /// - Parameter isArchive: Whether what is there may be replaced: a slip of the hand must not cost a home folder.
    static func checkReplacing(
        _ path: String, _ replacesExisting: Bool, isArchive: (String, stat) -> Bool
    ) throws(BuildFailure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard replacesExisting else { throw .exists(path: path) }
        guard isArchive(path, status) else { throw .notAnArchive(path: path) }
    }

    /// The same for an archive of one file.
    static func checkReplacingFile(_ path: String, _ replacesExisting: Bool) throws(BuildFailure) {
        try checkReplacing(path, replacesExisting) { _, status in status.st_mode & S_IFMT == S_IFREG }
    }

    /// Whether all that a folder holds are folders named by numbers, as levels are, and the files `others`.
    static func holdsLevels(_ path: String, and others: Set<String>) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return false }
        return names.allSatisfy { others.contains($0) || Int($0) != nil }
    }

    static func isEmpty(_ path: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true
    }

    // MARK: Files

    /// The path of a file in the hidden folder.
    func path(of name: String) -> String { "\(path)/\(name)" }

    func makeFolder(_ name: String) throws(BuildFailure) {
        guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else { throw writeFailure(errno) }
    }

    /// Writes one file. Those that are the same `solid` have the same bytes.
    func write(
        _ bytes: [UInt8], solid: SolidTile?, named name: (inout NameWriter) -> Void
    ) throws(BuildFailure) {
        let code = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestName) { memory -> Int32 in
            var writer = NameWriter(memory)
            name(&writer)
            writer.append(UInt8(0))
            let path = UnsafeRawPointer(memory.baseAddress!).assumingMemoryBound(to: CChar.self)
            if let solid, link(path, to: solid) { return 0 }
            let code = bytes.withUnsafeBytes { writeFile(path, $0) }
            if let solid, code == 0 {
                let name = Array(UnsafeBufferPointer(start: path, count: writer.count))
                originals.withLock { $0[solid] = Original(name: name, links: 0) }
            }
            return code
        }
        if code != 0 { throw writeFailure(code) }
    }

    func write(_ data: Data, to name: String) throws(BuildFailure) {
        let code = data.withUnsafeBytes { bytes in name.withCString { writeFile($0, bytes) } }
        guard code == 0 else { throw writeFailure(code) }
    }

    /// Whether the tile could be made a link to one that is there.
    private func link(_ name: UnsafePointer<CChar>, to solid: SolidTile) -> Bool {
        let original = originals.withLock { originals -> [CChar]? in
            guard let known = originals[solid], known.links < Self.linkLimit else { return nil }
            originals[solid]!.links += 1
            return known.name
        }
        // Whatever keeps the link from being made does not keep a file from being written, or shows again when it does.
        return original.map { linkat(folder, $0, folder, name, 0) == 0 } ?? false
    }

    /// 0, or the system's error number.
    private func writeFile(_ name: UnsafePointer<CChar>, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else { return errno }
        var done = 0
        while done < bytes.count {
            let written = Foundation.write(file, bytes.baseAddress! + done, bytes.count - done)
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else {
                let code = written < 0 ? errno : ENOSPC
                close(file)
                return code
            }
            done += written
        }
        // Network file systems report a full disk here.
        return close(file) == 0 ? 0 : errno
    }

    private func writeFailure(_ code: Int32) -> BuildFailure {
        .cannotWrite(path: archive, reason: SystemError(code: code).description)
    }

    // MARK: The end

    /// Renames, or swaps with what is there, which is then left in the staging folder; whether it was the latter.
    ///
    /// - Parameter name: What is renamed, in the hidden folder; nil for the folder itself.
    @discardableResult
    func publish(_ name: String?, as target: String) throws(BuildFailure) -> Bool {
        let source = name.map { "\(path)/\($0)" } ?? path
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
            guard rename(target, path + "-old") == 0 else {
                throw .cannotCreate(path: target, reason: SystemError(code: errno).description)
            }
        }
        let isRenamed = rename(source, target) == 0
        let reason = SystemError(code: errno).description
        try? FileManager.default.removeItem(atPath: path + "-old")
        guard isRenamed else { throw .cannotCreate(path: target, reason: reason) }
        return false
    }

    /// Undoes `publish`, as far as the system lets it.
    func takeBack(_ name: String, from target: String, isSwapped: Bool) {
        _ = AtomicRename.rename(target, to: "\(path)/\(name)", isSwapped ? .exchange : .none)
    }

    /// Removes whatever is in the hidden folder: all that was written, or the archive that was replaced.
    func discard() { try? FileManager.default.removeItem(atPath: path) }
}
