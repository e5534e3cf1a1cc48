import CommandSupport
import Dispatch
import Foundation
import RemoteArchives
import TileContent
import TileServer
import TileSupport

/// A watch that follows the files of a server: changed files are read again, new files are offered, and removed files
/// are withdrawn.
///
/// After an event the files are listed again, once nothing has happened for a moment, and compared with those that are
/// served. So nothing depends on how an editor saves, in place or by renaming another file. A file that is open for
/// writing is left as it was until it is closed.
final class ServedFilesWatch: Sendable {
    private struct Known: Sendable {
        var id: String
        /// The name for people.
        var title: String
        var stamp: ServedFileStamp?
    }

    private struct State: Sendable {
        var server: TileServer?
        var known: [String: Known]
        /// The paths of files that are open for writing.
        var beingWritten: Set<String> = []
        /// The nanoseconds on the clock since when an update is due, and until when it waits for quiet.
        var pending: (since: UInt64, until: UInt64)?
        var watch: FolderWatch?
        var watched: Set<String> = []
        var isPolling = false
        var isOver = false
    }

    private let opening: FileOpening
    private let list: @Sendable () -> ServedFiles
    private let remotes: RemoteContents?
    private let queue = DispatchQueue(label: "tilework.watch", qos: .utility)
    private let state: Lock<State>
    private let folders: [String]
    /// Whether events lead to updates; without, only `update()` does.
    let followsEvents: Bool

    /// Whether contents may change while they are served.
    var mayChangeContents: Bool { followsEvents || remotes != nil }

    /// An update waits until nothing has happened for `quiet` nanoseconds, but no longer than for `patience`.
    private static let quiet: UInt64 = 150_000_000
    private static let patience: UInt64 = 1_000_000_000
    /// Seconds between two updates where the system reports no events.
    private static let pollInterval = 5.0

    /// - Parameters:
    ///   - files: The files that are served at first.
    ///   - followsEvents: Whether events lead to updates; without, only `update()` does.
    ///   - remotes: The contents of addresses, which are asked for changes while they are served.
    ///   - list: Lists the files again.
    init(
        _ files: ServedFiles, opening: FileOpening, followsEvents: Bool = true, remotes: RemoteContents? = nil,
        list: @escaping @Sendable () -> ServedFiles
    ) {
        self.remotes = remotes
        self.opening = opening
        self.followsEvents = followsEvents
        self.list = list
        folders = files.folders
        // Stamped before they are opened: a file that changes in between is read again.
        state = Lock(
            State(
                known: Dictionary(
                    files.files.map { ($0.path, Known(id: $0.id, title: $0.title, stamp: ServedFileStamp($0.path))) },
                    uniquingKeysWith: { first, _ in first })))
    }

    func start(_ server: TileServer) {
        state.withLock { $0.server = server }
        if let remotes { watch(remotes) }
        guard followsEvents else { return }
        do throws(SystemError) {
            let watch = try FolderWatch { [weak self] in self?.note($0) }
            state.withLock { $0.watch = watch }
            follow(folders)
        } catch {
            poll(because: error)
        }
        // For what has happened since the files were listed.
        update()
    }

    /// Asks for changes of the files at addresses from the moment they are opened.
    private func watch(_ remotes: RemoteContents) {
        opening.observe { [weak self] file in
            guard let location = try? RemoteLocation(file.path) else { return }
            remotes.watch(location) { [weak self] in
                self?.state.withLock { $0.server }?.reopen(file.id) { isShown in
                    if isShown { StandardError.log("\(file.title): changed") }
                }
            }
        }
    }

    /// Compares the files with those that are served, whether or not the system has reported an event.
    func update() { queue.async { [weak self] in self?.compare() } }

    func end() {
        state.withLock { state in
            (state.isOver, state.server, state.watch) = (true, nil, nil)
        }
    }

    private func follow(_ folders: [String]) {
        let (watch, new) = state.withLock { state in (state.watch, folders.filter { !state.watched.contains($0) }) }
        guard let watch else { return }
        for folder in new {
            do throws(SystemError) {
                try watch.add(folder)
                state.withLock { _ = $0.watched.insert(folder) }
            } catch {
                if error.code != ENOENT { return poll(because: error) }
            }
        }
    }

