import ArgumentParser
import CommandSupport
import RemoteArchives
import TileArchives
import TileContent
import TileSupport

/// `tilework info`.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Describe a file: its size, its format, how it is read, and its tiles.",
        discussion: """
            The file may be at an https:// or s3:// address. For a tile archive, prints what the archive states about \
            itself. To count and check its tiles, use verify. For a nib or a storyboard, lists scenes, classes \
            with their outlets and actions, and unsupported features. For a PDF, names producer, page sizes and labels, \
            fonts that are not in the file, layers, attachments, and features that are not shown.
            """)

    @Argument(help: "The drawing, image, or archive.")
    var path: String

    @Option(help: "The page to describe, for a document with several pages. (default: 1)")
    var page: Int?

    @OptionGroup var passwords: PasswordArguments

    @OptionGroup var drawings: DrawingArguments

    @OptionGroup var rasters: RasterArguments

    @OptionGroup var scheme: TileSchemeArguments

    @OptionGroup var arguments: InfoArguments

    @OptionGroup var cache: CacheArguments

    func run() throws {
        if let location = try RemoteLocation(named: path) { return try describe(location) }
        if TileArchive.layout(at: path) != nil { return try describeArchive(path) }
        if FileProblem(at: path) == .folder, ContentKind(folder: path) == nil,
            OtherFormat.sentence(ofFolder: path) == nil
        {
            let found =
                TileArchive.deepZoomDescription(ofTiles: path).map { "the tiles of a Deep Zoom: use \($0), beside it" }
                ?? (TileArchive.holdsIIIFTiles(path)
                    ? "a folder of IIIF tiles, which are not read: export Deep Zoom"
                    : "a folder without tiles; name a file in it")
            throw Complaint("\(path): \(found)", .noInput).reported()
        }
        let limits = try limits()
        defer { limits.cache?.finish() }
        let (document, details) = try ContentDocument.opened(path, limits: limits).page(page).detailed(limits)
        try arguments.describe(document, details: details)
    }

    private func limits(hasCopies: Bool = false) throws -> ContentLimits {
        var limits = ContentLimits()
        try passwords.add(to: &limits)
        limits.drawings = drawings.preferences
        limits.rasters = rasters.preferences
        limits.cache = try cache.cache(hasCopies: hasCopies)
        return limits
    }

    /// Describes a remote file: from parts of it where they suffice, else from a copy.
    private func describe(_ location: RemoteLocation) throws {
        let limits = try limits(hasCopies: true)
        defer { limits.cache?.finish() }
        let remotes = try cache.remotes(limits)
        defer { remotes.end() }
        let content: RemoteContent
        do throws(RemoteFailure) { content = try remotes.open(location) } catch { throw Complaint(error).reported() }
        switch content {
        case .archive: try describeArchive(path)
        case .image(let image):
            let (document, details) = try image.document.page(page).detailed(limits)
            try arguments.describe(document, details: details)
        case .copy(let copy):
            if let note = copy.note { StandardError.log(note) }
            if TileArchive.layout(at: copy.path) != nil { return try describeArchive(copy.path) }
            let (document, details) =
                try ContentDocument.opened(copy.path, named: "\(location)", limits: limits).page(page).detailed(limits)
            try arguments.describe(document.named("\(location)"), details: details)
        }
    }

    private func describeArchive(_ path: String) throws {
        let report = try ArchiveFailure.reporting { () throws(ArchiveFailure) in
            let archive = try TileArchive.opened(path, scheme: scheme.tileScheme)
            return ArchiveReport(
                (try? archive.describedByTiles()) ?? archive.description, path: path,
                contradictions: DescriptionCheck.contradictions(of: archive)
            )
        }
        try ResultOutput.print(arguments.json ? report.json : report.text)
    }
}
