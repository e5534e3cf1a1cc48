import Foundation
public import TileEngine
public import TileGeometry
public import TileGraphics

/// One content as the server shows it.
public struct ServedContent: Sendable {
    /// The content's name in URLs, where it is percent-encoded: letters and digits of any script, `-`, `_` and `.`,
    /// with no `.` at its beginning. Unique in a server.
    public var id: String
    /// For people.
    public var title: String
    public var source: any TileSource
    public var pyramid: TilePyramid
    /// Whether it stays sharp beyond the deepest level, as drawings do: then tiles of the deepest level are offered at
    /// twice the resolution.
    public var isScalable: Bool
    /// What tiles are encoded as when nobody asks for something else.
    public var format: TileFormat
    /// What it is, in a word: `svg`, `jpeg`. For the gallery.
    public var kind: String?
    /// The folder that it is in, for people, its parts apart by `/`. For the gallery.
    public var folder: String?
    /// The page of a document that it is; nil for what is whole.
    public var page: ServedPage?
    /// What there is to see of it, in units of the source: where viewers begin. Nil for all.
    public var part: CGRect?

    /// By which other servers know it that share tiles (`TileServerConfiguration.sharedTiles`); nil for one whose tiles
    /// are made here alone.
    public var fingerprint: ContentFingerprint?

    /// What is missing of a damaged file, of which the rest is shown: a sentence for viewers. Nil for a sound one.
    public var damage: String?

    /// Makes it anew, for one viewer alone, where viewers may touch it (`TileServerConfiguration.isInteractive`). Nil
    /// where all see, and touch, the same.
    public var own: (@Sendable () -> any TileSource)?

    /// Of which content it is another way of showing; nil for one of its own.
    public var variant: Variant?

    /// What a query after another content's URLs says to have this one.
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

    /// Identifiers for the contents of a program, made from file names: each is the name without folders and extension,
    /// with everything but ASCII letters, digits and `_` replaced by `-` and accents dropped. Where two are the same,
    /// the later ones get `-2`, `-3`, …, so the order matters: it is the program's. Files that `tilework serve` finds
    /// are named by `ContentNames`.
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
