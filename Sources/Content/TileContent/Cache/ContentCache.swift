import Dispatch
import Foundation
import TileSupport

/// A folder that stores opened contents between runs in the form from which they are drawn. Opening them again maps a
/// file instead of parsing a drawing or decoding an image.
///
///     var limits = ContentLimits()
///     limits.cache = try ContentCache(folder: "/var/cache/plans", limit: 4_000_000_000)
///     let plan = try ContentReader.open("plan.svg", limits: limits)
///
/// A file's name is a keyed hash of the content (`ContentIdentity`), for a drawing all of its bytes, and of the program
/// that wrote it. So a changed file or another program finds no entry and writes its own. The key is a secret of the
/// folder, so nobody can craft a file that is shown with another file's picture.
///
/// Files are renamed into place when complete and never change afterwards, so any number of processes may share a
/// folder. A killed process leaves a temporary file, which other processes delete. Damaged files and those of another
/// format are rewritten. No error of the cache prevents a content from being shown.
public final class ContentCache: Sendable {
    public let folder: String
    /// The approximate maximum bytes of all files. After each write, the least recently used files are deleted.
    public let limit: Int
    /// Called once with the reason why files cannot be written, for the program's operator.
    private let report: @Sendable (String) -> Void
    private let key: SipHash.Value
    /// Whether nothing can be found or kept, because the folder has no secret and none could be written to it.
    private let isUnusable: Bool

    private struct State {
        /// The estimated bytes of all files; nil before they are first counted.
        var byteCount: Int?
        var writesSinceCount = 0
        /// The pending writes, oldest first.
        var waiting: [@Sendable () -> Void] = []
        var hasReported = false
    }

    private let state = Lock(State())
    /// The queue for writing, one file at a time, at background priority.
    private let queue = DispatchQueue(label: "tilework.cache", qos: .background)

    /// The reason why a folder cannot be used as a cache.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        public var folder: String
        public var reason: String

