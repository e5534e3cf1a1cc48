import ArgumentParser
import Foundation
import PerfCommands
import TileContent
import TileServer

/// `tilework perf record`.
struct PerfRecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record what someone does in the viewer as a trace.",
        discussion: """
            Serves the content with its viewer, and prints the URL to open. What the first viewer does is recorded: fingers, \
            pens and the mouse's first button as touches, and where all else moves the view to. The trace is written when the page \
            is closed, at Ctrl-C, or after --duration; and the server ends.

            Exit codes: 0 recorded, 64 usage, 70 nothing could be recorded or written.
            """)

    @Argument(help: "A drawing or an image.")
    var content: String

    @OptionGroup var arguments: RecordArguments

    func run() async throws {
        do {
            var claims = FileClaims()
            claims.read(content, as: "what is recorded")
            try claims.write(arguments.output, as: "the trace")
            try await arguments.record(served(), as: .file(RelativePath.path(of: content, from: arguments.folder)))
        } catch let complaint as PerfComplaint {
            throw complaint.reported()
        }
    }

    private func served() throws(PerfComplaint) -> ServedContent {
        let document: ContentDocument
        do {
            document = try ContentReader.open(content)
        } catch {
            throw PerfComplaint("\(error)", .brokenRun)
        }
        return try arguments.served(document, id: ServedContent.ids(forFileNames: [content])[0])
    }
}
