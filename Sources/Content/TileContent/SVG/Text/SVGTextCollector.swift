import Foundation
import TileGraphics

/// Traverses a text element and its descendants and collects its characters.
///
/// White space is collapsed across elements as in CSS, so that position lists address the same characters as in
/// browsers. A text without position lists follows the rules of SVG 1.1, like librsvg.
struct SVGTextCollector {
    private let recorder: SVGRecorder
    private var tree: XMLTree { recorder.tree }
    private(set) var content: SVGTextContent
    private var lists = SVGTextLists()
    /// Whether a following space would be collapsed.
    private var endsInSpace = true
    /// Whether the last character is a space that is removed at the end of the text.
    private var endIsCollapsible = false
    private var path: Int?
    /// The bytes of all texts, for estimating the memory of placing them.
    private var byteCount = 0

    init(_ recorder: SVGRecorder, _ node: Int32, _ style: SVGStyle) throws(SVGRecorder.Failure) {
        self.recorder = recorder
        content = SVGTextContent(style: style)
        try collect(node, style, isPositioned: true)
        dropLastSpace()
    }

    private mutating func collect(
        _ node: Int32, _ style: SVGStyle, isPositioned: Bool
    ) throws(SVGRecorder.Failure) {
        // A `textPath` has no positions for its characters, and a link has no such attributes.
        if isPositioned { try openLists(node, style) }
        let first = content.characters.count
        let fittings = content.fittings.count
        for child in tree.children(of: node) {
            let entry = tree.nodes[Int(child)]
            switch entry.element {
            case nil: try append(entry.text, style)
            case .tspan, .a, .tref, .textPath:
                let childStyle = try recorder.style(of: child, parent: style)
                guard childStyle.isDisplayed, !tree.hasConditions || recorder.isShown(child) else { continue }
                try recorder.noteTextEffects(childStyle)
                switch entry.element {
                case .tref: try collectReference(child, childStyle)
                case .textPath: try collectPath(child, childStyle)
                default: try collect(child, childStyle, isPositioned: entry.element == .tspan)
                }
            default: continue
            }
        }
        closeLists(node, style, first: first, fittings: fittings)
    }

    private mutating func collectReference(_ node: Int32, _ style: SVGStyle) throws(SVGRecorder.Failure) {
        guard let target = recorder.reference(node) else { return }
        try openLists(node, style)
        let first = content.characters.count
        for text in try recorder.texts(in: target) { try append(tree.nodes[Int(text)].text, style) }
        closeLists(node, style, first: first, fittings: content.fittings.count)
    }

    private mutating func collectPath(_ node: Int32, _ style: SVGStyle) throws(SVGRecorder.Failure) {
        // A nested `textPath` is not valid, and one without a path is not drawn.
        guard path == nil, try recorder.measuredPath(of: node, style) != nil else { return }
        let number = content.paths.count
        let first = content.characters.count
        content.paths.append(SVGTextContent.Path(node: node, style: style, characters: first..<first))
        path = number
        try collect(node, style, isPositioned: false)
        path = nil
        content.paths[number].characters = first..<content.characters.count
    }

    // MARK: Lists

    private mutating func openLists(_ node: Int32, _ style: SVGStyle) throws(SVGRecorder.Failure) {
        let start = content.characters.count
        let kinds: [(SVGAttribute, SVGRecorder.Axis)] = [
            (.x, .horizontal), (.y, .vertical), (.dx, .horizontal), (.dy, .vertical),
        ]
        for (kind, (name, axis)) in kinds.enumerated() {
            guard let bytes = tree.value(node, name) else { continue }
            try recorder.checkRoom(bytes.count * 8, for: "the places of its letters")
            lists.open(node, recorder.lengths(bytes, along: axis, style: style), of: kind, start: start)
        }
        if let bytes = tree.value(node, .rotate), let angles = SVGScanner.numbers(bytes) {
            lists.open(node, angles, of: 4, start: start)
        }
    }

