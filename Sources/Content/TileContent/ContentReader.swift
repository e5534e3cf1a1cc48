import Foundation
import TileSupport

/// Opens files, whose kind is detected by content.
public enum ContentReader {
    /// Opens the file at `path`, whatever its extension. Images are opened by reading only their header, and documents
    /// without reading a page; a drawing is read as a whole.
    ///
    /// - Parameter views: Opens nibs and storyboards, which require a module that imports this one. If nil, they are
    ///   rejected.
    public static func open(
        _ path: String, limits: ContentLimits = ContentLimits(), views: Opening? = nil
    ) throws(ContentFailure) -> ContentDocument {
        if let kind = ContentKind(folder: path) { return try openViews(path, kind, limits, views) }
        let prefix = try FilePrefix.read(path, count: ContentKind.prefixLength)
        let kind: ContentKind
        switch ContentKind.recognize(prefix, of: path) {
        case .kind(let recognized): kind = recognized
        case .compressed: kind = .svg
        case .unknown(let found): throw .unrecognized(path: path, found: found)
        }
        let notes = SlideSignature.isSlide(path, kind) ? [] : nameNotes(path: path, kind: kind)
        switch kind {
        case .svg:
            return try openDrawing(path, limits: limits, notes: notes)
        case .pdf:
            var document = try PDFPages(try PDFDocument.open(path, limits: limits)).document(notes: notes)
            if FileEnding(path, kind) != .complete { document.note(ContentDamage(.endOfDocument)) }
            return document
        case .jpeg, .png, .webp, .tiff, .gif, .avif, .heif, .jpeg2000, .jpegXL, .bmp, .pnm, .pfm, .radiance, .qoi,
            .photoshop, .slide:
            return try openImage(path, kind, limits: limits, notes: notes)
        case .nib, .storyboard: return try openViews(path, kind, limits, views)
        }
    }

    /// Opens an image.
    ///
    /// - Parameter notes: Sentences about the file.
    static func openImage(
        _ path: String, _ kind: ContentKind, limits: ContentLimits, notes: [String]
    ) throws(ContentFailure) -> ContentDocument {
        if kind == .tiff, !SlideSignature.isSlide(path, kind), let channels = TIFFChannels(path, limits: limits) {
            return try channels.document(
                0, notes: notes, pages: TIFFPages(path, channels: channels, limits: limits))
        }
        let source = try ImageSource.open(path, kind: kind, limits: limits)
        var document = ContentDocument(
            path: path, kind: source.kind, source: source, isScalable: false, facts: source.facts,
            notes: notes + source.notes, pages: source.kind == .tiff ? TIFFPages(path, limits: limits) : nil)
        if source.kind == .tiff {
            document.physicalSize = PhysicalSize(tiff: path, directory: 0, size: source.contentSize)
            document.companions = source.companions
            document.location = source.location
            document.raster = source.choices(limits)
        }
        document.note(source.damage)
        return document
    }

    /// A function that opens a file.
    public typealias Opening = @Sendable (String, ContentLimits) throws(ContentFailure) -> ContentDocument

    private static func openViews(
        _ path: String, _ kind: ContentKind, _ limits: ContentLimits, _ open: Opening?
    ) throws(ContentFailure) -> ContentDocument {
        guard let open else { throw .nib(path: path, reason: "this is a \(kind.title), which this program can't show") }
        return try open(path, limits)
    }

    /// Returns a note if the file extension is for another kind than the content.
    private static func nameNotes(path: String, kind: ContentKind) -> [String] {
        let fileExtension = PathName(path).fileExtension.lowercased()
        guard !fileExtension.isEmpty, !kind.fileExtensions.contains(fileExtension) else { return [] }
        if fileExtension == "mrxs", kind == .jpeg {
            let folder = (path as NSString).lastPathComponent.dropLast(5)
            return [
                "A MIRAX slide is this preview and a folder of the same name: \(folder)/Slidedat.ini can't be read, so only "
                    + "the preview is shown."
            ]
        }
        return ["The name ends in .\(fileExtension), but the content is \(kind.title); it is read as \(kind.title)."]
    }

    /// Opens a drawing. This is the only call of the SVG reader.
    private static func openDrawing(
        _ path: String, limits: ContentLimits, notes: [String]
    ) throws(ContentFailure) -> ContentDocument {
        let document = try SVGDocument.open(path, limits: limits)
        let route =
            switch document.route {
            case .picture(let operations):
                "Tilework, as a picture of \(GroupedNumber.counted(operations, "operation"))"
            case .librsvg(let feature): "librsvg, because the drawing uses \(feature)"
            }
        var facts = [ContentDocument.Fact(name: "read by", value: route)]
        if let islands = document.islandSummary {
            facts.append(ContentDocument.Fact(name: "by librsvg", value: islands))
        }
        var content = ContentDocument(
            path: path, kind: .svg, source: document.source, isScalable: true, facts: facts,
            notes: notes + document.notes)
        content.omissions = document.omissions
        return content
    }
}
