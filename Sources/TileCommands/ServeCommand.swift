import ArgumentParser
import TileServer

/// `tilework serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve drawings and images as tiles, with a viewer.",
        discussion: """
            Prints the URL of the gallery. Every file has a viewer at /view/{id}, tiles at /tiles/{id}/{z}/{x}/{y}.png, \
            TileJSON at /tiles/{id}.json and Deep Zoom at /dzi/{id}.dzi; {id} is its name without the ending, after the \
            names of the folders that it was found in: floor.1.plan for floor/1/plan.svg. Of a document with several pages \
            each is a content, {id}-p1 and on. Files are opened once the server \
            listens; those that cannot be shown are reported, and the rest is served.
            """)

    @Argument(help: "Files, or folders whose files are served.")
    var paths: [String]

    @Flag(help: "Serve the files in a folder's folders too.")
    var recursive = false

    @Flag(name: .customLong("follow-links"), help: "Serve links in a folder that lead out of it too.")
    var followsLinks = false

    @OptionGroup var passwords: PasswordArguments

    @OptionGroup var arguments: ServeArguments

    @OptionGroup var cache: CacheArguments

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError("Name a file or a folder to serve.") }
    }

    func run() async throws {
        var settings = try arguments.settings()
        settings.limits.cache = try cache.cache()
        try passwords.add(to: &settings.limits)
        let files = ServedFiles(paths, settings: settings, isRecursive: recursive, followsLinks: followsLinks)
        for complaint in files.complaints { _ = complaint.reported() }
        for note in files.notes { StandardError.print(note) }
        let nothing = Complaint("\(paths.joined(separator: ", ")): nothing there to show", .noInput)
        if files.files.isEmpty {
            throw files.complaints.first.map { ExitCode($0.code.rawValue) } ?? nothing.reported()
        }
        let opening = FileOpening(files)
        try await arguments.serve(opening.offers, settings: settings, or: { await opening.nothingIsLeft() }) {
            opening.listens(at: $0)
        }
        if opening.isWithoutContents {
            throw opening.firstComplaint.map { ExitCode($0.code.rawValue) } ?? nothing.reported()
        }
    }
}
