import Foundation
import TilePerf

/// What became of the traces of a run: printed as it comes, and gathered for files and the exit code.
struct RunResults {
    private(set) var cases = JUnitReport()
    private(set) var table = BenchmarkTable()
    /// To end with; nil while all is well.
    private(set) var code: PerfComplaint.Code?
    /// Nil for a single trace, of which more is said.
    private let lines: TerminalTable?
    private let annotates: Bool
    private var isHeadPrinted = false
    private var verdicts: [String] = []

    /// Columns of the terminal that it is printed for.
    private static let width = 80

    init(of names: [String], annotates: Bool) {
        lines = names.count > 1 ? TerminalTable(names, width: Self.width) : nil
        self.annotates = annotates
    }

    mutating func note(_ code: PerfComplaint.Code) { self.code = max(self.code ?? code, code) }

    /// - Parameter report: whether its reports could be written, and say something.
    mutating func add(_ run: JudgedTrace, _ report: Result<Void, PerfComplaint>) throws(PerfComplaint) {
        for ledger in run.ledgers { table.add(ledger, refreshRate: run.refreshRate) }
        let (ledger, findings) = (run.ledgers[0], run.findings)
        if !findings.isEmpty {
            note(findings.contains { $0.kind == .regression } ? .regression : .overBudget)
        }
        if let lines, findings.isEmpty {
            verdicts.append(run.isJudged ? "ok" : "shown")
            if !isHeadPrinted { try StandardOutput.print(lines.head) }
            isHeadPrinted = true
            try StandardOutput.print(lines.line(ledger, refreshRate: run.refreshRate))
        } else {
            let summary = TerminalSummary(
                ledger, findings, refreshRate: run.refreshRate, width: Self.width,
                rest: "--junit and -o write down", wraps: StandardOutput.isTerminal)
            verdicts.append(summary.verdict)
            try StandardOutput.print(summary.text)
        }
        if annotates {
            for finding in findings { try StandardOutput.print(Annotation(finding, file: run.file.path).text) }
        }
        do throws(PerfComplaint) {
            try report.get()
            cases.add(ledger, findings)
        } catch {
            try fail(error, run.file.trace.name, run.file.path)
        }
    }

    /// One that could not be judged.
    mutating func add(_ complaint: PerfComplaint, of reading: TraceFile.Reading) throws(PerfComplaint) {
        verdicts.append("not judged")
        try StandardOutput.print(TerminalSummary.line(reading.name, "NOT JUDGED", Self.width))
        try fail(complaint, reading.name, reading.path)
    }

    private mutating func fail(_ complaint: PerfComplaint, _ name: String, _ path: String) throws(PerfComplaint) {
        _ = complaint.reported()
        note(complaint.code)
        let kind = complaint.code == .badTrace ? "badTrace" : "brokenRun"
        cases.add(failed: name, kind: kind, complaint.message)
        if annotates {
            try StandardOutput.print(Annotation(title: "\(name): not judged", complaint.message, file: path).text)
        }
    }

    /// Says how many ended how, where there are several.
    func end() throws(PerfComplaint) {
        guard lines != nil else { return }
        let counts = ["ok", "shown", "regression", "over budget", "not judged"].compactMap { verdict in
            let count = verdicts.count { $0.lowercased() == verdict }
            return count > 0 ? "\(count) \(verdict)" : nil
        }
        try StandardOutput.print("\(verdicts.count) traces: \(counts.joined(separator: ", "))")
    }
}
