import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// A vertex of an outline, with the directions in which it is reached and left.
    private struct Vertex {
        var x: Double
        var y: Double
        var incoming: (x: Double, y: Double)?
        var outgoing: (x: Double, y: Double)?
    }

    /// Draws markers on the vertices: SVG 2, 11.6.
    func drawMarkers(
        _ path: Path, _ style: SVGStyle, _ transform: CGAffineTransform, _ recorder: inout PictureRecorder
    ) throws(Failure) {
        guard style.isVisible else { return }
        let vertices = Self.vertices(path)
        for (index, vertex) in vertices.enumerated() {
            let isFirst = index == 0
            let isLast = index == vertices.count - 1
            if isFirst, let id = style.markerStart {
                try drawMarker(id, vertex, isStart: true, style, transform, &recorder)
            }
            if !isFirst, !isLast, let id = style.markerMid {
                try drawMarker(id, vertex, isStart: false, style, transform, &recorder)
            }
            if isLast, let id = style.markerEnd {
                try drawMarker(id, vertex, isStart: false, style, transform, &recorder)
            }
        }
    }

    private static func vertices(_ path: Path) -> [Vertex] {
        var vertices: [Vertex] = []
        var start = 0
        func direction(_ from: (Double, Double), _ to: (Double, Double)) -> (x: Double, y: Double)? {
            from == to ? nil : (to.0 - from.0, to.1 - from.1)
        }
        path.forEachSegment { segment in
            switch segment {
            case .move(let point):
                start = vertices.count
                vertices.append(Vertex(x: point.x, y: point.y))
            case .line(let point):
                let last = vertices.count - 1
                let along = direction((vertices[last].x, vertices[last].y), (point.x, point.y))
                vertices[last].outgoing = along
                vertices.append(Vertex(x: point.x, y: point.y, incoming: along))
            case .curve(let b, let c, let d):
                let last = vertices.count - 1
                let a = (vertices[last].x, vertices[last].y)
                let end = (d.x, d.y)
                vertices[last].outgoing =
                    direction(a, (b.x, b.y)) ?? direction(a, (c.x, c.y)) ?? direction(a, end)
                vertices.append(
                    Vertex(
                        x: d.x, y: d.y,
                        incoming: direction((c.x, c.y), end) ?? direction((b.x, b.y), end) ?? direction(a, end)))
            case .close:
                let last = vertices.count - 1
                let along = direction((vertices[last].x, vertices[last].y), (vertices[start].x, vertices[start].y))
                vertices[last].outgoing = along ?? vertices[start].outgoing
                vertices.append(
                    Vertex(
                        x: vertices[start].x, y: vertices[start].y, incoming: along ?? vertices[last].incoming,
                        outgoing: vertices[start].outgoing))
            }
        }
        return vertices
    }

    private func drawMarker(
        _ id: String, _ vertex: Vertex, isStart: Bool, _ style: SVGStyle, _ transform: CGAffineTransform,
        _ recorder: inout PictureRecorder
    ) throws(Failure) {
        guard let node = tree.nodesByID[id], tree.nodes[Int(node)].element == .marker,
            openReferences.insert(node).inserted
        else { return }
        defer { openReferences.remove(node) }
        let markerStyle = try ancestorStyle(node)
        guard markerStyle.isDisplayed else { return }
        let width = length(node, .markerWidth, .horizontal, markerStyle) ?? 3
        let height = length(node, .markerHeight, .vertical, markerStyle) ?? 3
        guard width > 0, height > 0 else { return }
        var place = CGAffineTransform.identity
        if let units = tree.value(node, .markerUnits), SVGStyle.trimmed(units) == "userSpaceOnUse" {
        } else {
            let scale = resolve(style.strokeWidth, .other, style)
            guard scale > 0 else { return }
            place = CGAffineTransform(scaleX: scale, y: scale)
        }
        place =
            place
            .concatenating(CGAffineTransform(rotationAngle: angle(node, vertex, isStart: isStart)))
            .concatenating(CGAffineTransform(translationX: vertex.x, y: vertex.y))
        var next = Viewport(width: width, height: height)
        var clipBox = Box(x: 0, y: 0, width: width, height: height)
        if let viewBox = viewBox(node) {
            guard let fitted = aspectRatio(node).transform(from: viewBox, to: clipBox) else { return }
            place = CGAffineTransform(a: fitted.a, b: 0, c: 0, d: fitted.d, tx: 0, ty: 0).concatenating(place)
            next = Viewport(width: viewBox.width, height: viewBox.height)
            clipBox = viewBox
        }
        viewports.append(next)
        defer { viewports.removeLast() }
        let refX = length(node, .refX, .horizontal, markerStyle) ?? 0
        let refY = length(node, .refY, .vertical, markerStyle) ?? 0
        place = CGAffineTransform(translationX: -refX, y: -refY).concatenating(place)
        var content = PictureRecorder()
        _ = try inPlane(place.concatenating(transform)) { () throws(Failure) in
            try layered(node, markerStyle, .identity, &content) { recorder, transform throws(Failure) in
                try self.drawChildren(of: node, markerStyle, transform, &recorder)
            }
        }
        var clips: [PictureGroup.Clip] = []
        if !(markerStyle.overflowIsVisible && markerStyle.overflowIsSpecified) {
            var outline = PathBuilder()
            outline.rectangle(x: clipBox.minX, y: clipBox.minY, width: clipBox.width, height: clipBox.height)
            clips = [PictureGroup.Clip(parts: [(outline.build(), .identity)], rule: .nonZero)]
        }
        recorder.draw(PictureGroup(content: content.finish(), clips: clips), transform: place.concatenating(transform))
    }

    /// In radians.
    private func angle(_ node: Int32, _ vertex: Vertex, isStart: Bool) -> Double {
        let orient = tree.value(node, .orient).map(SVGStyle.trimmed) ?? "0"
        guard orient == "auto" || orient == "auto-start-reverse" else {
            let degrees = orient.hasSuffix("deg") ? String(orient.dropLast(3)) : orient
            if orient.hasSuffix("grad") { return (Double(orient.dropLast(4)) ?? 0) * .pi / 200 }
            if orient.hasSuffix("rad") { return Double(orient.dropLast(3)) ?? 0 }
            return (Double(degrees) ?? 0) * .pi / 180
        }
        let reversal = isStart && orient == "auto-start-reverse" ? Double.pi : 0
        switch (vertex.incoming, vertex.outgoing) {
        case (let incoming?, let outgoing?):
            let a = atan2(incoming.y, incoming.x)
            let b = atan2(outgoing.y, outgoing.x)
            // The direction half-way, the short way round.
            var turn = b - a
            if turn > .pi { turn -= 2 * .pi }
            if turn < -.pi { turn += 2 * .pi }
            return a + turn / 2 + reversal
        case (let only?, nil), (nil, let only?): return atan2(only.y, only.x) + reversal
        case (nil, nil): return reversal
        }
    }
}
