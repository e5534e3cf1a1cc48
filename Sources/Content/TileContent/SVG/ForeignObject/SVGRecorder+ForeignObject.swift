import Foundation
import TileGeometry
import TileGraphics
import TileSupport

extension SVGRecorder {
    /// Draws a `foreignObject`: the HTML in it is laid out in its width, in user units.
    func drawForeignObject(
        _ node: Int32, _ style: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        let place = Box(
            x: geometry(node, .x, along: .horizontal, style: style) ?? 0,
            y: geometry(node, .y, along: .vertical, style: style) ?? 0,
            width: max(0, geometry(node, .width, along: .horizontal, style: style) ?? 0),
            height: max(0, geometry(node, .height, along: .vertical, style: style) ?? 0))
        let clips = !(style.overflowIsVisible && style.overflowIsSpecified)
        // Like browsers, this shows nothing where the element is drawn by reference.
        guard openReferences.isEmpty, place.isFinite, place.width > 0, place.height > 0 else { return .empty }
        return try withoutIslands(place, into: &recorder) { recorder throws(Failure) in
            try self.draw(node, style, in: place, clips: clips, at: transform, into: &recorder)
        }
    }

    /// Draws a part that librsvg does not draw, so that nothing in it can be an island. If it needs something that is
    /// not supported, it is left out.
    private func withoutIslands(
        _ place: Box, into recorder: inout PictureRecorder, _ body: (inout PictureRecorder) throws(Failure) -> Box
    ) throws(Failure) -> Box {
        let outer = islands
        islands = nil
        defer { islands = outer }
        let count = recorder.operationCount
        do throws(Failure) {
            return try body(&recorder)
        } catch {
            guard case .unsupported(let unsupported) = error else { throw error }
            recorder.truncate(to: count)
            notes.insert("A foreignObject is not shown, because these are not supported in it: \(unsupported.feature).")
            return place
        }
    }

    private func draw(
        _ node: Int32, _ style: SVGStyle, in place: Box, clips: Bool, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        try layered(node, style, at: transform, into: &recorder) { recorder, transform throws(Failure) in
            guard let root = try self.layOut(node, style, in: place) else { return place }
            let painter = HTMLPainter(recorder: self)
            guard clips else {
                try painter.paint(root, at: transform, into: &recorder)
                return place
            }
            var content = PictureRecorder()
            try self.inPlane(transform) { () throws(Failure) in
                try painter.paint(root, at: .identity, into: &content)
            }
            let picture = content.finish()
            if picture.pixelReach == 0, place.contains(picture.bounds) {
                recorder.append(picture, transform: transform)
            } else {
                recorder.draw(try self.group(picture, clippedTo: place), transform: transform)
            }
            return place
        }
    }

    /// Returns the layout of a `foreignObject`; nil if it is empty or takes too much work.
    func layOut(_ node: Int32, _ style: SVGStyle, in place: Box) throws(Failure) -> HTMLBox? {
        func noteWork() {
            notes.insert(
                "A foreignObject is not shown because the layout of the document takes more than "
                    + "\(GroupedNumber.text(HTMLLayoutWork.baseSteps)) steps; nest fewer flex containers and tables.")
        }
        guard !layoutWork.isExhausted else {
            noteWork()
            return nil
        }
        var builder = HTMLBoxBuilder(self)
        let root = try builder.root(node, style)
        if root.children.isEmpty, root.inlines.isEmpty, style.background == .none, style.rare == nil { return nil }
        let layout = HTMLLayout(self)
        layout.layOut(
            root,
            HTMLConstraint(
                width: place.width, height: place.height, fixedWidth: place.width, fixedHeight: place.height))
        if let failure = layout.failure { throw failure }
        guard !layout.isExhausted else {
            noteWork()
            return nil
        }
        (root.x, root.y) = (place.minX, place.minY)
        root.setPage(x: 0, y: 0)
        return root
    }

