import Dispatch

/// The memory of work in progress, in addition to what is kept: documents being read, and worker processes.
///
/// Work reserves its memory before it starts, and waits until there is room. An idle worker process keeps its
/// reservation as a *spare*, and is ended when others need the memory. One ledger serves all of a server's work, so
/// that a document being read and a process being started don't use the same memory.
///
/// Waiting ends: a reservation at work is released when its process reaches its time limit, or when its document has
/// been read, which limits on the work of reading bound. A request within a reservation is granted at once, and while
/// all reservations of its class are blocked (`blocking`) the longest waiting request is granted whatever its size.
/// Work that was brief before waits only for other such work, so it doesn't wait for work that takes the most time
/// allowed.
package final class MemoryLedger: Sendable {
    private struct State {
        var turns: MemoryTurns
        var waiting: [MemoryTurns.ID: DispatchSemaphore] = [:]
        /// The functions that end spares, by reservation.
        var endings: [MemoryTurns.ID: @Sendable () -> Void] = [:]
        /// The processes to measure, by reservation.
        var processes: [MemoryTurns.ID: (number: Int32, program: String)] = [:]
        /// The recent memory of a process in bytes, by program.
        var typical: [String: Int] = [:]
        /// The hash values of the documents whose last reading was brief. A server has at most some ten thousand.
        var brief: Set<Int> = []
    }

    /// The assumed memory of a process until one of its program was measured: that of a process with a small document.
    private static let usualProcess = 32 << 20
    /// The time below which reading a document is brief, in nanoseconds: half of what a tile may take. On a busy
    /// machine, an ordinary drawing takes a second.
    private static let briefNanoseconds: UInt64 = 5_000_000_000

    /// The current thread's reservation, in which it doesn't wait for others.
    private static let current = ThreadLocal<Reservation?> { nil }

    private let state: Lock<State>
    /// The monotonic clock, in nanoseconds.
    private let now: @Sendable () -> UInt64
    private let measure: @Sendable (Int32) -> Int

    /// - Parameters:
    ///   - measure: Returns the bytes of memory that a process doesn't share with others.
    ///   - now: The clock that measures how long documents are read.
    package init(
        limit: Int, measure: @escaping @Sendable (Int32) -> Int = { ProcessMemory(of: $0).unshared },
        now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    ) {
        state = Lock(State(turns: MemoryTurns(limit: limit)))
        self.now = now
        self.measure = measure
    }

    /// The limit in bytes for all work together. Lowering it does not stop work in progress.
    package var limit: Int {
        get { state.withLock { $0.turns.limit } }
        set { apply { $0.turns.setLimit(newValue) } }
    }

    /// The bytes reserved now.
    package var reserved: Int { state.withLock { $0.turns.reserved } }

    /// The number of requests that wait for memory.
    package var waitingCount: Int { state.withLock { $0.turns.waitingCount } }

    /// Calls `body`, which reads a document, with bytes reserved. Waits for them, unless the thread already has a
    /// reservation.
    package func reserving<Result, Failure: Error>(
        _ bytes: Int, toRead path: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let document = path.hashValue
        let reservation = reserve(bytes, isBrief: state.withLock { $0.brief.contains(document) })
        let outer = Self.current.value
        // The outer one, because threads that wait for this one wait for it.
        Self.current.value = outer ?? reservation
        let begin = now()
        defer {
            Self.current.value = outer
            let isBrief = now() - begin < Self.briefNanoseconds
            state.withLock { state in
                if isBrief { state.brief.insert(document) } else { state.brief.remove(document) }
            }
            reservation.release()
        }
        return try body()
    }

    /// Calls `body`, in which the thread may wait for others that wait for memory. If it has a reservation, others are
    /// granted memory meanwhile even beyond the limit, rather than waiting for each other forever.
    package static func blocking<Result>(_ body: () -> Result) -> Result {
        guard let reservation = current.value else { return body() }
        reservation.block()
        defer { reservation.unblock() }
        return body()
    }

    /// Reserves the memory of a process of a program, based on earlier processes.
    ///
    /// - Parameter isBrief: Whether the last request about its document was fast.
    package func reserve(forProcessOf program: String, isBrief: Bool) -> Reservation {
        reserve(state.withLock { $0.typical[program] } ?? Self.usualProcess, isBrief: isBrief)
    }

    private func reserve(_ bytes: Int, isBrief: Bool) -> Reservation {
        let semaphore = DispatchSemaphore(value: 0)
        let isNested = Self.current.value != nil
        var id: MemoryTurns.ID = 0
        apply { state in
            let (asked, steps) = state.turns.ask(for: bytes, isBrief: isBrief, isNested: isNested)
            id = asked
            state.waiting[asked] = semaphore
            return steps
        }
        semaphore.wait()
        return Reservation(ledger: self, id: id)
    }

    /// Measures all processes, and returns the sum in bytes.
    package func measureProcesses() -> Int {
        let processes = state.withLock { $0.processes }
        return processes.reduce(0) { $0 + update($1.key, $1.value) }
    }

    private func update(_ id: MemoryTurns.ID, _ process: (number: Int32, program: String)) -> Int {
        let bytes = measure(process.number)
        // The process has ended, or is about to.
        guard bytes > 0 else { return 0 }
        apply { state in
            guard state.processes[id] != nil else { return MemoryTurns.Steps() }
            // Decreases slowly, so that a large document after a small one is not underestimated.
            state.typical[process.program] = max(bytes, (state.typical[process.program] ?? 0) / 8 * 7)
            return state.turns.resize(id, to: bytes)
        }
        return bytes
    }

    /// Changes the state and carries out the consequences.
    private func apply(_ change: (inout State) -> MemoryTurns.Steps) {
        let (semaphores, endings) = state.withLock { state in
            let steps = change(&state)
            return (
                steps.granted.compactMap { state.waiting.removeValue(forKey: $0) },
                steps.ending.compactMap { state.endings[$0] }
            )
        }
        for semaphore in semaphores { semaphore.signal() }
        for end in endings { end() }
    }

    /// Reserved memory, until it is released or deallocated.
    package final class Reservation: Sendable {
        private let ledger: MemoryLedger
        private let id: MemoryTurns.ID

        fileprivate init(ledger: MemoryLedger, id: MemoryTurns.ID) { (self.ledger, self.id) = (ledger, id) }

        deinit { release() }

        package func release() {
            ledger.apply { state in
                state.endings[id] = nil
                state.processes[id] = nil
                return state.turns.release(id)
            }
        }

        /// Sets the process that uses the memory.
        package func setProcess(_ process: Int32, of program: String) {
            ledger.state.withLock { $0.processes[id] = (process, program) }
        }

        /// Measures the process.
        package func measure() {
            guard let process = ledger.state.withLock({ $0.processes[id] }) else { return }
            _ = ledger.update(id, process)
        }

        /// Makes the reservation spare after its work. `end` is called, on any thread, when others need the memory.
        package func rest(end: @escaping @Sendable () -> Void) {
            ledger.apply { state in
                state.endings[id] = end
                return state.turns.rest(id)
            }
        }

        /// Whether `end` was called, or is about to be.
        package var isEnding: Bool { ledger.state.withLock { $0.turns.isEnding(id) } }

        /// Takes a spare reservation back to work.
        ///
        /// - Parameter isBrief: Whether the last request about the process's document was fast.
        package func resume(isBrief: Bool) {
            ledger.apply { state in
                state.endings[id] = nil
                return state.turns.resume(id, isBrief: isBrief)
            }
        }

        fileprivate func block() { ledger.apply { $0.turns.block(id) } }
        fileprivate func unblock() { ledger.apply { $0.turns.resume(id) } }
    }
}

/// Ledgers are equal only if they are the same object, so that limits that name a ledger can be compared.
extension MemoryLedger: Hashable {
    package static func == (left: MemoryLedger, right: MemoryLedger) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
