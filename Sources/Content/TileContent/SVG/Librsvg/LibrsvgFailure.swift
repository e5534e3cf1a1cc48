import WorkerProcesses

/// The reason why librsvg did not draw. `WorkerMessages.librsvg` has its messages.
typealias LibrsvgFailure = WorkerFailure

extension LibrsvgFailure {
    /// Whether the failure counts against drawing more of the document. Failures caused by the machine or by a person
    /// who ended the process do not.
    var countsAgainstDocument: Bool {
        switch self {
        case .refused, .crashed, .exited, .tookTooLong, .tookTooMuchMemory, .garbled: true
        case .killed, .waitedTooLong, .givenUp, .programMissing, .notStarted: false
        }
    }
}
