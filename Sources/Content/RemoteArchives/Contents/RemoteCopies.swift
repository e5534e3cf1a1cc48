import Foundation
import TileSupport

/// A folder with copies of remote files that are read as a whole. A copy is fetched once, and asked for again by its
/// version (`ETag`, or else `Last-Modified`).
///
/// Each copy is in a folder of its own, which is renamed into place when it is complete and never changes. Any number
/// of processes may share the folder. The least recently used copies are deleted, but none that is in use.
final class RemoteCopies: Sendable {
    /// The location of the folder.
    enum Place: Sendable {
        /// A folder that outlives the process.
        case folder(String)
        /// A folder for temporary files, in which this process has one of its own.
        case temporary(in: String)
    }

    let folder: String
    /// The maximum bytes of all copies.
    let limit: Int
    private let isTemporary: Bool
    /// Locks a temporary folder for as long as it is in use; −1 for others.
    private let lock: Int32

    private static let temporaryPrefix = "tilework-copies-"
    private static let lockName = "lock"
    /// The seconds after which an unfinished copy without new bytes counts as abandoned.
    private static let unfinishedAge = 3600.0
    private static let longestName = 200

    /// Creates the folder if it does not exist.
    ///
    /// - Parameter limit: The maximum bytes. A single copy takes at most half of it.
    /// - Throws: `.unusable` if it can't be created.
    init(_ place: Place, limit: Int) throws(RemoteFailure) {
        self.limit = limit
        switch place {
        case .folder(let path):
            folder = path
            isTemporary = false
            lock = -1
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure(path, errno) }
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
                throw .unusable(path, reason: "it is not a folder of this user; delete it")
            }
        case .temporary(let parent):
            Self.removeAbandoned(in: parent)
            var template = Array("\(parent)/\(Self.temporaryPrefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw Self.failure(parent, errno) }
            folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            isTemporary = true
            lock = open("\(folder)/\(Self.lockName)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            if lock >= 0 { flock(lock, LOCK_EX | LOCK_NB) }
        }
    }

    deinit {
        guard isTemporary else { return }
        remove()
        if lock >= 0 { close(lock) }
    }

    /// Deletes a temporary folder with all copies. Call it before the program exits.
    func remove() { if isTemporary { try? FileManager.default.removeItem(atPath: folder) } }

    private static func failure(_ path: String, _ code: Int32) -> RemoteFailure {
        .unusable(path, reason: "no folder for copies can be created: \(SystemError(code: code))")
    }

    /// Deletes the temporary folders of processes that were killed.
    private static func removeAbandoned(in parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        where name.hasPrefix(temporaryPrefix) {
            var place = stat()
            guard lstat("\(parent)/\(name)", &place) == 0, place.st_mode & S_IFMT == S_IFDIR,
                place.st_uid == geteuid()
            else { continue }
            let lock = open("\(parent)/\(name)/\(lockName)", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard lock >= 0 else { continue }
            defer { close(lock) }
            var status = stat()
            guard flock(lock, LOCK_EX | LOCK_NB) == 0, fstat(lock, &status) == 0, status.st_uid == geteuid() else {
                continue
            }
            try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
        }
    }

    // MARK: Reading

    /// Returns the current copy of an object; nil if there is none.
    func copy(of object: RemoteObject) -> RemoteCopy? {
        let key = Self.key(of: object)
        for entry in entries().filter({ $0.name.hasPrefix(key) }).sorted(by: { $0.made > $1.made }) {
            if let copy = RemoteCopy(folder: "\(folder)/\(entry.name)") { return copy }
        }
        return nil
    }

    /// The start of the names of an object's copies. It does not tell the address, which may have secrets.
    private static func key(of object: RemoteObject) -> String {
        RequestSignature.sha256(Array(object.identity.utf8)).prefix(32) + "."
    }

    // MARK: Writing

    /// Returns a copy of the current version of an object, which is fetched unless `known` is that version.
    func fetch(_ object: RemoteObject, known: RemoteCopy?) async throws(RemoteFailure) -> RemoteCopy {
        let key = Self.key(of: object)
        // A random name, because processes in containers may have equal process IDs.
        let name = key + String(UInt64.random(in: 0...(.max)), radix: 36)
        let unfinished = "\(folder)/.\(name)"
        let fileName = Self.fileName(object.location.name)
        let path = "\(unfinished)/\(RemoteCopy.fileFolder)/\(fileName)"
        guard mkdir(unfinished, 0o700) == 0, mkdir("\(unfinished)/\(RemoteCopy.fileFolder)", 0o700) == 0 else {
            throw Self.failure(folder, errno)
        }
        defer { try? FileManager.default.removeItem(atPath: unfinished) }
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Self.failure(folder, errno) }
        defer { close(file) }
        guard let state = try await download(object, named: fileName, into: file, known: known) else {
            if let known { return known }
            throw .unusable(object.name, reason: "the server answers that the file is unchanged, without a file")
        }
        do {
            try JSONEncoder().encode(state).write(
                to: URL(fileURLWithPath: "\(unfinished)/\(RemoteCopy.stateName)"))
        } catch {
            throw .unusable(object.name, reason: "its copy can't be written to \(folder)")
        }
        guard rename(unfinished, "\(folder)/\(name)") == 0 else { throw Self.failure(folder, errno) }
        guard let copy = RemoteCopy(folder: "\(folder)/\(name)") else {
            throw .unusable(object.name, reason: "its copy in \(folder) was deleted")
        }
        makeRoom(replacing: key, by: name)
        return copy
    }

