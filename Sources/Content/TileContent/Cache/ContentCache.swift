import Dispatch
import Foundation
import TileSupport

/// A folder in which contents are kept between runs, in the form that they are drawn from: opening them again maps a
/// file instead of reading a drawing or decoding an image.
///
///     var limits = ContentLimits()
///     limits.cache = try ContentCache(folder: "/var/cache/plans", limit: 4_000_000_000)
///     let plan = try ContentReader.open("plan.svg", limits: limits)
///
/// A file is named by a keyed hash of what it was made of: of a drawing all bytes (`ContentIdentity`), with the program
/// that made it. So a changed file, or another program, finds nothing and makes its own. The key is the folder's
/// secret: nobody can make a file whose picture is shown for another's.
///
/// Files appear by a rename, whole, and never change then; so any number of processes may share a folder, and one that
/// is killed leaves a temporary file, which the others remove. What is damaged or of another format is made anew.
/// Nothing that goes wrong here keeps a content from being shown.
public final class ContentCache: Sendable {
    public let folder: String
    /// Bytes of all files, about: after each that is written, those go that were not used for longest.
    public let limit: Int
    /// Told once of what keeps files from being written, for the program's operator.
    private let report: @Sendable (String) -> Void
    private let key: SipHash.Value

    private struct State {
        /// Bytes of all files, as far as is known; nil before they were first counted.
        var byteCount: Int?
        var writesSinceCount = 0
        /// What is to be written, oldest first.
        var waiting: [@Sendable () -> Void] = []
        var hasReported = false
    }

    private let state = Lock(State())
    /// Writes one after the other, when nothing else is to be done.
    private let queue = DispatchQueue(label: "tilework.cache", qos: .background)

    /// What can't be used as a folder for contents.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        public var folder: String
        public var reason: String

        public var description: String { "\(folder): can't be used as the cache folder: \(reason)" }
    }

    /// Seconds that what is to be kept waits: its first tiles, which are the largest, are asked for meanwhile.
    private static let delay = 3.0
    /// Files that wait to be written; more are not kept this time, for each holds its picture.
    static let maxWaitingCount = 8
    /// Others' files are counted again after so many of one's own.
    private static let writesBetweenCounts = 64
    /// Of the limit, what is left after files had to go.
    private static let shareLeft = 0.9
    /// Seconds after which a temporary file is nobody's: writing one takes a second.
    private static let temporaryAge = 600.0
    /// Seconds within which a use of a file counts as the last one.
    private static let useGranularity = 60.0

    /// Makes the folder where it is not there, for this user alone.
    ///
    /// - Parameter limit: bytes.
    /// - Throws: when it can't be made or read, or is another user's. A folder that can only be read is used as it is.
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
        key = try Self.key(of: folder)
    }

    /// The folder for this user's contents; nil when there is none, as for users without a home.
    ///
    /// - SeeAlso: XDG Base Directory Specification: `XDG_CACHE_HOME`, else `.cache` at home.
    public static func standardFolder(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        // Relative paths are to be ignored.
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache + "/tilework" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return (home.hasSuffix("/") ? String(home.dropLast()) : home) + "/.cache/tilework"
    }

    /// The folder's secret, made where there is none.
    private static func key(of folder: String) throws(Failure) -> SipHash.Value {
        let path = folder + "/key"
        for _ in 0..<2 {
            if let file = try? MappedFile(path) {
                guard file.bytes.count == 16 else {
                    throw Failure(folder: folder, reason: "its file “key” is damaged; delete the folder's contents")
                }
                return SipHash.Value(
                    low: file.bytes.load(as: UInt64.self), high: file.bytes.load(fromByteOffset: 8, as: UInt64.self))
            }
            let made = [UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max))]
            let temporary = "\(folder)/.key.\(UInt64.random(in: 0...(.max)))"
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { break }
            let count = made.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress!, $0.count) }
            close(descriptor)
            // Not a rename: the first process's stays.
            if count == 16 { link(temporary, path) }
            unlink(temporary)
        }
        throw Failure(folder: folder, reason: "it can't be written to, and it has no cached contents")
    }

    /// A hash that only this folder has.
    func hash() -> SipHash { SipHash(key: key) }

    // MARK: Reading

    enum Kind: String {
        case picture
        case overviews
    }

    private func path(_ name: SipHash.Value, _ kind: Kind) -> String { "\(folder)/\(name.hex).\(kind.rawValue)" }

    /// A file of that name, which counts as used now; nil when there is none.
    func file(_ name: SipHash.Value, _ kind: Kind) -> MappedFile? {
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
            // Nil is now. It fails in a folder that can only be read.
            utimensat(AT_FDCWD, path, nil, 0)
        }
        return file
    }

    /// Removes a file that is not as it should be.
    func remove(_ name: SipHash.Value, _ kind: Kind) { unlink(path(name, kind)) }

    // MARK: Writing

    /// Writes a file of that name, in some seconds, on a thread of its own.
    ///
    /// - Parameters:
    ///   - write: Writes to a descriptor. Returns false for what is not to be kept.
    ///   - whenKept: Called when the file is there.
    func keep(
        _ name: SipHash.Value, _ kind: Kind, write: @escaping @Sendable (Int32) throws(SystemError) -> Bool,
        whenKept: @escaping @Sendable () -> Void = {}
    ) {
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
        // Where many are opened one after the other, those that are waited for make room for the next.
        let delay = count > Self.maxWaitingCount / 2 ? 0 : Self.delay
        queue.asyncAfter(deadline: .now() + delay) { [self] in
            Niceness.giveWay(by: 10)
            writeNext()
        }
    }

    /// Writes what has waited longest, which waits until that is done; nothing when `finish` was faster.
    ///
    /// - Returns: Whether there was something. Called on `queue`.
    @discardableResult
    private func writeNext() -> Bool {
        guard let next = state.withLock({ $0.waiting.first }) else { return false }
        next()
        // More may have come, behind it.
        state.withLock { _ = $0.waiting.removeFirst() }
        return true
    }

    /// Returns when all is written that was to be kept so far: before a program ends.
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

    /// - Returns: Whether the file is there.
    private func write(
        _ name: SipHash.Value, _ kind: Kind, _ write: (Int32) throws(SystemError) -> Bool
    ) throws(SystemError) -> Bool {
        // Processes in containers may have one number.
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
            // One that fills the folder alone would push all others out, and then itself.
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

    // MARK: Room

    private struct File {
        var name: String
        var bytes: Int
        var used: Double
    }

    /// Takes files out until the rest fits, those first that were not used for longest.
    private func makeRoom(added bytes: Int) {
        let isDue = state.withLock { state in
            state.writesSinceCount += 1
            if let count = state.byteCount { state.byteCount = count + bytes }
            return state.byteCount.map { $0 > limit } ?? true || state.writesSinceCount >= Self.writesBetweenCounts
        }
        guard isDue else { return }
        // One process at a time: two would both make room for the same.
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

    /// What is kept. Temporary files that nobody writes to any more are removed.
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

/// Two are equal when they are the same: so that limits that name one can be compared.
extension ContentCache: Hashable {
    public static func == (left: ContentCache, right: ContentCache) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
