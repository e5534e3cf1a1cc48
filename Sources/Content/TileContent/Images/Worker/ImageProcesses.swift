import ImageMessages
import TileSupport
import WorkerProcesses

/// The processes that decode images: those at work, and those that wait for more to do.
final class ImageProcesses: Sendable {
    /// Those of the program.
    static let shared = ImageProcesses()

    private let pool: WorkerPool<ImageProcess>
    /// In nanoseconds of the monotonic clock.
    private let now: @Sendable () -> UInt64

    /// - Parameter now: What says how long a request took, and how long a process has been idle.
    init(now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }) {
        self.now = now
        pool = WorkerPool(now: now)
    }

    /// Has a process open a file that none has opened so far.
    func describe(_ job: ImageJob) throws(ContentFailure) -> ImageDescription {
        do throws(WorkerFailure) {
            let (process, isNew) = try pool.take(job) { () throws(WorkerFailure) in try ImageProcess.open(job) }
            precondition(isNew, "a process has a file that is opened only now")
            // It may take less memory than decoding needs, which is known only now.
            let description = process.description
            process.end()
            pool.drop(job, isBrief: true)
            return description
        } catch {
            throw ContentFailure(error, decoding: job)
        }
    }

    /// Samples of a rect of a level.
    ///
    /// A process that was killed costs nobody a tile: another decodes it.
    func read(_ job: ImageJob, _ level: Int, _ window: ImageWindow) throws(ContentFailure) -> [UInt8] {
        var wasKilled = false
        while true {
            do throws(WorkerFailure) {
                let (process, _) = try pool.take(job) { () throws(WorkerFailure) in try ImageProcess.open(job) }
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

    /// Ends the idle processes of a file that nobody will read any more.
    func forget(_ job: ImageJob) { pool.forget(job) }
}
