import Foundation
import TileGeometry
import TileGraphics
import TileSupport

extension SVGRecorder {
    /// Returns the document's size in CSS pixels from its root's width, height and viewBox; nil if they do not
    /// determine it.
    ///
    /// A dimension that is missing or relative to a window, which there is none of, follows from the other one and the
    /// proportions of the viewBox. Without either, the size is the viewBox's.
    ///
    /// - Parameter place: The size to use for missing dimensions.
    func size(in place: CGSize? = nil) throws(Failure) -> CGSize? {
        guard !tree.nodes.isEmpty, tree.nodes[0].element == .svg else { throw .noRoot }
        let viewBox = viewBox(0)
        let given = [SVGAttribute.width, .height].map { name in tree.value(0, name).flatMap { SVGLength($0) } }
        let style = try style(of: 0, parent: initialStyle)
        func fixed(_ length: SVGLength?) -> Double? {
            guard let length, !length.isPartOfWindow else { return nil }
            return length.resolve(reference: 0) {
                var units = units(of: style, for: length)
                units.root.fontSize = style.text.fontSize
                return units
            }
        }
        func relative(_ length: SVGLength?, viewBox fromViewBox: Double?, place ofPlace: CGFloat?) -> Double? {
            if let fromViewBox { return fromViewBox }
            var part = 1.0
            if let length, !length.isCalculation { part = length.value / 100 }
            return ofPlace.map { part * Double($0) }
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
        let backgroundCount = recorder.operationCount
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
        if hidesParts, recorder.operationCount == backgroundCount {
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
        switch style.background {
        case .color, .currentColor, .expression:
            let color = style.flatColor(style.background)
            guard color.alpha > 0 else { break }
            background = color
            var outline = PathBuilder()
            outline.rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
            try takeOperations()
            recorder.fill(outline.build(), with: .color(color))
        default: break
        }
        guard style.rare != nil else { return }
        // Gradients and images, as those of a box.
        let box = HTMLBox(0, style, .block)
        (box.width, box.height) = (Double(size.width), Double(size.height))
        let frame = Box(x: 0, y: 0, width: box.width, height: box.height)
        try HTMLPainter(recorder: self).paintImages(box, frame, at: .identity, into: &recorder)
    }
}
