import ArgumentParser
import Foundation
import TilePerf

/// `tilework perf report`.
struct PerfReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Make reports from stored ledgers, without running anything.",
        discussion: """
            A ledger from `tilework perf run -o DIR` holds all of a report. One that is checked in to compare counts holds \
            neither times nor areas. Beside a baseline, each count that differs is listed; allowances are the trace's, and \
            so are limits: `tilework perf run` judges by them.
            """)

    @Argument(help: ArgumentHelp("Ledgers.", valueName: "ledger"))
    var paths: [String]

    @Option(name: .shortAndLong, help: ArgumentHelp("Write reports into this folder.", valueName: "dir"))
    var output: String

    @Option(help: ArgumentHelp("A ledger to show beside, or a folder with one of the same name.", valueName: "path"))
    var baseline: String?

    @Option(help: ArgumentHelp("Show the budget of so many frames a second at first.", valueName: "hz"))
    var budget: Double?

    @Option(help: ArgumentHelp(ReportFormat.help))
    var format: [ReportFormat] = [.html]

    func validate() throws {
        if let budget, !(1...1000).contains(budget) {
            throw ValidationError("--budget is \(budget); it must be from 1 to 1000.")
        }
        let same = Dictionary(grouping: paths, by: Self.name).filter { $0.value.count > 1 }
        if let (name, files) = same.min(by: { $0.key < $1.key }) {
            throw ValidationError("The reports of \(files.joined(separator: " and ")) would both be named \(name).")
        }
    }

    /// Of the report: the ledger's file, because what a file says of itself is no name for another file.
    private static func name(_ path: String) -> String {
        ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    }

    func run() throws {
        try PerfComplaint.reporting {
            // All are read before any is written.
            let runs = try paths.map { (Self.name($0), try read($0)) }
            try claimFiles()
            try OutputFile.makeFolder(output)
            for (name, run) in runs {
                for format in Set(format) { try format.write(run, named: name, into: output) }
            }
        }
    }

    /// Sees that no ledger that is read would be overwritten.
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
    }

    /// Of the ledger to show beside one.
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
        guard let other = baselinePath(of: path) else { return ReportedRun(ledger: ledger, refreshRate: budget) }
        let was = try Self.ledger(other)
        let findings: [Finding]?
        do {
            findings = try CountJudge().judge(ledger, against: was)
        } catch .realTime {
            // Beside each other, but nobody judges by counts that differ from run to run.
            findings = nil
        } catch {
            throw PerfComplaint("\(path) beside \(other): \(error)", .badTrace)
        }
        return ReportedRun(ledger: ledger, findings: findings, baseline: was, refreshRate: budget)
    }

    private static func ledger(_ path: String) throws(PerfComplaint) -> Ledger {
        do {
            return try Ledger.read(path)
        } catch {
            throw PerfComplaint("\(error)", .badTrace)
        }
    }
}
