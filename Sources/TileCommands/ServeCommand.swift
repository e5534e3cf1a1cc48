import ArgumentParser
import TileEngine
import TileServer

/// `tilework serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve drawings, images and archives of tiles, with a viewer.",
        discussion: """
            Prints the URL of the gallery. Every file has a viewer at /view/{id}, tiles at /tiles/{id}/{z}/{x}/{y}.png, \
            TileJSON at /tiles/{id}.json and Deep Zoom at /dzi/{id}.dzi; {id} is its name without the ending, after the \
            names of the folders that it was found in: floor.1.plan for floor/1/plan.svg. Of a document with several pages \
            each is a content, {id}-p1 and on. Files are opened once the server \
            listens; those that cannot be shown are reported, and the rest is served.

            Archives are PMTiles, MBTiles, Deep Zoom, Zoomify and folders of {z}/{x}/{y} tiles; PMTiles also at \
            https:// and s3:// addresses.
            """)

    @Argument(help: "Files, folders whose files are served, or addresses of PMTiles.")
    var paths: [String]

    @Flag(help: "Serve the files in a folder's folders too.")
    var recursive = false

    @Flag(name: .customLong("follow-links"), help: "Serve links in a folder that lead out of it too.")
    var followsLinks = false

    @Flag(help: "Follow what happens to the files: those that change, come and go, without a restart.")
    var watch = false

    @OptionGroup var passwords: PasswordArguments

    @OptionGroup var drawings: DrawingArguments

    @OptionGroup var arguments: ServeArguments

    @OptionGroup var cache: CacheArguments

    @Option(
        help: """
            How much of --memory drawings may take that are open, besides those that are being drawn. (default: a \
            128th of the machine's, at least 256MB; all of --memory without a cache folder)
            """)
    var openDrawings: ByteSize?

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError("Name a file or a folder to serve.") }
        if let openDrawings, let memory = arguments.budget.memory, openDrawings.bytes > memory.bytes {
            throw ValidationError(
                "--open-drawings is more than --memory, of which it is a part; lower it or raise that.")
        }
    }

    func run() async throws {
        var settings = try arguments.settings()
        settings.limits.cache = try cache.cache()
        settings.limits.decodesImagesAhead = true
        settings.limits.openDrawings = openDrawingsBudget(hasCache: settings.limits.cache != nil)
        try passwords.add(to: &settings.limits)
        settings.limits.drawings = drawings.preferences
        let files = ServedFiles(paths, settings: settings, isRecursive: recursive, followsLinks: followsLinks)
        for complaint in files.complaints { _ = complaint.reported() }
        for note in files.notes { StandardError.print(note) }
        let nothing = Complaint("\(paths.joined(separator: ", ")): nothing there to show", .noInput)
        if files.files.isEmpty, !watch {
            throw files.complaints.first.map { ExitCode($0.code.rawValue) } ?? nothing.reported()
        }
        let opening = FileOpening(files)
        if arguments.check { throw try await arguments.checked(opening.offers, settings) }
        if watch {
            try await arguments.serve(opening.offers, settings: settings, watch: following(files, opening, settings)) {
                opening.listens(at: $0)
            }
            return
        }
        try await arguments.serve(
            opening.offers, settings: settings, or: { await opening.nothingIsLeft() },
            watch: following(files, opening, settings)
        ) {
            opening.listens(at: $0)
        }
        if opening.isWithoutContents {
            throw opening.firstComplaint.map { ExitCode($0.code.rawValue) } ?? nothing.reported()
        }
    }

    /// What follows the files: of itself, or when the program is told to look.
    private func following(
        _ files: ServedFiles, _ opening: FileOpening, _ settings: ServeSettings
    ) -> ServedFilesWatch {
        let (paths, isRecursive, followsLinks) = (paths, recursive, followsLinks)
        return ServedFilesWatch(files, opening: opening, followsEvents: watch) {
            ServedFiles(paths, settings: settings, isRecursive: isRecursive, followsLinks: followsLinks)
        }
    }

    /// A drawing that the cache folder has is open again in some 20 ms, while one that is read again takes half a
    /// second and more: so only where there is a folder, few are held.
    func openDrawingsBudget(hasCache: Bool) -> MemoryBudget? {
        if let openDrawings { return MemoryBudget(limit: openDrawings.bytes) }
        return hasCache ? MemoryBudget(limit: max(MachineMemory.bytes / 128, Self.leastOpenDrawings)) : nil
    }

    /// Bytes: seven drawings of 15 MB, with all their operations. With as much for tiles as there is by default, a
    /// server that shows a thousand of them once stays below 1 GB.
    private static let leastOpenDrawings = 256_000_000
}
