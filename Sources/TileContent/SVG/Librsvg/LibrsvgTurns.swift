import TileGraphics

/// Who may use a process of librsvg, and who waits for one: what is decided, without the processes and the threads.
///
/// Whoever waits is given what becomes free in the order in which they came, before those who come then: a rect of many
/// windows asks for the next one as soon as it has given a process back, and would else overtake the tile that waits.
struct LibrsvgTurns<Process: Sendable>: Sendable {
    struct Idle: Sendable {
        let process: Process
        let document: Int
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
        let document: Int
        let limits: LibrsvgLimits
    }

    /// The longest idle first.
    private(set) var idle: [Idle] = []
    /// How many are at work or being started, by document.
    private var busy: [Int: Int] = [:]
    /// The longest first.
    private var waiting: [Waiting] = []
    private var lastTicket: Ticket = 0
    /// Documents whose last window took little time.
    private var brief: Set<Int> = []

    private var count: Int { idle.count + busy.values.reduce(0, +) }
    /// At work for documents that are not brief.
    private var longCount: Int { busy.reduce(0) { $0 + (brief.contains($1.key) ? 0 : $1.value) } }

    /// Asks for a process: says what to do, or gives a ticket that `leave` names when it is this one's turn.
    mutating func ask(for document: Int, _ limits: LibrsvgLimits) -> (turn: Turn?, ticket: Ticket) {
        lastTicket += 1
        if let turn = turn(document, limits) { return (turn, lastTicket) }
        waiting.append(Waiting(ticket: lastTicket, document: document, limits: limits))
        return (nil, lastTicket)
    }

    /// Counts a process as at work, when there may be one more.
    private mutating func turn(_ document: Int, _ limits: LibrsvgLimits) -> Turn? {
        let ownCount = busy[document, default: 0]
        guard ownCount < max(1, limits.processesPerDocument),
            brief.contains(document) || longCount < limits.processesForLong
        else { return nil }
        let turn: Turn
        // The one used last is the one whose memory is warm.
        if let index = idle.lastIndex(where: { $0.document == document }) {
            turn = .use(idle.remove(at: index).process)
        } else if count < max(1, limits.processes) {
            turn = .start(ending: nil)
        } else if !idle.isEmpty {
            turn = .start(ending: idle.removeFirst().process)
        } else {
            return nil
        }
        busy[document] = ownCount + 1
        return turn
    }

    /// One less is at work for a document.
    ///
    /// - Parameters:
    ///   - idle: the process, when it stays for others.
    ///   - isBrief: whether its last window took little time; nil when that is not known.
    /// - Returns: those whose turn it is now.
    mutating func leave(_ document: Int, idle process: Idle?, isBrief: Bool?) -> [(ticket: Ticket, turn: Turn)] {
        let count = busy[document, default: 0] - 1
        busy[document] = count > 0 ? count : nil
        if let process { idle.append(process) }
        switch isBrief {
        case true?: brief.insert(document)
        case false?: brief.remove(document)
        case nil: break
        }
        var called: [(Ticket, Turn)] = []
        var still: [Waiting] = []
        for one in waiting {
            if let turn = turn(one.document, one.limits) {
                called.append((one.ticket, turn))
            } else {
                still.append(one)
            }
        }
        waiting = still
        return called
    }

    /// A document that nobody will draw any more.
    mutating func forget(_ document: Int) { brief.remove(document) }

    /// Takes idle ones out, to be ended.
    mutating func takeIdle(where isMeant: (Idle) -> Bool) -> [Process] {
        defer { idle.removeAll(where: isMeant) }
        return idle.filter(isMeant).map(\.process)
    }
}
