import ArgumentParser
import Foundation
import TilePerf

/// `tilework perf minimize`.
struct PerfMinimizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "minimize",
        abstract: "Shrink a failing trace to one that fails with as little as can be.",
        discussion: """
            A trace fails when it does not keep its own limits, or, with --base, when that build counts otherwise than this \
            one. What it goes on to fail by is what it failed by first.
            """)

    @Argument(help: "The trace.")
    var path: String

    @Option(name: .shortAndLong, help: ArgumentHelp("Where the small trace goes.", valueName: "file"))
    var output: String

    @Option(
        help: ArgumentHelp(
            "A tilework or tilework-perf of another build, to count differently from.", valueName: "program"))
    var base: String?

    @Option(help: ArgumentHelp("Put a fault in, as run does.", valueName: "fault"))
    var inject: [String] = []

    @Option(help: ArgumentHelp("Try at most so many traces.", valueName: "n"))
    var tries = 5000

    func validate() throws {
        try Injection.check(inject)
        guard tries > 0 else { throw ValidationError("--tries is \(tries); it must be at least 1.") }
    }

    func run() throws {
        do {
            try minimize()
        } catch let complaint as PerfComplaint {
            throw complaint.reported()
        }
    }

    private func minimize() throws {
        guard let file = try TraceFile.read([path]).first else { return }
        let content = try file.content()
        let base = try base.map { try OtherBuild($0) }
        let injections = inject.compactMap { Injection($0) }
        func findings(_ trace: Trace) throws -> [Finding] {
            do {
                var replayer = Replayer(trace, content: content)
                replayer.injections = injections
                let ledger = try replayer.run()
                if let base {
                    return try CountJudge().judge(
                        ledger, against: try base.ledger(of: trace, beside: path), allowances: trace.allowances)
                }
                // A fault that was put in shows against the same build without it.
                let faults =
                    injections.isEmpty
                    ? [] : try CountJudge().judge(ledger, against: try Replayer(trace, content: content).run())
                return faults + BudgetJudge().judge(ledger, trace)
            } catch let failure as ReplayFailure {
                throw PerfComplaint("\(path): \(failure)", .brokenRun)
            }
        }
        guard let first = try findings(file.trace).first else {
            throw PerfComplaint("\(path) does not fail, so there is nothing to look for", .badTrace)
        }
        PerfComplaint.say("\(file.trace.name) fails: \(first.message)")
        var minimizer = Minimizer { trace in
            try findings(trace).contains { $0.kind == first.kind && $0.subject == first.subject }
        }
        minimizer.mostTries = tries
        minimizer.onProgress = { trace in
            let text = "\r\(trace.events.count) of \(file.trace.events.count) events "
            if isatty(STDERR_FILENO) == 1 { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
        }
        guard var least = try minimizer.minimize(file.trace) else {
            throw PerfComplaint("\(path) does not fail each time, so it can't be shrunk", .brokenRun)
        }
        least.name = String("\(file.trace.name)-least".prefix(100))
        try OutputFile.write(Data(least.json.utf8), to: output)
        if isatty(STDERR_FILENO) == 1 { PerfComplaint.say("") }
        print(
            "\(output): \(least.events.count) of \(file.trace.events.count) events, after \(minimizer.tries) tries: "
                + "\(try findings(least).first { $0.subject == first.subject }?.message ?? first.message)")
    }
}

extension Injection {
    /// - Throws: `ValidationError` for what is no fault.
    static func check(_ texts: [String]) throws {
        for text in texts where Injection(text) == nil {
            throw ValidationError("“\(text)” is no fault: there are draw=FRAME, cost=PERCENT% and blank=FRAME.")
        }
    }
}
