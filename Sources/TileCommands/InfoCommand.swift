import ArgumentParser
import TileContent

/// `tilework info`.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Say what a file is, how it is read, and how many tiles it has.")

    @Argument(help: "The drawing or image.")
    var path: String

    @OptionGroup var drawings: DrawingArguments

    @OptionGroup var arguments: InfoArguments

    func run() throws {
        var limits = ContentLimits()
        limits.drawings = drawings.preferences
        try arguments.describe(try .opened(path, limits: limits))
    }
}
