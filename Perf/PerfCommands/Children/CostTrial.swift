import Foundation
import Synchronization
import TilePerf
import TileSupport

/// Counts what two builds do for traces, and judges it.
struct CostTrial {
    var base: MeasuredBuild
    var head: MeasuredBuild
    /// Seconds for a run.
    var limit: Double
    var folder: TrialFolder
    var judge = CostJudge()

    init(base: MeasuredBuild, head: MeasuredBuild, limit: Double, folder: TrialFolder) {
        self.base = base
        self.head = head
        self.limit = limit
        self.folder = folder
    }

    /// The comparisons, and lines that name the functions which grew for traces that got costlier.
    func run(_ files: [TraceFile]) throws(PerfComplaint) -> (rows: [Comparison], hints: [String]) {
        let valgrind = try MeasuredBuild.valgrind()
        // Counts don't depend on what else runs: as many at a time as there are cores.
        let jobs = files.flatMap { [(base, $0), (head, $0)] }
        let results = Lock([Result<CallgrindProfile, PerfComplaint>?](repeating: nil, count: jobs.count))
        let counted = Atomic(0)
        let (limit, folder) = (limit, folder)
        TrialProgress.show("instructions: 0 of \(jobs.count) runs")
        defer { TrialProgress.end() }
        DispatchQueue.concurrentPerform(iterations: jobs.count) { number in
            let (build, file) = jobs[number]
            let result = Result { () throws(PerfComplaint) in
                try build.cost(file, valgrind: valgrind, limit: limit, in: folder)
            }
            results.withLock { $0[number] = result }
            let done = counted.add(1, ordering: .relaxed).newValue
            TrialProgress.show(
                "instructions: \(done) of \(jobs.count) runs, \(number % 2 == 0 ? "base" : "head") of "
                    + "\(file.trace.name)")
        }
        var rows: [Comparison] = []
        var hints: [String] = []
        let profiles = results.withLock { $0 }
        for (number, file) in files.enumerated() {
            let (old, new) = (try profiles[2 * number]!.get(), try profiles[2 * number + 1]!.get())
            let found = judge.judge(trace: file.trace.name, base: old.parts, head: new.parts)
            rows += found
            if found.contains(where: { $0.verdict == .slower }) {
                hints.append("\(file.trace.name): functions that grew most, without their callees:")
                hints += new.growth(since: old, atMost: 5).map { "  +\($0.more)  \($0.symbol)" }
            }
        }
        return (rows, hints)
    }
}
