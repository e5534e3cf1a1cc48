import ArgumentParser
import Foundation
import TilePerf

/// `tilework perf run`.
struct PerfRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Replay traces, and judge them.",
        discussion: """
            Each trace's counts are compared with DIR/NAME.json of --ledgers, and its scores with its own limits.
            """)

    enum ClockOption: String, ExpressibleByArgument, CaseIterable { case virtual, real }

    @Argument(help: "Traces, or folders of traces.")
    var paths: [String]

    @Option(help: ArgumentHelp("Compare counts with the ledgers in this folder.", valueName: "dir"))
    var ledgers: String?

    @Flag(help: "Write the ledgers anew instead of comparing.")
    var update = false

    @Option(help: "virtual: counts, the same everywhere. real: this machine's time.")
    var clock = ClockOption.virtual

    @Option(help: ArgumentHelp("Judge the budget of so many frames a second.", valueName: "hz"))
    var budget: Double?

    @Option(name: .shortAndLong, help: ArgumentHelp("Write reports into this folder.", valueName: "dir"))
    var output: String?

    @Option(help: ArgumentHelp(ReportFormat.help))
    var format: [ReportFormat] = [.json]

    @Option(help: ArgumentHelp("Write a JUnit file with a case for each trace.", valueName: "file"))
    var junit: String?

    @Option(help: ArgumentHelp("Write a table that benchstat reads, a line for each run.", valueName: "file"))
    var benchstat: String?

    @Flag(help: "Print findings as annotations too (::error), which GitHub shows beside the trace.")
    var annotations = false

    @Option(help: ArgumentHelp("Replay each trace so many times, for the table.", valueName: "n"))
    var count = 1

    @Option(
        help: ArgumentHelp(
            "Put a fault in, to see a gate go red: draw=FRAME, cost=PERCENT% or blank=FRAME.", valueName: "fault"))
    var inject: [String] = []

    func validate() throws {
        if update && ledgers == nil { throw ValidationError("--update needs the folder to write to: --ledgers DIR.") }
        if update && !inject.isEmpty {
            throw ValidationError("A ledger with an injected fault would be wrong: use --inject without --update.")
        }
        if ledgers != nil && clock == .real {
            throw ValidationError("Counts in real time differ from run to run: --ledgers needs the virtual clock.")
        }
        if format != [.json] && output == nil {
            throw ValidationError("--format needs the folder to write to: --output DIR.")
        }
        if let budget, !(1...1000).contains(budget) {
            throw ValidationError("--budget is \(budget); it must be from 1 to 1000.")
        }
        if !(1...1000).contains(count) { throw ValidationError("--count is \(count); it must be from 1 to 1000.") }
        try Injection.check(inject)
    }

    func run() throws {
        do {
            try replay()
        } catch let complaint as PerfComplaint {
            throw complaint.reported()
        }
    }

    private func replay() throws {
        let files = try TraceFile.read(paths)
        if let output { try OutputFile.makeFolder(output) }
        var findings: [Finding] = []
        var (cases, table) = (JUnitReport(), BenchmarkTable())
        for file in files {
            var replayer = Replayer(file.trace, content: try file.content())
            replayer.clock = clock == .virtual ? .virtual : .real
            replayer.injections = inject.compactMap { Injection($0) }
            replayer.allocations = PerfCommand.allocationCounter
            var trace = file.trace
            if let budget { trace.limits.refreshRate = budget }
            let ledgers = try (0..<count).map { _ throws(PerfComplaint) in
                do {
                    return try replayer.run()
                } catch {
                    throw PerfComplaint("\(file.path): \(error)", .brokenRun)
                }
            }
            for ledger in ledgers { table.add(ledger, refreshRate: trace.limits.refreshRate) }
            let ledger = ledgers[0]
            var found = BudgetJudge().judge(ledger, trace)
            let baseline = try self.ledgers.flatMap {
                update ? try keep(ledger, in: $0) : try LedgerFiles.ledger(of: trace, in: $0)
            }
            if let baseline { found += try compare(ledger, trace, with: baseline) }
            print(TerminalSummary(ledger, found, refreshRate: trace.limits.refreshRate, width: 80).text)
            if let output {
                let run = ReportedRun(
                    ledger: ledger, findings: found, baseline: baseline, refreshRate: trace.limits.refreshRate)
                for format in Set(format) { try format.write(run, named: trace.name, into: output) }
            }
            findings += found
            cases.add(ledger, found)
            if annotations { for finding in found { print(Annotation(finding, file: file.path).text) } }
        }
        if let junit { try OutputFile.write(Data(cases.xml.utf8), to: junit) }
        if let benchstat { try OutputFile.write(Data(table.text.utf8), to: benchstat) }
        if findings.contains(where: { $0.kind == .regression }) {
            throw ExitCode(PerfComplaint.Code.regression.rawValue)
        }
        if !findings.isEmpty { throw ExitCode(PerfComplaint.Code.overBudget.rawValue) }
    }

    /// Makes the ledger the one to compare with from now on. There is none before it.
    private func keep(_ ledger: Ledger, in folder: String) throws(PerfComplaint) -> Ledger? {
        try OutputFile.makeFolder(folder)
        try OutputFile.write(ledger.json(.counts), to: LedgerFiles.path(of: ledger.trace, in: folder))
        return nil
    }

    private func compare(_ ledger: Ledger, _ trace: Trace, with baseline: Ledger) throws(PerfComplaint) -> [Finding] {
        do {
            return try CountJudge().judge(ledger, against: baseline, allowances: trace.allowances)
        } catch {
            throw PerfComplaint("\(LedgerFiles.path(of: trace.name, in: ledgers ?? "")): \(error)", .badTrace)
        }
    }
}
