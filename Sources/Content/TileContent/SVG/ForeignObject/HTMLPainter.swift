import Foundation
import TileGeometry
import TileGraphics

/// Records the boxes of a layout, in the order of CSS 2.2, Appendix E: backgrounds, content, then positioned boxes.
struct HTMLPainter {
    let recorder: SVGRecorder

    typealias Failure = SVGRecorder.Failure

    /// Records a box with what is in it.
    func paint(
        _ box: HTMLBox, at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        let own = box.node < 0 ? nil : box.style.rare?.style.transform
        var whole = transform
        if let own, own.isSet, box.kind != .replaced || tree.nodes[Int(box.node)].element != .svg {
            whole = self.transform(own, of: box).concatenating(transform)
            guard whole.isInvertible else { return }
        }
        let frame = Box(x: box.pageX, y: box.pageY, width: box.width, height: box.height)
        // The effects of a foreignObject are applied around it.
        guard box.node >= 0, tree.nodes[Int(box.node)].element?.isHTML == true else {
            return try paintContent(box, at: whole, into: &picture)
        }
        _ = try recorder.layered(box.node, box.style, at: whole, into: &picture) { picture, transform throws(Failure) in
            try paintContent(box, at: transform, into: &picture)
            return frame
        }
    }

    private var tree: XMLTree { recorder.tree }

    /// Returns the transform of a box, about its middle unless its style has another origin.
    private func transform(_ own: SVGTransformStyle, of box: HTMLBox) -> CGAffineTransform {
        var own = own
        let middle = SVGLength(50, .percent)
        own.origin = own.origin ?? SVGTransformStyle.Origin(x: middle, y: middle)
        let reference = Box(x: box.pageX, y: box.pageY, width: box.width, height: box.height)
        return own.transform(attribute: .identity, reference: reference) { length, whole in
            recorder.resolve(length, reference: whole, style: box.style)
        }
    }

    private func paintContent(
        _ box: HTMLBox, at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        if box.style.isVisible, box.node >= 0 || box.kind == .tableCell {
            try paintBackground(box, at: transform, into: &picture)
        }
        let clips = box.style.overflowIsSpecified && !box.style.overflowIsVisible && box.kind != .replaced
        guard clips, box.node >= 0, tree.nodes[Int(box.node)].element?.isHTML == true else {
            return try paintInside(box, at: transform, into: &picture)
        }
        var content = PictureRecorder()
        try recorder.inPlane(transform) { () throws(Failure) in
            try paintInside(box, at: .identity, into: &content)
        }
        guard content.operationCount > 0 else { return }
        let outline = paddingOutline(of: box)
        try recorder.takeGroup(clips: 1)
        picture.draw(
            PictureGroup(
                content: content.finish(), clips: [PictureGroup.Clip(parts: [(outline, .identity)], rule: .nonZero)]),
            transform: transform)
    }

    private func paintInside(
        _ box: HTMLBox, at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        if box.kind == .replaced { return try paintReplaced(box, at: transform, into: &picture) }
        let layers = box.positioned.filter { $0.style.isPositionedBelow }
        for child in sorted(layers) { try paint(child, at: transform, into: &picture) }
        if let marker = box.marker, box.style.isVisible { try paint(marker, of: box, at: transform, into: &picture) }
        var later: [HTMLBox] = []
        for child in box.children where !child.isOutOfFlow {
            if child.style.box.position != .static || child.style.hasOwnLayer {
                later.append(child)
            } else {
                try paint(child, at: transform, into: &picture)
            }
        }
        for line in box.lines { try paint(line, of: box, at: transform, into: &picture) }
        later += box.positioned.filter { !$0.style.isPositionedBelow }
        for child in sorted(later) { try paint(child, at: transform, into: &picture) }
    }

    private func sorted(_ boxes: [HTMLBox]) -> [HTMLBox] {
        if boxes.count < 2 { return boxes }
        return boxes.enumerated().sorted {
            ($0.element.style.box.zIndex ?? 0, $0.offset) < ($1.element.style.box.zIndex ?? 0, $1.offset)
        }.map(\.element)
    }

