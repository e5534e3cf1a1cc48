import ArgumentParser
import Foundation
import TilePerf

/// `tilework perf measure`: what `compare` has each of two builds do.
struct PerfMeasureCommand<Program: PerfProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "measure",
            abstract: "Print what a trace's work takes, as a line of JSON.",
            discussion: "Compare runs this in both builds, for time by itself and for cost under callgrind."
        )
    }

    @Argument(help: "A trace.")
    var path: String

    @Option(help: "virtual: the same work each time, without waiting. real: as it comes, at the trace's pace.")
    var clock = ClockOption.virtual

    @Option(
        help: ArgumentHelp(
            "On the virtual clock, replay so many times and take the shortest time of each piece of work.",
            valueName: "n"))
    var replays = 1

    @Option(help: ArgumentHelp("Put a fault in: cost=PERCENT%.", valueName: "fault"))
    var inject: [String] = []

    @Flag(help: "Instructions are being counted, so an injected cost takes those.")
    var profiled = false

    func validate() throws {
        if !(1...1000).contains(replays) {
            throw ValidationError("--replays is \(replays); it must be from 1 to 1000.")
        }
        if clock == .real && replays > 1 {
            throw ValidationError("No two replays in real time do the same: --replays needs the virtual clock.")
        }
        try Injection.check(inject, onlyCosts: true)
    }

    @MainActor func run() async throws {
        try await PerfComplaint.reporting {
            let files = try TraceFile.read([path])
            guard files.count == 1 else { throw PerfComplaint("\(path): one trace is measured at a time", .usage) }
            var replayer = try await files[0].replayer(Program.hooks)
            replayer.clock = clock == .virtual ? .virtual : .real
            replayer.injections = inject.compactMap { Injection($0) }
            let sample: WorkSample
            do {
                sample = try replayer.measure(replays: replays, isProfiled: profiled)
            } catch {
                throw PerfComplaint("\(path): \(error)", .brokenRun)
            }
            try StandardOutput.print(String(decoding: sample.json, as: UTF8.self))
        }
    }
}
