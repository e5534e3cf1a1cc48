import Foundation
import TileGeometry
import TileGraphics

/// The layout of a text element's characters, following the steps of SVG 2, 11.5.
///
/// `along` is a length along the line. `across` is a length perpendicular to it: down from a horizontal line, to the
/// right of a vertical one. For a horizontal line they are x and y.
struct SVGTextPlacement {
    /// One or several characters that are placed as a unit.
    struct Glyph {
        /// The first of its characters; the others are placed with it.
        var character: Int
        var segment: Int
        var cluster: Int
        var along: Double
        var across = 0.0
        var advance: Double
        /// The rotation in radians.
        var angle = 0.0
        var stretch = 1.0
        var isHidden = false
        /// Whether the glyph starts a text chunk, which is aligned separately.
        var beginsChunk = false
        /// The anchor position of the text chunk along the line; NaN if it is not specified.
        var anchor = Double.nan
    }

    /// Characters that are shaped together. They belong to one piece, and only the first has its own position.
    private struct Segment {
        var piece: Int
        var characters: Range<Int>
        var shaped: ShapedText
        /// The offset of the first character in bytes: `start` in the piece's text, `lead` in the shaped text.
        var start: Int
        var lead: Int
        /// The height above the line's baseline, in user units.
        var rise: Double
    }

    private let recorder: SVGRecorder
    let content: SVGTextContent
    private var segments: [Segment] = []
    /// The glyphs in character order.
    private(set) var glyphs: ContiguousArray<Glyph> = []
    private var isVertical: Bool { content.style.text.writingMode == .vertical }
    private var isRightToLeft: Bool { content.style.text.isRightToLeft }

    /// Lays out a text element.
    ///
    /// - Complexity: O(n log n) for n characters.
    init(_ content: SVGTextContent, _ recorder: SVGRecorder) throws(SVGRecorder.Failure) {
        self.recorder = recorder
        self.content = content
        try shape()
        lay()
        shiftRelatively()
        for number in content.fittings.indices { fit(number) }
        shiftAbsolutely()
        align()
        try alongPaths()
    }

    private func values(_ glyph: Glyph) -> SVGTextContent.Values { content.characters[glyph.character].values }

    // MARK: Layout in a line

    private func style(_ glyph: Glyph) -> SVGStyle { content.pieces[segments[glyph.segment].piece].style }

    private mutating func shape() throws(SVGRecorder.Failure) {
        for (number, piece) in content.pieces.enumerated() {
            let style = piece.style.text
            var attributes = TextShaper.CharacterStyle(family: style.family)
            attributes.style = style.style
            attributes.weight = style.weight
            attributes.stretch = style.stretch
            attributes.features = style.features
            attributes.language = style.language
            attributes.isRightToLeft = style.isRightToLeft
            attributes.isVertical = isVertical
            attributes.hasLigatures = style.letterSpacing.value == 0
            let bytes = Array(piece.text.utf8)
            // The same number of control characters precedes and follows the text.
            let lead = style.bidi.wrapped("", isRightToLeft: style.isRightToLeft).utf8.count / 2
            var first = piece.characters.lowerBound
            while first < piece.characters.upperBound {
                var end = first + 1
                while end < piece.characters.upperBound, !content.characters[end].beginsSegment { end += 1 }
                let start = Int(content.characters[first].offset)
                let stop = end < piece.characters.upperBound ? Int(content.characters[end].offset) : bytes.count
                let text = style.bidi.wrapped(
                    String(decoding: bytes[start..<stop], as: UTF8.self), isRightToLeft: style.isRightToLeft)
                let shaped = recorder.shaper.characters(of: text, attributes)
                try recorder.noteMissing(shaped.unknownCharacters, outlines: shaped.missingOutlines)
                segments.append(
                    Segment(
                        piece: number, characters: first..<end, shaped: shaped, start: start, lead: lead,
                        rise: rise(of: style, shaped)))
                first = end
            }
        }
    }

