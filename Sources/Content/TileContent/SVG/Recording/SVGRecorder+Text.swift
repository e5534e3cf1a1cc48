import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// A run of text in one style, shaped and placed in the text element's user space.
    struct Span {
        var glyphs: [GlyphPlacement.Group]
        /// The lines of the text decorations.
        var lines: [SVGTextDecorations.Line]
        var style: SVGStyle
        /// The box around the cells of the letters: as wide as a letter advances the pen, and as high as the font.
        var box: Box
    }

    private struct Piece {
        var text: String
        var style: SVGStyle
        var dx: Double
        var dy: Double
    }

    /// A text chunk: text that is aligned together. Each absolute position starts a new one.
    private struct Chunk {
        var style: SVGStyle
        var x: Double?
        var y: Double?
        var pieces: [Piece] = []
    }

    func drawText(
        _ node: Int32, _ style: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        try layered(node, style, at: transform, into: &recorder) { recorder, transform throws(Failure) in
            let spans = try self.spans(of: node, style)
            var box = Box.empty
            for span in spans where !span.box.isEmpty { box = box.union(span.box) }
            for span in spans where span.style.isVisible {
                try self.draw(span, box, at: transform, into: &recorder)
            }
            return box
        }
    }

    private func draw(
        _ span: Span, _ box: Box, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) {
        userSpace = transform.concatenating(plane)
        for line in span.lines where !line.isInFront { try draw(line, box, at: transform, into: &recorder) }
        let fill = try paint(span.style.fill, opacity: span.style.fillOpacity, box: box, span.style)
        let stroke = try paint(span.style.stroke, opacity: span.style.strokeOpacity, box: box, span.style)
        let pen = strokeStyle(span.style)
        for target in span.style.paintOrder {
            switch target {
            case .fill:
                guard let fill else { continue }
                for group in span.glyphs {
                    try takeOperations()
                    try chargeMemory(group.run.byteCount, for: "its letters")
                    // The paint is in the text's user space, the glyphs in the run's.
                    recorder.show(
                        group.run, with: fill.moved(by: group.transform),
                        transform: group.transform.concatenating(transform))
                }
            case .stroke:
                guard let stroke, pen.width > 0 else { continue }
                var outline = PathBuilder()
                let byteCount = span.glyphs.reduce(0) { $0 + $1.run.outlineByteCount }
                try checkRoom(2 * byteCount, for: "the outlines of its letters")
                for group in span.glyphs { outline.append(group.run.outline(), group.transform) }
                let path = outline.build()
                try takeOperations()
                try chargeMemory(path.byteCount, for: "the outlines of its letters")
                recorder.stroke(path, style: pen, with: stroke, transform: transform)
            case .markers: continue
            }
        }
        for line in span.lines where line.isInFront { try draw(line, box, at: transform, into: &recorder) }
    }

    /// Draws a line of a text decoration in the paints of the element that has it.
    private func draw(
        _ line: SVGTextDecorations.Line, _ box: Box, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
    ) throws(Failure) {
        let pen = strokeStyle(line.style)
        for target in line.style.paintOrder {
            try takeOperations()
            try chargeMemory(line.path.byteCount, for: "the lines of its letters")
            switch target {
            case .fill:
                guard let fill = try paint(line.style.fill, opacity: line.style.fillOpacity, box: box, line.style)
                else { continue }
                recorder.fill(line.path, with: fill, transform: transform)
            case .stroke:
                guard pen.width > 0,
                    let stroke = try paint(
                        line.style.stroke, opacity: line.style.strokeOpacity, box: box, line.style)
                else { continue }
                recorder.stroke(line.path, style: pen, with: stroke, transform: transform)
            case .markers: continue
            }
        }
    }

    /// Returns the lines of the text decorations in user space.
    private func decorations(_ layout: TextLayout, _ style: SVGStyle, x: Double, y: Double) -> [SVGTextDecorations.Line]
    {
        guard layout.width > 0 else { return [] }
        let baseline = y + layout.baseline
        return SVGTextDecorations.rules(of: style, ascent: layout.baseline).map { rule in
            var builder = PathBuilder()
            builder.rectangle(x: x, y: baseline - rule.top, width: layout.width, height: rule.thickness)
            return SVGTextDecorations.Line(path: builder.build(), source: rule.source, isInFront: rule.isInFront)
        }
    }

    /// Returns the placed spans of a text.
    ///
    /// A text without attributes for individual characters is placed in spans, like in librsvg: SVG 1.1, chapter 10,
    /// with one position for each chunk. Other text is placed by SVG 2.
    func spans(of node: Int32, _ style: SVGStyle) throws(Failure) -> [Span] {
        // A baseline shift is relative to the line of the text, so those of its ancestors do not apply.
        var style = style
        style.text.parentShift = 0
        var chunks = [Chunk(style: style)]
        (collectedCount, collectedEndsInSpace) = (0, true)
        let dx = length(node, .dx, along: .horizontal, style: style) ?? 0
        let dy = length(node, .dy, along: .vertical, style: style) ?? 0
        var isPlaced = style.text.placesCharacters || placesCharacters(node)
        if !isPlaced { try collect(node, style, dx, dy, &chunks, &isPlaced) }
        dropLastSpace(of: &chunks)
        if isPlaced { return try SVGTextPlacement(SVGTextCollector(self, node, style).content, self).spans() }
        var x = length(node, .x, along: .horizontal, style: style) ?? 0
        var y = length(node, .y, along: .vertical, style: style) ?? 0
        var result: [Span] = []
        for chunk in chunks {
            let placed = try layOut(chunk, x: chunk.x ?? x, y: chunk.y ?? y)
            result += placed.spans
            (x, y) = (placed.nextX, placed.nextY)
        }
        return result
    }

    /// Whether attributes place characters individually: position lists, rotations, a text length, or a path.
    private func placesCharacters(_ node: Int32) -> Bool {
        func isList(_ name: SVGAttribute) -> Bool {
            guard let bytes = tree.value(node, name) else { return false }
            var isAfterGap = false
            var hasValue = false
            for byte in bytes {
                if byte == 0x2C || byte <= 0x20 {
                    isAfterGap = hasValue
                } else {
                    if isAfterGap { return true }
                    hasValue = true
                }
            }
            return false
        }
        if tree.value(node, .textLength) != nil || isList(.x) || isList(.y) || isList(.dx) || isList(.dy) {
            return true
        }
        if let rotate = tree.value(node, .rotate), !SVGStyle.trimmed(rotate).isEmpty { return true }
        for child in tree.children(of: node) {
            switch tree.nodes[Int(child)].element {
            case .textPath: return true
            case .tspan, .a, .tref: if placesCharacters(child) { return true }
            default: continue
            }
        }
        return false
    }

    /// Notes what the last text that was shaped lacks.
    ///
    /// - Throws: `.font` if a font could not be opened: then the text is not drawn as it should be.
    func noteMissing(_ unknownCharacters: Int, outlines: Int) throws(Failure) {
        if let font = shaper.unopenedFont { throw .font(font) }
        if outlines > 0 { throw .unsupported(SVGUnsupported("characters that are pictures")) }
        if unknownCharacters > 0 {
            notes.insert(
                "Some characters are in no installed font and shown as boxes. Install the fonts that the drawing uses.")
        }
    }

    func noteTextEffects(_ style: SVGStyle) throws(Failure) {
        if style.opacity < 1 || style.clipPath != nil || style.mask != nil {
            notes.insert("Opacity, clipping, and masking of a tspan are ignored.")
        }
    }

    private func layOut(
        _ chunk: Chunk, x chunkX: Double, y chunkY: Double
    ) throws(Failure) -> (spans: [Span], nextX: Double, nextY: Double) {
        var placed: [(layout: TextLayout, style: SVGStyle, x: Double, y: Double)] = []
        var x = 0.0
        var y = 0.0
        var left = Double.infinity
        var right = -Double.infinity
        let isRightToLeft = chunk.style.text.isRightToLeft
        // The start of the chunk determines its alignment.
        let first = chunk.pieces.first { !$0.text.isEmpty } ?? chunk.pieces.first
        let alignment = first?.style.text.anchor ?? chunk.style.text.anchor
        // The first piece's offset moves the whole chunk.
        let shiftX = chunk.pieces.first?.dx ?? 0
        let shiftY = chunk.pieces.first?.dy ?? 0
        for (index, piece) in chunk.pieces.enumerated() {
            guard let layout = layout(piece) else { continue }
            try noteMissing(layout.unknownCharacters, outlines: layout.missingOutlines)
            let dx = index == 0 ? 0 : piece.dx
            let dy = index == 0 ? 0 : piece.dy
            let start = (isRightToLeft ? x - layout.width : x) + dx
            placed.append((layout, piece.style, start, y - layout.baseline - piece.style.text.totalShift + dy))
            left = min(left, start)
            right = max(right, start + layout.width)
            x += (isRightToLeft ? -layout.width : layout.width) + dx
            y += dy
        }
        if placed.isEmpty { return ([], chunkX, chunkY) }
        let anchor =
            switch (alignment, isRightToLeft) {
            case (.start, false), (.end, true): -left
            case (.middle, _): -left - (right - left) / 2
            case (.end, false), (.start, true): -right
            }
        let spans = placed.map { each in
            let (x, y) = (each.x + chunkX + anchor + shiftX, each.y + chunkY + shiftY)
            let place = CGAffineTransform(translationX: x, y: y)
            return Span(
                glyphs: each.layout.runs.map { GlyphPlacement.Group(run: $0, transform: place) },
                lines: decorations(each.layout, each.style, x: x, y: y), style: each.style,
                box: Box(x: x, y: y, width: each.layout.width, height: each.layout.height))
        }
        return (spans, chunkX + x + anchor + shiftX, chunkY + y + shiftY)
    }

    private func layout(_ piece: Piece) -> TextLayout? {
        let style = piece.style.text
        var attributes = TextLayout.Attributes(family: style.family, size: style.fontSize)
        attributes.style = style.style
        attributes.weight = style.weight
        attributes.stretch = style.stretch
        attributes.features = style.features
        attributes.letterSpacing = resolve(style.letterSpacing, along: .horizontal, style: piece.style)
        attributes.language = style.language
        attributes.isRightToLeft = style.isRightToLeft || style.writingMode == .horizontalFromRight
        let text = style.bidi.wrapped(piece.text, isRightToLeft: style.isRightToLeft)
        return shaper.layout(text, attributes)
    }

    private func collect(
        _ node: Int32, _ style: SVGStyle, _ dx: Double, _ dy: Double, _ chunks: inout [Chunk], _ isPlaced: inout Bool
    ) throws(Failure) {
        var dx = dx
        var dy = dy
        for child in tree.children(of: node) {
            let element = tree.nodes[Int(child)].element
            switch element {
            case nil:
                if style.text.letterSpacing.value != 0, hasCursiveLetters(child) { isPlaced = true }
                if isPlaced { return }
                try append(child, style, dx, dy, &chunks)
            case .tspan, .a, .tref:
                let childStyle = try self.style(of: child, parent: style)
                guard childStyle.isDisplayed, !tree.hasConditions || isShown(child) else { break }
                try noteTextEffects(childStyle)
                if childStyle.text.placesCharacters { isPlaced = true }
                if isPlaced { return }
                if element == .a {
                    try collect(child, childStyle, dx, dy, &chunks, &isPlaced)
                    break
                }
                let x = length(child, .x, along: .horizontal, style: childStyle)
                let y = length(child, .y, along: .vertical, style: childStyle)
                if x != nil || y != nil { chunks.append(Chunk(style: childStyle, x: x, y: y)) }
                let ownX = length(child, .dx, along: .horizontal, style: childStyle) ?? 0
                let ownY = length(child, .dy, along: .vertical, style: childStyle) ?? 0
                if element == .tspan {
                    try collect(child, childStyle, dx + ownX, dy + ownY, &chunks, &isPlaced)
                } else if let target = reference(child) {
                    var shift = (x: dx + ownX, y: dy + ownY)
                    for text in try texts(in: target) {
                        try append(text, childStyle, shift.x, shift.y, &chunks)
                        shift = (0, 0)
                    }
                }
            default: break
            }
            (dx, dy) = (0, 0)
        }
    }

    private func hasCursiveLetters(_ node: Int32) -> Bool {
        tree.string(tree.nodes[Int(node)].text).unicodeScalars.contains { SVGTextContent.isCursive($0) }
    }

    private func append(
        _ node: Int32, _ style: SVGStyle, _ dx: Double, _ dy: Double, _ chunks: inout [Chunk]
    ) throws(Failure) {
        let entry = tree.nodes[Int(node)]
        // Text reached through references counts toward the limit of the text that refers to it.
        collectedCount += entry.text.count
        try checkRoom(collectedCount * TextShaper.bytesPerByte, for: "the letters of one of its texts")
        let text = collapsed(tree.string(entry.text), preserve: style.text.preservesSpace)
        chunks[chunks.count - 1].pieces.append(Piece(text: text, style: style, dx: dx, dy: dy))
    }

    /// Collapses the white space of a text that follows the collected text, across elements, unless it is preserved:
    /// SVG 2, 11.7.
    private func collapsed(_ text: String, preserve: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case " ", "\t", "\n", "\r":
                if !preserve, collectedEndsInSpace { continue }
                result.append(" ")
                collectedEndsInSpace = !preserve
            default:
                result.unicodeScalars.append(scalar)
                collectedEndsInSpace = false
            }
        }
        return result
    }

    /// Removes a space at the end of a text that would be collapsed.
    private func dropLastSpace(of chunks: inout [Chunk]) {
        guard collectedEndsInSpace else { return }
        for chunk in chunks.indices.reversed() {
            guard let piece = chunks[chunk].pieces.lastIndex(where: { !$0.text.isEmpty }) else { continue }
            if chunks[chunk].pieces[piece].text.hasSuffix(" ") { chunks[chunk].pieces[piece].text.removeLast() }
            return
        }
    }
}

extension Paint {
    /// Returns the same paint for content moved by `place`.
    func moved(by place: CGAffineTransform) -> Paint {
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
