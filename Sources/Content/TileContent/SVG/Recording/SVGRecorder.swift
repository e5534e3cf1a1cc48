import Foundation
import TileGeometry
import TileGraphics
import TileSupport

/// Walks a parsed document and records its drawing operations. It follows SVG 2, or librsvg 2.54 where the two differ.
///
/// Every drawing function takes the transform from the element's user space to the plane of the picture being recorded,
/// and returns the element's bounding box (without stroke) in the user space of its parent.
final class SVGRecorder {
    let tree: XMLTree
    private(set) lazy var shaper = TextShaper(
        embedded: EmbeddedFonts(fonts.map(\.font), directory: fontDirectory) { index, reason in
            lacksFonts = true
            omissions.note(.atRule, "@font-face \(fonts[index].font.family) (\(reason))", line: fonts[index].line)
        })
    /// The fonts of the document's `@font-face` rules with their lines, the last one first.
    private(set) var fonts: [(font: EmbeddedFont, line: Int?)] = []
    /// The directory for temporary files of the fonts.
    var fontDirectory = TemporaryFiles.directory
    /// Whether the system had no room for a font, so that another recording may have it.
    private(set) var lacksFonts = false
    /// The cascade of the document's style sheets; nil if there are none.
    private(set) var cascade: SVGCascade?
    private(set) var sheet = SVGStyleSheet()
    private var hasReadStyleSheets = false
    /// The style that the default sheet of HTML gives to the element in the cascade, to which values revert; nil in
    /// SVG.
    var defaultStyle: SVGStyle?
    /// The custom properties of the elements.
    var variables = SVGVariableTable()
    /// Whether anything in the document refers to custom properties.
    private(set) var usesVariables = false
    /// The viewports that percentages refer to, innermost last.
    var viewports: [Viewport] = []
    /// The transform from the plane of the picture being recorded to the document's plane.
    var plane = CGAffineTransform.identity
    /// The elements being drawn by reference. An element that is reached again refers to itself.
    var openReferences: Set<Int32> = []
    /// Whether an element is not displayed or not visible.
    var hidesParts = false
    /// The color behind the document that its root's style sets; nil if it sets none.
    var background: Color?
    /// The `clipPath` elements being applied. One that is reached again clips by itself, and does so only once.
    var openClips: Set<Int32> = []
    /// The sizes that open references give to their elements.
    var sizesOfUses: [Int32: SizeOfUse] = [:]
    /// Whether unsupported features are ignored.
    var isTolerant = false
    /// The nesting of the elements being drawn.
    var depth = 0
    var counts = ReferenceCounts()
    /// Recordings of elements that are referenced repeatedly.
    var shared = SVGSharedPictures()
    /// Outlines of referenced shapes, so that a thousand uses of a symbol share them.
    var sharedPaths: [Int32: Path] = [:]
    var markerStyles: [Int32: SVGStyle] = [:]
    /// The transform from the user space of the element being painted to the document's plane.
    var userSpace = CGAffineTransform.identity
    /// Whether the document may use context paints.
    private(set) lazy var usesContextPaint = tree.mentionsContext
    /// The bytes of the text being collected.
    var collectedCount = 0
    /// Whether a space that follows the collected text would be collapsed.
    var collectedEndsInSpace = true
    /// The measured paths of texts, by path element.
    var measuredPaths: [Int32: SVGPathMeasure] = [:]
    var sharedStops: [StopsKey: [Gradient.Stop]] = [:]
    var sharedPatterns: [PatternKey: ServedPaint] = [:]
    /// The styles of gradients and patterns that have properties that transform; nil for the others.
    var serverStyles: [Int32: SVGStyle?] = [:]
    /// Whether the box of a `use` is being found by drawing it.
    var isMeasuringUse = false
    /// The work of the layout of HTML, which drawings in the document share.
    lazy var layoutWork = HTMLLayoutWork(byteCount: tree.textCount)
    /// Images, by the element that shows them and by content.
    var images = SVGImageTable()
    /// The rules by which the drawing is fitted to the pixels of the drawn image.
    var rules = SVGPixelRules()
    /// The number of documents that contain this one as an image.
    var nesting = 0
    /// The elements that librsvg draws; nil where islands are not possible, in a drawing within a drawing.
    var islands: SVGIslandTable?
    /// Sentences about features that have no effect here, for the document's owner.
    var notes: Set<String> = []
    /// The features that are not honored; `omissions.note(_:_:at:)` adds one.
    var omissions = SVGOmissions()
    /// All features of the document that are not honored.
    var allOmissions: SVGOmissions {
        var all = tree.omissions
        all.add(sheet.omissions)
        all.add(omissions)
        return all
    }
    /// The element that a style is read for.
    var styledNode: Int32 = 0
    /// The notes with those about custom properties.
    var allNotes: Set<String> { notes.union(variables.notes) }

