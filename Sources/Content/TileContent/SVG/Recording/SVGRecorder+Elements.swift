import TileGeometry
import TileGraphics

extension SVGRecorder {
    func drawChildren(
        of node: Int32, _ style: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        var box = Box.empty
        for child in tree.children(of: node) where tree.nodes[Int(child)].element != nil {
            box = box.union(try draw(child, parent: style, at: transform, into: &recorder))
        }
        return box
    }

    /// Draws one element with its descendants.
    func draw(
        _ node: Int32, parent: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        // Referenced content is drawn in many places, so the referring element becomes the island instead.
        guard islands != nil, openReferences.isEmpty else {
            return try drawHere(node, parent: parent, at: transform, into: &recorder)
        }
        let count = recorder.operationCount
        do throws(Failure) {
            return try drawHere(node, parent: parent, at: transform, into: &recorder)
        } catch {
            guard case .unsupported(let unsupported) = error else { throw error }
            recorder.truncate(to: count)
            return try drawIsland(node, unsupported, parent: parent, transform, depth: depth, &recorder)
        }
    }

    private func drawHere(
        _ node: Int32, parent: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        if !openReferences.isEmpty {
            try count(ReferenceCounts(elements: 1))
        }
        guard let element = tree.nodes[Int(node)].element, element.isDrawn else {
            return .empty
        }
        if tree.hasConditions, !isShown(node) { return .empty }
        depth += 1
        defer { depth -= 1 }
        guard depth <= XMLTree.largestDepth else { throw .tooDeep }
        try checkIsDrawnHere(element)
        let style = try style(of: node, parent: parent)
        guard style.isDisplayed else {
            hidesParts = true
            return .empty
        }
        if !style.isVisible { hidesParts = true }
        let own = try self.transform(of: node, style, parent: parent)
        guard own.isInvertible else { return .empty }
        return try drawContent(of: node, style, at: own.concatenating(transform), into: &recorder).applying(own)
    }

    /// Draws an element in its own user space.
    ///
    /// - Parameter whole: The transform from the element's user space.
    func drawContent(
        of node: Int32, _ style: SVGStyle, at whole: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        let element = tree.nodes[Int(node)].element ?? .unknown
        switch element {
        case .g, .a:
            return try layered(node, style, at: whole, into: &recorder) { recorder, transform throws(Failure) in
                try self.drawChildren(of: node, style, at: transform, into: &recorder)
            }
        case .switch:
            return try layered(node, style, at: whole, into: &recorder) { recorder, transform throws(Failure) in
                for child in self.tree.children(of: node) where self.tree.nodes[Int(child)].element != nil {
                    if self.isShown(child) {
                        return try self.draw(child, parent: style, at: transform, into: &recorder)
                    }
                }
                return .empty
            }
        case .svg: return try drawNested(node, style, at: whole, into: &recorder)
        case .use: return try drawUse(node, style, at: whole, into: &recorder)
        case .text: return try drawText(node, style, at: whole, into: &recorder)
        case .image: return try drawImage(node, style, at: whole, into: &recorder)
        case .foreignObject: return try drawForeignObject(node, style, at: whole, into: &recorder)
        default:
            guard let path = try shape(node, element, style: style) else { return .empty }
            return try drawShape(node, element, path, style, at: whole, into: &recorder)
        }
    }

    /// Draws something that is nested in the current element.
    func nested(_ body: () throws(Failure) -> Box) throws(Failure) -> Box {
        depth += 1
        defer { depth -= 1 }
        guard depth <= XMLTree.largestDepth else { throw .tooDeep }
        return try body()
    }

    func checkIsDrawnHere(_ element: SVGElement) throws(Failure) {
        if limits.elementsLeftToLibrsvg.contains(element.rawValue) {
            throw .unsupported(SVGUnsupported("\(element.rawValue) elements, which are left to it"))
        }
    }
}
