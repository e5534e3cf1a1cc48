import ArgumentParser
import TileArchives
import TileContent

/// `tilework info`.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Say what a file is, how it is read, and how many tiles it has.",
        discussion: """
            Of an archive of tiles it says what the archive says of itself; it may be at an address, https:// or s3://. \
            `verify` counts and checks its tiles. Of a nib or a storyboard it lists scenes, classes with their outlets and \
            actions, and what is not supported.
            """)

    @Argument(help: "The drawing, image or archive.")
    var path: String

    @Option(help: "The page whose size and levels are told, of a document that has several. (default: 1)")
    var page: Int?

    @OptionGroup var passwords: PasswordArguments

    @OptionGroup var drawings: DrawingArguments

    @OptionGroup var arguments: InfoArguments

    @OptionGroup var cache: CacheArguments

    func run() throws {
        if try TileArchive.isNamed(path) { return try describeArchive() }
        var limits = ContentLimits()
        try passwords.add(to: &limits)
        limits.drawings = drawings.preferences
        limits.cache = try cache.cache()
        defer { limits.cache?.finish() }
        try arguments.describe(try ContentDocument.opened(path, limits: limits).page(page).detailed())
    }
    private func describeArchive() throws {
        let report = try ArchiveFailure.reporting { () throws(ArchiveFailure) in
            ArchiveReport(try TileArchive.opened(path).description, path: path)
        }
        try ResultOutput.print(arguments.json ? report.json : report.text)
    }
}
