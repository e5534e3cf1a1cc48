import ArgumentParser
import CommandSupport
import Foundation
import TilePerf
import TileSupport

/// `tilework perf run`.
struct PerfRunCommand<Program: PerfProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "run",
            abstract: "Replay and judge traces.",
            discussion: """
                Compares each trace's counts with NAME.json in the folder of --ledgers, and its scores with the trace's limits.

                A trace that can't be judged does not stop the others. The exit code is the first that applies: 70 for a \
                failed run, 65 for a bad trace or ledger, 1 for a regression, 2 for an exceeded limit, else 0.
                """)
    }

    @Argument(help: "Trace files, or folders of trace files.")
    var paths: [String]

    @Option(help: ArgumentHelp("Compare counts with the ledgers in this folder.", valueName: "dir"))
    var ledgers: String?

    @Flag(help: "Update the ledgers instead of comparing.")
    var update = false

    @Option(help: "virtual: reproducible counts. real: this machine's time.")
    var clock = ClockOption.virtual

    @Option(help: ArgumentHelp("Judge by the budget of this refresh rate, 1 to 1,000 Hz.", valueName: "hz"))
    var budget: Double?

    @Option(name: .shortAndLong, help: ArgumentHelp("Write reports into this folder.", valueName: "dir"))
    var output: String?

    @Option(help: ArgumentHelp(ReportFormat.help))
    var format: [ReportFormat] = [.json]

    @Option(help: ArgumentHelp("Write a JUnit file with a test case for each trace.", valueName: "file"))
    var junit: String?

    @Option(help: ArgumentHelp("Write a table for benchstat, with a line for each run.", valueName: "file"))
    var benchstat: String?

    @Flag(help: "Also print findings as GitHub annotations (::error).")
    var annotations = false

    @Option(help: ArgumentHelp("Replay and judge each trace this many times, 1 to 1,000.", valueName: "n"))
    var count = 1

    @Option(
        help: ArgumentHelp(
            "Inject a fault, to see that the run fails: draw=FRAME, cost=PERCENT%, or blank=FRAME.", valueName: "fault")
    )
    var inject: [String] = []

    func validate() throws {
        if update && ledgers == nil { throw ValidationError("--update needs --ledgers DIR, the folder to write to") }
        if update && !inject.isEmpty {
            throw ValidationError("--inject can't be used with --update: the ledger would hold the injected fault")
        }
        if ledgers != nil && clock == .real {
            throw ValidationError("--ledgers needs the virtual clock: counts in real time differ from run to run")
        }
        if format != [.json] && output == nil {
            throw ValidationError("--format needs --output DIR, the folder to write to")
        }
        if let budget, !(1...1000).contains(budget) {
            throw ValidationError("invalid --budget \(GroupedNumber.text(budget)): use 1 to 1,000 Hz")
        }
        if !(1...1000).contains(count) {
            throw ValidationError("invalid --count \(GroupedNumber.text(count)): use 1 to 1,000")
        }
        try Injection.check(inject)
        try LedgerFiles.check(folder: ledgers)
        if update { try OutputFlag("--ledgers", ledgers).checkFolder() }
        try OutputFlag("--output", output).checkFolder()
        try OutputFlag("--junit", junit).checkFile(endings: ["xml"])
        try OutputFlag("--benchstat", benchstat).checkFile(endings: ["txt", "bench", "out"])
    }

    @MainActor func run() async throws {
        try await PerfComplaint.reporting { try await replay() }
    }

    @MainActor private func replay() async throws {
        let (readings, hooks) = (try TraceFile.readEach(paths), Program.hooks)
        try claimFiles(of: readings.compactMap { try? $0.file.get() })
        // Hours of runs would be lost.
        for path in [junit, benchstat].compactMap(\.self) { try AtomicFile.check(path) }
        if let output { try AtomicFile.makeFolder(output) }
        var results = RunResults(of: readings.map(\.name), annotates: annotations)
        for reading in readings {
            let run: JudgedTrace
            do throws(PerfComplaint) {
                run = try await JudgedTrace(try reading.file.get(), self, hooks)
            } catch {
                try results.add(error, of: reading)
                continue
            }
            let report = Result { () throws(PerfComplaint) in
                if let output { try run.write(format, into: output) }
                if let objection = run.objection { throw objection }
            }
            try results.add(run, report)
        }
        try results.end()
        let files = [
            (junit, { results.cases.xml }), (benchstat, { results.table.text }), (indexPath, { results.index.html }),
        ]
        for case (let path?, let text) in files {
            do throws(PerfComplaint) {
                try AtomicFile.write(Data(text().utf8), to: path)
            } catch {
                _ = error.reported()
                results.note(error.code)
            }
        }
        if let code = results.code { throw ExitCode(code.rawValue) }
    }

    /// The path of the index of all HTML reports; nil if none are written.
    private var indexPath: String? {
        format.contains(.html) ? output.map(ReportFormat.indexPath(in:)) : nil
    }

    /// Checks that no input would be overwritten: a failing run's ledger in place of its baseline would make the next
    /// run pass.
    private func claimFiles(of traces: [TraceFile]) throws(PerfComplaint) {
        var claims = FileClaims()
        for file in traces { claims.read(file) }
        for file in traces {
            guard let ledgers else { break }
            let (path, role) = (LedgerFiles.path(of: file.trace.name, in: ledgers), "the ledger of \(file.trace.name)")
            if update { try claims.write(path, as: role) } else { claims.read(path, as: role) }
        }
        for file in traces {
            guard let output else { break }
            for format in Set(format) {
                try claims.write(
                    format.path(named: file.trace.name, in: output), as: "the report of \(file.trace.name)")
            }
        }
        if let indexPath { try claims.write(indexPath, as: "the index of the reports") }
        if let junit { try claims.write(junit, as: "the JUnit file") }
        if let benchstat { try claims.write(benchstat, as: "the table for benchstat") }
    }
}
