import Foundation
import TileSupport
import WorkerProcesses

/// `tilework-views`, the program that runs the commands of `tilework` that need views: `perf`, `film`, and every
/// command for nibs and storyboards. `tilework` links no views, so it replaces itself by this program.
package enum ViewsProgram {
    private static let program = WorkerProgram(name: "tilework-views", variable: "TILEWORK_VIEWS")

    /// Replaces this process by the program, with the same arguments, input, output and identifier.
    ///
    /// - Parameter task: The task that needs the program, for the message.
    /// - Returns: The reason why the program can't be started.
    package static func become(for task: String) -> Complaint {
        let path: String
        do throws(WorkerFailure) {
            path = try program.find(nil)
        } catch .programMissing(let places) {
            return Complaint(
                "\(task) needs the program \(program.name), which was not found at "
                    + "\(places.joined(separator: " or ")): build it with “make views”, install it beside tilework, or "
                    + "set its path in \(program.variable)", .unavailable)
        } catch {
            return Complaint("\(task) needs the program \(program.name): \(error)", .unavailable)
        }
        // A thread of the runtime blocks signals, and the new program would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
        execv(path, &arguments)
        let reason = SystemError(code: errno).description
        for argument in arguments { free(argument) }
        return Complaint("\(path) can't be started: \(reason)", .unavailable)
    }

    /// Returns the program that runs `perf` for a build of `tilework`; nil for a build that runs it by itself.
    ///
    /// - Parameter path: The path of any program.
    package static func path(behind path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        let running = String(cString: resolved)
        guard PathName(running).name == "tilework" else { return nil }
        return try? program.find(nil, running: running, environment: [:])
    }
}
