import Foundation
import TileGeometry
import TileGraphics

/// Walks a parsed document and records what it draws: SVG 2, as librsvg 2.54 reads it where the two differ.
///
/// Every drawing function takes the transform from the element's user space to the plane of the picture being recorded,
/// and gives back the element's bounding box (without stroke) in the user space of its parent.
final class SVGRecorder {
    let tree: XMLTree
    lazy var shaper = TextShaper()
    var sheet = SVGStyleSheet()
    /// What percentages refer to, innermost last.
    var viewports: [Viewport] = []
    /// From the plane of the picture being recorded to that of the document's.
    var plane = CGAffineTransform.identity
    /// Elements being drawn by reference; one that comes up again refers to itself.
    var openReferences: Set<Int32> = []
    private var depth = 0
    private var elementCount = 0
    /// Things that the document asks for and that change nothing here, for people who ask.
    var notes: Set<String> = []

    /// In user units.
    struct Viewport {
        var width: Double
        var height: Double

        /// What a percentage of a length that is neither horizontal nor vertical refers to.
        var diagonal: Double { ((width * width + height * height) / 2).squareRoot() }
    }

    /// What makes a document impossible to draw.
    enum Failure: Error {
        case unsupported(SVGUnsupported)
        /// References multiply it beyond what is sensible.
        case tooManyElements
        case tooDeep
        case noRoot
        case size(String)
    }

    /// Elements drawn at most, each use of one counted: what nested references can multiply a small file to.
    private static let largestElementCount = 5_000_000

    init(_ tree: XMLTree) throws(Failure) {
        self.tree = tree
        for node in tree.nodes.indices where tree.nodes[node].element == .style {
            if let type = tree.value(Int32(node), .type), !["", "text/css"].contains(SVGStyle.trimmed(type)) {
                continue
            }
            let text = tree.children(of: Int32(node)).map { tree.string(tree.nodes[Int($0)].text) }.joined()
            do throws(SVGUnsupported) { try sheet.add(text) } catch { throw .unsupported(error) }
        }
    }

    var viewport: Viewport { viewports[viewports.count - 1] }

    // MARK: The document

    /// The document's size in CSS pixels, by its root's width, height and viewBox.
    func size() throws(Failure) -> CGSize {
        guard !tree.nodes.isEmpty, tree.nodes[0].element == .svg else { throw .noRoot }
        let viewBox = viewBox(0)
        func length(_ name: SVGAttribute, _ fromViewBox: Double?) throws(Failure) -> Double {
            if let bytes = tree.value(0, name), let length = SVGLength(bytes), length.unit != .percent {
                return length.resolve(reference: 0, fontSize: 12)
            }
            let part = tree.value(0, name).flatMap { SVGLength($0) }.map { $0.value / 100 } ?? 1
            guard let fromViewBox else {
                throw .unsupported(SVGUnsupported("no width, height or viewBox on the root"))
            }
            return part * fromViewBox
        }
        let width = try length(.width, viewBox?.width)
        let height = try length(.height, viewBox?.height)
        guard width > 0, height > 0, width.isFinite, height.isFinite else {
            throw .size("its size is \(width) × \(height)")
        }
        return CGSize(width: width, height: height)
    }

    /// The picture of the whole document, in CSS pixels from its top left.
    func picture() throws(Failure) -> Picture {
        let size = try size()
        var recorder = PictureRecorder()
        let viewport = Viewport(width: Double(size.width), height: Double(size.height))
        viewports = [viewport]
        let style = try style(of: 0, parent: SVGStyle())
        guard style.isDisplayed else { return .empty }
        var transform = CGAffineTransform.identity
        if let viewBox = viewBox(0) {
            guard
                let placed = aspectRatio(0).transform(
                    from: viewBox, to: Box(x: 0, y: 0, width: viewport.width, height: viewport.height))
            else { return .empty }
            transform = placed
            viewports.append(Viewport(width: viewBox.width, height: viewBox.height))
        }
        _ = try layered(0, style, transform, &recorder) { recorder, transform throws(Failure) in
            try self.drawChildren(of: 0, style, transform, &recorder)
        }
        return recorder.finish()
    }

    // MARK: Styles

    func style(of node: Int32, parent: SVGStyle) throws(Failure) -> SVGStyle {
        var style = parent.inherited()
        do throws(SVGUnsupported) {
            try cascade(node, &style, parent)
        } catch {
            throw .unsupported(error)
        }
        return style
    }

