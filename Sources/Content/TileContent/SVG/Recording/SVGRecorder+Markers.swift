import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// Draws markers on the vertices of an outline: SVG 2, 11.6. As in librsvg, only the end of the last subpath has
    /// the end marker.
    func drawMarkers(
        _ outline: SVGMarkerSegments, _ style: SVGStyle, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
    ) throws(Failure) {
        let segments = outline.segments
        guard style.isVisible, resolve(style.strokeWidth, along: .other, style: style) > 0 else { return }
        // Growing the array would temporarily double its memory.
        if segments.count > Self.manySegments { recorder.reserve(operations: recorder.operationCount + segments.count) }
        var directions = SVGMarkerDirections(segments)
        var isInSubpath = false
        var start = 0
        for index in segments.indices {
            switch segments[index] {
            case .point(let point):
                if isInSubpath, case .stretch(let stretch) = segments[index - 1] {
                    let angle = directions.incoming(index - 1) ?? 0
                    try drawMarker(
                        style.markerEnd, on: Vertex(point: stretch.end, angle: angle), style, at: transform,
                        into: &recorder)
                }
                try drawMarker(
                    style.markerMid, on: Vertex(point: point, angle: 0), style, at: transform, into: &recorder)
                isInSubpath = false
            case .stretch(let stretch) where !isInSubpath:
                var angle = directions.outgoing(index) ?? 0
                if index == 0, outline.isClosed, case .stretch(let last)? = segments.last, last.end == stretch.start {
                    // The end of a closed outline leads into its start.
                    var all = SVGMarkerDirections(segments)
                    angle = SVGMarkerSegments.middle(all.incoming(segments.count - 1), directions.outgoing(0))
                }
                try drawMarker(
                    style.markerStart, on: Vertex(point: stretch.start, angle: angle, isStart: true), style,
                    at: transform, into: &recorder)
                isInSubpath = true
                start = index
            case .stretch(let stretch):
                let angle = SVGMarkerSegments.middle(directions.incoming(index - 1), directions.outgoing(index))
                try drawMarker(
                    style.markerMid, on: Vertex(point: stretch.start, angle: angle), style, at: transform,
                    into: &recorder)
            }
        }
        if isInSubpath, case .stretch(let stretch)? = segments.last {
            let incoming = directions.incoming(segments.count - 1)
            // At a closed end, the direction leads into the start of the outline. librsvg does this in the first
            // subpath only.
            var outgoing: Double?
            if outline.isClosed, case .stretch(let first) = segments[start], first.start == stretch.end {
                outgoing = directions.outgoing(start)
            }
            let angle = SVGMarkerSegments.middle(incoming, outgoing)
            try drawMarker(
                style.markerEnd, on: Vertex(point: stretch.end, angle: angle), style, at: transform, into: &recorder)
        }
    }

    private static let manySegments = 10_000

    /// A vertex of an outline that has a marker.
    private struct Vertex {
        var point: SVGMarkerSegments.Point
        /// The direction of the outline, in radians.
        var angle: Double
        var isStart = false
    }

    private func drawMarker(
        _ id: String?, on vertex: Vertex, _ style: SVGStyle, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
    ) throws(Failure) {
        guard let id, let node = tree.node(withID: id), tree.nodes[Int(node)].element == .marker,
            try open(node)
        else { return }
        defer { openReferences.remove(node) }
        var markerStyle = try markerStyle(node)
        markerStyle.context = style.context
        guard markerStyle.isDisplayed else { return }
        let width = length(node, .markerWidth, along: .horizontal, style: markerStyle) ?? 3
        let height = length(node, .markerHeight, along: .vertical, style: markerStyle) ?? 3
        guard width > 0, height > 0 else { return }
        var place = CGAffineTransform.identity
        if let units = tree.value(node, .markerUnits), SVGStyle.trimmed(units) == "userSpaceOnUse" {
        } else {
            let scale = resolve(style.strokeWidth, along: .other, style: style)
            guard scale > 0 else { return }
            place = CGAffineTransform(scaleX: scale, y: scale)
        }
        place =
            place
            .concatenating(CGAffineTransform(rotationAngle: orientation(node, on: vertex)))
            .concatenating(CGAffineTransform(translationX: vertex.point.x, y: vertex.point.y))
        var next = Viewport(width: width, height: height)
        var clipBox = Box(x: 0, y: 0, width: width, height: height)
        if let viewBox = viewBox(node) {
            guard let fitted = aspectRatio(node).transform(from: viewBox, to: clipBox) else { return }
            place = CGAffineTransform(a: fitted.a, b: 0, c: 0, d: fitted.d, tx: 0, ty: 0).concatenating(place)
            next = Viewport(width: viewBox.width, height: viewBox.height)
            clipBox = viewBox
        }
        // Percentages refer to the viewport around the marker, as those of its width and height do.
        let refX = length(node, .refX, along: .horizontal, style: markerStyle) ?? 0
        let refY = length(node, .refY, along: .vertical, style: markerStyle) ?? 0
        viewports.append(next)
        defer { viewports.removeLast() }
        place = CGAffineTransform(translationX: -refX, y: -refY).concatenating(place)
        var clips: [PictureGroup.Clip] = []
        if !(markerStyle.overflowIsVisible && markerStyle.overflowIsSpecified) {
            clips = [Self.clip(to: clipBox)]
        }
        let key = SVGSharedPictures.Key(
            node: node, width: next.width, height: next.height, place: clipBox, openReferences: openReferences.count)
        _ = try drawShared(
            key, markerStyle, at: place.concatenating(transform), into: &recorder, isEager: true, clips: clips
        ) { recorder, transform throws(Failure) in
            try self.layered(node, markerStyle, at: transform, into: &recorder) { recorder, transform throws(Failure) in
                try self.drawChildren(of: node, markerStyle, at: transform, into: &recorder)
            }
        }
    }

    /// Returns the `ancestorStyle` of a marker, cached because an outline may have a hundred thousand vertices.
    private func markerStyle(_ node: Int32) throws(Failure) -> SVGStyle {
        if let known = markerStyles[node] { return known }
        let style = try ancestorStyle(node)
        markerStyles[node] = style
        return style
    }

    /// Returns the rotation of a marker, in radians.
    private func orientation(_ node: Int32, on vertex: Vertex) -> Double {
        let orient = tree.value(node, .orient).map(SVGStyle.trimmed) ?? "0"
        switch orient {
        case "auto": return vertex.angle
        case "auto-start-reverse": return vertex.isStart ? vertex.angle + .pi : vertex.angle
        default: break
        }
        if orient.hasSuffix("grad") { return (Double(orient.dropLast(4)) ?? 0) * .pi / 200 }
        if orient.hasSuffix("turn") { return (Double(orient.dropLast(4)) ?? 0) * 2 * .pi }
        if orient.hasSuffix("rad") { return Double(orient.dropLast(3)) ?? 0 }
        return (Double(orient.hasSuffix("deg") ? String(orient.dropLast(3)) : orient) ?? 0) * .pi / 180
    }
}
