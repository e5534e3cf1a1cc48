import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// Draws an element of the document's own tree that holds something unsupported as an island: in its place, by
    /// librsvg.
    ///
    /// - Throws: the same when it cannot be one, so that the element around it is.
    func drawIsland(
        _ node: Int32, _ unsupported: SVGUnsupported, parent: SVGStyle, _ transform: CGAffineTransform,
        depth: Int, _ recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        guard depth <= islands?.largestDepth ?? -1, canBeNamed(node) else { throw .unsupported(unsupported) }
        let style = tolerantStyle(of: node, parent: parent)
        guard style.isDisplayed else { return .empty }
        guard islands?.find(node, feature: unsupported.feature) == true else { throw .tooManyIslands }
        guard plane.isInvertible else { return .empty }
        let toUser = plane.inverted().concatenating(transform.inverted())
        switch islands?.known[node] {
        case .drawn(let external, let box):
            try takeOperations()
            var content = PictureRecorder()
            content.draw(external)
            if style.blendMode == .normal {
                recorder.draw(external, transform: plane.inverted())
            } else {
                // librsvg blends it with nothing.
                try takeGroup()
                recorder.draw(
                    PictureGroup(content: content.finish(), blendMode: style.blendMode), transform: plane.inverted())
            }
            return box.applying(toUser)
        case .absent: return .empty
        case nil:
            // Something, so that what is around it is drawn as it will be.
            let whole = Box(x: 0, y: 0, width: viewports[0].width, height: viewports[0].height)
            var outline = PathBuilder()
            outline.rectangle(x: 0, y: 0, width: whole.width, height: whole.height)
            recorder.fill(outline.build(), with: .color(.black), transform: plane.inverted())
            return whole.applying(toUser)
        }
    }

    /// Whether librsvg finds the element by its id, or by one that it is given: not when the id is another's as well,
    /// which comes before it, or is none that it can be asked for.
    private func canBeNamed(_ node: Int32) -> Bool {
        // Nor is it found within a `switch`.
        var parent = tree.nodes[Int(node)].parent
        while parent >= 0 {
            if tree.nodes[Int(parent)].element == .switch { return false }
            parent = tree.nodes[Int(parent)].parent
        }
        guard let id = tree.value(node, .id), !id.isEmpty else { return true }
        return SVGIslandReading.isName(id) && tree.node(withID: String(decoding: id, as: UTF8.self)) == node
    }
}
