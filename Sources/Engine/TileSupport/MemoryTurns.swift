/// The decisions of a `MemoryLedger`, without its threads: which requests are granted, which wait, and which spare
/// processes have to end.
///
/// Requests are granted in order of arrival, so that small requests cannot delay a large one forever. A request that
/// exceeds the limit is granted when nothing else makes progress.
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
        var standing: Standing
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
    private var waiting: [(id: ID, bytes: Int)] = []
    private var lastID: ID = 0

    init(limit: Int) { self.limit = limit }

    /// The bytes of everything that was granted.
    var reserved: Int { entries.values.reduce(0) { $0 + $1.bytes } }
    var waitingCount: Int { waiting.count }

    /// Requests bytes.
    ///
    /// - Parameter isNested: Whether the caller has a reservation already. The request is granted at once, because
    ///   waiting requests may wait for the caller.
    mutating func ask(for bytes: Int, isNested: Bool = false) -> (id: ID, steps: Steps) {
        lastID += 1
        if isNested {
            entries[lastID] = Entry(bytes: bytes, standing: .working)
            return (lastID, Steps(granted: [lastID]))
        }
        waiting.append((lastID, bytes))
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
    mutating func resume(_ id: ID) -> Steps {
        entries[id]?.standing = .working
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
        var taken = reserved
        while let first = waiting.first {
            // If all others are blocked, they may be blocked by this request.
            let isAlone = entries.values.allSatisfy { $0.standing == .blocked }
            guard taken + first.bytes <= limit || isAlone else { break }
            waiting.removeFirst()
            entries[first.id] = Entry(bytes: first.bytes, standing: .working)
            taken += first.bytes
            steps.granted.append(first.id)
        }
        let ending = entries.values.reduce(0) { $0 + ($1.standing == .ending ? $1.bytes : 0) }
        var excess = taken + (waiting.first?.bytes ?? 0) - ending - limit
        while excess > 0, !spares.isEmpty {
            let id = spares.removeFirst()
            excess -= entries[id]?.bytes ?? 0
            entries[id]?.standing = .ending
            steps.ending.append(id)
        }
        return steps
    }
}