    /// Returns the style of an element in a `foreignObject`, without values that are not supported.
    func styleOfHTML(_ node: Int32, parent: SVGStyle) throws(Failure) -> SVGStyle {
        let outer = isTolerant
        isTolerant = true
        defer { isTolerant = outer }
        return try style(of: node, parent: parent)
    }

    // MARK: Replaced elements

    /// The size that an image or a drawing has by itself.
    struct NaturalSize {
        var width: Double?
        var height: Double?
        var ratio: Double?
    }

    func naturalSize(of node: Int32, _ style: SVGStyle) -> NaturalSize {
        if tree.nodes[Int(node)].element == .svg {
            var size = NaturalSize()
            func given(_ name: SVGAttribute) -> Double? {
                guard let length = tree.value(node, name).flatMap({ SVGLength($0) }), !length.hasPercent else {
                    return nil
                }
                return max(0, resolve(length, reference: 0, style: style))
            }
            (size.width, size.height) = (given(.width), given(.height))
            if let box = viewBox(node), box.width > 0, box.height > 0 { size.ratio = box.width / box.height }
            return size
        }
        guard let size = (try? imageOfHTML(node))?.size, size.width > 0, size.height > 0 else {
            return NaturalSize(width: 0, height: 0)
        }
        return NaturalSize(
            width: Double(size.width), height: Double(size.height), ratio: Double(size.width) / Double(size.height))
    }

    /// Draws an `img` into its box.
    func drawHTMLImage(
        _ node: Int32, _ style: SVGStyle, in place: Box, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
    ) throws(Failure) {
        try draw(try imageOfHTML(node), style, in: place, at: transform, into: &recorder)
    }

    /// Returns the image of an `img`, which is read once.
    private func imageOfHTML(_ node: Int32) throws(Failure) -> SVGImageTable.Image {
        if let known = images.byElement[node] { return known }
        let address = tree.value(node, .src)
        let image = try address.map { address throws(Failure) in try self.image(address, of: node) } ?? .none
        images.byElement[node] = image
        return image
    }

    private func draw(
        _ image: SVGImageTable.Image, _ style: SVGStyle, in place: Box, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
    ) throws(Failure) {
        guard let size = image.size, size.width > 0, size.height > 0 else { return }
        let fitted = CGAffineTransform(
            scaleX: place.width / Double(size.width), y: place.height / Double(size.height)
        ).concatenating(CGAffineTransform(translationX: place.minX, y: place.minY))
        guard fitted.isInvertible else { return }
        try draw(image, style, at: fitted.concatenating(transform), into: &recorder)
    }

    /// Returns the size of the image of a background; nil for a gradient and an image that cannot be read.
    func naturalSize(of image: HTMLBackgroundImage, of node: Int32) throws(Failure) -> CGSize? {
        guard case .address(let address) = image.kind else { return nil }
        return try self.image(address, of: node).size
    }

    /// Draws the image of a background into a box.
    func draw(
        _ image: HTMLBackgroundImage, of node: Int32, in place: Box, style: SVGStyle,
        into recorder: inout PictureRecorder
    ) throws(Failure) {
        guard case .address(let address) = image.kind else { return }
        try draw(try self.image(address, of: node), style, in: place, at: .identity, into: &recorder)
    }

    private func image(_ address: String, of node: Int32) throws(Failure) -> SVGImageTable.Image {
        let bytes = Array(address.utf8)
        let result = bytes.withUnsafeBufferPointer { bytes -> Result<SVGImageTable.Image, Failure> in
            do throws(Failure) { return .success(try image(bytes, of: node)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Draws an `svg` element in HTML into its box.
    func drawInline(
        _ node: Int32, _ style: SVGStyle, in place: Box, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
    ) throws(Failure) {
        _ = try withoutIslands(place, into: &recorder) { recorder throws(Failure) in
            try self.nested { () throws(Failure) in
                try self.layered(node, style, at: transform, into: &recorder) { recorder, transform throws(Failure) in
                    try self.drawViewport(
                        node, place, clips: !(style.overflowIsVisible && style.overflowIsSpecified), style,
                        at: transform, into: &recorder)
                }
            }
        }
    }
}
