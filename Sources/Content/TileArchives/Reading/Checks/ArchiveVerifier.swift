import Foundation
import Synchronization

/// Verifies an archive: its structure, each of its tiles, and the completeness of its pyramid.
public final class ArchiveVerifier: Sendable {
    private let reader: any ArchiveReader
    private let jobs: Int
    /// The maximum number of problems to list.
    private let mostProblems: Int
    private let isOver = Atomic(false)

    public init(
        _ reader: any ArchiveReader, jobs: Int = ProcessInfo.processInfo.activeProcessorCount, mostProblems: Int = 100
    ) {
        self.reader = reader
        self.jobs = max(1, jobs)
        self.mostProblems = mostProblems
    }

    /// Cancels a running verification. May be called from any thread.
    public func cancel() { isOver.store(true, ordering: .relaxed) }

    /// Verifies the archive. Reads every tile once.
    ///
    /// - Throws: If the archive cannot be read to its end. Problems with what was read are in the result.
    public func run() throws(ArchiveFailure) -> ArchiveVerification {
        let work = VerificationWork(reader, try reader.tiles(), mostProblems: mostProblems)
        let crew = BuildCrew(jobs: jobs) { self.isOver.load(ordering: .relaxed) }
        do {
            try crew.run(work)
        } catch let failure as ArchiveFailure {
            throw failure
        } catch {
            throw .cancelled
        }
        return work.finish()
    }
}
