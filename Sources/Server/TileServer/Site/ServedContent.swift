import Foundation
public import TileContent
public import TileEngine
public import TileGeometry
public import TileGraphics

/// One content as the server shows it.
public struct ServedContent: Sendable {
    /// The content's name in URLs, where it is percent-encoded: letters and digits of any script, `-`, `_` and `.`,
    /// with no `.` at its beginning. Unique in a server.
    public var id: String
    /// The title shown to people.
    public var title: String
    public var source: any TileSource
    public var pyramid: TilePyramid
    /// Whether the content stays sharp beyond the deepest level, as drawings do. If so, tiles of the deepest level are
    /// also offered at twice the resolution.
    public var isScalable: Bool
    /// The format in which tiles are encoded unless the client requests another.
    public var format: TileFormat
    /// The kind of the content in one word, such as `svg` or `jpeg`, for the gallery.
    public var kind: String?
    /// The folder of the content for the gallery, with components separated by `/`.
    public var folder: String?
    /// The page that the content is; nil for a whole content.
    public var page: ServedPage?
    /// The part that viewers show first, in units of the source; nil for the whole content.
    public var part: CGRect?

    /// The location on Earth; nil for a content without one.
    public var location: GeoLocation?

    /// The bands and the range of values that requests can choose; nil if there is no choice.
    public var raster: RasterContent?

    /// The identity of the content for other servers that share tiles (`TileServerConfiguration.sharedTiles`); nil if
    /// its tiles are not shared.
    public var fingerprint: ContentFingerprint?

    /// A sentence for viewers about the missing part of a damaged file; nil for an intact file.
    public var damage: String?

    /// Phrases for viewers about the features of the file that are not honored, such as "zoom is not supported (line
    /// 12)".
    public var omissions: [String] = []

    /// Creates a private copy of the source for one viewer, if viewers may touch it
    /// (`TileServerConfiguration.isInteractive`); nil if all viewers see and touch the same.
    public var own: (@Sendable () throws -> any TileSource)?

    /// Whether private copies are in processes of their own, so that creating one and saving its state don't wait for
    /// the executor of `source`.
    package var hasOwnProcesses = false

    /// The content that this is a variant of; nil if it is a content of its own.
    public var variant: Variant?

    /// The query that, added to another content's URLs, selects this content.
    public struct Variant: Hashable, Sendable {
        /// The other content's identifier.
        public var id: String
        public var query: [String: String]

        public init(of id: String, query: [String: String]) {
            (self.id, self.query) = (id, query)
        }
    }

    public init(
        id: String, title: String, source: any TileSource, pyramid: TilePyramid, isScalable: Bool, format: TileFormat,
        kind: String? = nil, folder: String? = nil, page: ServedPage? = nil
    ) {
        self.id = id
        self.title = title
        self.source = source
        self.pyramid = pyramid
        self.isScalable = isScalable
        self.format = format
        self.kind = kind
        self.folder = folder
        self.page = page
    }

    /// Returns identifiers for the contents of a program, made from file names.
    ///
    /// Each identifier is the name without folders and extension, with accents dropped and everything but ASCII
    /// letters, digits and `_` replaced by `-`. Repeated names get `-2`, `-3`, …, so the order matters. Files that
    /// `tilework serve` finds are named by `ContentNames` instead.
    ///
    /// - Complexity: O(n) for n names, however many are alike.
    public static func ids(forFileNames names: [String]) -> [String] {
        let wanted = names.map(stem)
        var taken = Set<String>()
        var nextNumber: [String: Int] = [:]
        return wanted.map { stem in
            var id = stem
            while !taken.insert(id).inserted {
                let number = nextNumber[stem, default: 2]
                nextNumber[stem] = number + 1
                id = "\(stem)-\(number)"
            }
            return id
        }
    }

    private static func stem(ofFileName name: String) -> String {
        var base = name[...]
        while base.last == "/" { base.removeLast() }
        base = base.split(separator: "/").last ?? ""
        if let dot = base.lastIndex(of: "."), dot != base.startIndex { base = base[..<dot] }
        return FormerName.part(String(base))
    }
}
