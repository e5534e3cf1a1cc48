import Foundation
import TileContent
import TilePerf

/// A `tilework` or `tilework-perf` of another build, which counts traces for this one.
struct OtherBuild {
    let path: String
    /// The arguments before `run`.
    private let prefix: [String]
    private let folder: TrialFolder

    /// Longest time that it may take for a trace, in seconds.
    private static let limit = 600.0

    /// - Throws: `PerfComplaint` when the program is none of them.
    init(_ name: String) throws(PerfComplaint) {
        let path = try ProgramSearch.program(name)
        let folder = try TrialFolder()
        guard let prefix = try MeasuredBuild.prefix(of: path, command: "run", help: "--ledgers", in: folder) else {
            throw PerfComplaint("\(path) has no “perf run” command: name a build of tilework or tilework-perf", .usage)
        }
        (self.path, self.prefix, self.folder) = (path, prefix, folder)
    }

    /// Returns the build's ledger of a trace, which may differ from the trace in its file.
    func ledger(of file: TraceFile) throws(PerfComplaint) -> Ledger {
        var trace = file.trace
        // It is read in another folder, where an interrupt leaves nothing of it.
        if let content = file.contentPath { trace.content = .file(URL(fileURLWithPath: content).path) }
        let (draft, ledgers) = (folder.path("trace.json"), folder.path("ledgers"))
        try AtomicFile.write(Data(trace.json.utf8), to: draft)
        defer { try? FileManager.default.removeItem(atPath: ledgers) }
        let run = try ChildProcess.run(
            path, prefix + ["run", draft, "--ledgers", ledgers, "--update"], limit: Self.limit, in: folder)
        do {
            var ledger = try Ledger.read("\(ledgers)/\(trace.name).json")
            // The content's name is in it. Which bytes were shown is compared by themselves.
            if ledger.fingerprint == trace.fingerprint { ledger.fingerprint = file.trace.fingerprint }
            return ledger
        } catch {
            throw PerfComplaint("\(path) wrote no ledger: \(run.story)", .brokenRun)
        }
    }
}
