import ArgumentParser
import TileServer

/// `tilework serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve drawings and images as tiles, with a viewer.",
        discussion: """
            Prints the URL of the gallery. Every file has a viewer at /view/{id}, tiles at /tiles/{id}/{z}/{x}/{y}.png, \
            TileJSON at /tiles/{id}.json and Deep Zoom at /dzi/{id}.dzi; {id} is its name without the ending. Files that \
            cannot be shown are reported, and the rest is served.
            """)

    @Argument(help: "Files, or folders whose files are served.")
    var paths: [String]

    @OptionGroup var arguments: ServeArguments

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError("Name a file or a folder to serve.") }
    }

    func run() async throws {
        let files = ServedFiles(paths, settings: try arguments.settings())
        for note in files.notes { StandardError.print(note) }
        if files.contents.isEmpty {
            for complaint in files.complaints.dropFirst() { _ = complaint.reported() }
            let first = files.complaints.first
            throw (first ?? Complaint("\(paths.joined(separator: ", ")): nothing there to show", .noInput)).reported()
        }
        for complaint in files.complaints { _ = complaint.reported() }
        try await arguments.serve(files.contents)
    }
}
