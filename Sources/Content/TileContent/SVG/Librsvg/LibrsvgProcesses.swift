import LibrsvgMessages
import TileGraphics
import TileSupport
import WorkerProcesses

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

    private let pool: WorkerPool<LibrsvgProcess>
    /// In nanoseconds of the monotonic clock.
    private let now: @Sendable () -> UInt64

    /// - Parameter now: What says how long a window took, and how long a process has been idle.
    init(now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }) {
        self.now = now
        pool = WorkerPool(now: now)
    }

    /// Has a process for the document draw a window: one that is idle, or a new one, for which it may have to wait.
    /// O(bytes) when one is started.
    func draw(_ document: LibrsvgDocument, _ window: LibrsvgWindow) throws(LibrsvgFailure) -> Bitmap {
        try ask(document) { process throws(LibrsvgFailure) in try process.draw(window) }
    }

    /// The same of anything that a process does.
    ///
    /// A process that was killed costs nobody a tile: another draws it. And what a process refuses that has been of use
    /// before is asked of a new one, because the refusal may come from what it drew then.
    func ask<Answer>(
        _ document: LibrsvgDocument, _ work: (LibrsvgProcess) throws(LibrsvgFailure) -> Answer
    ) throws(LibrsvgFailure) -> Answer {
        var wasKilled = false
        var refusals = 0
        while true {
            let (process, isNew) = try pool.take(document) { () throws(LibrsvgFailure) in
                try LibrsvgProcess.open(document, wantsSize: false).process
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

    /// Opens a document that no process has read so far, and tells its size.
    func size(of document: LibrsvgDocument) throws(LibrsvgFailure) -> (width: Double, height: Double) {
        var size = (width: 0.0, height: 0.0)
        let opened = try pool.take(document) { () throws(LibrsvgFailure) in
            let opened = try LibrsvgProcess.open(document, wantsSize: true)
            size = opened.size
            return opened.process
        }
        precondition(opened.isNew, "a process has read a document that is opened only now")
        pool.giveBack(opened.worker, of: document, isBrief: false)
        return size
    }

    /// Ends the idle processes of a document that nobody will draw any more.
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
