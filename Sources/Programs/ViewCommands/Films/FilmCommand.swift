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
            your own with animated content; it is run as PROGRAM film with the remaining options.
            """)

    @Argument(help: ArgumentHelp("The trace, or the program.", valueName: "trace|program"))
    var input: String

    @OptionGroup var arguments: FilmArguments

    @MainActor func run() async throws {
        if let complaint = Complaint(notLocal: input) { throw complaint.reported() }
        if FileProblem(at: input) == .missing { throw Complaint(unreadable: input).reported() }
        if Self.isProgram(input) { throw Self.running(input) }
        do {
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

    /// Becomes the program, which is told what this one was.
    ///
    /// - Returns: why it could not.
    private static func running(_ program: String) -> ExitCode {
        var words = Array(CommandLine.arguments.drop { $0 != configuration.commandName })
        if let place = words.firstIndex(of: program) { words.remove(at: place) }
        let path = program.contains("/") ? program : "./\(program)"
        var arguments = ([path] + words).map { strdup($0) } + [nil]
        execv(path, &arguments)
        let reason = String(cString: strerror(errno))
        for argument in arguments { free(argument) }
        return Complaint("\(program): can't be run: \(reason)", .unavailable).reported()
    }
}
