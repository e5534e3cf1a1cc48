import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// Draws an element of the document's own tree as an island because it contains an unsupported feature: librsvg
    /// draws it in its place.
    ///
    /// - Throws: `unsupported` if the element cannot be an island, so that its parent becomes one.
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
                // Otherwise librsvg would blend it with a transparent background.
                try takeGroup()
                recorder.draw(
                    PictureGroup(content: content.finish(), blendMode: style.blendMode), transform: plane.inverted())
            }
            return box.applying(toUser)
        case .absent: return .empty
        case nil:
            // A placeholder, so that the surroundings are recorded as they will be with the island.
            let whole = Box(x: 0, y: 0, width: viewports[0].width, height: viewports[0].height)
            var outline = PathBuilder()
            outline.rectangle(x: 0, y: 0, width: whole.width, height: whole.height)
            recorder.fill(outline.build(), with: .color(.black), transform: plane.inverted())
            return whole.applying(toUser)
        }
    }

    /// Whether librsvg can find the element by its own or an assigned id. It cannot if an earlier element has the same
    /// id or the id is not valid for a request.
    private func canBeNamed(_ node: Int32) -> Bool {
        // librsvg does not find elements within a `switch` either.
        var parent = tree.nodes[Int(node)].parent
        while parent >= 0 {
            if tree.nodes[Int(parent)].element == .switch { return false }
            parent = tree.nodes[Int(parent)].parent
        }
        guard let id = tree.value(node, .id), !id.isEmpty else { return true }
        return SVGIslandReading.isName(id) && tree.node(withID: String(decoding: id, as: UTF8.self)) == node
    }
}
