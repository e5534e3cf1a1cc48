import ArgumentParser
import CommandSupport
import Foundation
import Logging
import PerfCommands
import TileCommands
import TileContent
import TilePerf
import TileServer
import TileSessions
import TileSupport

/// The options of recording a session in the viewer.
struct RecordArguments: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("The trace to write.", valueName: "file"))
    var output: String

    @Option(help: "The name or address to listen on; 0.0.0.0 for all addresses of this machine.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free port.")
    var port = 8080

    @Option(help: "The name of the trace: lowercase letters, digits, and hyphens. (default: the name of its file)")
    var name: String?

    @Option(
        help: ArgumentHelp("End the recording this many seconds after the viewer has connected.", valueName: "seconds"))
    var duration: Double?

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("invalid port \(port): use 1 to 65535, or 0 for any free port")
        }
        if let name, Trace.name(from: name) != name {
            throw ValidationError(
                "invalid name “\(name)”: use up to 100 lowercase letters, digits, and hyphens")
        }
        if let duration, !(duration > 0 && duration <= Trace.longest) {
            throw ValidationError(
                "invalid duration \(GroupedNumber.text(duration)): use more than 0 and at most "
                    + "\(GroupedNumber.text(Trace.longest)) seconds")
        }
        try OutputFlag("--output", output).checkFile(endings: ["json"])
    }

    /// The folder of the trace.
    var folder: String { PathName(output).folder }

    /// Serves the content until its first viewer disconnects, and writes the trace.
    ///
    /// - Throws: `PerfComplaint`.
    func record(_ served: ServedContent, as content: Trace.Content) async throws {
        // Before anybody has scrolled for nothing.
        try AtomicFile.check(output)
        let tape = SessionTape()
        let server = try server(served, tape)
        do {
            try await server.runUntilSignal { [duration] in await Self.waitForEnd(of: tape, duration) }
        } catch let failure as TileServerFailure {
            throw PerfComplaint("\(failure)", .brokenRun)
        } catch {
            // A viewer that does not let go is given up; what it did is not.
            if tape.recording == nil { throw PerfComplaint("the server stopped: \(error)", .brokenRun) }
        }
        guard let recording = tape.recording else {
            throw PerfComplaint("no viewer connected, so \(output) was not written", .brokenRun)
        }
        try write(recording, of: served, as: content)
    }

    /// The content as the viewer gets it.
    func served(_ document: ContentDocument, id: String) throws(PerfComplaint) -> ServedContent {
        do {
            return try ServedContent(
                document, id: id, settings: ServeSettings(tileSize: TileSize.small.rawValue, format: nil, maxLevel: nil)
            )
        } catch {
            throw PerfComplaint("\(document.path): \(error)", .brokenRun)
        }
    }

    private func server(_ served: ServedContent, _ tape: SessionTape) throws(PerfComplaint) -> TileServer {
        var configuration = TileServerConfiguration()
        (configuration.host, configuration.port, configuration.tape) = (host, port, tape)
        guard configuration.pages != nil else {
            throw PerfComplaint("the viewer's pages are missing: set TILEWORK_VIEWER to their folder", .brokenRun)
        }
        do {
            return try TileServer(configuration: configuration, contents: [served], logger: .ofCommand()) { address in
                print("http://\(address)/view/\(served.id)  (recording ends when the page is closed, or on Ctrl-C)")
                // A program that reads the URL from a pipe receives it now.
                fflush(nil)
            }
        } catch {
            throw PerfComplaint("\(error)", .brokenRun)
        }
    }

    private static func waitForEnd(of tape: SessionTape, _ duration: Double?) async {
        for await event in tape.events {
            if event == .ended { return }
            if duration != nil { break }
        }
        guard let duration, !Task.isCancelled else { return }
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try? await Task.sleep(for: .seconds(duration)) }
            tasks.addTask { for await event in tape.events where event == .ended { return } }
            await tasks.next()
            tasks.cancelAll()
        }
    }

    private func write(
        _ recording: SessionRecording, of served: ServedContent, as content: Trace.Content
    ) throws(PerfComplaint) {
        let recorded: RecordedTrace
        do {
            recorded = try RecordedTrace(
                recording, of: served, name: name ?? Trace.name(from: PathName(output).stem), content: content)
            // Checks that the written trace can be read.
            _ = try Trace(Data(recorded.trace.json.utf8))
        } catch {
            throw PerfComplaint("the recording is not a valid trace: \(error)", .brokenRun)
        }
        try AtomicFile.write(Data(recorded.trace.json.utf8), to: output)
        for note in recorded.notes { StandardError.print("tilework perf: \(note)") }
        let (count, seconds) = (recorded.trace.events.count, recorded.trace.events.last?.time ?? 0)
        let time = (seconds * 10).rounded() / 10
        // Its path, not an option, if it begins with a hyphen.
        // The name that was typed: `tilework-views` runs as `tilework`.
        let program = CommandLine.arguments.first.map { PathName($0).name } ?? "tilework"
        let words = [program, "perf", "run", output.hasPrefix("-") ? "./\(output)" : output]
        let line = words.map(ShellWord.quoted).joined(separator: " ")
        print("\(output): \(Amounts.counted(count, "event")) in \(time) s; replay with: \(line)")
    }
}
