import CommandSupport
import Foundation
import TileSupport

/// The processes that run for this one, each the first of a group of its own, and the folders that they write to. They
/// end with this process when it is interrupted: a terminal tells only the group in front.
enum RunningChildren {
    private struct State {
        var groups: Set<pid_t> = []
        var folders: Set<String> = []
    }

    private static let state = Lock(State())

    /// Starts a process. A signal waits for that: between a start and its being known it would leave the process
    /// running.
    static func start(_ process: Process) throws {
        _ = listening
        try state.withLock { state in
            try process.run()
            state.groups.insert(process.processIdentifier)
        }
    }

    static func remove(_ process: pid_t) { state.withLock { _ = $0.groups.remove(process) } }

    static func add(folder: String) {
        _ = listening
        state.withLock { _ = $0.folders.insert(folder) }
    }

    /// Removes it from the disk.
    static func remove(folder: String) {
        state.withLock {
            if $0.folders.remove(folder) != nil { try? FileManager.default.removeItem(atPath: folder) }
        }
    }

    /// Kills a process and all that it started.
    static func end(_ process: pid_t) {
        kill(-process, SIGKILL)
        kill(process, SIGKILL)
    }

    /// Ends this process by a signal, after all that it started, and leaves nothing of it.
    static func endAll(by number: Int32) -> Never {
        // The lock is never released: otherwise the thread that waits for a child would report a failure, and exit with
        // another code.
        state.withLock { state -> Never in
            state.groups.forEach(end)
            for folder in state.folders { try? FileManager.default.removeItem(atPath: folder) }
            EndingSignal.raise(number)
        }
    }

    // Unsafe only by the protocol's declaration: the sources are never touched after they are made.
    nonisolated(unsafe) private static let listening = [SIGINT, SIGTERM, SIGHUP].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { endAll(by: number) }
        source.resume()
        return source
    }
}
