import SharedTiles
import TileContent
import TileEngine
import TileGeometry
import TileServer
import TileSupport

/// What a file's contents are known by to other servers: its bytes and what they are drawn with, wherever it is and
/// whenever it was written.
struct FileFingerprint: Sendable {
    private let source: SourceFingerprint
    private let settings: String
    private let isCurrent: @Sendable () -> Bool

    /// Nil where tiles are not shared, and for a file that was written while it was opened: nobody knows then of which
    /// bytes the drawing is. Reads the file once through, up to 1 GiB.
    ///
    /// - Parameter stamp: the file's before it was opened.
    /// - Throws: `ContentFailure` when it can't be read any more.
    init?(of document: ContentDocument, opened stamp: FileStamp?, _ settings: ServeSettings) throws(ContentFailure) {
        guard settings.sharedTiles != nil, let stamp else { return nil }
        // What it shows is of other files too: images, storyboards that it leads to.
        if document.kind == .nib || document.kind == .storyboard { return nil }
        let path = document.path
        source = try SourceFingerprint(document)
        isCurrent = { FileStamp(path) == stamp }
        guard isCurrent() else { return nil }
        let drawings = settings.limits.drawings
        self.settings = "\(drawings.colorScheme.rawValue) \(drawings.language)"
    }

    private var text: String { "\(source.bytes) \(source.time ?? "-") \(source.fonts ?? "-") \(settings)" }

    /// Of all its pages.
    var ofDocument: ContentFingerprint { ContentFingerprint(text, isCurrent: isCurrent) }

    /// Of a content that is served of it.
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
    /// Of what a program draws, by what the program says of it.
    func named(_ text: String, _ settings: ServeSettings) -> ContentFingerprint {
        ContentFingerprint("program \(id) \(pyramid.sharedName) \(text)")
    }
}
