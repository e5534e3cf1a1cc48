import Dispatch
import Foundation
import TileServer
import TileSupport

/// Follows what happens to the files that a server shows: what changes is read again, what comes is offered, what goes
/// is withdrawn.
///
/// When something happens, all is listed again once it has been quiet for a moment, and compared with what is served:
/// so nothing depends on how an editor saves, in place or by another file of the same name. A file that somebody writes
/// into is left as it was until it is closed.
final class ServedFilesWatch: Sendable {
    private struct Known: Sendable {
        var id: String
        var stamp: FileStamp?
    }

    private struct State: Sendable {
        var server: TileServer?
        var known: [String: Known]
        /// By path: somebody writes into them.
        var beingWritten: Set<String> = []
        /// Nanoseconds on the clock since when a look is due, and until when it waits for quiet.
        var pending: (since: UInt64, until: UInt64)?
        var watch: FolderWatch?
        var watched: Set<String> = []
        var isPolling = false
        var isOver = false
    }

    private let opening: FileOpening
    private let list: @Sendable () -> ServedFiles
    private let queue = DispatchQueue(label: "tilework.watch", qos: .utility)
    private let state: Lock<State>
    private let folders: [String]
    /// Whether it looks when something happens; else only when it is asked to.
    let followsEvents: Bool

    /// Nothing happens for so long, in nanoseconds, before files are looked at; but they are after so long at the
    /// latest.
    private static let quiet: UInt64 = 150_000_000
    private static let patience: UInt64 = 1_000_000_000
    /// Seconds between two looks where the system tells of nothing.
    private static let pollInterval = 5.0

    /// - Parameters:
    ///   - files: What is served at first.
    ///   - followsEvents: Whether it looks when something happens; else only when it is asked to.
    ///   - list: Lists them anew.
    init(
        _ files: ServedFiles, opening: FileOpening, followsEvents: Bool = true,
        list: @escaping @Sendable () -> ServedFiles
    ) {
        self.opening = opening
        self.followsEvents = followsEvents
        self.list = list
        folders = files.folders
        // Stamped before they are opened: what changes between is read again.
        state = Lock(
            State(
                known: Dictionary(
                    files.files.map { ($0.path, Known(id: $0.id, stamp: FileStamp($0.path))) },
                    uniquingKeysWith: { first, _ in first })))
    }

    func start(_ server: TileServer) {
        state.withLock { $0.server = server }
        guard followsEvents else { return }
        do throws(SystemError) {
            let watch = try FolderWatch { [weak self] in self?.take($0) }
            state.withLock { $0.watch = watch }
            follow(folders)
        } catch {
            poll(because: error)
        }
        // What has happened since the files were listed.
        queue.async { [weak self] in self?.look() }
    }

    /// Looks for what has happened, whether or not the system tells of it.
    func lookNow() { queue.async { [weak self] in self?.look() } }

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

    /// The system has no more watches, or none at all: files are looked at now and then.
    private func poll(because error: SystemError) {
        let isNew = state.withLock { state in
            defer { state.isPolling = true }
            return !state.isPolling
        }
        guard isNew else { return }
        let advice = error.code == ENOSPC ? "; raise fs.inotify.max_user_watches" : ""
        StandardError.print("changes are looked for every \(Int(Self.pollInterval)) seconds: \(error)\(advice)")
        pollLater()
    }

    private func pollLater() {
        queue.asyncAfter(deadline: .now() + Self.pollInterval) { [weak self] in
            guard let self, !state.withLock({ $0.isOver }) else { return }
            look()
            pollLater()
        }
    }

    // MARK: When to look

    private func take(_ events: [FolderWatch.Event]) {
        let isNew = state.withLock { state -> Bool in
            for event in events {
                let path = Self.plain(
                    event.folder + (event.folder.hasSuffix("/") || event.name.isEmpty ? "" : "/") + event.name)
                switch event.kind {
                case .beingWritten: state.beingWritten.insert(path)
                // What is made by being moved or linked has something in it.
                case .made: if FileStamp(path)?.isEmptyFile == true { state.beingWritten.insert(path) }
                case .changed:
                    state.beingWritten.remove(path)
                    // Gone, it is to be followed anew should it come back.
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

    /// One name for what may be named with the working folder before it and without.
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
            if rest > 0 { wait(rest) } else { look() }
        }
    }

    // MARK: What has happened

    /// On the queue.
    private func look() {
        let files = list()
        follow(files.folders)
        var (server, known, beingWritten) = state.withLock { ($0.server, $0.known, $0.beingWritten) }
        guard let server else { return }
        let paths = Set(files.files.map(\.path))
        for (path, old) in known where !paths.contains(path) {
            known[path] = nil
            server.withdraw(old.id)
            StandardError.print("\(path): gone, and no longer served")
        }
        var ids = Set(known.values.map(\.id))
        for var file in files.files {
            // An address stays what it was, whatever has come since.
            if beingWritten.contains(Self.plain(file.path)) { continue }
            let stamp = FileStamp(file.path)
            guard let old = known[file.path] else {
                file.id = Self.free(file.id, ids)
                ids.insert(file.id)
                known[file.path] = Known(id: file.id, stamp: stamp)
                offer(file, to: server)
                continue
            }
            if old.stamp == stamp { continue }
            known[file.path]?.stamp = stamp
            let (id, path) = (old.id, file.path)
            server.reopen(id) { isShown in if isShown { StandardError.print("\(path): changed") } }
        }
        let now = known
        state.withLock { $0.known = now }
    }

    private func offer(_ file: ServedFiles.File, to server: TileServer) {
        do throws(TileServerFailure) {
            try server.offer(opening.offer(of: file))
            // Of what is no drawing and no image by its name, it shows when it is opened.
            if ServedFiles.listing(of: file) != nil { StandardError.print("\(file.path): new, at /view/\(file.id)") }
        } catch {
            StandardError.print("\(file.path): \(error)")
        }
    }

    private static func free(_ id: String, _ taken: Set<String>) -> String {
        guard taken.contains(id) else { return id }
        return (2...).lazy.map { "\(id)-\($0)" }.first { !taken.contains($0) } ?? id
    }
}