    /// A viewport size in user units.
    struct Viewport {
        var width: Double
        var height: Double

        /// The reference length for percentages of lengths that are neither horizontal nor vertical.
        var diagonal: Double { ((width * width + height * height) / 2).squareRoot() }
    }

    /// The reason why a document cannot be drawn.
    enum Failure: Error {
        case unsupported(SVGUnsupported)
        /// More elements use unsupported features than librsvg may draw individually.
        case tooManyIslands
        /// References multiply the elements beyond the limit.
        case tooManyElements
        case tooDeep
        /// The recording exceeds the document's memory limit.
        case tooMuchMemory(of: String)
        /// A path has too many segments.
        case path(segments: Int)
        /// References and style sheets cause too much text to be read repeatedly.
        case tooMuchReading
        /// A style sheet exceeds a limit.
        case styleSheet(SVGStyleSheet.TooMuch)
        case noRoot
        case size(String)
        /// A font that it uses could not be opened at the moment.
        case font(UnopenedFont)
    }

    let limits: ContentLimits
    /// The style that the root inherits.
    var initialStyle = SVGStyle()
    /// The boxes of elements whose transforms depend on them.
    var knownBoxes: [Int32: SVGKnownBox] = [:]
    /// The proportions of fonts that units refer to, by font.
    var fontProportions: [SVGFontKey: SVGFontProportions] = [:]
    /// The limit on the bytes of the recording, and the current number.
    let maxBytes: Int
    private var byteCount = 0

    init(_ tree: XMLTree, limits: ContentLimits = ContentLimits(), maxBytes: Int = .max) {
        self.tree = tree
        self.limits = limits
        initialStyle.colorScheme = SVGColorScheme(prefersDark: limits.drawings.colorScheme == .dark)
        self.maxBytes = maxBytes
    }

    /// Charges memory that will be kept for the recording.
    func chargeMemory(_ bytes: Int, for what: String) throws(Failure) {
        try checkRoom(bytes, for: what)
        byteCount += bytes
    }

    /// The bytes still available.
    var room: Int { maxBytes - byteCount }

    /// Checks that memory is available temporarily, without charging it.
    func checkRoom(_ bytes: Int, for what: String) throws(Failure) {
        guard bytes <= maxBytes - byteCount else { throw .tooMuchMemory(of: what) }
    }

    func takeOperations(_ count: Int = 1) throws(Failure) {
        try chargeMemory(count * Picture.bytesPerOperation, for: "the shapes that it draws")
    }

    /// Charges a group operation and the group's fixed memory, excluding its operations and outlines.
    func takeGroup(clips: Int = 0) throws(Failure) {
        try chargeMemory(
            Picture.bytesPerOperation + PictureGroup.fixedByteCount + clips * Self.bytesPerClip, for: "its groups")
    }

    /// The memory of one clip: two arrays and a rect.
    private static let bytesPerClip = 400

