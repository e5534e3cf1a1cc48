import ArgumentParser
import Foundation
import TilePerf

/// `tilework perf run`.
struct PerfRunCommand<Program: PerfProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "run",
            abstract: "Replay traces, and judge them.",
            discussion: """
                Each trace's counts are compared with DIR/NAME.json of --ledgers, and its scores with its own limits.

                One that can't be judged does not keep the others from it. Of several exit codes it is the first of: 70 broken run, \
                65 bad trace or ledger, 1 regression, 2 over budget, 0.
                """)
    }

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

    @Option(help: ArgumentHelp("Replay and judge each trace so many times.", valueName: "n"))
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

    @MainActor func run() async throws {
        try await PerfComplaint.reporting { try await replay() }
    }

    @MainActor private func replay() async throws {
        let (readings, hooks) = (try TraceFile.readEach(paths), Program.hooks)
        try claimFiles(of: readings.compactMap { try? $0.file.get() })
        if let output { try OutputFile.makeFolder(output) }
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
            (junit, { results.cases.xml }), (benchstat, { results.table.text }),
        ]
        for case (let path?, let text) in files {
            do throws(PerfComplaint) {
                try OutputFile.write(Data(text().utf8), to: path)
            } catch {
                _ = error.reported()
                results.note(error.code)
            }
        }
        if let code = results.code { throw ExitCode(code.rawValue) }
    }

    /// Sees that nothing that is read would be overwritten: a failing run's ledger in its baseline's place makes the
    /// next one green.
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
        if let junit { try claims.write(junit, as: "the JUnit file") }
        if let benchstat { try claims.write(benchstat, as: "the table for benchstat") }
    }
}