    /// Lays all segments in a row, ignoring positions.
    private mutating func lay() {
        var pen = 0.0
        for (number, segment) in segments.enumerated() {
            let piece = content.pieces[segment.piece]
            let style = piece.style
            let size = style.text.fontSize
            let letterSpacing = recorder.resolve(style.text.letterSpacing, along: .horizontal, style: style)
            let wordSpacing = recorder.resolve(style.text.wordSpacing, along: .horizontal, style: style)
            let first = glyphs.count
            var at = 0.0
            for (index, cluster) in segment.shaped.clusters.enumerated() {
                let offset = cluster.offset - segment.lead + segment.start
                guard let character = character(at: offset, in: segment.characters) else { continue }
                var advance = (cluster.upright?.advance ?? cluster.advance) * size
                if !content.characters[character].isCursive { advance += letterSpacing }
                if content.characters[character].isSpace { advance += wordSpacing }
                glyphs.append(
                    Glyph(
                        character: character, segment: number, cluster: index, along: at, across: -segment.rise,
                        advance: advance))
                at += advance
            }
            // In right-to-left text the next segment is to the left.
            if isRightToLeft { pen -= at }
            for index in first..<glyphs.count { glyphs[index].along += pen }
            if !isRightToLeft { pen += at }
            if glyphs.count > first + 1 { glyphs[first...].sort { $0.character < $1.character } }
        }
    }

