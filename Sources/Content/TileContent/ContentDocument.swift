public import TileEngine
public import TileGeometry

/// An open content, from a file or from a program: its tile source, and information about it.
public struct ContentDocument: Sendable {
    /// A line of the output of `tilework info`.
    public struct Fact: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// An alternative presentation of another content.
    public struct Variant: Hashable, Sendable {
        /// The other content's path.
        public var path: String
        /// The query parameters that select this variant: `["style": "dark"]`.
        public var query: [String: String]

        public init(of path: String, query: [String: String]) {
            (self.path, self.query) = (path, query)
        }
    }

    /// The path of the file, or the name of a content drawn by a program.
    public private(set) var path: String
    /// The kind of file; nil for a content drawn by a program.
    public let kind: ContentKind?
    /// The source that draws any part at any scale; for a document with pages, the source of its first page.
    public private(set) var source: any TileSource
    /// Whether the content is sharp at any magnification.
    public let isScalable: Bool
    /// Information about the file's format and how it was read.
    public private(set) var facts: [Fact]
    /// Sentences for the file's owner about omissions and surprises.
    public private(set) var notes: [String]
    /// The features of the file that are not honored. If there are any, it is shown otherwise than its author meant.
    public package(set) var omissions: [ContentOmission] = []
    /// The damage of a file that is shown in part; nil for an intact one.
    public private(set) var damage: ContentDamage?
    /// The pages of a document; nil for a content without pages.
    public private(set) var pages: (any ContentPages)?
    /// The variant; nil for a content of its own.
    public let variant: Variant?
    /// Creates a separate source for one viewer; nil if all viewers share one.
    public var own: (@Sendable () throws -> any TileSource)?
    /// A text that identifies the current state of a content drawn by a program, in every process of the program. With
    /// it, several servers can share the content's tiles (`serve --shared-cache`). Nil if tiles are not shared. A
    /// content that reports a change is not shared from then on.
    public var fingerprint: String?
    /// The physical size, if the document states one: each PDF page, a TIFF with a resolution, and, after
    /// `withPhysicalSize` was called, a drawing in units of length. Otherwise nil.
    public var physicalSize: PhysicalSize?
    /// The location on Earth, if the file states one that is shown (`GeoLocation`).
    public internal(set) var location: GeoLocation?
    /// The bands and the range of values, if others can be chosen.
    public internal(set) var raster: RasterContent?
    /// The paths of files beside the document's that it is shown with, such as the mask of a TIFF.
    package internal(set) var companions: [String] = []

    /// CSS pixels, the units of SVG drawings and PDF pages, per inch.
    public static let cssPixelsPerInch = 96.0

    /// Returns the document under another name for people. Its file can't be found by it.
    package func named(_ name: String) -> ContentDocument {
        var document = self
        document.path = name
        return document
    }

    /// Returns the document with another source of the same content.
    package func withSource(_ source: any TileSource) -> ContentDocument {
        var document = self
        document.source = source
        return document
    }

    /// Returns the document with one more fact.
    package func adding(_ fact: Fact) -> ContentDocument {
        var document = self
        document.facts.append(fact)
        return document
    }

    /// Returns the document with other sources of the same bands, ranges and channels when they are chosen.
    package func mapChoices(_ transform: @escaping @Sendable (any TileSource) -> any TileSource) -> ContentDocument {
        var document = self
        document.raster = raster?.mapped(transform)
        return document
    }

    /// Returns the document with pages that are changed when they are opened.
    package func mapPages(
        _ transform:
            @escaping @Sendable (_ open: () throws(ContentFailure) -> ContentDocument) throws(ContentFailure)
            -> ContentDocument
    ) -> ContentDocument {
        var document = self
        document.pages = pages.map { ChangedPages($0, transform) }
        return document
    }

    /// Returns the document with the physical size of a drawing, for which its file is read again.
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

    /// Whether the file can be served but not built, because the decoders of its format stop at the damage.
    public var isTooDamagedToBuild: Bool {
        switch kind {
        case .jpeg, .png, .webp: damage != nil
        default: false
        }
    }

    /// Records damage for viewers and, as the first note, for the file's owner.
    mutating func note(_ damage: ContentDamage?) {
        guard let damage else { return }
        self.damage = damage
        notes.insert("\(damage.sentence); copy or export it again.", at: 0)
    }
}
