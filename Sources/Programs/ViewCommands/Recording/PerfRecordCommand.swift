import ArgumentParser
import CommandSupport
import Foundation
import PerfCommands
import TileContent
import TileServer

/// `tilework perf record`.
struct PerfRecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a session in the viewer as a trace.",
        discussion: """
            Serves the content with its viewer, and prints the URL to open. Records the first viewer: fingers, pens, and \
            the primary mouse button as touches, and every other movement as the position where it ends. The server ends \
            and the trace is written when the page is closed, on Ctrl-C, or after --duration.

            Exit codes: 0 recorded, 64 usage, 70 nothing recorded or not written.
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
        if let complaint = Complaint(notLocal: content) { throw PerfComplaint(complaint.message, .brokenRun) }
        let document: ContentDocument
        do {
            document = try ContentReader.open(content)
        } catch {
            throw PerfComplaint("\(error)", .brokenRun)
        }
        return try arguments.served(document, id: ServedContent.ids(forFileNames: [content])[0])
    }
}
