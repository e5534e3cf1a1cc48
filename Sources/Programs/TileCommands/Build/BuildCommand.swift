import ArgumentParser
import CommandSupport
import TileArchives
import TileContent

/// `tilework build`.
struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Build a tile archive from a drawing or an image.",
        discussion: """
            The ending of the output selects the format: .dzi for Deep Zoom, .pmtiles or .mbtiles for a single file, no \
            ending for a folder of {z}/{x}/{y} tiles with a tiles.json. A single file can also be an object in an S3 \
            bucket, s3://BUCKET/NAME.pmtiles. The output appears under its name only when it is complete.

            A build that is interrupted, killed, or stopped by a full disk keeps its finished tiles in a hidden folder \
            beside the output. Run the same command to continue.
            """)

    @Argument(help: "The drawing or image.")
    var path: String

    @Option(help: "The page to build, for a document with several pages. (default: 1)")
    var page: Int?

    @OptionGroup var passwords: PasswordArguments

    @OptionGroup var drawings: DrawingArguments

    @OptionGroup var rasters: RasterArguments

    @OptionGroup var arguments: BuildArguments

    @OptionGroup var cache: CacheArguments

    func run() throws {
        if TileArchive.layout(at: path) != nil {
            throw Complaint(
                "\(path): already an archive of tiles; use tilework convert to change its format", .data
            ).reported()
        }
        var limits = arguments.budget.limits()
        try passwords.add(to: &limits)
        limits.drawings = drawings.preferences
        limits.rasters = rasters.preferences
        limits.cache = try cache.cache()
        defer { limits.cache?.finish() }
        let document = try ContentDocument.opened(path, limits: limits)
        if page == nil, let count = document.pages?.count, count > 1 {
            StandardError.print("\(path): building page 1 of \(Amounts.grouped(count)); choose another with --page")
        }
        let preferences = drawings.preferences
        try arguments.build(
            try document.page(page),
            variant: "page \(page ?? 1), \(preferences.language), \(preferences.colorScheme.rawValue)"
                + rasters.preferences.suffix)
    }
}
