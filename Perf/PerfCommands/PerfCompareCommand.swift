import ArgumentParser
import CommandSupport
import Foundation
import TilePerf
import TileSupport

/// `tilework perf compare`.
struct PerfCompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two builds, or their ledgers.",
        discussion: """
            BASE and HEAD are two programs with “perf” commands (tilework, tilework-perf), which replay the traces. Or they \
            are two ledgers, or folders of ledgers, that “perf run -o” wrote: their counts must be equal.

            --cost compares the instructions of each phase, counted by valgrind. --time measures base and head in turns, \
            and judges only changes larger than the difference between two runs of the base. Without --cost and \
            --time, both are judged.
            """)

    @Argument(help: "The build to compare with: a program, a ledger, or a folder of ledgers.")
    var base: String

    @Argument(help: "The build to judge.")
    var head: String

    @Argument(help: "Trace files, or folders of them. For ledgers: traces with allowances, if any.")
    var traces: [String] = []

    @Flag(help: "Judge by instructions.")
    var cost = false

    @Flag(help: "Judge by time.")
    var time = false

    @Option(help: ArgumentHelp("Rounds of timing, 4 to 50, each with two runs of each build.", valueName: "number"))
    var rounds = TimeJudge.Policy().rounds

    @Option(
        help: ArgumentHelp(
            "Replays per run, 1 to 100. The shortest time of each piece of work counts.", valueName: "number"))
    var replays = 5

    @Option(
        help: "virtual: time the work alone. real: run at the trace's pace, with everything that happens meanwhile.")
    var clock = ClockOption.virtual

    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp("Kill a run after this many seconds, 1 to 86,400.", valueName: "seconds"))
    private var givenLimit = PlainNumber(600)

    var limit: Double { givenLimit.value }

    @Flag(help: "Exit with 70 if the machine was too noisy to judge time.")
    var strict = false

    @Option(help: ArgumentHelp("Also write the comparison as JSON.", valueName: "file"))
    var json: String?

    @Option(help: ArgumentHelp("Write a JUnit file with a test case for each trace.", valueName: "file"))
    var junit: String?

    @Flag(help: "Also print findings as GitHub annotations (::error).")
    var annotations = false

    @Option(
        help: ArgumentHelp("Inject a fault into the head, to see that it is found: cost=PERCENT%.", valueName: "fault"))
    var inject: [String] = []

    func validate() throws {
        guard (4...50).contains(rounds) else {
            throw ValidationError("invalid --rounds \(GroupedNumber.text(rounds)): use 4 to 50")
        }
        guard (1...100).contains(replays) else {
            throw ValidationError("invalid --replays \(GroupedNumber.text(replays)): use 1 to 100")
        }
        guard (1...86_400).contains(limit) else {
            throw ValidationError("invalid --limit \(GroupedNumber.text(limit)): use 1 to 86,400 seconds")
        }
        try Injection.check(inject, onlyCosts: true)
        try OutputFlag("--json", json).checkFile(endings: ["json"])
        try OutputFlag("--junit", junit).checkFile(endings: ["xml"])
    }

    func run() throws {
        try PerfComplaint.reporting {
            if LedgerFiles.areLedgers(base) || LedgerFiles.areLedgers(head) {
                try compareLedgers()
            } else {
                try compareBuilds()
            }
        }
    }

    // MARK: Builds

    private func compareBuilds() throws {
        if traces.isEmpty {
            throw PerfComplaint("no trace to compare the builds by: name a trace or a folder of traces", .usage)
        }
        let folder = try TrialFolder()
        let old = try MeasuredBuild(base, in: folder)
        var new = try MeasuredBuild(head, in: folder)
        new.faults = inject
        let files = try TraceFile.read(traces).map { try $0.notingContent() }
        try claimFiles(ledgers: [], files)
        var rows: [Comparison] = []
        var hints: [String] = []
        if cost || !time {
            let (found, grown) = try CostTrial(base: old, head: new, limit: limit, folder: folder).run(files)
            rows += found
            hints = grown
        }
        if time || !cost {
            var judge = TimeJudge()
            judge.policy.rounds = rounds
            for file in files {
                var sampler = ProcessSampler(
                    base: old, head: new, file: file, clock: clock, replays: replays, limit: limit, folder: folder,
                    rounds: rounds)
                defer { TrialProgress.end() }
                rows += try TimeTrial(judge).run(file.trace.name, with: &sampler)
            }
        }
        try PerfOutput.print(ComparisonTable(rows).text)
        let findings = rows.compactMap(\.finding)
        for finding in findings { try PerfOutput.print("✗ \(finding.trace): \(finding.message)") }
        for hint in hints { try PerfOutput.print("  \(hint)") }
        let unjudged = rows.filter { $0.verdict == .notJudged }
        for row in unjudged { try PerfOutput.print("? \(row.trace): \(row.refusal)") }
        var cases = JUnitReport()
        for file in files {
            cases.add(file.trace.name, rows)
            try annotate(findings.filter { $0.trace == file.trace.name }, file: file.path)
        }
        try write(ComparisonFile(traces: files.map(\.trace.name), rows: rows, findings: findings), cases)
        if !findings.isEmpty { throw ExitCode(PerfComplaint.Code.regression.rawValue) }
        if strict, !unjudged.isEmpty { throw ExitCode(PerfComplaint.Code.brokenRun.rawValue) }
    }

    // MARK: Ledgers

    private func compareLedgers() throws {
        if cost || time || !inject.isEmpty {
            throw PerfComplaint(
                "--cost, --time, and --inject need two builds, not two ledgers", .usage)
        }
        let pairs = try LedgerFiles.pairs(base, head)
        let files = try traces.isEmpty ? [] : TraceFile.read(traces)
        try claimFiles(ledgers: pairs.flatMap { [$0.0.path, $0.1.path] }, files)
        let allowances = Dictionary(uniqueKeysWithValues: files.map { ($0.trace.name, $0.trace.allowances) })
        var findings: [Finding] = []
        var cases = JUnitReport()
        for (old, new) in pairs {
            let found: [Finding]
            do {
                found = try CountJudge().judge(
                    new.ledger, against: old.ledger, allowances: allowances[new.ledger.trace] ?? [:])
            } catch {
                throw PerfComplaint("\(old.path), \(new.path): \(error)", .badTrace)
            }
            try PerfOutput.print("\(new.ledger.trace): \(found.isEmpty ? "equal" : "DIFFERENT")")
            for finding in found { try PerfOutput.print("  ✗ \(finding.message)") }
            try annotate(found, file: new.path)
            cases.add(new.ledger.trace, found)
            findings += found
        }
        try write(ComparisonFile(traces: pairs.map(\.1.ledger.trace), rows: [], findings: findings), cases)
        if !findings.isEmpty { throw ExitCode(PerfComplaint.Code.regression.rawValue) }
    }

    // MARK: Files and marks

    private func claimFiles(ledgers: [String], _ traces: [TraceFile]) throws(PerfComplaint) {
        var claims = FileClaims()
        for file in traces { claims.read(file) }
        for path in ledgers { claims.read(path, as: "the ledger \(path)") }
        if let json { try claims.write(json, as: "the comparison") }
        if let junit { try claims.write(junit, as: "the JUnit file") }
        for path in [json, junit].compactMap(\.self) { try AtomicFile.check(path) }
    }

    private func write(_ file: ComparisonFile, _ cases: JUnitReport) throws(PerfComplaint) {
        if let json { try AtomicFile.write(file.json, to: json) }
        if let junit { try AtomicFile.write(Data(cases.xml.utf8), to: junit) }
    }

    private func annotate(_ findings: [Finding], file: String) throws(PerfComplaint) {
        guard annotations else { return }
        for finding in findings { try PerfOutput.print(Annotation(finding, file: file).text) }
    }
}
