public import TileEngine

/// A content that is ready to be drawn, a file that has been opened or a program's own: what draws it, and what there
/// is to say about it.
public struct ContentDocument: Sendable {
    /// One line of what `tilework info` prints.
    public struct Fact: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Which way of showing another content it is.
    public struct Variant: Hashable, Sendable {
        /// The other content's path.
        public var path: String
        /// What a query says to have this one: `["style": "dark"]`.
        public var query: [String: String]

        public init(of path: String, query: [String: String]) {
            (self.path, self.query) = (path, query)
        }
    }

    /// Of the file; for a content that a program draws, the name that it gave.
    public let path: String
    /// Nil when it is no file.
    public let kind: ContentKind?
    /// Draws it, in any part and at any scale; of a document of pages, the first of them.
    public let source: any TileSource
    /// Whether it stays sharp however far it is magnified.
    public let isScalable: Bool
    /// How the file is made and which way it was read.
    public let facts: [Fact]
    /// What the owner of the file should know: what was left out, or is not as it seems. Sentences.
    public private(set) var notes: [String]
    /// What is missing of a damaged file, of which the rest is shown; nil for a sound one.
    public private(set) var damage: ContentDamage?
    /// The pages of a document that has some; nil for a content that is whole.
    public let pages: (any ContentPages)?
    /// Nil for a content of its own.
    public let variant: Variant?
    /// Makes its source anew, for one viewer alone; nil where all see the same.
    public var own: (@Sendable () -> any TileSource)?
    /// Of a content that a program draws: a text that is the same, in every process of the program, only while the
    /// content looks the same, for its tiles to be shared by several servers (`serve --shared-cache`). Nil for one that
    /// is not shared. A content that says that it changes is not shared from then on.
    public var fingerprint: String?
    /// The size on paper, of documents that state one: each PDF page, a TIFF with a resolution, and, once
    /// `withPhysicalSize` was called, a drawing in units of length. Nil for others.
    public var physicalSize: PhysicalSize?

    /// CSS pixels, the units of SVG drawings and PDF pages, per inch.
    public static let cssPixelsPerInch = 96.0

    /// The document with the physical size of a drawing, which takes another look at its file.
    public func withPhysicalSize(_ limits: ContentLimits) -> ContentDocument {
        guard kind == .svg else { return self }
        var document = self
        document.physicalSize = PhysicalSize(svg: path, size: source.contentSize, limits: limits)
        return document
    }

    public init(
        path: String, kind: ContentKind?, source: any TileSource, isScalable: Bool, facts: [Fact], notes: [String],
        pages: (any ContentPages)? = nil, variant: Variant? = nil
    ) {
        self.path = path
        self.kind = kind
        self.source = source
        self.isScalable = isScalable
        self.facts = facts
        self.notes = notes
        self.pages = pages
        self.variant = variant
    }

    /// Notes damage, for who shows the content and, first among the notes, for the owner of the file.
    mutating func note(_ damage: ContentDamage?) {
        guard let damage else { return }
        self.damage = damage
        notes.insert("\(damage.sentence); copy or export it again.", at: 0)
    }
}