    /// Returns the character at a byte offset of the piece's text.
    private func character(at offset: Int, in characters: Range<Int>) -> Int? {
        var low = characters.lowerBound
        var high = characters.upperBound
        while low < high {
            let middle = (low + high) / 2
            if content.characters[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low < characters.upperBound && content.characters[low].offset == offset ? low : nil
    }

    /// Returns the height of a baseline above the line's, in user units.
    private func rise(of text: SVGTextStyle, _ shaped: ShapedText) -> Double {
        var baseline = text.alignmentBaseline ?? text.dominantBaseline
        // Letters turned sideways are centered on the line.
        if isVertical, baseline == .alphabetic { baseline = .central }
        guard baseline != .alphabetic, let metrics = shaped.metrics else { return text.totalShift }
        return text.totalShift - baseline.height(metrics) * text.fontSize
    }

    /// Applies dx and dy. Each shifts its character and all following ones.
    private mutating func shiftRelatively() {
        var (along, across) = (0.0, 0.0)
        var next = 0
        for index in glyphs.indices {
            // The values of characters that are part of an earlier glyph count as well.
            while next <= glyphs[index].character {
                let values = content.characters[next].values
                let (dx, dy) = (values.dx.isNaN ? 0 : values.dx, values.dy.isNaN ? 0 : values.dy)
                along += isVertical ? dy : dx
                across += isVertical ? -dx : dy
                next += 1
            }
            glyphs[index].along += along
            glyphs[index].across += across
            let rotate = values(glyphs[index]).rotate
            if !rotate.isNaN {
                glyphs[index].angle = rotate.truncatingRemainder(dividingBy: 360) * .pi / 180
            }
        }
    }

    // MARK: textLength

    /// Returns the glyphs that begin in a range of characters.
    ///
    /// - Complexity: O(log n).
    private func glyphs(in characters: Range<Int>) -> Range<Int> {
        func first(_ character: Int) -> Int {
            var (low, high) = (0, glyphs.count)
            while low < high {
                let middle = (low + high) / 2
                if glyphs[middle].character < character { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let start = first(characters.lowerBound)
        return start..<max(start, first(characters.upperBound))
    }

    private mutating func fit(_ number: Int) {
        let fitting = content.fittings[number]
        let range = glyphs(in: fitting.characters)
        guard !range.isEmpty else { return }
        let (low, high) = extent(range)
        let change = fitting.length - (high - low)
        guard change.isFinite, change != 0 else { return }
        var after = change
        let direction = isRightToLeft ? -1.0 : 1.0
        if fitting.stretchesGlyphs {
            guard high > low, fitting.length > 0 else { return }
            let factor = fitting.length / (high - low)
            let fixed = isRightToLeft ? high : low
            for index in range {
                let far = glyphs[index].along + glyphs[index].advance
                glyphs[index].along = fixed + (glyphs[index].along - fixed) * factor
                glyphs[index].advance = fixed + (far - fixed) * factor - glyphs[index].along
                glyphs[index].stretch *= factor
            }
        } else {
            // Each nested fitting moves as a unit.
            let inner = fitting.inner.map { glyphs(in: content.fittings[$0].characters) }.filter { !$0.isEmpty }
            let gaps = range.count - inner.reduce(0) { $0 + $1.count } + inner.count - 1
            guard gaps > 0 else { return }
            // In visual order, left to right, because the range may have letters of both directions.
            let seen = range.sorted { (glyphs[$0].along, $0) < (glyphs[$1].along, $1) }
            let groups = range.map { index in inner.firstIndex { $0.contains(index) } }
            let step = change / Double(gaps)
            // Like browsers, this counts a gap after the last character.
            after += step
            var shift = isRightToLeft ? -change : 0
            for (place, index) in seen.enumerated() {
                glyphs[index].along += shift
                let group = groups[index - range.lowerBound]
                // A nested fitting has a gap only after its first glyph.
                if group == nil || place == 0 || group != groups[seen[place - 1] - range.lowerBound] { shift += step }
            }
        }
        for index in range.upperBound..<max(range.upperBound, glyphs.count) {
            glyphs[index].along += after * direction
        }
    }

    private func extent(_ range: Range<Int>) -> (low: Double, high: Double) {
        var (low, high) = (Double.infinity, -Double.infinity)
        for glyph in glyphs[range] {
            low = min(low, glyph.along, glyph.along + glyph.advance)
            high = max(high, glyph.along, glyph.along + glyph.advance)
        }
        return (low, high)
    }

    // MARK: x, y and text-anchor

    private mutating func shiftAbsolutely() {
        var (shiftAlong, shiftAcross) = (0.0, 0.0)
        var pathStarts = Set(content.paths.compactMap { glyphs(in: $0.characters).first })
        // Text without an absolute position starts at the origin.
        for index in glyphs.indices {
            let glyph = glyphs[index]
            let values = values(glyph)
            var (x, y) = (values.x, values.y)
            let isOnPath = content.pieces[segments[glyph.segment].piece].path != nil
            // On a path only one coordinate applies, and each path starts over.
            if isOnPath { if isVertical { x = .nan } else { y = .nan } }
            let beginsPath = pathStarts.remove(index) != nil
            if beginsPath {
                if isVertical { y = y.isNaN ? 0 : y } else { x = x.isNaN ? 0 : x }
            }
            if index == 0 {
                if x.isNaN { x = 0 }
                if y.isNaN { y = 0 }
            }
            let (dx, dy) = (values.dx.isNaN ? 0 : values.dx, values.dy.isNaN ? 0 : values.dy)
            let rise = -segments[glyph.segment].rise
            if !(x.isNaN && y.isNaN) {
                let along = isVertical ? y + dy : x + dx
                let across = isVertical ? -x - dx : y + dy
                if !along.isNaN {
                    // In right-to-left text the position refers to the glyph's right side.
                    shiftAlong = along - glyph.along - (isRightToLeft ? glyph.advance : 0)
                }
                if !across.isNaN { shiftAcross = across + rise - glyph.across }
                glyphs[index].beginsChunk = true
            }
            glyphs[index].along += shiftAlong
            glyphs[index].across += shiftAcross
            if beginsPath { glyphs[index].across = (isVertical ? -dx : dy) + rise }
            let isAligned = isVertical ? !y.isNaN : !x.isNaN
            if isAligned { glyphs[index].anchor = glyphs[index].along + (isRightToLeft ? glyph.advance : 0) }
            if beginsPath { shiftAcross = glyphs[index].across - glyph.across }
        }
    }

    private mutating func align() {
        var start = 0
        while start < glyphs.count {
            var end = start + 1
            while end < glyphs.count, !glyphs[end].beginsChunk { end += 1 }
            let (low, high) = extent(start..<end)
            let style = style(glyphs[start]).text
            let anchor = glyphs[start].anchor
            let at = anchor.isNaN ? (isRightToLeft ? high : low) : anchor
            let shift: Double =
                switch (style.anchor, isRightToLeft) {
                case (.start, false), (.end, true): at - low
                case (.end, false), (.start, true): at - high
                case (.middle, _): at - (low + high) / 2
                }
            if shift.isFinite, shift != 0 { for index in start..<end { glyphs[index].along += shift } }
            start = end
        }
    }

    // MARK: textPath

    private mutating func alongPaths() throws(SVGRecorder.Failure) {
        for (number, path) in content.paths.enumerated() {
            guard let line = try recorder.measuredPath(of: path.node, path.style) else { continue }
            let range = glyphs(in: path.characters)
            for index in range { put(index, on: line) }
            // Text after the path continues at the end of the path.
            guard range.upperBound < glyphs.count, let end = line.measure.position(at: line.measure.length) else {
                continue
            }
            let next = number + 1 < content.paths.count ? glyphs(in: content.paths[number + 1].characters) : nil
            let first = glyphs[range.upperBound]
            guard !first.beginsChunk else { continue }
            let rise = -segments[first.segment].rise
            let along = (isVertical ? end.y : end.x) - first.along
            let across = (isVertical ? -end.x : end.y) + rise - first.across
            for index in range.upperBound..<(next?.lowerBound ?? glyphs.count) {
                if glyphs[index].beginsChunk { break }
                glyphs[index].along += along
                glyphs[index].across += across
            }
        }
    }

    private mutating func put(_ index: Int, on line: SVGTextLine) {
        let glyph = glyphs[index]
        let middle = glyph.along + glyph.advance / 2 + line.offset
        guard middle >= 0, middle <= line.measure.length, let place = line.measure.position(at: middle) else {
            glyphs[index].isHidden = true
            return
        }
        // The glyph is rotated about its center, which is on the path.
        let turned = place.angle + glyph.angle
        let x = place.x - cos(turned) * glyph.advance / 2 - sin(place.angle) * glyph.across
        let y = place.y - sin(turned) * glyph.advance / 2 + cos(place.angle) * glyph.across
        // In a vertical line this subtracts a quarter turn, because its letters are rotated forward later.
        glyphs[index].angle += place.angle - (isVertical ? .pi / 2 : 0)
        (glyphs[index].along, glyphs[index].across) = isVertical ? (y, -x) : (x, y)
    }

    // MARK: Drawing

    /// Returns the drawn spans of each piece, in order.
    func spans() -> [SVGRecorder.Span] {
        var result: [SVGRecorder.Span] = []
        var start = 0
        while start < glyphs.count {
            let piece = segments[glyphs[start].segment].piece
            var end = start + 1
            while end < glyphs.count, segments[glyphs[end].segment].piece == piece { end += 1 }
            result.append(span(start..<end, content.pieces[piece].style))
            start = end
        }
        return result
    }

    private func span(_ range: Range<Int>, _ style: SVGStyle) -> SVGRecorder.Span {
        var placement = GlyphPlacement()
        var lines = SVGTextDecorations(style, segments[glyphs[range.lowerBound].segment].shaped)
        var box = Box.empty
        for glyph in glyphs[range] where !glyph.isHidden {
            let segment = segments[glyph.segment]
            let cluster = segment.shaped.clusters[glyph.cluster]
            let x = isVertical ? -glyph.across : glyph.along
            let y = isVertical ? glyph.along : glyph.across
            var place = GlyphPlacement.Place(x: x, y: y, size: style.text.fontSize, angle: glyph.angle)
            if isVertical { place.angle += .pi / 2 }
            lines.add(place, advance: glyph.advance)
            box = box.union(cell(of: glyph, at: place, segment.shaped.metrics))
            if cluster.upright == nil {
                place.stretch = glyph.stretch
            } else {
                // An upright glyph is centered on the line, whatever its baseline.
                let aside = segment.rise - style.text.totalShift
                place.angle = glyph.angle
                place.x -= cos(glyph.angle) * aside
                place.y -= sin(glyph.angle) * aside
            }
            placement.add(cluster, of: segment.shaped, at: place)
        }
        let groups = placement.finish()
        return SVGRecorder.Span(
            glyphs: groups, lines: lines.lines(), style: style, box: box)
    }

    /// Returns the box around a glyph's cell, in user units.
    private func cell(of glyph: Glyph, at place: GlyphPlacement.Place, _ metrics: FontMetrics?) -> Box {
        let (ascent, descent) = (metrics?.ascent ?? 0.8, metrics?.descent ?? -0.2)
        let upright = Box(
            minX: min(0, glyph.advance), minY: -ascent * place.size, maxX: max(0, glyph.advance),
            maxY: -descent * place.size)
        return upright.applying(
            CGAffineTransform(rotationAngle: place.angle).concatenating(
                CGAffineTransform(translationX: place.x, y: place.y)))
    }
}
