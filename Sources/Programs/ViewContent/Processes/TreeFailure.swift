import TileEngine
import WorkerProcesses

/// The end of a tree's process, or a failure of one of its calls.
package enum TreeFailure: TileSourceFailure, Hashable {
    /// The process was ended by a signal that its own code caused: a trap, for example.
    case crashed(signal: Int32)
    /// The process exited by itself.
    case exited(code: Int32)
    /// The process was killed from outside, or because the machine ran out of memory.
    case killed
    /// The main thread did not answer a call for this number of seconds, and the process was ended.
    case hung(seconds: Double)
    /// The process sent an invalid message, and was ended.
    case garbled
    /// The process could not be started.
    case notStarted(reason: String)
    /// The tree could not be drawn.
    case notDrawn(reason: String)

    static let tookTooLong = notDrawn(reason: "it takes too long to draw")

    package var isLasting: Bool { false }

    package var reasonForClients: String {
        switch self {
        case .crashed, .exited, .killed, .garbled: "its program has ended unexpectedly, and starts again in a moment"
        case .hung: "its program did not respond and was ended, and starts again in a moment"
        case .notStarted: "its program can't be started at the moment"
        case .notDrawn: "a part of it can't be drawn at the moment"
        }
    }

    package var description: String {
        switch self {
        case .crashed(let signal): "the process ended by signal \(signal), as after a trap"
        case .exited(let code): "the process exited with code \(code)"
        case .killed: "the process was killed from outside, or the machine ran out of memory"
        case .hung(let seconds): "the process's main thread did not answer for \(seconds) s, so the process was ended"
        case .garbled: "the process sent an invalid message, so it was ended"
        case .notStarted(let reason): "the process could not be started: \(reason)"
        case .notDrawn(let reason): reason
        }
    }

    /// The failure for the way in which a process ended.
    init(_ end: WorkerChild.End) {
        if let code = end.code {
            self = .exited(code: code)
        } else {
            self = end.signal == 9 || end.signal == 15 ? .killed : .crashed(signal: end.signal)
        }
    }
}