    /// Compares the files every few seconds, because the system has no more watches, or none at all.
    private func poll(because error: SystemError) {
        let isNew = state.withLock { state in
            defer { state.isPolling = true }
            return !state.isPolling
        }
        guard isNew else { return }
        let advice = error.code == ENOSPC ? "; raise fs.inotify.max_user_watches" : ""
        StandardError.log("checking files for changes every \(Int(Self.pollInterval)) seconds: \(error)\(advice)")
        pollLater()
    }

    private func pollLater() {
        queue.asyncAfter(deadline: .now() + Self.pollInterval) { [weak self] in
            guard let self, !state.withLock({ $0.isOver }) else { return }
            compare()
            pollLater()
        }
    }

    // MARK: Events

    private func note(_ events: [FolderWatch.Event]) {
        let isNew = state.withLock { state -> Bool in
            for event in events {
                let path = Self.plain(
                    event.folder + (event.folder.hasSuffix("/") || event.name.isEmpty ? "" : "/") + event.name)
                switch event.kind {
                case .beingWritten: state.beingWritten.insert(path)
                // A file that was moved or linked here is not empty.
                case .made: if FileStamp(path)?.isEmptyFile == true { state.beingWritten.insert(path) }
                case .changed:
                    state.beingWritten.remove(path)
                    // A folder that was removed is watched again when it comes back.
                    if event.name.isEmpty { state.watched.remove(event.folder) }
                case .lost: state.beingWritten = []
                }
            }
            let now = MonotonicClock.nanoseconds
            defer { state.pending = (state.pending?.since ?? now, now + Self.quiet) }
            return state.pending == nil
        }
        if isNew { wait(Self.quiet) }
    }

    /// The path without `./` before it, so that each file has one path.
    private static func plain(_ path: String) -> String { path.hasPrefix("./") ? String(path.dropFirst(2)) : path }

    private func wait(_ nanoseconds: UInt64) {
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { [weak self] in
            guard let self else { return }
            let rest = state.withLock { state -> UInt64 in
                guard let pending = state.pending else { return 0 }
                let now = MonotonicClock.nanoseconds
                if now < pending.until, now - pending.since < Self.patience { return pending.until - now }
                state.pending = nil
                return 0
            }
            if rest > 0 { wait(rest) } else { compare() }
        }
    }

    // MARK: Changes

    /// Called on the queue.
    private func compare() {
        let files = list()
        follow(files.folders)
        var (server, known, beingWritten) = state.withLock { ($0.server, $0.known, $0.beingWritten) }
        guard let server else { return }
        let current = Dictionary(files.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        for (path, old) in known where current[path] == nil {
            known[path] = nil
            server.withdraw(old.id)
            StandardError.log("\(old.title): removed, no longer served")
        }
        // Withdrawn before any is offered: a name may go from one file to another.
        var renamed: Set<String> = []
        for (path, old) in known {
            guard let file = current[path], file.id != old.id else { continue }
            server.withdraw(old.id, successor: file.id)
            renamed.insert(path)
        }
        for file in files.files {
            if renamed.contains(file.path) {
                known[file.path] = Known(id: file.id, title: file.title, stamp: ServedFileStamp(file.path))
                offer(file, to: server, "renamed, because the names of the files around it changed")
                continue
            }
            let plain = Self.plain(file.path)
            if beingWritten.contains(plain) || beingWritten.contains(TIFFMaskFile.path(of: plain)) { continue }
            let stamp = ServedFileStamp(file.path)
            guard let old = known[file.path] else {
                known[file.path] = Known(id: file.id, title: file.title, stamp: stamp)
                offer(file, to: server, "new")
                continue
            }
            if old.stamp == stamp { continue }
            known[file.path]?.stamp = stamp
            let (id, path) = (old.id, file.path)
            server.reopen(id) { isShown in if isShown { StandardError.log("\(path): changed") } }
        }
        let now = known
        state.withLock { $0.known = now }
    }

    /// - Parameter event: What happened to the file.
    private func offer(_ file: ServedFiles.File, to server: TileServer, _ event: String) {
        let offer = opening.offer(of: file)
        do throws(TileServerFailure) {
            try server.offer(offer)
            // A file whose name says nothing of its kind is reported when it is opened.
            if ServedFiles.listing(of: file) == nil { return }
            let address = server.isPrivate(offer) ? "" : ", at /view/\(offer.pathName)"
            StandardError.log("\(file.title): \(event)\(address)")
        } catch {
            StandardError.log("\(file.title): \(error)")
        }
    }
}
