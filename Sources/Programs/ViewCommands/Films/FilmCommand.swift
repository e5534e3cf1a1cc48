import ArgumentParser
import CommandSupport
import Foundation
import PerfCommands
import TileEngine
import TileGraphics
import TileSupport

/// `tilework film`.
struct FilmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "film",
        abstract: "Render a film of a trace's replay, or of a program's views.",
        discussion: """
            A trace is replayed on a virtual clock, so the film is the same on every machine. A program is an executable of \
            your own with animated content. It is started as PROGRAM film, with the remaining options.
            """)

    @Argument(help: ArgumentHelp("The trace, or the program.", valueName: "trace|program"))
    var input: String

    @OptionGroup var arguments: FilmArguments

    @MainActor func run() async throws {
        if let complaint = Complaint(notLocal: input) { throw complaint.reported() }
        if FileProblem(at: input) == .missing { throw Complaint(unreadable: input).reported() }
        do {
            try FilmRecorder.check(arguments)
            if Self.isProgram(input) { throw try Self.run(input, writing: arguments.output) }
            try PerfOutput.check()
            let recorder = FilmRecorder(arguments)
            try await record(by: recorder)
            try recorder.finish()
        } catch let complaint as Complaint {
            throw complaint.reported()
        } catch let complaint as PerfComplaint {
            throw Complaint(complaint.message, complaint.code == .brokenRun ? .inputOutput : .data).reported()
        }
    }

    @MainActor private func record(by recorder: FilmRecorder) async throws {
        let replay = try await TraceReplay(input)
        let pool = BitmapPool()
        var shown: TraceReplay.Frame?
        /// The frames before a moment show what was shown last.
        func fill(until time: Double) throws {
            guard let frame = shown else { return }
            let area = try arguments.area(of: frame.size)
            var image: TileImage?
            while recorder.nextTime < min(time, arguments.to ?? .infinity) {
                let drawn = try image ?? frame.raster(area, in: RasterContext(pool: pool))
                image = drawn
                try recorder.add(drawn)
            }
        }
        let end = try replay.play { frame, time in
            try fill(until: time)
            shown = frame
        }
        try fill(until: arguments.to ?? end)
    }

    /// Whether a file is one to run: a program of the machine's, or a script.
    private static func isProgram(_ path: String) -> Bool {
        guard access(path, X_OK) == 0, let file = FileHandle(forReadingAtPath: path),
            let begin = try? file.read(upToCount: 4)
        else { return false }
        return begin.elementsEqual([0x7F, 0x45, 0x4C, 0x46]) || begin.starts(with: [0x23, 0x21])
    }

    /// Runs the program with the arguments of this one, to its end.
    ///
    /// - Parameter output: The film that the program has to write.
    /// - Returns: The exit code of the program.
    private static func run(_ program: String, writing output: String) throws(Complaint) -> ExitCode {
        var words = Array(CommandLine.arguments.drop { $0 != configuration.commandName })
        if let place = words.firstIndex(of: program) { words.remove(at: place) }
        let path = program.contains("/") ? program : "./\(program)"
        var arguments = ([path] + words).map { strdup($0) } + [nil]
        var variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        var process = pid_t()
        let code = posix_spawn(&process, path, nil, nil, &arguments, &variables)
        for text in arguments + variables { free(text) }
        guard code == 0 else {
            throw Complaint("\(program): can't be run: \(SystemError(code: code))", .unavailable)
        }
        let status = end(of: process)
        guard status & 0x7F == 0 else { return ExitCode(128 + status & 0x7F) }
        if status == 0, access(output, F_OK) != 0 {
            throw Complaint("\(output) was not written: \(program) has no “film” command", .unavailable)
        }
        return ExitCode(status >> 8 & 0xFF)
    }

    /// Waits for the end of a process, which gets the signals that end this one. Returns its status as waitpid(2) does.
    private static func end(of process: pid_t) -> Int32 {
        // The terminal sends SIGINT to both, and SIGTERM is forwarded.
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, SIG_IGN)
        let forwarding = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
        forwarding.setEventHandler { kill(process, SIGTERM) }
        forwarding.resume()
        defer { forwarding.cancel() }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
