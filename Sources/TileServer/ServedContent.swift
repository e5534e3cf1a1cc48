import Foundation
public import TileEngine
public import TileGeometry
public import TileGraphics

/// One content as the server shows it.
public struct ServedContent: Sendable {
    /// Names the content in URLs: letters, digits, `-` and `_` only, unique in a server. See `ids(forFileNames:)`.
    public var id: String
    /// For people.
    public var title: String
    public var source: any TileSource
    public var pyramid: TilePyramid
    /// Whether it stays sharp beyond the deepest level, as drawings do: then tiles of the deepest level are offered at twice
    /// the resolution.
    public var isScalable: Bool
    /// What tiles are encoded as when nobody asks for something else.
    public var format: TileFormat
    /// What it is, in a word: `svg`, `jpeg`. For the gallery.
    public var kind: String?

    public init(
        id: String, title: String, source: any TileSource, pyramid: TilePyramid, isScalable: Bool, format: TileFormat,
        kind: String? = nil
    ) {
        self.id = id
        self.title = title
        self.source = source
        self.pyramid = pyramid
        self.isScalable = isScalable
        self.format = format
        self.kind = kind
    }

    /// An identifier for each file: its name without folders and extension, everything but ASCII letters, digits and `_`
    /// turned into `-`, accents dropped; where that is the same for two files, the later ones get `-2`, `-3`, ….
    ///
    /// Takes n log n for n names, however many are alike.
    public static func ids(forFileNames names: [String]) -> [String] {
        let wanted = names.map(stem(ofFileName:))
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
