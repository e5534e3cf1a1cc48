/// Who may use a worker process, and who waits for one: what is decided, without the processes and the threads.
///
/// Whoever waits is given what becomes free in the order in which they came, before those who come then: a rect of many
/// windows asks for the next one as soon as it has given a process back, and would else overtake the tile that waits.
struct WorkerTurns<Process: Sendable>: Sendable {
    struct Idle: Sendable {
        let process: Process
        let subject: Int
        /// In nanoseconds of the monotonic clock.
        let end: UInt64
    }

    /// What to do for someone who needs a process.
    enum Turn: Sendable {
        case use(Process)
        /// After this one, if any, has been ended.
        case start(ending: Process?)
    }

    typealias Ticket = UInt64

    private struct Waiting: Sendable {
        let ticket: Ticket
        let subject: Int
        let limits: WorkerPoolLimits
    }

    /// The longest idle first.
    private(set) var idle: [Idle] = []
    /// How many are at work or being started, by subject.
    private var busy: [Int: Int] = [:]
    /// The longest first.
    private var waiting: [Waiting] = []
    private var lastTicket: Ticket = 0
    /// Subjects whose last window took little time.
    private var brief: Set<Int> = []

    private var count: Int { idle.count + busy.values.reduce(0, +) }
    /// At work for subjects that are not brief.
    private var longCount: Int { busy.reduce(0) { $0 + (brief.contains($1.key) ? 0 : $1.value) } }

    /// Asks for a process: says what to do, or gives a ticket that `leave` names when it is this one's turn.
    mutating func ask(for subject: Int, _ limits: WorkerPoolLimits) -> (turn: Turn?, ticket: Ticket) {
        lastTicket += 1
        if let turn = turn(subject, limits) { return (turn, lastTicket) }
        waiting.append(Waiting(ticket: lastTicket, subject: subject, limits: limits))
        return (nil, lastTicket)
    }

    /// Counts a process as at work, when there may be one more.
    private mutating func turn(_ subject: Int, _ limits: WorkerPoolLimits) -> Turn? {
        let ownCount = busy[subject, default: 0]
        guard ownCount < max(1, limits.perSubject),
            brief.contains(subject) || longCount < limits.forLong
        else { return nil }
        let turn: Turn
        // The one used last is the one whose memory is warm.
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

    /// One less is at work for a subject.
    ///
    /// - Parameters:
    ///   - idle: the process, when it stays for others.
    ///   - isBrief: whether its last window took little time; nil when that is not known.
    /// - Returns: those whose turn it is now.
    mutating func leave(_ subject: Int, idle process: Idle?, isBrief: Bool?) -> [(ticket: Ticket, turn: Turn)] {
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

    /// A subject that nobody will draw any more.
    mutating func forget(_ subject: Int) { brief.remove(subject) }

    /// Takes idle ones out, to be ended.
    mutating func takeIdle(where isMeant: (Idle) -> Bool) -> [Process] {
        defer { idle.removeAll(where: isMeant) }
        return idle.filter(isMeant).map(\.process)
    }
}
