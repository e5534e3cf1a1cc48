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
    lazy var shaper = TextShaper()
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
    private var hidesParts = false
    /// The color behind the document that its root's style sets; nil if it sets none.
    private(set) var background: Color?
    /// The `clipPath` elements being applied. One that is reached again clips by itself, and does so only once.
    var openClips: Set<Int32> = []
    /// The sizes that open references give to their elements.
    var sizesOfUses: [Int32: SizeOfUse] = [:]
    /// Whether unsupported features are ignored.
    var isTolerant = false
    private var depth = 0
    private var counts = ReferenceCounts()
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
    /// The minimum stroke width, in pixels of the drawn image.
    var thinnestStroke = 0.0
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

    /// The maximum number of elements drawn by reference, counted each time. It limits the growth of small files; a map
    /// with a hundred thousand symbols of ten shapes has a million.
    private static let largestElementCount = 2_000_000
    /// The maximum number of references followed; librsvg's own limit.
    private static let largestReferenceCount = 500_000
    /// The maximum number of deeply nested references, which multiply fastest and are rarely needed.
    private static let largestDeepReferenceCount = 20_000
    private static let deepReferences = 4

    let limits: ContentLimits
    /// The style that the root inherits.
    private(set) var initialStyle = SVGStyle()
    /// The boxes of elements whose transforms depend on them.
    var knownBoxes: [Int32: SVGKnownBox] = [:]
    /// The proportions of fonts that units refer to, by font.
    var fontProportions: [SVGFontKey: SVGFontProportions] = [:]
    /// The limit on the bytes of the recording, and the current number.
    private let maxBytes: Int
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
        hasReadStyleSheets = true
    }

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

    // MARK: The document

    /// Returns the document's size in CSS pixels from its root's width, height and viewBox; nil if they do not
    /// determine it.
    ///
    /// A dimension that is missing or relative to a window, which there is none of, follows from the other one and the
    /// proportions of the viewBox. Without either, the size is the viewBox's, or that part of it in percent.
    ///
    /// - Parameter place: The size to use for missing dimensions.
    func size(in place: CGSize? = nil) throws(Failure) -> CGSize? {
        guard !tree.nodes.isEmpty, tree.nodes[0].element == .svg else { throw .noRoot }
        let viewBox = viewBox(0)
        let given = [SVGAttribute.width, .height].map { name in tree.value(0, name).flatMap { SVGLength($0) } }
        func fixed(_ length: SVGLength?) -> Double? {
            guard let length, !length.isPartOfWindow else { return nil }
            return length.resolve(reference: 0, fontSize: SVGTextStyle().fontSize)
        }
        func relative(_ length: SVGLength?, viewBox fromViewBox: Double?, place ofPlace: CGFloat?) -> Double? {
            var part = 1.0
            if let length, !length.isCalculation { part = length.value / 100 }
            return (fromViewBox ?? ofPlace.map { Double($0) }).map { part * $0 }
        }
        let proportions = viewBox.flatMap { $0.width > 0 && $0.height > 0 ? $0.width / $0.height : nil }
        guard
            let width = fixed(given[0]) ?? proportions.flatMap({ of in fixed(given[1]).map { $0 * of } })
                ?? relative(given[0], viewBox: viewBox?.width, place: place?.width),
            let height = fixed(given[1]) ?? proportions.flatMap({ of in fixed(given[0]).map { $0 / of } })
                ?? relative(given[1], viewBox: viewBox?.height, place: place?.height)
        else { return nil }
        guard width > 0, height > 0, width.isFinite, height.isFinite else {
            throw .size(
                "its size is \(GroupedNumber.text(width)) × \(GroupedNumber.text(height)), and both must be above 0")
        }
        return CGSize(width: width, height: height)
    }

    /// Records the whole document, in CSS pixels from its top left.
    ///
    /// - Parameter size: The size returned by `size(in:)`.
    func recording(size: CGSize) throws(Failure) -> PictureRecorder {
        var recorder = PictureRecorder()
        // Reserved address space that is not used takes no memory.
        recorder.reserve(operations: min(tree.nodes.count, max(0, maxBytes / Picture.bytesPerOperation)))
        let viewport = Viewport(width: Double(size.width), height: Double(size.height))
        viewports = [viewport]
        (initialStyle.text.root.sizes.width, initialStyle.text.root.sizes.height) = (viewport.width, viewport.height)
        try checkIsDrawnHere(.svg)
        if tree.hasConditions, !isShown(0) { return recorder }
        let style = try style(of: 0, parent: initialStyle)
        guard style.isDisplayed else { return recorder }
        try drawBackground(style, size: size, into: &recorder)
        var transform = CGAffineTransform.identity
        if let viewBox = viewBox(0) {
            guard
                let placed = aspectRatio(0).transform(
                    from: viewBox, to: Box(x: 0, y: 0, width: viewport.width, height: viewport.height))
            else { return recorder }
            transform = placed
            viewports.append(Viewport(width: viewBox.width, height: viewBox.height))
        }
        _ = try layered(0, style, at: transform, into: &recorder) { recorder, transform throws(Failure) in
            try self.drawChildren(of: 0, style, at: transform, into: &recorder)
        }
        if hidesParts, recorder.operationCount == (background == nil ? 0 : 1) {
            notes.insert(
                "All of its parts are hidden (display, visibility), as slides of a presentation are before a script "
                    + "shows one; export it without animations, or each slide by itself.")
        }
        return recorder
    }

    /// Fills the whole document with the background of its root, as browsers do: the root's opacity does not apply.
    private func drawBackground(
        _ style: SVGStyle, size: CGSize, into recorder: inout PictureRecorder
    ) throws(Failure) {
        let color: Color
        switch style.background {
        case .color, .currentColor, .expression: color = style.flatColor(style.background)
        default: return
        }
        guard color.alpha > 0 else { return }
        background = color
        var outline = PathBuilder()
        outline.rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        try takeOperations()
        recorder.fill(outline.build(), with: .color(color))
    }

    // MARK: Lengths

    enum Axis { case horizontal, vertical, other }

    func length(_ node: Int32, _ name: SVGAttribute, along axis: Axis, style: SVGStyle) -> Double? {
        tree.value(node, name).flatMap { SVGLength($0) }.map { resolve($0, along: axis, style: style) }
    }

    func resolve(_ length: SVGLength, along axis: Axis, style: SVGStyle) -> Double {
        let reference =
            switch axis {
            case .horizontal: viewport.width
            case .vertical: viewport.height
            case .other: viewport.diagonal
            }
        return resolve(length, reference: reference, style: style)
    }

    /// Returns a length in user units.
    ///
    /// - Parameter reference: The length that 100 % corresponds to.
    func resolve(_ length: SVGLength, reference: Double, style: SVGStyle) -> Double {
        let value = length.resolve(reference: reference) { units(of: style, for: length) }
        return value.isFinite ? value : 0
    }

    func viewBox(_ node: Int32) -> Box? {
        guard let bytes = tree.value(node, .viewBox), let numbers = SVGScanner.numbers(bytes), numbers.count == 4,
            numbers[2] >= 0, numbers[3] >= 0
        else { return nil }
        return Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    func aspectRatio(_ node: Int32) -> SVGAspectRatio {
        tree.value(node, .preserveAspectRatio).flatMap { SVGAspectRatio($0) } ?? SVGAspectRatio()
    }

    func transform(_ node: Int32, _ name: SVGAttribute = .transform) -> CGAffineTransform {
        tree.value(node, name).flatMap { SVGScanner.transform($0) } ?? .identity
    }

    // MARK: Elements

    func drawChildren(
        of node: Int32, _ style: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        var box = Box.empty
        for child in tree.children(of: node) where tree.nodes[Int(child)].element != nil {
            box = box.union(try draw(child, parent: style, at: transform, into: &recorder))
        }
        return box
    }

    /// Draws one element with its descendants.
    func draw(
        _ node: Int32, parent: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        // Referenced content is drawn in many places, so the referring element becomes the island instead.
        guard islands != nil, openReferences.isEmpty else {
            return try drawHere(node, parent: parent, at: transform, into: &recorder)
        }
        let count = recorder.operationCount
        do throws(Failure) {
            return try drawHere(node, parent: parent, at: transform, into: &recorder)
        } catch {
            guard case .unsupported(let unsupported) = error else { throw error }
            recorder.truncate(to: count)
            return try drawIsland(node, unsupported, parent: parent, transform, depth: depth, &recorder)
        }
    }

    private func drawHere(
        _ node: Int32, parent: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        if !openReferences.isEmpty {
            try count(ReferenceCounts(elements: 1))
        }
        guard let element = tree.nodes[Int(node)].element, element.isDrawn else {
            return .empty
        }
        if tree.hasConditions, !isShown(node) { return .empty }
        depth += 1
        defer { depth -= 1 }
        guard depth <= XMLTree.largestDepth else { throw .tooDeep }
        try checkIsDrawnHere(element)
        let style = try style(of: node, parent: parent)
        guard style.isDisplayed else {
            hidesParts = true
            return .empty
        }
        if !style.isVisible { hidesParts = true }
        let own = try self.transform(of: node, style, parent: parent)
        guard own.isInvertible else { return .empty }
        return try drawContent(of: node, style, at: own.concatenating(transform), into: &recorder).applying(own)
    }

    /// Draws an element in its own user space.
    ///
    /// - Parameter whole: The transform from the element's user space.
    func drawContent(
        of node: Int32, _ style: SVGStyle, at whole: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        let element = tree.nodes[Int(node)].element ?? .unknown
        switch element {
        case .g, .a:
            return try layered(node, style, at: whole, into: &recorder) { recorder, transform throws(Failure) in
                try self.drawChildren(of: node, style, at: transform, into: &recorder)
            }
        case .switch:
            return try layered(node, style, at: whole, into: &recorder) { recorder, transform throws(Failure) in
                for child in self.tree.children(of: node) where self.tree.nodes[Int(child)].element != nil {
                    if self.isShown(child) {
                        return try self.draw(child, parent: style, at: transform, into: &recorder)
                    }
                }
                return .empty
            }
        case .svg: return try drawNested(node, style, at: whole, into: &recorder)
        case .use: return try drawUse(node, style, at: whole, into: &recorder)
        case .text: return try drawText(node, style, at: whole, into: &recorder)
        case .image: return try drawImage(node, style, at: whole, into: &recorder)
        case .foreignObject: return try drawForeignObject(node, style, at: whole, into: &recorder)
        default:
            guard let path = try shape(node, element, style: style) else { return .empty }
            return try drawShape(node, element, path, style, at: whole, into: &recorder)
        }
    }

    /// Draws something that is nested in the current element.
    func nested(_ body: () throws(Failure) -> Box) throws(Failure) -> Box {
        depth += 1
        defer { depth -= 1 }
        guard depth <= XMLTree.largestDepth else { throw .tooDeep }
        return try body()
    }

    private func checkIsDrawnHere(_ element: SVGElement) throws(Failure) {
        if limits.elementsLeftToLibrsvg.contains(element.rawValue) {
            throw .unsupported(SVGUnsupported("\(element.rawValue) elements, which are left to it"))
        }
    }

    /// Marks an element as being drawn by reference. Returns false if it already is, which means that it refers to
    /// itself.
    func open(_ node: Int32) throws(Failure) -> Bool {
        try count(ReferenceCounts(references: 1, deepReferences: openReferences.count >= Self.deepReferences ? 1 : 0))
        let isFirst = openReferences.insert(node).inserted
        if !isFirst { shared.circumstances += 1 }
        return isFirst
    }

    /// Whether an element is being drawn by reference, so that a reference to it is ignored.
    func isInCircle(_ node: Int32) -> Bool {
        guard openReferences.contains(node) else { return false }
        shared.circumstances += 1
        return true
    }

    /// Counts of the elements drawn and the references followed.
    struct ReferenceCounts {
        var elements = 0
        var references = 0
        var deepReferences = 0

        static func - (a: Self, b: Self) -> Self {
            Self(
                elements: a.elements - b.elements, references: a.references - b.references,
                deepReferences: a.deepReferences - b.deepReferences)
        }
    }

    func count(_ more: ReferenceCounts) throws(Failure) {
        counts.elements += more.elements
        counts.references += more.references
        counts.deepReferences += more.deepReferences
        guard counts.elements <= Self.largestElementCount, counts.references <= Self.largestReferenceCount,
            counts.deepReferences <= Self.largestDeepReferenceCount
        else { throw .tooManyElements }
    }

    /// Draws referenced content. Recordings are shared among references that give the same result. With `isEager` the
    /// first use is already shared; otherwise content with few uses is recorded in place.
    ///
    /// - Parameter body: Draws the content, like `draw`. Its input must be determined by the key, except as tracked by
    ///   `circumstances`.
    func drawShared(
        _ key: SVGSharedPictures.Key, _ style: SVGStyle, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder, isEager: Bool = false, clips: [PictureGroup.Clip] = [],
        _ body: (inout PictureRecorder, CGAffineTransform) throws(Failure) -> Box
    ) throws(Failure) -> Box {
        let isShareable = transform.concatenating(plane).isUniform
        if isShareable, let known = shared.find(key, style) {
            try count(known.counts)
            if let group = known.group {
                try takeOperations()
                recorder.draw(group, transform: transform)
            }
            return known.box
        }
        let isRare = !isEager && shared.countUse(of: key.node) < SVGSharedPictures.worthwhileUses
        if isRare { return try body(&recorder, transform) }
        let before = counts
        let circumstances = shared.circumstances
        var content = PictureRecorder()
        let box = try inPlane(transform) { () throws(Failure) in try body(&content, .identity) }
        var group: PictureGroup?
        if content.operationCount > 0 {
            try takeGroup(clips: clips.count)
            let made = PictureGroup(content: content.finish(), clips: clips)
            group = made
            recorder.draw(made, transform: transform)
        }
        if isShareable, shared.circumstances == circumstances {
            shared.add(SVGSharedPictures.Entry(style: style, group: group, box: box, counts: counts - before), key)
        }
        return box
    }

    // MARK: Groups

    static func clip(to box: Box) -> PictureGroup.Clip {
        var outline = PathBuilder()
        outline.rectangle(x: box.minX, y: box.minY, width: box.width, height: box.height)
        return PictureGroup.Clip(parts: [(outline.build(), .identity)], rule: .nonZero)
    }

    /// Returns a picture clipped to a box.
    func group(_ content: Picture, clippedTo box: Box) throws(Failure) -> PictureGroup {
        try takeGroup(clips: 1)
        return PictureGroup(content: content, clips: [Self.clip(to: box)])
    }

    /// Runs `body` while recording a nested picture. `transform` maps its plane to the current one.
    func inPlane<Result>(
        _ transform: CGAffineTransform, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = plane
        plane = transform.concatenating(outer)
        defer { plane = outer }
        return try body()
    }

    /// Draws content with the element's clip path, mask, opacity and blending.
    func layered(
        _ node: Int32, _ style: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder,
        _ body: (inout PictureRecorder, CGAffineTransform) throws(Failure) -> Box
    ) throws(Failure) -> Box {
        let hasEffect = style.opacity < 1 || style.blendMode != .normal || style.isIsolated
        let isFiltered = !style.filter.filters.isEmpty
        guard
            hasEffect || isFiltered || style.clipPath != nil || style.mask != nil || style.rare?.style.clipShape != nil
        else {
            return try body(&recorder, transform)
        }
        var content = PictureRecorder()
        let box = try inPlane(transform) { () throws(Failure) in try body(&content, .identity) }
        guard content.operationCount > 0 || isFiltered else { return box }
        var picture = content.finish()
        if isFiltered {
            switch try filtered(picture, box: box, style) {
            case .unfiltered: break
            case .nothing: return box
            case .filtered(let result): picture = result
            }
            guard picture.operationCount > 0 else { return box }
        }
        var clips: [PictureGroup.Clip] = []
        if let id = style.clipPath, let clipNode = clipPath(id) {
            guard case .clips(let all) = try clip(clipNode, box: box) else { return box }
            for clip in all { if case .outlines(let outlines) = clip { clips.append(outlines) } }
            let masks = all.filter { if case .mask = $0 { true } else { false } }
            picture = try clipped(picture, masks)
        }
        if let shape = style.rare?.style.clipShape {
            let reference = referenceBox(shape.box, fill: box, ink: { picture.inkBounds })
            clips.append(shape.outline(in: reference) { resolve($0, reference: $1, style: style) })
            try chargeMemory(clips[clips.count - 1].parts[0].path.byteCount, for: "the clips of its elements")
        }
        var mask: PictureGroup.Mask?
        if let layers = style.rare?.style.masks, !layers.isEmpty {
            guard try combinedMask(layers, of: picture, box: box, style, into: &mask) else { return box }
        } else if let id = style.mask, let maskNode = tree.node(withID: id),
            tree.nodes[Int(maskNode)].element == .mask, !isInCircle(maskNode)
        {
            mask = try self.mask(maskNode, box: box, style)
            if mask == nil { return box }
        }
        try takeGroup(clips: clips.count)
        recorder.draw(
            PictureGroup(
                content: picture, clips: clips, mask: mask, opacity: style.opacity, blendMode: style.blendMode,
                isIsolated: style.isIsolated),
            transform: transform)
        return box
    }
}
