/// A failure of a worker process. Each kind of worker has its own messages for it.
public enum WorkerFailure: Error, Hashable, Sendable {
    /// The worker refused the request, with a reason.
    case refused(message: String)
    /// The process was ended by a signal that it caused itself: an abort or a stack overflow. `said` is the last output
    /// on standard error, if any.
    case crashed(signal: Int32, said: String)
    /// The process exited by itself.
    case exited(code: Int32, said: String)
    /// The process was killed from outside, or because the machine ran out of memory.
    case killed
    /// The request exceeded the limit on processor time.
    case tookTooLong(seconds: Double)
    /// The wall-clock limit passed before the process used its processor time: the machine is busy.
    case waitedTooLong(seconds: Double)
    /// The request exceeded the memory limit.
    case tookTooMuchMemory(bytes: Int)
    /// The process sent an invalid answer.
    case garbled(what: String)
    /// The maximum number of requests of one kind failed in a row. `last` is the last failure.
    indirect case givenUp(failures: Int, last: WorkerFailure)
    /// The program was not found in any of these places.
    case programMissing(places: [String])
    /// The system could not start the program.
    case notStarted(program: String, reason: String)

    /// Whether the file caused the failure, rather than the machine or the installation.
    public var isOfFile: Bool {
        switch self {
        case .refused, .crashed, .exited, .tookTooLong, .tookTooMuchMemory: true
        case .killed, .waitedTooLong, .garbled, .programMissing, .notStarted: false
        case .givenUp(_, let last): last.isOfFile
        }
    }
}
