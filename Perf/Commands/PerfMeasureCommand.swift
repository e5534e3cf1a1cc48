import ArgumentParser
import Foundation
import TilePerf

/// `tilework perf measure`: what `compare` has each of two builds do.
struct PerfMeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Replay a trace once and print what its work took, as a line of JSON.",
        discussion: "Compare runs this in both builds: on the real clock by itself, on the virtual one under callgrind."
    )

    @Argument(help: "A trace.")
    var path: String

    @Option(help: "real: milliseconds. virtual: the same work each time, for a profiler to count.")
    var clock = PerfRunCommand.ClockOption.real

    @Option(help: ArgumentHelp("Put a fault in: cost=PERCENT%.", valueName: "fault"))
    var inject: [String] = []

    func validate() throws {
        try Injection.check(inject)
    }

    func run() throws {
        do {
            let files = try TraceFile.read([path])
            guard files.count == 1 else { throw PerfComplaint("\(path): one trace is measured at a time", .usage) }
            var replayer = Replayer(files[0].trace, content: try files[0].content())
            replayer.clock = clock == .virtual ? .virtual : .real
            replayer.injections = inject.compactMap { Injection($0) }
            replayer.isMeasured = true
            let ledger: Ledger
            do {
                ledger = try replayer.run()
            } catch {
                throw PerfComplaint("\(path): \(error)", .brokenRun)
            }
            print(String(decoding: WorkSample(ledger).json, as: UTF8.self))
        } catch let complaint as PerfComplaint {
            throw complaint.reported()
        }
    }
}
