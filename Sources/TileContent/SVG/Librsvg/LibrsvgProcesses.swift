import Dispatch
import LibrsvgMessages
import TileGraphics

/// The processes that draw with librsvg: those at work, and those that wait for more to do.
///
/// A process belongs to one document, and works for one caller at a time. When it is no longer needed it stays for a while,
/// because starting another and reading the document takes longer than many a window.
///
/// Documents of which nothing is known, and those whose last window failed or took long, never have all processes: a part is
/// left to the others, so that what is sound does not wait for what is ended after ten seconds.
final class LibrsvgProcesses: Sendable {
    /// Those of the program.
    static let shared = LibrsvgProcesses()

    private struct Idle {
        let process: LibrsvgProcess
        let document: Int
        /// In nanoseconds of the monotonic clock.
        let end: UInt64
    }

    private struct State {
        /// The longest idle first.
        var idle: [Idle] = []
        /// How many are at work or being started, by document.
        var busy: [Int: Int] = [:]
        /// Whoever waits for another to finish.
        var waiting: [DispatchSemaphore] = []
        /// Documents whose last window took little time.
        var brief: Set<Int> = []
        /// When idle ones will be looked through next, in nanoseconds of the monotonic clock; nil when they will not.
        var sweep: UInt64?

        var count: Int { idle.count + busy.values.reduce(0, +) }
        /// At work for documents that are not brief.
        var longCount: Int { busy.reduce(0) { $0 + (brief.contains($1.key) ? 0 : $1.value) } }
    }

    private let state = Lock(State())
    /// In nanoseconds of the monotonic clock.
    private let now: @Sendable () -> UInt64

    /// - Parameter now: What says how long a window took, and how long a process has been idle.
    init(now: @escaping @Sendable () -> UInt64 = { MessageSocket.now }) { self.now = now }

    /// What to do for someone who needs a process.
    private enum Turn {
        case use(LibrsvgProcess)
        /// After this one, if any, has been ended.
        case start(ending: LibrsvgProcess?)
        case wait(DispatchSemaphore)
    }

    /// Has a process for the document draw a window: one that is idle, or a new one, for which it may have to wait. O(bytes)
    /// when one is started.
    ///
    /// A process that was killed costs nobody a tile: another draws it. And what a process refuses that has been of use before
    /// is asked of a new one, because the refusal may come from what it drew then.
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
                leave(document) { $0.brief.remove(document.id) }
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
        state.withLock { _ = $0.brief.remove(document.id) }
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

    /// Counts a process for the document as at work, when there may be one more: an idle one, or nil when one is to be started.
    private func enter(_ document: LibrsvgDocument) -> LibrsvgProcess? {
        while true {
            switch turn(document) {
            case .use(let process): return process
            case .start(let ending):
                ending?.end()
                return nil
            case .wait(let semaphore): semaphore.wait()
            }
        }
    }

    private func turn(_ document: LibrsvgDocument) -> Turn {
        state.withLock { state in
            let ownCount = state.busy[document.id, default: 0]
            let limits = document.limits
            let mayWork =
                ownCount < max(1, limits.processesPerDocument)
                && (state.brief.contains(document.id) || state.longCount < limits.processesForLong)
            // The one used last is the one whose memory is warm.
            if mayWork, let index = state.idle.lastIndex(where: { $0.document == document.id }) {
                state.busy[document.id] = ownCount + 1
                return .use(state.idle.remove(at: index).process)
            }
            if mayWork, state.count < max(1, limits.processes) {
                state.busy[document.id] = ownCount + 1
                return .start(ending: nil)
            }
            if mayWork, !state.idle.isEmpty {
                state.busy[document.id] = ownCount + 1
                return .start(ending: state.idle.removeFirst().process)
            }
            let semaphore = DispatchSemaphore(value: 0)
            state.waiting.append(semaphore)
            return .wait(semaphore)
        }
    }

    private func giveBack(_ process: LibrsvgProcess, of document: LibrsvgDocument, isBrief: Bool = false) {
        let idleTime = UInt64(max(0, min(1e9, document.limits.idleTime)) * 1e9)
        let end = now() + idleTime
        leave(document) { state in
            state.idle.append(Idle(process: process, document: document.id, end: end))
            state.brief.set(document.id, isBrief)
        }
        scheduleSweep()
    }

    /// Sees to it that the first of the idle ones is ended when its time is over.
    private func scheduleSweep() {
        let next = state.withLock { state -> UInt64? in
            guard let end = state.idle.lazy.map(\.end).min(), end < state.sweep ?? .max else { return nil }
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

    /// One less is at work.
    private func leave(_ document: LibrsvgDocument, _ change: (inout State) -> Void = { _ in }) {
        let waiting = state.withLock { state in
            let count = state.busy[document.id, default: 0] - 1
            state.busy[document.id] = count > 0 ? count : nil
            change(&state)
            // Who may go on is decided when they ask again; there are no more of them than threads that draw.
            defer { state.waiting = [] }
            return state.waiting
        }
        for semaphore in waiting { semaphore.signal() }
    }

    private func endIdle(_ isMeant: (Idle) -> Bool) {
        let ended = state.withLock { state in
            defer { state.idle.removeAll(where: isMeant) }
            return state.idle.filter(isMeant).map(\.process)
        }
        for process in ended { process.end() }
    }
}

extension Set {
    fileprivate mutating func set(_ member: Element, _ isMember: Bool) {
        if isMember { insert(member) } else { remove(member) }
    }
}
