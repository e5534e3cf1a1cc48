/// The scheduling policy of a worker pool, without processes and threads.
///
/// Waiting callers get free processes in order of arrival, before new callers. Otherwise a request for many windows,
/// which asks for the next one as soon as it has returned a process, would overtake a waiting tile.
struct WorkerTurns<Process: Sendable>: Sendable {
    struct Idle: Sendable {
        let process: Process
        let subject: Int
        /// The expiration in nanoseconds of the monotonic clock.
        let end: UInt64
    }

    /// The decision for a caller that needs a process.
    enum Turn: Sendable {
        case use(Process)
        /// Start a process, after ending this one if it is not nil.
        case start(ending: Process?)
    }

    typealias Ticket = UInt64

    private struct Waiting: Sendable {
        let ticket: Ticket
        let subject: Int
        let limits: WorkerPoolLimits
    }

    /// The idle processes, the longest idle first.
    private(set) var idle: [Idle] = []
    /// The number of processes that are busy or being started, by subject.
    private var busy: [Int: Int] = [:]
    /// The waiting callers, the longest waiting first.
    private var waiting: [Waiting] = []
    private var lastTicket: Ticket = 0
    /// The subjects whose last request was fast.
    private var brief: Set<Int> = []

    private var count: Int { idle.count + busy.values.reduce(0, +) }
    /// The number of busy processes for subjects that are not brief.
    private var longCount: Int { busy.reduce(0) { $0 + (brief.contains($1.key) ? 0 : $1.value) } }

    /// Requests a process. Returns either the decision, or a ticket for which `leave` will return it later.
    mutating func ask(for subject: Int, _ limits: WorkerPoolLimits) -> (turn: Turn?, ticket: Ticket) {
        lastTicket += 1
        if let turn = turn(subject, limits) { return (turn, lastTicket) }
        waiting.append(Waiting(ticket: lastTicket, subject: subject, limits: limits))
        return (nil, lastTicket)
    }

    /// Registers a busy process if the limits allow.
    private mutating func turn(_ subject: Int, _ limits: WorkerPoolLimits) -> Turn? {
        let ownCount = busy[subject, default: 0]
        guard ownCount < max(1, limits.perSubject),
            brief.contains(subject) || longCount < limits.forLong
        else { return nil }
        let turn: Turn
        // The most recently used process, because its memory is likely in the processor's caches.
        if let index = idle.lastIndex(where: { $0.subject == subject }) {
            turn = .use(idle.remove(at: index).process)
        } else if count < max(1, limits.all) {
            turn = .start(ending: nil)
        } else if !idle.isEmpty {
            turn = .start(ending: idle.removeFirst().process)
        } else {
            return nil
        }
        busy[subject] = ownCount + 1
        return turn
    }

    /// Unregisters a busy process of a subject.
    ///
    /// - Parameters:
    ///   - idle: The process, if it stays available.
    ///   - isBrief: Whether its last request was fast; nil if unknown.
    /// - Returns: The waiting callers that can proceed.
    mutating func release(_ subject: Int, idle process: Idle?, isBrief: Bool?) -> [(ticket: Ticket, turn: Turn)] {
        let count = busy[subject, default: 0] - 1
        busy[subject] = count > 0 ? count : nil
        if let process { idle.append(process) }
        switch isBrief {
        case true?: brief.insert(subject)
        case false?: brief.remove(subject)
        case nil: break
        }
        var called: [(Ticket, Turn)] = []
        var still: [Waiting] = []
        for one in waiting {
            if let turn = turn(one.subject, one.limits) {
                called.append((one.ticket, turn))
            } else {
                still.append(one)
            }
        }
        waiting = still
        return called
    }

    /// Whether a subject's last request was fast.
    func isBrief(_ subject: Int) -> Bool { brief.contains(subject) }

    /// Removes a subject that is no longer needed.
    mutating func forget(_ subject: Int) { brief.remove(subject) }

    /// Removes and returns idle processes, which the caller ends.
    mutating func takeIdle(where isMeant: (Idle) -> Bool) -> [Process] {
        defer { idle.removeAll(where: isMeant) }
        return idle.filter(isMeant).map(\.process)
    }
}
