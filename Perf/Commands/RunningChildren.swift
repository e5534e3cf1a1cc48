import Foundation
import Synchronization

/// The processes that run for this one, each the first of a group of its own. They end with this process when it is interrupted:
/// a terminal tells only the group in front.
enum RunningChildren {
    private static let groups = Mutex<Set<pid_t>>([])

    static func add(_ process: pid_t) {
        _ = listening
        groups.withLock { _ = $0.insert(process) }
    }

    static func remove(_ process: pid_t) { groups.withLock { _ = $0.remove(process) } }

    /// Kills a process and all that it started.
    static func end(_ process: pid_t) {
        kill(-process, SIGKILL)
        kill(process, SIGKILL)
    }

    // Unsafe only by the protocol's declaration: the sources are never touched after they are made.
    nonisolated(unsafe) private static let listening = [SIGINT, SIGTERM, SIGHUP].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler {
            groups.withLock { $0.forEach(end) }
            signal(number, SIG_DFL)
            kill(getpid(), number)
        }
        source.resume()
        return source
    }
}
