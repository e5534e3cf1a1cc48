import ImageMessages
import TileSupport
import WorkerProcesses

/// The processes that decode images, both busy and idle.
final class ImageProcesses: Sendable {
    /// The processes of this program.
    static let shared = ImageProcesses()

    private let pool: WorkerPool<ImageProcess>
    /// The monotonic clock, in nanoseconds.
    private let now: @Sendable () -> UInt64

    /// - Parameter now: The clock that measures the duration of requests and the idle time of processes.
    init(now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }) {
        self.now = now
        pool = WorkerPool(now: now)
    }

    /// Opens a file in a process for the first time and returns its description.
    ///
    /// - Throws: `.unsupported` for a variant that is not read, or the failure of the process.
    func describe(_ job: ImageJob) throws(ContentFailure) -> ImageDescription {
        let opening: ImageProcess.Opening
        do throws(WorkerFailure) {
            let (process, isNew) = try pool.checkOut(job) { () throws(WorkerFailure) in
                try ImageProcess.open(job, isBrief: false)
            }
            precondition(isNew, "a process has a file that is opened only now")
            // The process may have a lower memory limit than decoding needs, which is known only now.
            opening = process.opening
            process.end()
            pool.drop(job, isBrief: true)
        } catch {
            throw ContentFailure(error, decoding: job)
        }
        switch opening {
        case .description(let description): return description
        case .unsupported(let what): throw .unsupported(path: job.path, what: what)
        }
    }

    /// Returns the samples of a rect of a level.
    ///
    /// If the process is killed, another one decodes the rect.
    func read(_ job: ImageJob, level: Int, window: ImageWindow) throws(ContentFailure) -> [UInt8] {
        var wasKilled = false
        while true {
            do throws(WorkerFailure) {
                let (process, _) = try pool.checkOut(job) { () throws(WorkerFailure) in
                    try ImageProcess.open(job, isBrief: pool.isBrief(job))
                }
                let start = now()
                do throws(WorkerFailure) {
                    let samples = try process.read(level, window)
                    let isBrief = Double(now() - start) < job.limits.briefTime * 1e9
                    pool.giveBack(process, of: job, isBrief: isBrief)
                    return samples
                } catch {
                    pool.drop(job, isBrief: false)
                    throw error
                }
            } catch {
                if case .killed = error, !wasKilled {
                    wasKilled = true
                    continue
                }
                throw ContentFailure(error, decoding: job)
            }
        }
    }

    /// Ends the idle processes of a file that will not be read again.
    func forget(_ job: ImageJob) { pool.forget(job) }
}