    private func paintReplaced(
        _ box: HTMLBox, at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        let edges = box.edges
        let place = Box(
            x: box.pageX + edges.left, y: box.pageY + edges.top, width: box.width - edges.horizontal,
            height: box.height - edges.vertical)
        guard place.width > 0, place.height > 0 else { return }
        if tree.nodes[Int(box.node)].element == .svg {
            try recorder.drawInline(box.node, box.style, in: place, at: transform, into: &picture)
        } else if box.style.isVisible {
            try recorder.drawHTMLImage(box.node, box.style, in: place, at: transform, into: &picture)
        }
    }

    // MARK: Lines

    private func paint(
        _ line: HTMLLine, of box: HTMLBox, at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        guard let paragraph = box.paragraph else { return }
        let (left, top) = (box.pageX, box.pageY + box.contentY)
        var later: [HTMLBox] = []
        var index = 0
        while index < line.fragments.count {
            switch line.fragments[index] {
            case .box(let inner):
                if inner.style.box.position == .static {
                    try paint(inner, at: transform, into: &picture)
                } else {
                    later.append(inner)
                }
                index += 1
            case .element(let element, let x, let y, let width, let height, let isFirst, let isLast):
                index += 1
                guard element.style.isVisible else { continue }
                let part = HTMLBox(element.node, element.style, .block)
                HTMLLayout(recorder).measureEdges(part, in: 0)
                if !isFirst { (part.border.left, part.padding.left) = (0, 0) }
                if !isLast { (part.border.right, part.padding.right) = (0, 0) }
                (part.pageX, part.pageY, part.width, part.height) = (left + x, top + y, width, height)
                try paintBackground(part, at: transform, into: &picture)
            case .word(let word, _, _, _):
                var end = index + 1
                while end < line.fragments.count, case .word(let next, _, _, _) = line.fragments[end],
                    next.run == word.run
                {
                    end += 1
                }
                try paint(
                    line.fragments[index..<end], of: paragraph.runs[word.run], left: left, top: top, at: transform,
                    into: &picture)
                index = end
            }
        }
        for inner in sorted(later) { try paint(inner, at: transform, into: &picture) }
    }

    /// Records adjacent words of one style.
    private func paint(
        _ words: ArraySlice<HTMLFragment>, of run: HTMLParagraph.Run, left: Double, top: Double,
        at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        let style = run.element.style
        guard style.isVisible, style.text.fontSize > 0 else { return }
        let size = style.text.fontSize
        var placement = GlyphPlacement()
        var (start, stop) = (Double.infinity, -Double.infinity)
        var baseline = 0.0
        for case .word(let word, let x, let line, let width) in words {
            // Browsers put letters on whole pixels of user space.
            baseline = (top + line).rounded()
            start = min(start, left + x)
            stop = max(stop, left + x + width)
            let clusters = run.clusters(in: word.bytes).map { run.order[$0] }.sorted()
            var pen = left + x
            for cluster in clusters {
                placement.add(
                    run.shaped.clusters[cluster], of: run.shaped,
                    at: GlyphPlacement.Place(x: pen, y: baseline, size: size))
                pen += run.advance(cluster)
            }
        }
        let under = run.element.decorations.flatMap { decoration in
            decoration.lines.filter { $0 != .lineThrough }.map { ($0, decoration.owner.style) }
        }
        for (line, owner) in under {
            try paint(line, owner, run, from: start, to: stop, baseline, at: transform, into: &picture)
        }
        let color = style.color
        if color.alpha > 0 {
            for group in placement.finish() {
                try recorder.takeOperations()
                try recorder.chargeMemory(group.run.byteCount, for: "its letters")
                picture.show(group.run, with: .color(color), transform: group.transform.concatenating(transform))
            }
        }
        for decoration in run.element.decorations where decoration.lines.contains(.lineThrough) {
            try paint(
                .lineThrough, decoration.owner.style, run, from: start, to: stop, baseline, at: transform,
                into: &picture)
        }
    }

