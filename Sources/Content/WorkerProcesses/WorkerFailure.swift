/// What keeps a worker process from its answer. Each kind has its own words for it.
package enum WorkerFailure: Error, Hashable, Sendable {
    /// It says why it does not do what it was asked.
    case refused(message: String)
    /// It was ended by a signal that a program brings upon itself. `said` is what it last wrote, if anything.
    case crashed(signal: Int32, said: String)
    /// It ended by itself.
    case exited(code: Int32, said: String)
    /// It was killed from outside, or for want of memory on the machine.
    case killed
    /// It took more processor time than it may.
    case tookTooLong(seconds: Double)
    /// The clock ran out before it had the processor time that it may take: the machine is busy.
    case waitedTooLong(seconds: Double)
    /// It took more memory than it may.
    case tookTooMuchMemory(bytes: Int)
    /// It did not answer as agreed.
    case garbled(what: String)
    /// Its program is in none of these places.
    case programMissing(places: [String])
    /// The system does not start its program.
    case notStarted(program: String, reason: String)
}
