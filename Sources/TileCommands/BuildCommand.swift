import ArgumentParser
import TileContent

/// `tilework build`.
struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Build all tiles of a drawing or an image.",
        discussion: """
            Makes a folder of {z}/{x}/{y} tiles with a tiles.json; or Deep Zoom (DZI) when the output ends in .dzi, or \
            all in one file, PMTiles or MBTiles, when it ends in .pmtiles or .mbtiles; such a file may be an object in a \
            bucket, s3://BUCKET/NAME.pmtiles. The output appears under its name only when it is whole.

            A build that ends before it is done, by an interrupt, a full disk or a kill, leaves what it made in a hidden \
            folder beside the output; the same command goes on from there.
            """)

    @Argument(help: "The drawing or image.")
    var path: String

    @Option(help: "The page to build, of a document that has several. (default: 1)")
    var page: Int?

    @OptionGroup var passwords: PasswordArguments

    @OptionGroup var drawings: DrawingArguments

    @OptionGroup var arguments: BuildArguments

    @OptionGroup var cache: CacheArguments

    func run() throws {
        var limits = arguments.budget.limits()
        try passwords.add(to: &limits)
        limits.drawings = drawings.preferences
        limits.cache = try cache.cache()
        defer { limits.cache?.finish() }
        let document = try ContentDocument.opened(path, limits: limits)
        if page == nil, let count = document.pages?.count, count > 1 {
            StandardError.print("\(path): page 1 of \(count) is built; name another with --page")
        }
        let preferences = drawings.preferences
        try arguments.build(
            try document.page(page),
            variant: "page \(page ?? 1), \(preferences.language), \(preferences.colorScheme.rawValue)")
    }
}
