import ArgumentParser
import TileContent

/// `tilework build`.
struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Build all tiles of a drawing or an image.",
        discussion: """
            Makes a folder of {z}/{x}/{y} tiles with a tiles.json, or Deep Zoom (DZI) when the output ends in .dzi. The \
            output appears under its name only when it is whole.
            """)

    @Argument(help: "The drawing or image.")
    var path: String

    @OptionGroup var drawings: DrawingArguments

    @OptionGroup var arguments: BuildArguments

    func run() throws {
        var limits = arguments.budget.limits()
        limits.drawings = drawings.preferences
        try arguments.build(try .opened(path, limits: limits))
    }
}