    /// Records a line of `text-decoration`, as thick and where Chromium has it.
    private func paint(
        _ line: SVGTextStyle.Decoration, _ owner: SVGStyle, _ run: HTMLParagraph.Run, from start: Double,
        to stop: Double, _ baseline: Double, at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        guard stop > start else { return }
        let font = recorder.fontHeight(run.element.style)
        let thickness = max(1, owner.text.fontSize / 10)
        let y: Double
        switch line {
        case .underline: y = baseline + max(1, (thickness / 2).rounded(.up))
        case .overline: y = baseline - font.ascent
        case .lineThrough: y = baseline - font.ascent + (2 * font.ascent / 3 - thickness / 2).rounded(.down)
        }
        let decoration = owner.box.decoration
        let color = decoration.color.map { owner.flatColor($0) } ?? owner.color
        guard color.alpha > 0 else { return }
        var outline = PathBuilder()
        // A longer line would have too many dashes.
        let isShort = stop - start < thickness * 20_000
        switch decoration.style {
        case .dashed where isShort, .dotted where isShort:
            let dash = decoration.style == .dashed ? thickness * 3 : thickness
            outline.move(x: start, y: y + thickness / 2)
            outline.line(x: stop, y: y + thickness / 2)
            try recorder.takeOperations()
            let gap = decoration.style == .dashed ? thickness * 2 : thickness
            picture.stroke(
                outline.build(), style: StrokeStyle(width: thickness, dashes: [dash, gap]), with: .color(color),
                transform: transform)
        case .double:
            outline.rectangle(x: start, y: y, width: stop - start, height: thickness)
            outline.rectangle(x: start, y: y + thickness + 1, width: stop - start, height: thickness)
            try recorder.takeOperations()
            picture.fill(outline.build(), with: .color(color), transform: transform)
        default:
            outline.rectangle(x: start, y: y, width: stop - start, height: thickness)
            try recorder.takeOperations()
            picture.fill(outline.build(), with: .color(color), transform: transform)
        }
    }

    // MARK: Lists

    private func paint(
        _ marker: HTMLMarker, of box: HTMLBox, at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        guard marker.kind != .none else { return }
        let font = recorder.fontHeight(box.style)
        let first = HTMLLayout(recorder).firstBaseline(box) ?? box.edges.top + font.above
        let baseline = (box.pageY + first).rounded()
        let isRightToLeft = box.style.text.isRightToLeft
        if let text = marker.kind.text(marker.number) {
            let shaped = recorder.shaper.characters(of: text, recorder.characterStyle(box.style))
            try recorder.noteMissing(shaped.unknownCharacters, outlines: 0)
            let size = box.style.text.fontSize
            var placement = GlyphPlacement()
            let start = isRightToLeft ? box.pageX + box.width : box.pageX - shaped.width * size
            for cluster in shaped.clusters {
                placement.add(
                    cluster, of: shaped,
                    at: GlyphPlacement.Place(x: start + cluster.position * size, y: baseline, size: size))
            }
            for group in placement.finish() {
                try recorder.takeOperations()
                try recorder.chargeMemory(group.run.byteCount, for: "its letters")
                picture.show(
                    group.run, with: .color(box.style.color), transform: group.transform.concatenating(transform))
            }
            return
        }
        // Chromium's size and distance of a bullet, in whole pixels.
        let part = (font.ascent * 2 / 3).rounded(.down)
        let size = ((part + 1) / 2).rounded(.down)
        let x = isRightToLeft ? box.pageX + box.width + part + 7 - size : box.pageX - part - 7
        let y = baseline - font.ascent + (3 * (font.ascent - part) / 2).rounded(.down)
        var outline = PathBuilder()
        try recorder.takeOperations()
        switch marker.kind {
        case .square:
            outline.rectangle(x: x, y: y, width: size, height: size)
            picture.fill(outline.build(), with: .color(box.style.color), transform: transform)
        case .circle:
            outline.ellipse(
                centerX: x + size / 2, centerY: y + size / 2, radiusX: max(0, size - 1) / 2,
                radiusY: max(0, size - 1) / 2)
            picture.stroke(
                outline.build(), style: StrokeStyle(width: 1), with: .color(box.style.color), transform: transform)
        default:
            outline.ellipse(centerX: x + size / 2, centerY: y + size / 2, radiusX: size / 2, radiusY: size / 2)
            picture.fill(outline.build(), with: .color(box.style.color), transform: transform)
        }
    }
}

extension SVGStyle {
    /// Whether a positioned box is below the content of its container.
    fileprivate var isPositionedBelow: Bool { (box.zIndex ?? 0) < 0 }

    /// Whether a box in the flow is painted with the positioned boxes: it forms a stacking context.
    fileprivate var hasOwnLayer: Bool {
        opacity < 1 || clipPath != nil || mask != nil || !filter.filters.isEmpty || blendMode != .normal || isIsolated
            || rare?.style.transform.isSet == true || rare?.style.clipShape != nil
    }
}
