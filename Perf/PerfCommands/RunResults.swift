import CommandSupport
import Foundation
import TilePerf

/// The results of a run's traces: printed one by one, and collected for files and the exit code.
struct RunResults {
    private(set) var cases = JUnitReport()
    private(set) var table = BenchmarkTable()
    private(set) var index = ReportIndex()
    /// The exit code; nil while every trace passed.
    private(set) var code: PerfComplaint.Code?
    /// The table of one line per trace, or nil for a single trace, which has a longer description.
    private let lines: TerminalTable?
    private let annotates: Bool
    private var isHeadPrinted = false
    private var verdicts: [String] = []

    /// The columns of the terminal.
    private static let width = 80

    init(of names: [String], annotates: Bool) {
        lines = names.count > 1 ? TerminalTable(names, width: Self.width) : nil
        self.annotates = annotates
    }

    /// The outcome of a trace that could not be judged.
    private static let error = "error"

    mutating func note(_ code: PerfComplaint.Code) { self.code = max(self.code ?? code, code) }

    /// Adds a judged trace.
    ///
    /// - Parameter report: success, or the reason that its reports were not written or mean nothing.
    mutating func add(_ run: JudgedTrace, _ report: Result<Void, PerfComplaint>) throws(PerfComplaint) {
        let (ledger, verdict) = (run.ledgers[0], run.verdict)
        for ledger in run.ledgers { table.add(ledger, refreshRate: verdict.refreshRate) }
        if let code = PerfComplaint.Code(verdict.outcome) { note(code) }
        verdicts.append(verdict.outcome.title.lowercased())
        if let lines, verdict.findings.isEmpty {
            if !isHeadPrinted { try PerfOutput.print(lines.head) }
            isHeadPrinted = true
            try PerfOutput.print(lines.line(ledger, verdict))
        } else {
            let summary = TerminalSummary(
                ledger, verdict, width: Self.width, rest: "--junit and -o write to files",
                wraps: StandardOutput.isTerminal)
            try PerfOutput.print(summary.text)
        }
        if annotates {
            for finding in verdict.findings { try PerfOutput.print(Annotation(finding, file: run.file.path).text) }
        }
        do throws(PerfComplaint) {
            try report.get()
            cases.add(ledger, verdict)
            index.add(
                ledger, verdict, named: run.file.trace.name,
                file: (ReportFormat.html.path(named: run.file.trace.name, in: "") as NSString).lastPathComponent)
        } catch {
            try fail(error, name: run.file.trace.name, path: run.file.path)
        }
    }

    /// Adds a trace that could not be judged.
    mutating func add(_ complaint: PerfComplaint, of reading: TraceFile.Reading) throws(PerfComplaint) {
        verdicts.append(Self.error)
        try PerfOutput.print(TerminalSummary.line(reading.name, Self.error.uppercased(), width: Self.width))
        try fail(complaint, name: reading.name, path: reading.path)
    }

    private mutating func fail(_ complaint: PerfComplaint, name: String, path: String) throws(PerfComplaint) {
        _ = complaint.reported()
        note(complaint.code)
        let kind = complaint.code == .badTrace ? "badTrace" : "brokenRun"
        cases.add(failed: name, kind: kind, complaint.message)
        index.add(failed: name, complaint.message)
        if annotates {
            try PerfOutput.print(Annotation(title: "\(name): \(Self.error)", complaint.message, file: path).text)
        }
    }

    /// Prints how many traces had each outcome, if there are several.
    func end() throws(PerfComplaint) {
        guard lines != nil else { return }
        let names = Verdict.Outcome.allCases.reversed().map { $0.title.lowercased() } + [Self.error]
        let counts = names.compactMap { verdict in
            let count = verdicts.count { $0 == verdict }
            return count > 0 ? "\(count) \(verdict)\(verdict == Self.error && count > 1 ? "s" : "")" : nil
        }
        try PerfOutput.print("\(verdicts.count) traces: \(counts.joined(separator: ", "))")
    }
}

extension PerfComplaint.Code {
    /// The exit code of an outcome; nil if the run is good.
    fileprivate init?(_ outcome: Verdict.Outcome) {
        switch outcome {
        case .regression: self = .regression
        case .overBudget: self = .overBudget
        case .notJudged, .passed: return nil
        }
    }
}
