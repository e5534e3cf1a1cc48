import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// A stretch of text in one style, shaped and placed.
    struct Span {
        var layout: TextLayout
        var style: SVGStyle
        /// Of the layout's top left, in the text element's user space.
        var x: Double
        var y: Double
    }

    private struct Piece {
        var text: String
        var style: SVGStyle
        var dx: Double
        var dy: Double
    }

    /// Text that is aligned together: it begins wherever an absolute position is given.
    private struct Chunk {
        var style: SVGStyle
        var x: Double?
        var y: Double?
        var pieces: [Piece] = []
    }

    func drawText(
        _ node: Int32, _ style: SVGStyle, _ transform: CGAffineTransform, _ recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        try layered(node, style, transform, &recorder) { recorder, transform throws(Failure) in
            let spans = try self.spans(of: node, style, transform)
            var box = Box.empty
            for span in spans where !span.layout.inkBounds.isEmpty {
                box = box.union(
                    span.layout.inkBounds.applying(CGAffineTransform(translationX: span.x, y: span.y)))
            }
            for span in spans where span.style.isVisible {
                try self.draw(span, box, transform, &recorder)
            }
            return box
        }
    }

    private func draw(
        _ span: Span, _ box: Box, _ transform: CGAffineTransform, _ recorder: inout PictureRecorder
    ) throws(Failure) {
        let place = CGAffineTransform(translationX: span.x, y: span.y)
        let fill = try paint(span.style.fill, opacity: span.style.fillOpacity, box: box, span.style)
        let stroke = try paint(span.style.stroke, opacity: span.style.strokeOpacity, box: box, span.style)
        let pen = strokeStyle(span.style)
        let lines = decorations(span)
        for target in span.style.paintOrder {
            switch target {
            case .fill:
                guard let fill else { continue }
                for run in span.layout.runs {
                    try takeOperations()
                    try take(run.byteCount, for: "its letters")
                    // The paint is in the text's user space, the glyphs in the layout's.
                    recorder.show(run, with: fill.moved(by: place), transform: place.concatenating(transform))
                }
                if let lines {
                    try takeOperations()
                    try take(lines.byteCount, for: "the lines of its letters")
                    recorder.fill(lines, with: fill, transform: transform)
                }
            case .stroke:
                guard let stroke, pen.width > 0 else { continue }
                var outline = PathBuilder()
                let byteCount = span.layout.runs.reduce(0) { $0 + $1.outlineByteCount }
                try checkRoom(2 * byteCount, for: "the outlines of its letters")
                for run in span.layout.runs { outline.append(run.outline(), place) }
                if let lines { outline.append(lines) }
                let path = outline.build()
                try takeOperations()
                try take(path.byteCount, for: "the outlines of its letters")
                recorder.stroke(path, style: pen, with: stroke, transform: transform)
            case .markers: continue
            }
        }
    }

    /// Underline, overline and line-through as outlines in user space.
    private func decorations(_ span: Span) -> Path? {
        guard !span.style.text.decorations.isEmpty else { return nil }
        let baseline = span.y + span.layout.baseline
        var builder = PathBuilder()
        func line(_ top: Double, _ thickness: Double, from left: Double, width: Double) {
            builder.rectangle(x: span.x + left, y: baseline - top, width: width, height: thickness)
        }
        let layout = span.layout
        if span.style.text.decorations.contains(.underline) {
            line(layout.underline.position, layout.underline.thickness, from: 0, width: layout.width)
        }
        // Pango draws these two along the ink only.
        for ink in layout.runs.map(\.bounds) {
            if span.style.text.decorations.contains(.overline) {
                line(layout.baseline, layout.underline.thickness, from: ink.minX, width: ink.width)
            }
            if span.style.text.decorations.contains(.lineThrough) {
                line(
                    layout.strikethrough.position, layout.strikethrough.thickness, from: ink.minX, width: ink.width)
            }
        }
        return builder.build()
    }

    /// The text's spans in their places: SVG 1.1, chapter 10, one position a chunk, as librsvg places them.
    func spans(
        of node: Int32, _ style: SVGStyle, _ transform: CGAffineTransform
    ) throws(Failure) -> [Span] {
        var chunks = [Chunk(style: style)]
        let dx = try position(node, .dx, .horizontal, style) ?? 0
        let dy = try position(node, .dy, .vertical, style) ?? 0
        if tree.value(node, .textLength) != nil { throw .unsupported(SVGUnsupported("textLength")) }
        if let rotate = tree.value(node, .rotate), !SVGStyle.trimmed(rotate).isEmpty {
            throw .unsupported(SVGUnsupported("rotated glyphs"))
        }
        try collect(node, style, dx, dy, &chunks)
        var x = try position(node, .x, .horizontal, style) ?? 0
        var y = try position(node, .y, .vertical, style) ?? 0
        var result: [Span] = []
        for chunk in chunks {
            let placed = try place(chunk, chunk.x ?? x, chunk.y ?? y, transform.concatenating(plane))
            result += placed.spans
            (x, y) = (placed.nextX, placed.nextY)
        }
        return result
    }

    private func place(
        _ chunk: Chunk, _ chunkX: Double, _ chunkY: Double, _ transform: CGAffineTransform
    ) throws(Failure) -> (spans: [Span], nextX: Double, nextY: Double) {
        var spans: [Span] = []
        var x = 0.0
        var y = 0.0
        var left = Double.infinity
        var right = -Double.infinity
        // The first piece's offset moves the whole chunk.
        let shiftX = chunk.pieces.first?.dx ?? 0
        let shiftY = chunk.pieces.first?.dy ?? 0
        for (index, piece) in chunk.pieces.enumerated() {
            guard let layout = layout(piece, transform) else { continue }
            if layout.missingOutlines > 0 { throw .unsupported(SVGUnsupported("characters that are pictures")) }
            if layout.unknownCharacters > 0 {
                notes.insert(
                    "Some characters are in no installed font; frames stand for them. Install the fonts that it uses.")
            }
            let dx = index == 0 ? 0 : piece.dx
            let dy = index == 0 ? 0 : piece.dy
            spans.append(Span(layout: layout, style: piece.style, x: x + dx, y: y - layout.baseline + dy))
            left = min(left, x + dx)
            right = max(right, x + dx + layout.width)
            x += layout.width + dx
            y += dy
        }
        let width = spans.isEmpty ? 0 : right - left
        let anchor =
            switch chunk.style.text.anchor {
            case .start: spans.isEmpty ? 0 : -left
            case .middle: spans.isEmpty ? 0 : -left - width / 2
            case .end: spans.isEmpty ? 0 : -left - width
            }
        for index in spans.indices {
            spans[index].x += chunkX + anchor + shiftX
            spans[index].y += chunkY + shiftY
        }
        if spans.isEmpty { return (spans, chunkX, chunkY) }
        return (spans, chunkX + x + anchor + shiftX, chunkY + y + shiftY)
    }

    private func layout(_ piece: Piece, _ transform: CGAffineTransform) -> TextLayout? {
        let style = piece.style.text
        var attributes = TextLayout.Attributes(family: style.family, size: style.fontSize)
        attributes.style = style.style
        attributes.weight = style.weight
        attributes.stretch = style.stretch
        attributes.isSmallCaps = style.isSmallCaps
        attributes.letterSpacing = resolve(style.letterSpacing, .horizontal, piece.style)
        attributes.language = style.language
        guard var layout = shaper.layout(piece.text, attributes) else { return nil }
        // librsvg measures with the whole transform, where Pango lets a stretch show in the measures, and draws
        // without.
        if !transform.isUniform, let measured = shaper.layout(piece.text, attributes, transform: transform) {
            shared.circumstances += 1
            (layout.width, layout.height) = (measured.width, measured.height)
            layout.baseline = measured.baseline
        }
        return layout
    }

    /// A position, of which this reader takes one where SVG allows one for each character.
    private func position(
        _ node: Int32, _ name: SVGAttribute, _ axis: Axis, _ style: SVGStyle
    ) throws(Failure) -> Double? {
        guard let bytes = tree.value(node, name) else { return nil }
        if let length = SVGLength(bytes) { return resolve(length, axis, style) }
        // A list of several; anything else is an error and says nothing.
        let parts = SVGStyle.trimmed(bytes).split(whereSeparator: { ", \t\n\r".contains($0) })
        guard parts.count > 1, parts.allSatisfy({ Array($0.utf8).withUnsafeBufferPointer { SVGLength($0) } != nil })
        else {
            return nil
        }
        throw .unsupported(SVGUnsupported("a position for each character"))
    }

    private func collect(
        _ node: Int32, _ style: SVGStyle, _ dx: Double, _ dy: Double, _ chunks: inout [Chunk]
    ) throws(Failure) {
        var dx = dx
        var dy = dy
        var previous: Int32 = -1
        for child in tree.children(of: node) {
            let entry = tree.nodes[Int(child)]
            switch entry.element {
            case nil:
                try checkRoom(
                    entry.text.count * TextShaper.bytesPerByte,
                    for: "the letters of one of its texts")
                let text = Self.normalized(
                    tree.string(entry.text), preserve: style.text.preservesSpace, after: previous >= 0,
                    before: entry.nextSibling >= 0)
                chunks[chunks.count - 1].pieces.append(Piece(text: text, style: style, dx: dx, dy: dy))
            case .tspan, .a:
                let childStyle = try self.style(of: child, parent: style)
                guard childStyle.isDisplayed else { break }
                if entry.element == .tspan {
                    if childStyle.opacity < 1 || childStyle.clipPath != nil || childStyle.mask != nil {
                        notes.insert("Opacity, clip and mask of a tspan have no effect.")
                    }
                    let x = try position(child, .x, .horizontal, childStyle)
                    let y = try position(child, .y, .vertical, childStyle)
                    if x != nil || y != nil { chunks.append(Chunk(style: childStyle, x: x, y: y)) }
                    let ownX = try position(child, .dx, .horizontal, childStyle) ?? 0
                    let ownY = try position(child, .dy, .vertical, childStyle) ?? 0
                    try collect(child, childStyle, dx + ownX, dy + ownY, &chunks)
                } else {
                    try collect(child, childStyle, dx, dy, &chunks)
                }
            case .tref: throw .unsupported(SVGUnsupported("tref"))
            default: break
            }
            (dx, dy) = (0, 0)
            previous = child
        }
    }

    /// White space by `xml:space`: SVG 1.1, 10.15.
    static func normalized(_ text: String, preserve: Bool, after: Bool, before: Bool) -> String {
        if preserve { return String(text.map { $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" ? " " : $0 }) }
        var result = ""
        var lastWasSpace = false
        for character in text.unicodeScalars {
            if character == "\n" || character == "\r" { continue }
            if character == "\t" || character == " " {
                if !lastWasSpace { result.append(" ") }
                lastWasSpace = true
            } else {
                result.unicodeScalars.append(character)
                lastWasSpace = false
            }
        }
        if !after, result.hasPrefix(" ") { result.removeFirst() }
        if !before, result.hasSuffix(" ") { result.removeLast() }
        return result
    }
}

extension Paint {
    /// The same paint for something whose plane is moved to `place`.
    fileprivate func moved(by place: CGAffineTransform) -> Paint {
        switch self {
        case .color: return self
        case .gradient(var gradient):
            gradient.transform = gradient.transform.concatenating(place.inverted())
            return .gradient(gradient)
        case .pattern(let pattern):
            return .pattern(
                PatternPaint(
                    content: pattern.content, contentTransform: pattern.contentTransform, cellWidth: pattern.cellWidth,
                    cellHeight: pattern.cellHeight, transform: pattern.transform.concatenating(place.inverted())))
        }
    }
}
