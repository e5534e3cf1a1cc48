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
            width: length(node, .width, along: .horizontal, style: style) ?? viewport.width,
            height: length(node, .height, along: .vertical, style: style) ?? viewport.height)
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
        recorder.draw(try group(content.finish(), clippedTo: place), transform: transform)
        return box.applying(inner)
    }

    func drawUse(
        _ node: Int32, _ style: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        guard let target = reference(node), let element = tree.nodes[Int(target)].element,
            try open(target)
        else { return .empty }
        defer { openReferences.remove(target) }
        var style = style
        style.context = contextPaint(of: style, box: nil, transform)
        let x = geometry(node, .x, along: .horizontal, style: style) ?? 0
        let y = geometry(node, .y, along: .vertical, style: style) ?? 0
        // A negative size is an error, and the attribute is ignored.
        let width = length(node, .width, along: .horizontal, style: style).flatMap { $0 < 0 ? nil : $0 }
        let height = length(node, .height, along: .vertical, style: style).flatMap { $0 < 0 ? nil : $0 }
        if width == 0 || height == 0 { return .empty }
        func key(_ place: Box? = nil, clips: Bool = false) -> SVGSharedPictures.Key {
            SVGSharedPictures.Key(
                node: target, width: viewport.width, height: viewport.height, place: place, clips: clips,
                openReferences: openReferences.count)
        }
        if element == .symbol {
            let symbolStyle = try self.style(of: target, parent: style)
            return try layered(node, style, at: transform, into: &recorder) { recorder, transform throws(Failure) in
                guard self.viewBox(target) != nil else {
                    let moved = CGAffineTransform(translationX: x, y: y)
                    return try self.drawShared(key(), symbolStyle, at: moved.concatenating(transform), into: &recorder)
                    {
                        recorder, transform throws(Failure) in
                        try self.drawChildren(of: target, symbolStyle, at: transform, into: &recorder)
                    }.applying(moved)
                }
                let place = Box(x: 0, y: 0, width: width ?? self.viewport.width, height: height ?? self.viewport.height)
                let moved = CGAffineTransform(translationX: x, y: y)
                // Like librsvg 2.54, this clips a symbol to its viewBox if its `use` hides overflow or if the symbol
                // itself shows it.
                let clips =
                    !style.overflowIsVisible || (symbolStyle.overflowIsVisible && symbolStyle.overflowIsSpecified)
                return try self.drawShared(
                    key(place, clips: clips), symbolStyle, at: moved.concatenating(transform), into: &recorder
                ) { recorder, transform throws(Failure) in
                    try self.drawViewport(target, place, clips: clips, symbolStyle, at: transform, into: &recorder)
                }.applying(moved)
            }
        }
        let moved = CGAffineTransform(translationX: x, y: y)
        return try layered(node, style, at: moved.concatenating(transform), into: &recorder) {
            recorder, transform throws(Failure) in
            // A single shape takes as little memory as a reference to a shared picture.
            guard element == .g || element == .svg || element == .text else {
                return try self.draw(target, parent: style, at: transform, into: &recorder)
            }
            return try self.drawShared(key(), style, at: transform, into: &recorder) {
                recorder, transform throws(Failure) in
                try self.draw(target, parent: style, at: transform, into: &recorder)
            }
        }.applying(moved)
    }

    /// Returns the element in this document that `href` refers to.
    func reference(_ node: Int32) -> Int32? {
        guard let bytes = tree.value(node, .href) ?? tree.value(node, .xlinkHref) else { return nil }
        let text = SVGStyle.trimmed(bytes)
        return text.hasPrefix("#") ? tree.node(withID: String(text.dropFirst())) : nil
    }
}
