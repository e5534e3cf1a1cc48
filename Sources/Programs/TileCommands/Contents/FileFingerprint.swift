import SharedTiles
import TileContent
import TileEngine
import TileGeometry
import TileServer
import TileSupport

/// The identity of a file's content among servers that share tiles: its bytes and everything that affects the drawing.
/// The file's path and time are not part of it.
struct FileFingerprint: Sendable {
    private let source: SourceFingerprint
    private let settings: String
    private let isCurrent: @Sendable () -> Bool

    /// Creates the fingerprint by reading the file once, up to 1 GiB.
    ///
    /// Returns nil if tiles are not shared, or if the file was written while it was opened: the drawing could be of
    /// either version.
    ///
    /// - Parameter stamp: the file's stamp before it was opened.
    /// - Throws: `ContentFailure` if the file is no longer readable.
    init?(
        of document: ContentDocument, opened stamp: ServedFileStamp?, _ settings: ServeSettings
    ) throws(ContentFailure) {
        guard settings.sharedTiles != nil, let stamp else { return nil }
        // What it shows is of other files too: images, storyboards that it leads to.
        if document.kind == .nib || document.kind == .storyboard { return nil }
        let path = document.path
        source = try SourceFingerprint(document)
        isCurrent = { ServedFileStamp(path) == stamp }
        guard isCurrent() else { return nil }
        let drawings = settings.limits.drawings
        self.settings =
            "\(drawings.colorScheme.rawValue) \(drawings.language)" + settings.limits.rasters.suffix
    }

    private var text: String { "\(source.bytes) \(source.time ?? "-") \(source.fonts ?? "-") \(settings)" }

    /// The fingerprint of the document with all its pages.
    var ofDocument: ContentFingerprint { ContentFingerprint(text, isCurrent: isCurrent) }

    /// Returns the fingerprint of a content of this document.
    func of(_ content: ServedContent) -> ContentFingerprint {
        ContentFingerprint(
            "file \(text) page \(content.page?.index ?? 0) \(content.pyramid.sharedName)", isCurrent: isCurrent)
    }
}

extension TilePyramid {
    /// Two of one name have the same tiles.
    fileprivate var sharedName: String {
        "\(Double(contentSize.width)) \(Double(contentSize.height)) \(tileSize) \(maxLevel) \(deepestScale)"
    }
}

extension ServedContent {
    /// Returns the fingerprint of content that a program draws, from the program's own text.
    func named(_ text: String, _ settings: ServeSettings) -> ContentFingerprint {
        ContentFingerprint("program \(id) \(pyramid.sharedName) \(text)")
    }
}
