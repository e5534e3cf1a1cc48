import LibrsvgMessages
import TileGraphics
import TileSupport
import WorkerProcesses

/// The pool of processes that draw with librsvg, both busy and idle.
///
/// A process belongs to one document and serves one caller at a time. An idle process is kept for a while, because
/// starting another and reading the document takes longer than drawing many windows.
///
/// Documents that are new, failed, or were slow on their last window never get all processes. Some are reserved for
/// other documents, so that they need not wait for a process that is ended only after ten seconds.
final class LibrsvgProcesses: Sendable {
    /// The pool of this program.
    static let shared = LibrsvgProcesses()

    private let pool: WorkerPool<LibrsvgProcess>
    /// The monotonic clock, in nanoseconds.
    private let now: @Sendable () -> UInt64

    /// Creates a pool.
    ///
    /// - Parameter now: The clock that measures drawing and idle times.
    init(now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }) {
        self.now = now
        pool = WorkerPool(now: now)
    }

    /// Draws a window in an idle process of the document or a new one. May wait for a process.
    ///
    /// - Complexity: O(bytes of the document) when a process is started.
    func draw(_ document: LibrsvgDocument, _ window: LibrsvgWindow) throws(LibrsvgFailure) -> Bitmap {
        try ask(document) { process throws(LibrsvgFailure) in try process.draw(window) }
    }

    /// Runs any request in a process of the document.
    ///
    /// If the process was killed, the request is repeated in another. If a process that already answered requests
    /// refuses one, it is repeated in a new process, because the refusal may be a consequence of what it drew before.
    func ask<Answer>(
        _ document: LibrsvgDocument, _ work: (LibrsvgProcess) throws(LibrsvgFailure) -> Answer
    ) throws(LibrsvgFailure) -> Answer {
        var wasKilled = false
        var refusals = 0
        while true {
            let (process, isNew) = try pool.checkOut(document) { () throws(LibrsvgFailure) in
                try LibrsvgProcess.open(document, wantsSize: false, isBrief: pool.isBrief(document)).process
            }
            let start = now()
            do throws(LibrsvgFailure) {
                let answer = try work(process)
                let isBrief = now() - start < document.limits.briefNanoseconds
                pool.giveBack(process, of: document, isBrief: isBrief)
                return answer
            } catch {
                pool.drop(document, isBrief: false)
                switch error {
                case .killed where !wasKilled: wasKilled = true
                case .refused where !isNew && refusals <= document.limits.processesPerDocument: refusals += 1
                default: throw error
                }
            }
        }
    }

    /// Opens a document that no process has read yet, and returns its size.
    func size(of document: LibrsvgDocument) throws(LibrsvgFailure) -> (width: Double, height: Double) {
        var size = (width: 0.0, height: 0.0)
        let opened = try pool.checkOut(document) { () throws(LibrsvgFailure) in
            let opened = try LibrsvgProcess.open(document, wantsSize: true, isBrief: false)
            size = opened.size
            return opened.process
        }
        precondition(opened.isNew, "a process has read a document that is opened only now")
        pool.giveBack(opened.worker, of: document, isBrief: false)
        return size
    }

    /// Ends the idle processes of a document that will not be drawn again.
    func forget(_ document: LibrsvgDocument) { pool.forget(document) }
}

extension LibrsvgDocument: WorkerSubject {
    var poolLimits: WorkerPoolLimits {
        WorkerPoolLimits(
            perSubject: limits.processesPerDocument, all: limits.processes, forLong: limits.processesForLong,
            idleNanoseconds: UInt64(max(0, min(1e9, limits.idleTime)) * 1e9))
    }
}

extension LibrsvgProcess: PooledWorker {}
