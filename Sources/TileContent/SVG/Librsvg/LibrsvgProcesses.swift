import Dispatch
import LibrsvgMessages
import TileGraphics
import TileSupport

/// The processes that draw with librsvg: those at work, and those that wait for more to do.
///
/// A process belongs to one document, and works for one caller at a time. When it is no longer needed it stays for a
/// while, because starting another and reading the document takes longer than many a window.
///
/// Documents of which nothing is known, and those whose last window failed or took long, never have all processes: a
/// part is left to the others, so that what is sound does not wait for what is ended after ten seconds.
final class LibrsvgProcesses: Sendable {
    /// Those of the program.
    static let shared = LibrsvgProcesses()

    private struct State {
        var turns = LibrsvgTurns<LibrsvgProcess>()
        /// Those who wait for their turn, by their tickets.
        var waiting: [LibrsvgTurns<LibrsvgProcess>.Ticket: Waiting] = [:]
        /// When idle ones will be looked through next, in nanoseconds of the monotonic clock; nil when they will not.
        var sweep: UInt64?
    }

    private typealias Turn = LibrsvgTurns<LibrsvgProcess>.Turn

    /// Someone whose turn it is not yet.
    private final class Waiting: Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        let turn = Lock<Turn?>(nil)
    }

    private let state = Lock(State())
    /// In nanoseconds of the monotonic clock.
    private let now: @Sendable () -> UInt64

    /// - Parameter now: What says how long a window took, and how long a process has been idle.
    init(now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }) { self.now = now }

    /// Has a process for the document draw a window: one that is idle, or a new one, for which it may have to wait.
    /// O(bytes) when one is started.
    ///
    /// A process that was killed costs nobody a tile: another draws it. And what a process refuses that has been of use
    /// before is asked of a new one, because the refusal may come from what it drew then.
    func draw(_ document: LibrsvgDocument, _ window: LibrsvgWindow) throws(LibrsvgFailure) -> Bitmap {
        var wasKilled = false
        var refusals = 0
        while true {
            let (process, isNew) = try take(document)
            let start = now()
            do throws(LibrsvgFailure) {
                let bitmap = try process.draw(window)
                let isBrief = now() - start < document.limits.briefNanoseconds
                giveBack(process, of: document, isBrief: isBrief)
                return bitmap
            } catch {
                leave(document, isBrief: false)
                switch error {
                case .killed where !wasKilled: wasKilled = true
                case .refused where !isNew && refusals <= document.limits.processesPerDocument: refusals += 1
                default: throw error
                }
            }
        }
    }

    /// Opens a document that no process has read so far, and tells its size.
    func size(of document: LibrsvgDocument) throws(LibrsvgFailure) -> (width: Double, height: Double) {
        if let known = enter(document) { preconditionFailure("\(known) has read a document that is opened only now") }
        let opened: (process: LibrsvgProcess, size: (width: Double, height: Double))
        do throws(LibrsvgFailure) {
            opened = try LibrsvgProcess.open(document, wantsSize: true)
        } catch {
            leave(document)
            throw error
        }
        giveBack(opened.process, of: document)
        return opened.size
    }

    /// Ends the idle processes of a document that nobody will draw any more.
    func forget(_ document: LibrsvgDocument) {
        state.withLock { $0.turns.forget(document.id) }
        endIdle { $0.document == document.id }
    }

    // MARK: Taking and giving back

    private func take(_ document: LibrsvgDocument) throws(LibrsvgFailure) -> (process: LibrsvgProcess, isNew: Bool) {
        while let process = enter(document) {
            if !process.hasEnded { return (process, false) }
            // It was killed while it was idle: nobody's fault.
            process.end()
            leave(document)
        }
        do throws(LibrsvgFailure) {
            return (try LibrsvgProcess.open(document, wantsSize: false).process, true)
        } catch {
            leave(document)
            throw error
        }
    }

    /// Counts a process for the document as at work, when there may be one more: an idle one, or nil when one is to be
    /// started.
    private func enter(_ document: LibrsvgDocument) -> LibrsvgProcess? {
        switch turn(document) {
        case .use(let process): return process
        case .start(let ending):
            ending?.end()
            return nil
        }
    }

    private func turn(_ document: LibrsvgDocument) -> Turn {
        let waiting = Waiting()
        let turn = state.withLock { state -> Turn? in
            let (turn, ticket) = state.turns.ask(for: document.id, document.limits)
            if turn == nil { state.waiting[ticket] = waiting }
            return turn
        }
        if let turn { return turn }
        waiting.semaphore.wait()
        guard let turn = waiting.turn.withLock({ $0 }) else { preconditionFailure("called without a turn") }
        return turn
    }

    private func giveBack(_ process: LibrsvgProcess, of document: LibrsvgDocument, isBrief: Bool = false) {
        let idleTime = UInt64(max(0, min(1e9, document.limits.idleTime)) * 1e9)
        let idle = LibrsvgTurns<LibrsvgProcess>.Idle(process: process, document: document.id, end: now() + idleTime)
        leave(document, idle: idle, isBrief: isBrief)
        scheduleSweep()
    }

    /// Sees to it that the first of the idle ones is ended when its time is over.
    private func scheduleSweep() {
        let next = state.withLock { state -> UInt64? in
            guard let end = state.turns.idle.lazy.map(\.end).min(), end < state.sweep ?? .max else { return nil }
            state.sweep = end
            return end
        }
        guard let next else { return }
        let nanoseconds = Int(next - min(next, now()))
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
            self.state.withLock { if $0.sweep == next { $0.sweep = nil } }
            self.endIdle { $0.end <= max(next, self.now()) }
            self.scheduleSweep()
        }
    }

    /// One less is at work; those whose turn it is then go on.
    private func leave(
        _ document: LibrsvgDocument, idle: LibrsvgTurns<LibrsvgProcess>.Idle? = nil, isBrief: Bool? = nil
    ) {
        let called = state.withLock { state in
            state.turns.leave(document.id, idle: idle, isBrief: isBrief).map { ticket, turn in
                guard let waiting = state.waiting.removeValue(forKey: ticket) else {
                    preconditionFailure("nobody waits with the ticket \(ticket)")
                }
                return (waiting, turn)
            }
        }
        for (waiting, turn) in called {
            waiting.turn.withLock { $0 = turn }
            waiting.semaphore.signal()
        }
    }

    private func endIdle(_ isMeant: (LibrsvgTurns<LibrsvgProcess>.Idle) -> Bool) {
        let ended = state.withLock { $0.turns.takeIdle(where: isMeant) }
        for process in ended { process.end() }
    }
}