    private mutating func closeLists(_ node: Int32, _ style: SVGStyle, first: Int, fittings: Int) {
        lists.close(node)
        let axis = content.style.text.writingMode == .vertical ? SVGRecorder.Axis.vertical : .horizontal
        guard content.characters.count > first,
            let length = recorder.length(node, .textLength, along: axis, style: style),
            length >= 0
        else { return }
        let adjust = tree.value(node, .lengthAdjust).map(SVGStyle.trimmed)
        let taken = Set(content.fittings[fittings...].flatMap(\.inner))
        content.fittings.append(
            SVGTextContent.Fitting(
                characters: first..<content.characters.count, length: length,
                stretchesGlyphs: adjust == "spacingAndGlyphs",
                inner: (fittings..<content.fittings.count).filter { !taken.contains($0) }))
    }

    // MARK: Characters

    private mutating func append(_ range: Range<Int32>, _ style: SVGStyle) throws(SVGRecorder.Failure) {
        byteCount += range.count
        try recorder.checkRoom(byteCount * TextShaper.bytesPerByte, for: "the letters of one of its texts")
        let text = tree.string(range)
        var kept = ""
        var offset: Int32 = 0
        let first = content.characters.count
        let piece = Int32(content.pieces.count)
        for scalar in text.unicodeScalars {
            var scalar = scalar
            if scalar.value == 0x20 || scalar.value == 0x0A || scalar.value == 0x0D || scalar.value == 0x09 {
                scalar = " "
                if !style.text.preservesSpace {
                    if endsInSpace { continue }
                    endsInSpace = true
                } else {
                    endsInSpace = false
                }
            } else {
                endsInSpace = false
            }
            let values = lists.values(of: content.characters.count)
            content.characters.append(
                SVGTextContent.Character(
                    offset: offset, piece: piece, isSpace: scalar == " " || scalar == "\u{A0}",
                    isCursive: SVGTextContent.isCursive(scalar),
                    beginsSegment: !(values.x.isNaN && values.y.isNaN) && !Self.joinsOnto(scalar), values: values))
            kept.unicodeScalars.append(scalar)
            offset += Int32(UTF8.width(scalar))
        }
        endIsCollapsible = endsInSpace && !kept.isEmpty ? true : kept.isEmpty ? endIsCollapsible : false
        guard !kept.isEmpty else { return }
        content.pieces.append(
            SVGTextContent.Piece(
                text: kept, style: style, characters: first..<content.characters.count, path: path))
    }

    /// Whether a character combines with the previous letter: an accent, a vowel sign, or a joiner.
    private static func joinsOnto(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x300 { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return scalar.value == 0x200C || scalar.value == 0x200D
        }
    }

    /// Removes a collapsible space at the end of the text.
    private mutating func dropLastSpace() {
        guard endIsCollapsible, let last = content.pieces.indices.last, content.pieces[last].text.hasSuffix(" ") else {
            return
        }
        content.pieces[last].text.unicodeScalars.removeLast()
        content.characters.removeLast()
        let count = content.characters.count
        func cut(_ range: inout Range<Int>) { range = min(range.lowerBound, count)..<min(range.upperBound, count) }
        cut(&content.pieces[last].characters)
        if content.pieces[last].text.isEmpty { content.pieces.removeLast() }
        for index in content.fittings.indices { cut(&content.fittings[index].characters) }
        for index in content.paths.indices { cut(&content.paths[index].characters) }
    }
}

extension UTF8 {
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
        scalar.value < 0x80 ? 1 : scalar.value < 0x800 ? 2 : scalar.value < 0x10000 ? 3 : 4
    }
}

extension SVGRecorder {
    /// Returns a list of lengths in user units; empty if one of them is invalid.
    func lengths(_ bytes: TextBytes, along axis: Axis, style: SVGStyle) -> [Double] {
        var result: [Double] = []
        for part in SVGListParts(bytes) {
            guard let length = SVGLength(part) else { return [] }
            result.append(resolve(length, along: axis, style: style))
        }
        return result
    }

    /// Returns the text nodes in an element, in order, at any depth: the text that a `tref` shows.
    func texts(in node: Int32) throws(Failure) -> [Int32] {
        var result: [Int32] = []
        var upcoming = [node]
        while let next = upcoming.popLast() {
            guard tree.readCount <= largestReadCount else { throw .tooMuchReading }
            let entry = tree.nodes[Int(next)]
            if entry.element == nil {
                result.append(next)
                tree.noteReading(tree.bytes(entry.text))
            } else {
                tree.noteReading(TextBytes(start: nil, count: 0))
                upcoming += tree.children(of: next).reversed()
            }
        }
        return result
    }
}