    /// Downloads an object. Returns nil if it is the known version.
    private func download(
        _ object: RemoteObject, named name: String, into file: Int32, known: RemoteCopy?
    ) async throws(RemoteFailure) -> RemoteCopy.State? {
        let download = RemoteDownload(object.name, into: file, known: known?.state.version, limit: limit / 2)
        let answer: HTTPAnswer
        do throws(RemoteFailure) {
            answer = try await object.download(headers: { download.headers }, to: download)
        } catch {
            if download.isKnown { return nil }
            throw error
        }
        if answer.status == 304 { return nil }
        guard answer.hasContent, let result = download.result else { throw object.failure(answer) }
        guard result.byteCount > 0 else { throw .unusable(object.name, reason: "the file is empty") }
        return RemoteCopy.State(name: name, byteCount: result.byteCount, version: result.version)
    }

    /// Returns a name as that of a file: without slashes and control characters.
    private static func fileName(_ name: String) -> String {
        var plain = String(name.unicodeScalars.filter { $0.value >= 0x20 && $0 != "/" && $0 != "\u{7F}" })
        while plain.utf8.count > longestName { plain.removeFirst() }
        return plain.isEmpty || plain == "." || plain == ".." ? "file" : plain
    }

    // MARK: Eviction

    private struct Entry {
        var name: String
        /// The time at which the copy was put in place.
        var made: Double
    }

    private func entries() -> [Entry] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
            var status = stat()
            guard name != Self.lockName, lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR
            else { return nil }
            return Entry(name: name, made: Self.seconds(status.st_mtim))
        }
    }

    private static func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 }

    /// Deletes other versions of an object, abandoned copies, and the least recently used ones beyond the limit.
    private func makeRoom(replacing key: String, by name: String) {
        var copies: [(name: String, bytes: Int, used: Double)] = []
        for entry in entries() where entry.name != name {
            let path = "\(folder)/\(entry.name)"
            if entry.name.hasPrefix(".") {
                if Self.lastChange(in: path) < Date().timeIntervalSince1970 - Self.unfinishedAge {
                    try? FileManager.default.removeItem(atPath: path)
                }
                continue
            }
            if entry.name.hasPrefix(key), removeUnused(path) { continue }
            var status = stat()
            let used = stat("\(path)/\(RemoteCopy.stateName)", &status) == 0 ? Self.seconds(status.st_mtim) : 0
            copies.append((entry.name, Self.byteCount(in: path), used))
        }
        var total = copies.reduce(Self.byteCount(in: "\(folder)/\(name)")) { $0 + $1.bytes }
        for copy in copies.sorted(by: { $0.used < $1.used }) where total > limit {
            if removeUnused("\(folder)/\(copy.name)") { total -= copy.bytes }
        }
    }

    /// Deletes a copy unless it is in use. Returns whether it was deleted.
    private func removeUnused(_ path: String) -> Bool {
        let state = open("\(path)/\(RemoteCopy.stateName)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        // Only a copy without a state is in use by nobody.
        if state < 0, errno != ENOENT { return false }
        if state >= 0 {
            defer { close(state) }
            guard flock(state, LOCK_EX | LOCK_NB) == 0 else { return false }
            // The state is deleted first, under the lock, so that no other process opens the copy.
            unlink("\(path)/\(RemoteCopy.stateName)")
        }
        return (try? FileManager.default.removeItem(atPath: path)) != nil
    }

    private static func files(in path: String) -> [stat] {
        let folder = "\(path)/\(RemoteCopy.fileFolder)"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
            var status = stat()
            return lstat("\(folder)/\(name)", &status) == 0 ? status : nil
        }
    }

    private static func byteCount(in path: String) -> Int { files(in: path).reduce(0) { $0 + Int($1.st_size) } }

    private static func lastChange(in path: String) -> Double {
        var status = stat()
        let made = lstat(path, &status) == 0 ? seconds(status.st_mtim) : 0
        return files(in: path).reduce(made) { max($0, seconds($1.st_mtim)) }
    }
}