        public var description: String { "\(folder): can't be used as the cache folder: \(reason)" }
    }

    /// The seconds before a content is written, because its first tiles, which are the largest, are requested in this
    /// time.
    private static let delay = 3.0
    /// The maximum number of pending writes. Further contents are not cached this time, because each pending write
    /// retains its picture.
    static let maxWaitingCount = 8
    /// The number of writes after which files of other processes are counted again.
    private static let writesBetweenCounts = 64
    /// The fraction of the limit that remains after files are deleted.
    private static let shareLeft = 0.9
    /// The seconds after which a temporary file counts as abandoned; writing one takes a second.
    private static let temporaryAge = 600.0
    /// The resolution of a file's last use, in seconds.
    private static let useGranularity = 60.0

    /// Opens a cache, creating its folder for this user only if it does not exist.
    ///
    /// - Parameter limit: The maximum bytes.
    /// - Throws: If the folder cannot be created or read, or belongs to another user. A read-only folder is used
    ///   without writing.
    public init(
        folder: String, limit: Int, report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(Failure) {
        self.folder = folder
        self.limit = limit
        self.report = report
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(folder: folder, reason: "it can't be created")
        }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(folder: folder, reason: "it is not a folder")
        }
        guard status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw Failure(folder: folder, reason: "it belongs to another user, or others can write to it")
        }
        var found = try Self.key(of: folder)
        var problem: SystemError?
        if found == nil {
            do throws(SystemError) { try Self.makeKey(in: folder) } catch { problem = error }
            found = try Self.key(of: folder)
        }
        key = found ?? SipHash.Value(low: 0, high: 0)
        isUnusable = found == nil
        if isUnusable { complain(problem ?? SystemError(code: EACCES)) }
    }

    /// Returns the folder for the current user's cache; nil if there is none, for example for users without a home
    /// folder.
    ///
    /// - SeeAlso: XDG Base Directory Specification: `XDG_CACHE_HOME`, else `.cache` at home.
    public static func standardFolder(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        // The specification says to ignore relative paths.
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache + "/tilework" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return (home.hasSuffix("/") ? String(home.dropLast()) : home) + "/.cache/tilework"
    }

    /// Returns the folder's secret; nil when it has none.
    private static func key(of folder: String) throws(Failure) -> SipHash.Value? {
        guard let file = try? MappedFile(folder + "/key") else { return nil }
        guard file.bytes.count == 16 else {
            throw Failure(folder: folder, reason: "its file “key” is damaged; delete the folder's contents")
        }
        return SipHash.Value(
            low: file.bytes.load(as: UInt64.self), high: file.bytes.load(fromByteOffset: 8, as: UInt64.self))
    }

    /// Writes a secret to a folder that has none. Another process may be faster; its secret is the folder's then.
    ///
    /// - Throws: `SystemError` if the folder can't be written to.
    private static func makeKey(in folder: String) throws(SystemError) {
        let made = [UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max))]
        let temporary = "\(folder)/.key.\(UInt64.random(in: 0...(.max)))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { unlink(temporary) }
        let count = made.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress!, $0.count) }
        let code = count < 0 ? errno : ENOSPC
        close(descriptor)
        guard count == 16 else { throw SystemError(code: code) }
        // Not a rename: the first process's stays.
        guard link(temporary, folder + "/key") == 0 || errno == EEXIST else { throw SystemError(code: errno) }
    }

    /// Returns a hasher with the folder's key.
    func hash() -> SipHash { SipHash(key: key) }

    // MARK: Reading

    enum Kind: String {
        case picture
        case overviews
    }

    private func path(_ name: SipHash.Value, _ kind: Kind) -> String { "\(folder)/\(name.hex).\(kind.rawValue)" }

    /// Returns a file and marks it as used; nil if it does not exist.
    func file(_ name: SipHash.Value, _ kind: Kind) -> MappedFile? {
        if isUnusable { return nil }
        let path = path(name, kind)
        let file: MappedFile
        do throws(MappedFile.Failure) {
            file = try MappedFile(path)
        } catch .system {
            return nil
        } catch {
            remove(name, kind)
            return nil
        }
        var status = stat()
        if stat(path, &status) == 0, Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec) > Self.useGranularity
        {
            // Nil means the current time. This fails in a read-only folder.
            utimensat(AT_FDCWD, path, nil, 0)
        }
        return file
    }

    /// Deletes an invalid file.
    func remove(_ name: SipHash.Value, _ kind: Kind) { unlink(path(name, kind)) }

    // MARK: Writing

    /// Writes a file after some seconds, on the cache's queue.
    ///
    /// - Parameters:
    ///   - write: Writes to a descriptor. Returns false if the file should not be kept.
    ///   - whenKept: Called when the file exists.
    func keep(
        _ name: SipHash.Value, _ kind: Kind, write: @escaping @Sendable (Int32) throws(SystemError) -> Bool,
        whenKept: @escaping @Sendable () -> Void = {}
    ) {
        if isUnusable { return }
        let count: Int? = state.withLock { state in
            guard state.waiting.count < Self.maxWaitingCount else { return nil }
            state.waiting.append { [self] in
                do throws(SystemError) {
                    if try self.write(name, kind, write) { whenKept() }
                } catch {
                    complain(error)
                }
            }
            return state.waiting.count
        }
        guard let count else { return }
        // When many contents are opened in a row, pending writes start at once to free their slots.
        let delay = count > Self.maxWaitingCount / 2 ? 0 : Self.delay
        queue.asyncAfter(deadline: .now() + delay) { [self] in
            Niceness.giveWay(by: 10)
            writeNext()
        }
    }

    /// Performs the oldest pending write, which stays in the list until it is done. Does nothing if `finish` has
    /// already done it.
    ///
    /// - Returns: Whether there was a pending write. Called on `queue`.
    @discardableResult
    private func writeNext() -> Bool {
        guard let next = state.withLock({ $0.waiting.first }) else { return false }
        next()
        // Later writes may have been added behind it.
        state.withLock { _ = $0.waiting.removeFirst() }
        return true
    }

    /// Waits until all pending writes are done. Call it before the program exits.
    public func finish() {
        queue.sync { while writeNext() {} }
    }

    private func complain(_ error: SystemError) {
        let isFirst = state.withLock { state in
            defer { state.hasReported = true }
            return !state.hasReported
        }
        if isFirst { report("\(folder): nothing is cached there: \(error)") }
    }

    /// - Returns: Whether the file exists.
    private func write(
        _ name: SipHash.Value, _ kind: Kind, _ write: (Int32) throws(SystemError) -> Bool
    ) throws(SystemError) -> Bool {
        // A random name, because processes in containers may have equal process IDs.
        let temporary = "\(folder)/.\(name.hex).\(UInt64.random(in: 0...(.max)))"
        let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { close(descriptor) }
        do throws(SystemError) {
            guard try write(descriptor) else {
                unlink(temporary)
                return false
            }
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw SystemError(code: errno) }
            // A file larger than half of the limit would evict most others, and soon be evicted itself.
            guard Int(status.st_size) <= limit / 2 else {
                unlink(temporary)
                return false
            }
            guard rename(temporary, path(name, kind)) == 0 else { throw SystemError(code: errno) }
            makeRoom(added: Int(status.st_size))
            return true
        } catch {
            unlink(temporary)
            throw error
        }
    }

    // MARK: Eviction

    private struct File {
        var name: String
        var bytes: Int
        var used: Double
    }

    /// Deletes the least recently used files until the rest is within the limit.
    private func makeRoom(added bytes: Int) {
        let isDue = state.withLock { state in
            state.writesSinceCount += 1
            if let count = state.byteCount { state.byteCount = count + bytes }
            return state.byteCount.map { $0 > limit } ?? true || state.writesSinceCount >= Self.writesBetweenCounts
        }
        guard isDue else { return }
        // Only one process evicts at a time; two would both free space for the same files.
        let lock = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        defer { if lock >= 0 { close(lock) } }
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
        var files = listFiles()
        var total = files.reduce(0) { $0 + $1.bytes }
        if total > limit {
            files.sort { $0.used < $1.used }
            for file in files where Double(total) > Double(limit) * Self.shareLeft {
                unlink("\(folder)/\(file.name)")
                total -= file.bytes
            }
        }
        state.withLock { state in
            state.byteCount = total
            state.writesSinceCount = 0
        }
    }

    /// Lists the cached files, and deletes abandoned temporary files.
    private func listFiles() -> [File] {
        let now = Date().timeIntervalSince1970
        var files: [File] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let isTemporary = name.hasPrefix(".")
            guard isTemporary || Kind.allEndings.contains(where: name.hasSuffix) else { continue }
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            let used = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
            if isTemporary {
                if now - used > Self.temporaryAge { unlink("\(folder)/\(name)") }
            } else {
                files.append(File(name: name, bytes: Int(status.st_size), used: used))
            }
        }
        return files
    }
}

extension ContentCache.Kind {
    fileprivate static let allEndings = [".picture", ".overviews"]
}

/// Two caches are equal if they are the same object, so that limits with a cache can be compared.
extension ContentCache: Hashable {
    public static func == (left: ContentCache, right: ContentCache) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