    /// The maximum bytes of values that may be read in total.
    var largestReadCount: Int { limits.largestRepetition + tree.textCount * Self.readingsPerByte }
    private static let readingsPerByte = 64

    /// Reads the document's style sheets, the first time only.
    func readStyleSheets() throws(Failure) {
        if hasReadStyleSheets { return }
        sheet.preferences = limits.drawings
        let linked = linkedStyleSheets()
        usesVariables =
            tree.mentionsVariables
            || linked.contains { $0.withUnsafeBufferPointer { SVGVariableReference.isMentioned(in: $0) } }
        sheet.keepsCustomProperties = usesVariables
        for text in linked { try addStyleSheet(text, firstLine: nil) }
        let styleNodes = tree.nodes.indices.filter { tree.nodes[$0].element == .style }
        let lines = tree.lines.lines(of: styleNodes.map { Int32($0) })
        for node in styleNodes {
            if let media = tree.value(Int32(node), .media),
                !SVGMediaQuery.matches(SVGStyle.trimmed(media), limits.drawings)
            {
                continue
            }
            if let type = tree.value(Int32(node), .type), !type.isEmpty, !CSSText.equals(type, "text/css") { continue }
            var text: [UInt8] = []
            for child in tree.children(of: Int32(node)) { text += tree.bytes(tree.nodes[Int(child)].text) }
            try addStyleSheet(text, firstLine: lines[Int32(node)])
        }
        sheet.finish()
        if !sheet.isEmpty { cascade = SVGCascade(sheet, tree, largestStepCount: limits.largestStyleStepCount) }
        notes.formUnion(sheet.notes)
        readFonts()
        hasReadStyleSheets = true
    }

    /// Reads the fonts of `@font-face` rules. Those of a drawing within a drawing are not read, because each set of
    /// fonts takes a configuration of its own, and a document may have thousands of drawings.
    private func readFonts() {
        var byteCount = 0
        var budget = 2 * Self.maxFontBytes
        for (face, line) in sheet.fontFaces.reversed() {
            switch nesting == 0 ? face.font(budget: &budget) : nil {
            case .success(let font) where byteCount + font.bytes.count <= Self.maxFontBytes:
                byteCount += font.bytes.count
                fonts.append((font, line))
                if font.isVariable {
                    omissions.note(.property, "The variations of the font \(font.family)", line: line)
                }
            case .success: omissions.note(.atRule, face.name(.tooLarge), line: line)
            case .failure(let damage): omissions.note(.atRule, face.name(damage), line: line)
            case nil: omissions.note(.atRule, face.name(nil), line: line)
            }
        }
    }

    /// The maximum size of the fonts of a drawing.
    private static let maxFontBytes = 32 << 20

    private func addStyleSheet(_ text: [UInt8], firstLine: Int?) throws(Failure) {
        var tooMuch: SVGStyleSheet.TooMuch?
        text.withUnsafeBufferPointer { text in
            do throws(SVGStyleSheet.TooMuch) { try sheet.add(text, firstLine: firstLine) } catch { tooMuch = error }
        }
        if let tooMuch { throw .styleSheet(tooMuch) }
    }

    /// Returns the style sheets in data URLs of `<?xml-stylesheet?>`.
    private func linkedStyleSheets() -> [[UInt8]] {
        var sheets: [[UInt8]] = []
        for link in tree.styleSheetLinks where link.isApplied {
            guard let href = link.href else { continue }
            let address = Array(href.utf8)
            if address.first == 0x23 { continue }
            guard let text = address.withUnsafeBufferPointer({ SVGStyleImport.sheet(at: $0) }) else {
                omissions.note(.reference, href, line: nil)
                continue
            }
            if let media = link.media, !SVGMediaQuery.matches(media, limits.drawings) { continue }
            sheets.append(text)
        }
        return sheets
    }

    var viewport: Viewport { viewports[viewports.count - 1] }
}
