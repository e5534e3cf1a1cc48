import Foundation
public import TileEngine
public import TileGeometry
public import TileGraphics

/// One content as the server shows it.
public struct ServedContent: Sendable {
    /// Names the content in URLs: letters, digits, `-`, `_` and `.` only, unique in a server, and no `.` at its
    /// beginning. See `ids(forFileNames:inFolders:)`.
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

    /// An identifier for each file: its name without folders and extension, everything but ASCII letters, digits and
    /// `_` turned into `-`, accents dropped; where that is the same for two files, the later ones get `-2`, `-3`, ….
    /// Before it come the folders that the file is in, named alike, each with a `.` after it.
    ///
    /// Takes n log n for n names, however many are alike.
    ///
    /// - Parameter folders: For each file the names of the folders that are part of its identifier; nil for none of
    ///   any.
    public static func ids(forFileNames names: [String], inFolders folders: [[String]]? = nil) -> [String] {
        let wanted = names.indices.map { index in
            let parts = (folders?[index] ?? []).map { stem(ofName: $0[...]) } + [stem(ofFileName: names[index])]
            return joined(parts)
        }
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

    /// At most 64 characters, so that URLs stay readable and within every limit.
    private static func stem(ofFileName name: String) -> String {
        var base = name[...]
        while base.last == "/" { base.removeLast() }
        base = base.split(separator: "/").last ?? ""
        if let dot = base.lastIndex(of: "."), dot != base.startIndex { base = base[..<dot] }
        return stem(ofName: base)
    }

    /// The last parts that fit: an identifier is part of URLs and of file names.
    private static func joined(_ parts: [String]) -> String {
        var id = ""
        for part in parts.reversed() {
            guard id.utf8.count + part.utf8.count < 200 else { break }
            id = id.isEmpty ? part : "\(part).\(id)"
        }
        return id
    }

    private static func stem(ofName base: Substring) -> String {
        var stem = ""
        // Decomposed, an accented letter is a letter and a mark; the mark is dropped and the letter stays.
        for scalar in String(base).decomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_": stem.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .nonspacingMark: break
            default: if !stem.isEmpty && stem.last != "-" { stem.append("-") }
            }
            if stem.utf8.count == 64 { break }
        }
        while stem.last == "-" { stem.removeLast() }
        return stem.isEmpty ? "content" : stem
    }
}
