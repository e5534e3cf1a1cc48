import Foundation
import TilePerf

/// An executable that is compared with another: `tilework-perf` or `tilework`.
struct MeasuredBuild: Sendable {
    var path: String
    /// Before `measure`.
    private var prefix: [String]
    /// The folder for the build's files.
    var faults: [String] = []

    /// Longest time that a program may take to print its help, in seconds.
    private static let helpLimit = 20.0

    /// Finds out where it is and how it is asked to measure.
    init(_ name: String, in folder: TrialFolder) throws(PerfComplaint) {
        let path = try ProgramSearch.program(name)
        guard let prefix = try Self.prefix(of: path, command: "measure", help: "measure <path>", in: folder) else {
            throw PerfComplaint(
                "\(path) has no “perf measure” command: name a current build of tilework or tilework-perf", .usage)
        }
        (self.path, self.prefix) = (path, prefix)
    }

    /// Returns the arguments before a `perf` command in a program's command line; nil if it has no such command.
    ///
    /// - Parameter help: a text that only this command's help contains.
    static func prefix(
        of path: String, command: String, help: String, in folder: TrialFolder
    ) throws(PerfComplaint) -> [String]? {
        for words in [["perf"], []] {
            // Other help is printed as well, of the command above, when a word is not known.
            let run = try ChildProcess.run(
                path, words + [command, "--help"], limit: helpLimit, in: folder)
            if case .limit = run.end { break }
            if run.end == .exit(0), String(decoding: run.output, as: UTF8.self).contains(help) { return words }
        }
        return nil
    }

    private func arguments(_ trace: String, _ clock: ClockOption, replays: Int = 1) -> [String] {
        prefix + ["measure", trace, "--clock", clock.rawValue, "--replays", "\(replays)"]
            + faults.flatMap { ["--inject", $0] }
    }

    private func sample(_ run: ChildProcess, _ file: TraceFile) throws(PerfComplaint) -> WorkSample {
        guard run.end == .exit(0) else {
            throw PerfComplaint("\(path) could not measure \(file.path): \(run.story)", .brokenRun)
        }
        guard let sample = WorkSample(printed: run.output) else {
            let start = String(decoding: run.output.prefix(60), as: UTF8.self).split(separator: "\n").first ?? "nothing"
            throw PerfComplaint("\(path) printed no measurement of \(file.path), but “\(start)”", .brokenRun)
        }
        guard sample.fingerprint == file.trace.fingerprint else {
            throw PerfComplaint(
                "\(path) reads \(file.path) differently than this program: run the comparison with the newer program",
                .brokenRun)
        }
        // A build from before samples said it says nothing.
        guard sample.content == nil || sample.content == file.notedContent else {
            throw PerfComplaint(
                "the content of \(file.path) changed during the measurement: compare again", .brokenRun)
        }
        return sample
    }

    /// One run.
    ///
    /// - Parameter replays: on the virtual clock, how many the shortest times are taken of.
    func time(
        _ file: TraceFile, _ clock: ClockOption, replays: Int, limit seconds: Double,
        in folder: TrialFolder
    ) throws(PerfComplaint) -> WorkSample {
        try sample(
            ChildProcess.run(
                path, arguments(file.path, clock, replays: clock == .virtual ? replays : 1), limit: seconds, in: folder),
            file)
    }

    private var libraries: [String] { ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { [$0] } ?? [] }

    /// One run on the virtual clock under callgrind.
    func cost(
        _ file: TraceFile, valgrind: String, limit seconds: Double, in folder: TrialFolder
    ) throws(PerfComplaint) -> CallgrindProfile {
        let profile = folder.path(folder.newName() + ".callgrind")
        let program = try ProgramForValgrind.make(of: path, in: folder)
        defer {
            unlink(profile)
            if program != path { unlink(program) }
        }
        let run = try ChildProcess.run(
            valgrind,
            // Threads take turns here; a fair scheduler passes them on at once.
            ["-q", "--fair-sched=try", "--tool=callgrind", "--callgrind-out-file=\(profile)", program]
                + arguments(file.path, .virtual) + ["--profiled"],
            // Swift seeds hashes differently in each process, and the order of sets affects the work. With one arena
            // per thread, the addresses of blocks would depend on which thread came first.
            environment: [
                "SWIFT_DETERMINISTIC_HASHING": "1", "MALLOC_ARENA_MAX": "1",
                // Libraries that lie beside the program, and not beside its copy.
                "LD_LIBRARY_PATH": ([(path as NSString).deletingLastPathComponent] + libraries)
                    .joined(separator: ":"),
            ], limit: seconds, in: folder)
        if run.end != .exit(0), run.errors.contains("www.valgrind.org") {
            throw PerfComplaint(
                "valgrind failed while it ran \(path): it can't run older builds of tilework, whose first thread ends before the "
                    + "others. Use that build's tilework-perf, or compare with --time only",
                .brokenRun)
        }
        _ = try sample(run, file)
        do {
            return try CallgrindProfile(contentsOf: profile)
        } catch {
            throw PerfComplaint("\(path), \(file.path): \(error)", .brokenRun)
        }
    }

    /// Returns the path of valgrind.
    static func valgrind() throws(PerfComplaint) -> String {
        if let path = ProgramSearch.path(of: "valgrind") { return path }
        throw PerfComplaint(
            "--cost needs valgrind: run “apt-get install valgrind”, or compare with --time only",
            .brokenRun)
    }
}
