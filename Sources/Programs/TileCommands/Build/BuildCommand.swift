import ArgumentParser
import CommandSupport
import RemoteArchives
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

            Of a document with several pages, the first is built, another with --page, several with --pages, and all if \
            the output ends in a slash. Several pages are archives of their own in the folder, named after the document \
            and the page: plan.pdf becomes FOLDER/plan-p1, FOLDER/plan-p2, … With --layout, they end as that does: \
            FOLDER/plan-p1.pmtiles.
            """)

    @Argument(help: "The drawing or image.")
    var path: String

    @Option(help: "The page to build, for a document with several pages. (default: 1)")
    var page: Int?

    @Option(
        help: ArgumentHelp(
            "The pages to build, each as an archive in the folder that --output names. (default: all, if --output ends in /)",
            valueName: "ranges"),
        transform: PageSelection.reading)
    var pages: PageSelection?

    @OptionGroup var passwords: PasswordArguments

    @OptionGroup var drawings: DrawingArguments

    @OptionGroup var rasters: RasterArguments

    @OptionGroup var arguments: BuildArguments

    @OptionGroup var cache: CacheArguments

    func validate() throws {
        guard page == nil || pages == nil else {
            throw ValidationError("--page and --pages can't be combined: --pages 5 builds one page into a folder")
        }
    }

    func run() throws {
        try refuseArchive(at: path, named: path)
        let location = try RemoteLocation(named: path)
        var limits = arguments.budget.limits()
        try passwords.add(to: &limits)
        limits.drawings = drawings.preferences
        limits.rasters = rasters.preferences
        limits.cache = try cache.cache(hasCopies: location != nil)
        defer { limits.cache?.finish() }
        let remotes = location == nil ? nil : try cache.remotes(limits)
        defer { remotes?.end() }
        let document: ContentDocument
        if let location, let remotes {
            // A build reads every pixel, so parts would save nothing.
            let copy: RemoteContent.LocalCopy
            do throws(RemoteFailure) { copy = try remotes.copy(location) } catch { throw Complaint(error).reported() }
            if let note = copy.note { StandardError.log(note) }
            try refuseArchive(at: copy.path, named: "\(location)")
            document = try ContentDocument.opened(copy.path, named: "\(location)", limits: limits)
        } else {
            document = try ContentDocument.opened(path, limits: limits)
        }
        let count = document.pages?.count ?? 1
        if pages != nil || page == nil && count > 1 && arguments.output.hasSuffix("/") {
            let build = try PagesBuild(document, pages: try selected(of: count), arguments: arguments)
            return try build.run(variant: variant(of:))
        }
        if page == nil, count > 1 {
            StandardError.print(
                "\(path): building page 1 of \(Amounts.grouped(count)); choose others with --page or --pages, or all "
                    + "with an output that ends in /")
        }
        try arguments.build(
            try document.page(page).addingOmissions(ofPage: page ?? 1), variant: variant(of: page ?? 1))
    }

    private func refuseArchive(at path: String, named name: String) throws {
        guard TileArchive.layout(at: path) != nil else { return }
        throw Complaint("\(name): already an archive of tiles; use tilework convert to change its format", .data)
            .reported()
    }

    private func variant(of page: Int) -> String {
        let preferences = drawings.preferences
        return "page \(page), \(preferences.language), \(preferences.colorScheme.rawValue)"
            + rasters.preferences.suffix
    }

    private func selected(of count: Int) throws -> [Int] {
        do throws(PageSelection.Failure) {
            return try (pages ?? PageSelection(all: count)).pages(ofDocumentWith: count)
        } catch {
            throw Complaint("\(path): \(error)", .usage).reported()
        }
    }
}
