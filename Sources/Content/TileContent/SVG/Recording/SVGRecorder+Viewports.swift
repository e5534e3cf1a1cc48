import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// Draws a nested `svg`, which is a viewport of its own.
    func drawNested(
        _ node: Int32, _ style: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        let place = Box(
            x: length(node, .x, along: .horizontal, style: style) ?? 0,
            y: length(node, .y, along: .vertical, style: style) ?? 0,
            width: sizesOfUses[node]?.width ?? extent(node, .width, along: .horizontal, style: style) ?? viewport.width,
            height: sizesOfUses[node]?.height ?? extent(node, .height, along: .vertical, style: style)
                ?? viewport.height)
        return try layered(node, style, at: transform, into: &recorder) { recorder, transform throws(Failure) in
            try self.drawViewport(
                node, place, clips: !(style.overflowIsVisible && style.overflowIsSpecified), style, at: transform,
                into: &recorder
            )
        }
    }

    /// Draws the children of an element with a viewBox, fitted into `place`.
    func drawViewport(
        _ node: Int32, _ place: Box, clips: Bool, _ style: SVGStyle, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
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
            return try drawChildren(of: node, style, at: inner.concatenating(transform), into: &recorder).applying(
                inner)
        }
        var content = PictureRecorder()
        let box = try inPlane(transform) { () throws(Failure) in
            try drawChildren(of: node, style, at: inner, into: &content)
        }
        let picture = content.finish()
        // The bounds leave out the widths of strokes in pixels, which depend on the scale.
        if picture.pixelReach == 0, place.contains(picture.bounds) {
            recorder.append(picture, transform: transform)
        } else {
            recorder.draw(try group(picture, clippedTo: place), transform: transform)
        }
        return box.applying(inner)
    }

    private func noteExternalReference(_ node: Int32) {
        guard let address = tree.value(node, .href) ?? tree.value(node, .xlinkHref) else { return }
        let text = SVGStyle.trimmed(TextBytes(rebasing: address.prefix(80)))
        if !text.isEmpty, !text.hasPrefix("#") { omissions.note(.reference, text, at: node) }
    }

    func drawUse(
        _ node: Int32, _ style: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        var style = style
        style.context = try contextPaint(ofUse: node, style, transform)
        guard let target = reference(node), let element = tree.nodes[Int(target)].element,
            !isInside(node, target), try open(target)
        else {
            noteExternalReference(node)
            return .empty
        }
        defer { openReferences.remove(target) }
        let x = geometry(node, .x, along: .horizontal, style: style) ?? 0
        let y = geometry(node, .y, along: .vertical, style: style) ?? 0
        let width = extent(node, .width, along: .horizontal, style: style)
        let height = extent(node, .height, along: .vertical, style: style)
        func key(_ place: Box? = nil, clips: Bool = false) -> SVGSharedPictures.Key {
            SVGSharedPictures.Key(
                node: target, width: viewport.width, height: viewport.height, place: place, clips: clips,
                openReferences: openReferences.count)
        }
        let moved = CGAffineTransform(translationX: x, y: y)
        if element == .symbol {
            let symbolStyle = try self.style(of: target, parent: style)
            guard symbolStyle.isDisplayed else { return .empty }
            // The sizes of the `use` go before those of the symbol: SVG 2, 5.5.
            let place = Box(
                x: length(target, .x, along: .horizontal, style: symbolStyle) ?? 0,
                y: length(target, .y, along: .vertical, style: symbolStyle) ?? 0,
                width: width ?? extent(target, .width, along: .horizontal, style: symbolStyle) ?? viewport.width,
                height: height ?? extent(target, .height, along: .vertical, style: symbolStyle) ?? viewport.height)
            let clips = !(symbolStyle.overflowIsVisible && symbolStyle.overflowIsSpecified)
            return try layered(node, style, at: moved.concatenating(transform), into: &recorder) {
                recorder, transform throws(Failure) in
                try self.drawShared(key(place, clips: clips), symbolStyle, at: transform, into: &recorder) {
                    recorder, transform throws(Failure) in
                    try self.layered(target, symbolStyle, at: transform, into: &recorder) {
                        recorder, transform throws(Failure) in
                        try self.drawViewport(target, place, clips: clips, symbolStyle, at: transform, into: &recorder)
                    }
                }
            }.applying(moved)
        }
        // Only an `svg` is sized by its `use`.
        let size = element == .svg && (width != nil || height != nil) ? SizeOfUse(width: width, height: height) : nil
        sizesOfUses[target] = size
        defer { sizesOfUses[target] = nil }
        return try layered(node, style, at: moved.concatenating(transform), into: &recorder) {
            recorder, transform throws(Failure) in
            // A single shape takes as little memory as a reference to a shared picture.
            guard element == .g || element == .svg || element == .text else {
                return try self.draw(target, parent: style, at: transform, into: &recorder)
            }
            let place = size.map { Box(x: 0, y: 0, width: $0.width ?? -1, height: $0.height ?? -1) }
            return try self.drawShared(key(place), style, at: transform, into: &recorder) {
                recorder, transform throws(Failure) in
                try self.draw(target, parent: style, at: transform, into: &recorder)
            }
        }.applying(moved)
    }

    /// Whether an element is in another one, so that a reference to that leads around.
    private func isInside(_ node: Int32, _ other: Int32) -> Bool {
        // Elements come before those inside them.
        var at = node
        while at > other { at = tree.nodes[Int(at)].parent }
        return at == other
    }

    /// The width and height that a `use` gives to the `svg` that it refers to.
    struct SizeOfUse {
        var width: Double?
        var height: Double?
    }

    /// Returns a width or height; nil if it is missing, `auto` or negative, which is an error.
    private func extent(_ node: Int32, _ name: SVGAttribute, along axis: Axis, style: SVGStyle) -> Double? {
        length(node, name, along: axis, style: style).flatMap { $0 < 0 ? nil : $0 }
    }

    /// Returns the element in this document that `href` refers to.
    func reference(_ node: Int32) -> Int32? {
        guard let bytes = tree.value(node, .href) ?? tree.value(node, .xlinkHref) else { return nil }
        let text = SVGStyle.trimmed(bytes)
        return text.hasPrefix("#") ? tree.node(withID: String(text.dropFirst())) : nil
    }
}