    private func cascade(_ node: Int32, _ style: inout SVGStyle, _ parent: SVGStyle) throws(SVGUnsupported) {
        let entry = tree.nodes[Int(node)]
        var inline: TextBytes?
        for index in Int(entry.firstAttribute)..<Int(entry.firstAttribute + entry.attributeCount) {
            let attribute = tree.attributes[index]
            switch attribute.name {
            case .style: inline = tree.bytes(attribute.value)
            case .xmlSpace: style.text.preservesSpace = tree.string(attribute.value) == "preserve"
            case .xmlLang: style.text.language = tree.string(attribute.value)
            case .transform, .d, .id, .points: break
            case .marker, .font: break
            default: try style.apply(attribute.name, tree.bytes(attribute.value), parent: parent)
            }
        }
        let ruled = sheet.isEmpty ? [] : sheet.declarations(for: node, in: tree)
        for declaration in ruled where !declaration.isImportant { try apply(declaration, &style, parent) }
        var important = ruled.filter(\.isImportant)
        if let inline { try cascade(inline, &style, parent, &important) }
        for declaration in important { try apply(declaration, &style, parent) }
    }

    private func apply(
        _ declaration: SVGStyleSheet.Declaration, _ style: inout SVGStyle, _ parent: SVGStyle
    ) throws(SVGUnsupported) {
        var failure: SVGUnsupported?
        declaration.value.withUnsafeBufferPointer { bytes in
            do throws(SVGUnsupported) {
                try style.apply(declaration.property, bytes, parent: parent)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// A style attribute, read in place: most of a machine-made document is these.
    private func cascade(
        _ bytes: TextBytes, _ style: inout SVGStyle, _ parent: SVGStyle, _ important: inout [SVGStyleSheet.Declaration]
    ) throws(SVGUnsupported) {
        var at = 0
        while at < bytes.count {
            while at < bytes.count, bytes[at] <= 0x20 || bytes[at] == 0x3B { at += 1 }
            let start = at
            var colon = -1
            var isUnusual = false
            while at < bytes.count, bytes[at] != 0x3B {
                if colon < 0, bytes[at] == 0x3A { colon = at }
                if bytes[at] == 0x21 || (bytes[at] == 0x2F && at + 1 < bytes.count && bytes[at + 1] == 0x2A) {
                    isUnusual = true
                }
                at += 1
            }
            guard colon > start else { continue }
            if isUnusual {
                let text = String(decoding: TextBytes(rebasing: bytes[start..<at]), as: UTF8.self)
                for declaration in SVGStyleSheet.declarations(Substring(text)) {
                    if declaration.isImportant {
                        important.append(declaration)
                    } else {
                        try apply(declaration, &style, parent)
                    }
                }
                continue
            }
            var end = colon
            while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
            guard let property = SVGPropertyTable.property(TextBytes(rebasing: bytes[start..<end])) else { continue }
            try style.apply(property, TextBytes(rebasing: bytes[(colon + 1)..<at]), parent: parent)
        }
    }

    // MARK: Lengths

    enum Axis { case horizontal, vertical, other }

    func length(_ node: Int32, _ name: SVGAttribute, _ axis: Axis, _ style: SVGStyle) -> Double? {
        tree.value(node, name).flatMap { SVGLength($0) }.map { resolve($0, axis, style) }
    }

    func resolve(_ length: SVGLength, _ axis: Axis, _ style: SVGStyle) -> Double {
        let reference =
            switch axis {
            case .horizontal: viewport.width
            case .vertical: viewport.height
            case .other: viewport.diagonal
            }
        let value = length.resolve(reference: reference, fontSize: style.text.fontSize)
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
        of node: Int32, _ style: SVGStyle, _ transform: CGAffineTransform, _ recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        var box = Box.empty
        for child in tree.children(of: node) where tree.nodes[Int(child)].element != nil {
            box = box.union(try draw(child, parent: style, transform, &recorder))
        }
        return box
    }

    /// Draws one element with all that is in it.
    func draw(
        _ node: Int32, parent: SVGStyle, _ transform: CGAffineTransform, _ recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        elementCount += 1
        guard elementCount <= Self.largestElementCount else { throw .tooManyElements }
        guard let element = tree.nodes[Int(node)].element, element.isDrawn else {
            return .empty
        }
        depth += 1
        defer { depth -= 1 }
        guard depth <= XMLTree.largestDepth else { throw .tooDeep }
        if let unsupported = element.unsupported { throw .unsupported(SVGUnsupported(unsupported)) }
        let style = try style(of: node, parent: parent)
        guard style.isDisplayed, isChosen(node) else { return .empty }
        let own = self.transform(node)
        guard own.isInvertible else { return .empty }
        let whole = own.concatenating(transform)
        let box: Box
        switch element {
        case .g, .a:
            box = try layered(node, style, whole, &recorder) { recorder, transform throws(Failure) in
                try self.drawChildren(of: node, style, transform, &recorder)
            }
        case .switch:
            box = try layered(node, style, whole, &recorder) { recorder, transform throws(Failure) in
                for child in self.tree.children(of: node)
                where self.tree.nodes[Int(child)].element != nil && self.isChosen(child) {
                    return try self.draw(child, parent: style, transform, &recorder)
                }
                return .empty
            }
        case .svg: box = try drawNested(node, style, whole, &recorder)
        case .use: box = try drawUse(node, style, whole, &recorder)
        case .text: box = try drawText(node, style, whole, &recorder)
        default:
            guard let path = try shape(node, element, style), !path.isEmpty else { return .empty }
            box = try drawShape(node, path, hasMarkers: element.hasMarkers, style, whole, &recorder)
        }
        return box.applying(own)
    }

    /// Conditional processing: SVG 1.1, 5.8, with English as the language.
    private func isChosen(_ node: Int32) -> Bool {
        if let extensions = tree.value(node, .requiredExtensions), !SVGStyle.trimmed(extensions).isEmpty {
            return false
        }
        if let languages = tree.value(node, .systemLanguage) {
            let wanted = SVGStyle.trimmed(languages).split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            return wanted.contains { $0.lowercased().hasPrefix("en") }
        }
        return true
    }

    /// A nested `svg`: a viewport of its own.
    private func drawNested(
        _ node: Int32, _ style: SVGStyle, _ transform: CGAffineTransform, _ recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        let place = Box(
            x: length(node, .x, .horizontal, style) ?? 0, y: length(node, .y, .vertical, style) ?? 0,
            width: length(node, .width, .horizontal, style) ?? viewport.width,
            height: length(node, .height, .vertical, style) ?? viewport.height)
        return try layered(node, style, transform, &recorder) { recorder, transform throws(Failure) in
            try self.drawViewport(
                node, place, clips: !(style.overflowIsVisible && style.overflowIsSpecified), style, transform, &recorder
            )
        }
    }

    /// The children of an element with a viewBox, fitted into `place`.
    func drawViewport(
        _ node: Int32, _ place: Box, clips: Bool, _ style: SVGStyle, _ transform: CGAffineTransform,
        _ recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        guard place.width > 0, place.height > 0 else { return .empty }
        var inner = CGAffineTransform(translationX: place.minX, y: place.minY)
        var next = Viewport(width: place.width, height: place.height)
        if let viewBox = viewBox(node) {
            guard let fitted = aspectRatio(node).transform(from: viewBox, to: place) else { return .empty }
            inner = fitted
            next = Viewport(width: viewBox.width, height: viewBox.height)
        }
        viewports.append(next)
        defer { viewports.removeLast() }
        guard clips else {
            return try drawChildren(of: node, style, inner.concatenating(transform), &recorder).applying(inner)
        }
        var content = PictureRecorder()
        let box = try inPlane(transform) { () throws(Failure) in try drawChildren(of: node, style, inner, &content) }
        var outline = PathBuilder()
        outline.rectangle(x: place.minX, y: place.minY, width: place.width, height: place.height)
        let clip = PictureGroup.Clip(parts: [(outline.build(), .identity)], rule: .nonZero)
        recorder.draw(PictureGroup(content: content.finish(), clips: [clip]), transform: transform)
        return box.applying(inner)
    }

    private func drawUse(
        _ node: Int32, _ style: SVGStyle, _ transform: CGAffineTransform, _ recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        guard let target = reference(node), let element = tree.nodes[Int(target)].element,
            openReferences.insert(target).inserted
        else { return .empty }
        defer { openReferences.remove(target) }
        let x = length(node, .x, .horizontal, style) ?? 0
        let y = length(node, .y, .vertical, style) ?? 0
        let width = length(node, .width, .horizontal, style)
        let height = length(node, .height, .vertical, style)
        if width == 0 || height == 0 { return .empty }
        if element == .symbol {
            let symbolStyle = try self.style(of: target, parent: style)
            let place = Box(x: x, y: y, width: width ?? viewport.width, height: height ?? viewport.height)
            let clips = !(symbolStyle.overflowIsVisible && symbolStyle.overflowIsSpecified)
            return try layered(node, style, transform, &recorder) { recorder, transform throws(Failure) in
                try self.drawViewport(target, place, clips: clips, symbolStyle, transform, &recorder)
            }
        }
        let moved = CGAffineTransform(translationX: x, y: y)
        return try layered(node, style, moved.concatenating(transform), &recorder) {
            recorder, transform throws(Failure) in
            try self.draw(target, parent: style, transform, &recorder)
        }.applying(moved)
    }

    /// The element that `href` names, in this document.
    func reference(_ node: Int32) -> Int32? {
        guard let bytes = tree.value(node, .href) ?? tree.value(node, .xlinkHref) else { return nil }
        let text = SVGStyle.trimmed(bytes)
        return text.hasPrefix("#") ? tree.nodesByID[String(text.dropFirst())] : nil
    }

    // MARK: Groups

    /// Runs `body` while a picture is recorded whose plane `transform` maps to the one being recorded.
    func inPlane<Result>(
        _ transform: CGAffineTransform, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = plane
        plane = transform.concatenating(outer)
        defer { plane = outer }
        return try body()
    }

    /// Draws with the element's clip path, mask, opacity and blending around.
    func layered(
        _ node: Int32, _ style: SVGStyle, _ transform: CGAffineTransform, _ recorder: inout PictureRecorder,
        _ body: (inout PictureRecorder, CGAffineTransform) throws(Failure) -> Box
    ) throws(Failure) -> Box {
        let hasEffect = style.opacity < 1 || style.blendMode != .normal || style.isIsolated
        guard hasEffect || style.clipPath != nil || style.mask != nil else {
            return try body(&recorder, transform)
        }
        var content = PictureRecorder()
        let box = try inPlane(transform) { () throws(Failure) in try body(&content, .identity) }
        guard content.operationCount > 0 else { return box }
        var clips: [PictureGroup.Clip] = []
        if let id = style.clipPath, let clipNode = tree.nodesByID[id], tree.nodes[Int(clipNode)].element == .clipPath {
            guard let clip = try clip(clipNode, box: box) else { return box }
            clips.append(clip)
        }
        var mask: PictureGroup.Mask?
        if let id = style.mask, let maskNode = tree.nodesByID[id], tree.nodes[Int(maskNode)].element == .mask {
            mask = try self.mask(maskNode, box: box, style)
            if mask == nil { return box }
        }
        recorder.draw(
            PictureGroup(
                content: content.finish(), clips: clips, mask: mask, opacity: style.opacity, blendMode: style.blendMode,
                isIsolated: style.isIsolated),
            transform: transform)
        return box
    }
}

/// Properties by name, without making a string of it.
enum SVGPropertyTable {
    static func property(_ name: TextBytes) -> SVGAttribute? { table[hash(name)] }

    /// FNV-1a; the table's own names have distinct ones, which the table's making checks.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return value
    }

    private static let names = [
        "fill", "stroke", "color", "opacity", "display", "visibility", "overflow", "mask", "filter", "marker",
        "direction",
        "fill-opacity", "fill-rule", "stroke-opacity", "stroke-width", "stroke-linecap", "stroke-linejoin",
        "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "stop-color", "stop-opacity", "clip-path",
        "clip-rule", "marker-start", "marker-mid", "marker-end", "font-family", "font-size", "font-style",
        "font-weight",
        "font-stretch", "font-variant", "font", "text-anchor", "text-decoration", "letter-spacing", "word-spacing",
        "writing-mode", "unicode-bidi", "baseline-shift", "dominant-baseline", "shape-rendering", "text-rendering",
        "paint-order", "mix-blend-mode", "isolation", "enable-background",
    ]

    private static let table = Dictionary(
        uniqueKeysWithValues: names.map { (hash($0.utf8), SVGAttribute(rawValue: $0)!) })
}
