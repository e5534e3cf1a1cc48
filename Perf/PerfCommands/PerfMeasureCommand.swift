import ArgumentParser
import Foundation
import TilePerf
import TileSupport

/// `tilework perf measure`: what `compare` has each of two builds do.
struct PerfMeasureCommand<Program: PerfProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "measure",
            abstract: "Print the times of a trace's work as a line of JSON.",
            discussion: "“perf compare” runs this command in both builds, and under callgrind to count instructions."
        )
    }

    @Argument(help: "The trace file.")
    var path: String

    @Option(help: "virtual: the same work each time, without waiting. real: at the trace's pace.")
    var clock = ClockOption.virtual

    @Option(
        help: ArgumentHelp(
            "Replay this many times on the virtual clock, 1 to 1,000. The shortest time of each piece of work counts.",
            valueName: "n"))
    var replays = 1

    @Option(help: ArgumentHelp("Inject a fault: cost=PERCENT%.", valueName: "fault"))
    var inject: [String] = []

    @Flag(help: "Inject cost as instructions, not as time.")
    var profiled = false

    func validate() throws {
        if !(1...1000).contains(replays) {
            throw ValidationError("invalid --replays \(GroupedNumber.text(replays)): use 1 to 1,000")
        }
        if clock == .real && replays > 1 {
            throw ValidationError("--replays needs the virtual clock: no two replays in real time do the same")
        }
        try Injection.check(inject, onlyCosts: true)
    }

    @MainActor func run() async throws {
        try await PerfComplaint.reporting {
            let files = try TraceFile.read([path])
            guard files.count == 1 else {
                throw PerfComplaint("\(path): only one trace can be measured at a time", .usage)
            }
            var replayer = try await files[0].replayer(Program.hooks)
            replayer.clock = clock == .virtual ? .virtual : .real
            replayer.injections = inject.compactMap { Injection($0) }
            let sample: WorkSample
            do {
                sample = try replayer.measure(replays: replays, isProfiled: profiled)
            } catch {
                throw PerfComplaint("\(path): \(error)", .brokenRun)
            }
            try PerfOutput.print(String(decoding: sample.json, as: UTF8.self))
        }
    }
}
