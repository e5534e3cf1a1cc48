import ArgumentParser
import CommandSupport
import Foundation
import TilePerf
import TileSupport

/// `tilework perf report`.
struct PerfReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Make reports from stored ledgers.",
        discussion: """
            A ledger that `tilework perf run -o DIR` wrote holds everything for a report, including the verdict. A ledger \
            of counts alone, as --ledgers compares with, has no times, areas, or verdict. --baseline compares the counts \
            again, without the trace's allowances.

            With html, index.html lists all reports, the worst first.
            """)

    @Argument(help: ArgumentHelp("Ledger files.", valueName: "ledger"))
    var paths: [String]

    @Option(name: .shortAndLong, help: ArgumentHelp("Write reports into this folder.", valueName: "dir"))
    var output: String

    @Option(
        help: ArgumentHelp(
            "Compare with this ledger, or with the one of the same name in this folder.", valueName: "path"))
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Show the budget of this refresh rate when a page opens, 1 to 1,000 Hz. (default: the trace's)",
            valueName: "hz"))
    var budget: Double?

    @Option(help: ArgumentHelp(ReportFormat.help))
    var format: [ReportFormat] = [.html]

    func validate() throws {
        try OutputFlag("--output", output).checkFolder()
        if let budget, !(1...1000).contains(budget) {
            throw ValidationError("invalid --budget \(GroupedNumber.text(budget)): use 1 to 1,000 Hz")
        }
        let same = Dictionary(grouping: paths, by: Self.name).filter { $0.value.count > 1 }
        if let (name, files) = same.min(by: { $0.key < $1.key }) {
            throw ValidationError(
                "\(files.joined(separator: " and ")) would have reports of the same name, \(name): rename one")
        }
    }

    /// Returns the name of a ledger's report: that of the ledger's file. The name inside the file is not trusted as a
    /// path.
    private static func name(_ path: String) -> String {
        ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    }

    func run() throws {
        try PerfComplaint.reporting {
            // All are read before the first one is written.
            let runs = try paths.map { (Self.name($0), try read($0)) }
            try claimFiles()
            try AtomicFile.makeFolder(output)
            for (name, run) in runs {
                for format in Set(format) { try format.write(run, named: name, into: output) }
            }
            guard format.contains(.html) else { return }
            var index = ReportIndex()
            for (name, run) in runs {
                let file = (ReportFormat.html.path(named: name, in: "") as NSString).lastPathComponent
                index.add(run.ledger, run.verdict, named: name, file: file)
            }
            try AtomicFile.write(Data(index.html.utf8), to: ReportFormat.indexPath(in: output))
        }
    }

    /// Checks that no input would be overwritten.
    private func claimFiles() throws(PerfComplaint) {
        var claims = FileClaims()
        for path in paths {
            claims.read(path, as: "the ledger \(path)")
            if let other = baselinePath(of: path) { claims.read(other, as: "the ledger \(other)") }
        }
        for path in paths {
            for format in Set(format) {
                try claims.write(format.path(named: Self.name(path), in: output), as: "the report of \(path)")
            }
        }
        if format.contains(.html) {
            try claims.write(ReportFormat.indexPath(in: output), as: "the index of the reports")
        }
    }

    /// Returns the path of the baseline of a ledger; nil without --baseline.
    private func baselinePath(of path: String) -> String? {
        guard let baseline else { return nil }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: baseline, isDirectory: &isFolder), isFolder.boolValue else {
            return baseline
        }
        return (baseline as NSString).appendingPathComponent((path as NSString).lastPathComponent)
    }

    private func read(_ path: String) throws(PerfComplaint) -> ReportedRun {
        let ledger = try Self.ledger(path)
        let verdict = ledger.verdict ?? Verdict(unjudged: ledger)
        guard let other = baselinePath(of: path) else {
            return ReportedRun(ledger: ledger, verdict: verdict, refreshRate: budget)
        }
        let was = try Self.ledger(other)
        var run = ReportedRun(ledger: ledger, verdict: verdict, baseline: was, refreshRate: budget)
        do {
            run.verdict = verdict.comparingCounts(try CountJudge().judge(ledger, against: was))
        } catch .realTime {
            // Shown beside each other, and not judged: counts in real time differ from run to run.
        } catch {
            throw PerfComplaint("\(path) beside \(other): \(error)", .badTrace)
        }
        return run
    }

    private static func ledger(_ path: String) throws(PerfComplaint) -> Ledger {
        do {
            return try Ledger.read(path)
        } catch {
            throw PerfComplaint("\(error)", .badTrace)
        }
    }
}
