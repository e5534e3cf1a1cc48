/// The decisions of a `MemoryLedger`, without its threads: which requests are granted, which wait, and which spare
/// processes have to end.
///
/// Requests are *brief* if the same work was done quickly before, and *long* otherwise. Long work has at most half of
/// the limit and brief work has the rest, so that a drawing that is read in a second does not wait for work that is
/// given up after ten. Within each class, requests are granted in order of arrival, so that small requests cannot delay
/// a large one forever. A request that exceeds the limit is granted when nothing else of its class makes progress.
struct MemoryTurns {
    typealias ID = UInt64

    private enum Standing {
        /// The owner is at work, and releases the memory or makes it spare when it is done.
        case working
        /// The owner waits for something that may depend on waiting requests.
        case blocked
        /// The owner has nothing to do. It is ended when others need the memory.
        case spare
        /// The owner was asked to end.
        case ending
    }

    private struct Entry {
        var bytes: Int
        var isBrief: Bool
        var standing = Standing.working

        var isInUse: Bool { standing == .working || standing == .blocked }
    }

    private struct Request {
        var id: ID
        var bytes: Int
        var isBrief: Bool
    }

    /// The consequences of a change, which the ledger carries out without holding its lock.
    struct Steps: Equatable {
        /// Waiting requests that are granted.
        var granted: [ID] = []
        /// Spares to end. Each answers with `release`, or with `resume` if it was needed in the meantime.
        var ending: [ID] = []
    }

    /// The limit in bytes. Lowering it takes back nothing that was granted.
    private(set) var limit: Int
    private var entries: [ID: Entry] = [:]
    /// The spares, the longest idle first.
    private var spares: [ID] = []
    /// The waiting requests, the longest waiting first.
    private var waiting: [Request] = []
    private var lastID: ID = 0

    init(limit: Int) { self.limit = limit }

    /// The bytes of everything that was granted.
    var reserved: Int { entries.values.reduce(0) { $0 + $1.bytes } }
    var waitingCount: Int { waiting.count }

    /// The maximum of long work in bytes.
    private var longLimit: Int { limit / 2 }

    /// Requests bytes.
    ///
    /// - Parameters:
    ///   - isBrief: Whether the same work was quick before.
    ///   - isNested: Whether the caller has a reservation already. The request is granted at once, because waiting
    ///     requests may wait for the caller.
    mutating func ask(for bytes: Int, isBrief: Bool = false, isNested: Bool = false) -> (id: ID, steps: Steps) {
        lastID += 1
        if isNested {
            entries[lastID] = Entry(bytes: bytes, isBrief: isBrief)
            return (lastID, Steps(granted: [lastID]))
        }
        waiting.append(Request(id: lastID, bytes: bytes, isBrief: isBrief))
        return (lastID, advance())
    }

    /// Changes the size of a reservation to a measured one.
    mutating func resize(_ id: ID, to bytes: Int) -> Steps {
        entries[id]?.bytes = bytes
        return advance()
    }

    mutating func release(_ id: ID) -> Steps {
        entries[id] = nil
        spares.removeAll { $0 == id }
        return advance()
    }

    /// Makes a reservation spare.
    mutating func rest(_ id: ID) -> Steps {
        guard entries[id] != nil else { return Steps() }
        entries[id]?.standing = .spare
        spares.removeAll { $0 == id }
        spares.append(id)
        return advance()
    }

    /// Makes a spare or blocked reservation work again.
    ///
    /// - Parameter isBrief: Whether its work was quick before; nil if it is the same work.
    mutating func resume(_ id: ID, isBrief: Bool? = nil) -> Steps {
        entries[id]?.standing = .working
        if let isBrief { entries[id]?.isBrief = isBrief }
        spares.removeAll { $0 == id }
        return advance()
    }

    /// Marks a reservation as blocked until `resume`.
    mutating func block(_ id: ID) -> Steps {
        entries[id]?.standing = .blocked
        return advance()
    }

    /// Whether a spare was asked to end.
    func isEnding(_ id: ID) -> Bool { entries[id]?.standing == .ending }

    mutating func setLimit(_ bytes: Int) -> Steps {
        limit = bytes
        return advance()
    }

    private mutating func advance() -> Steps {
        var steps = Steps()
        // The first request of each class that has to wait.
        var stopped: [Request] = []
        var still: [Request] = []
        for request in waiting {
            if stopped.contains(where: { $0.isBrief == request.isBrief }) {
                still.append(request)
            } else if mayStart(request) {
                entries[request.id] = Entry(bytes: request.bytes, isBrief: request.isBrief)
                steps.granted.append(request.id)
            } else {
                stopped.append(request)
                still.append(request)
            }
        }
        waiting = still
        steps.ending = endSpares(for: stopped.filter(hasShare))
        return steps
    }

    private func mayStart(_ request: Request) -> Bool {
        guard hasShare(request) else { return false }
        // Spares end before a request exceeds the limit.
        return reserved + request.bytes <= limit || isAlone(request) && entries.values.allSatisfy(\.isInUse)
    }

    /// Whether no work of the request's class makes progress. Blocked work may be blocked by this request.
    private func isAlone(_ request: Request) -> Bool {
        entries.values.allSatisfy { $0.standing != .working || $0.isBrief != request.isBrief }
    }

    /// Whether the share of the request's class has room for it.
    private func hasShare(_ request: Request) -> Bool {
        if request.isBrief || isAlone(request) { return true }
        let long = entries.values.reduce(0) { $0 + ($1.isInUse && !$1.isBrief ? $1.bytes : 0) }
        return long + request.bytes <= longLimit
    }

    /// Marks as many spares as ending as the requests need, and those beyond the limit.
    private mutating func endSpares(for requests: [Request]) -> [ID] {
        let ending = entries.values.reduce(0) { $0 + ($1.standing == .ending ? $1.bytes : 0) }
        var excess = requests.reduce(reserved - ending - limit) { $0 + $1.bytes }
        var ended: [ID] = []
        while excess > 0, !spares.isEmpty {
            let id = spares.removeFirst()
            excess -= entries[id]?.bytes ?? 0
            entries[id]?.standing = .ending
            ended.append(id)
        }
        return ended
    }
}
