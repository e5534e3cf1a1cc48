import ArgumentParser
import TileContent

/// `tilework info`.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Say what a file is, how it is read, and how many tiles it has.")

    @Argument(help: "The drawing or image.")
    var path: String

    @Option(help: "The page whose size and levels are told, of a document that has several. (default: 1)")
    var page: Int?

    @OptionGroup var passwords: PasswordArguments

    @OptionGroup var arguments: InfoArguments

    @OptionGroup var cache: CacheArguments

    func run() throws {
        var limits = ContentLimits()
        try passwords.add(to: &limits)
        limits.cache = try cache.cache()
        defer { limits.cache?.finish() }
        try arguments.describe(try ContentDocument.opened(path, limits: limits).page(page).detailed())
    }
}
