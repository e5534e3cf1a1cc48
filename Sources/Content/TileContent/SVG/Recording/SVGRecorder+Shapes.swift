import Foundation
import TileGeometry
import TileGraphics

extension SVGElement {
    /// Whether the element itself draws. Definitions draw only where they are referenced.
    var isDrawn: Bool {
        switch self {
        case .svg, .g, .a, .switch, .use, .text, .path, .rect, .circle, .ellipse, .line, .polyline, .polygon, .image,
            .foreignObject:
            true
        default: false
        }
    }

    var hasMarkers: Bool {
        switch self {
        case .path, .line, .polyline, .polygon: true
        default: false
        }
    }
}

extension SVGRecorder {
    /// Returns the outline of a basic shape: SVG 2, chapter 10. Nil if it draws nothing.
    func shape(_ node: Int32, _ element: SVGElement, style: SVGStyle) throws(Failure) -> Path? {
        var builder = PathBuilder()
        switch element {
        case .path:
            if let given = style.rare?.style.outline {
                guard case .path(let outline) = given else { return nil }
                try chargeMemory(outline.path.byteCount, for: "its outlines")
                return outline.path
            }
            guard let data = tree.value(node, .d) else { return nil }
            if openReferences.isEmpty { return try path(data) }
            if let known = sharedPaths[node] { return known }
            let shared = try path(data)
            sharedPaths[node] = shared
            return shared
        case .rect:
            let width = geometry(node, .width, along: .horizontal, style: style) ?? 0
            let height = geometry(node, .height, along: .vertical, style: style) ?? 0
            guard width > 0, height > 0 else { return nil }
            let x = geometry(node, .x, along: .horizontal, style: style) ?? 0
            let y = geometry(node, .y, along: .vertical, style: style) ?? 0
            let given = radii(node, style)
            let rx = min(given.x ?? given.y ?? 0, width / 2)
            let ry = min(given.y ?? given.x ?? 0, height / 2)
            if rx > 0, ry > 0 {
                builder.roundedRectangle(x: x, y: y, width: width, height: height, radiusX: rx, radiusY: ry)
            } else {
                builder.rectangle(x: x, y: y, width: width, height: height)
            }
        case .circle:
            let radius = geometry(node, .r, along: .other, style: style) ?? 0
            guard radius > 0 else { return nil }
            builder.ellipse(
                centerX: geometry(node, .cx, along: .horizontal, style: style) ?? 0,
                centerY: geometry(node, .cy, along: .vertical, style: style) ?? 0,
                radiusX: radius, radiusY: radius)
        case .ellipse:
            let given = radii(node, style)
            let radiusX = given.x ?? given.y ?? 0
            let radiusY = given.y ?? given.x ?? 0
            guard radiusX > 0, radiusY > 0 else { return nil }
            builder.ellipse(
                centerX: geometry(node, .cx, along: .horizontal, style: style) ?? 0,
                centerY: geometry(node, .cy, along: .vertical, style: style) ?? 0,
                radiusX: radiusX, radiusY: radiusY)
        case .line:
            builder.move(
                x: length(node, .x1, along: .horizontal, style: style) ?? 0,
                y: length(node, .y1, along: .vertical, style: style) ?? 0)
            builder.line(
                x: length(node, .x2, along: .horizontal, style: style) ?? 0,
                y: length(node, .y2, along: .vertical, style: style) ?? 0)
        case .polyline, .polygon:
            // Like librsvg, this ignores a list with an error. The last one of an odd number of coordinates has no
            // pair.
            guard var numbers = tree.value(node, .points).flatMap({ SVGScanner.numbers($0) }) else { return nil }
            if numbers.count % 2 == 1 { numbers.removeLast() }
            builder.reserve(segments: numbers.count / 2)
            for at in stride(from: 0, to: numbers.count, by: 2) {
                if at == 0 {
                    builder.move(x: numbers[0], y: numbers[1])
                } else {
                    builder.line(x: numbers[at], y: numbers[at + 1])
                }
            }
            if element == .polygon { builder.close() }
        default: return nil
        }
        let path = builder.build()
        try chargeMemory(path.byteCount, for: "its outlines")
        return path
    }

    /// Returns the radii of a rectangle or an ellipse. A missing or negative one is `auto`: that of the other axis.
    private func radii(_ node: Int32, _ style: SVGStyle) -> (x: Double?, y: Double?) {
        let x = geometry(node, .rx, along: .horizontal, style: style)
        let y = geometry(node, .ry, along: .vertical, style: style)
        return (x.flatMap { $0 >= 0 ? $0 : nil }, y.flatMap { $0 >= 0 ? $0 : nil })
    }

    func path(_ data: TextBytes) throws(Failure) -> Path {
        guard let path = SVGPathData.path(data, largestCount: Self.largestSegmentCount) else {
            throw .path(segments: Self.largestSegmentCount)
        }
        try chargeMemory(path.byteCount, for: "its outlines")
        return path
    }

    /// The maximum number of segments of one path: 160 MB in memory.
    private static let largestSegmentCount = 10_000_000

    /// Fills, strokes and marks an outline, in the order given by `paint-order`.
    func drawShape(
        _ node: Int32, _ element: SVGElement, _ path: Path, _ style: SVGStyle, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        let box = path.tightBounds()
        var style = style
        userSpace = transform.concatenating(plane)
        let marks = element.hasMarkers && (style.markerStart != nil || style.markerMid != nil || style.markerEnd != nil)
        var fill = style.isVisible ? try paint(style.fill, opacity: style.fillOpacity, box: box, style) : nil
        var stroke = style.isVisible ? try paint(style.stroke, opacity: style.strokeOpacity, box: box, style) : nil
        var pen = stroke == nil ? nil : strokeStyle(style)
        if let dashed = pen, !dashed.dashes.isEmpty { pen = try self.pen(dashed, along: path, of: node) }
        if pen == nil || pen!.width <= 0 { stroke = nil }
        // A single flat color can be multiplied with the group's opacity, so no group is needed.
        if style.opacity < 1, style.mask == nil, style.filter.filters.isEmpty, style.blendMode == .normal,
            !style.isIsolated, !marks
        {
            switch (fill, stroke) {
            case (.color(let color)?, nil):
                fill = .color(color.faded(by: style.opacity))
                style.opacity = 1
            case (nil, .color(let color)?):
                stroke = .color(color.faded(by: style.opacity))
                style.opacity = 1
            default: break
            }
        }
        return try layered(node, style, at: transform, into: &recorder) { recorder, transform throws(Failure) in
            for target in style.paintOrder {
                switch target {
                case .fill:
                    if let fill {
                        try self.takeOperations()
                        recorder.fill(
                            path, rule: style.fillRule, with: fill, antialiasing: style.antialiasing,
                            transform: transform)
                    }
                case .stroke:
                    if let stroke, let pen {
                        try self.takeOperations()
                        // A drawing with many such outlines keeps strokes, which need less memory.
                        if pen.unit == .outline, let squares = path.squaresOnDashes(of: pen),
                            squares.byteCount <= self.room / 64
                        {
                            try self.chargeMemory(squares.byteCount, for: "its outlines")
                            recorder.fill(
                                squares, with: stroke, antialiasing: style.antialiasing, transform: transform)
                        } else {
                            let outline = path.withoutHooks(below: pen.width / 100)
                            if outline !== path { try self.chargeMemory(outline.byteCount, for: "its outlines") }
                            recorder.stroke(
                                outline, style: pen, with: stroke, antialiasing: style.antialiasing,
                                transform: transform)
                        }
                        try self.drawSquareCaps(path, pen, stroke, style, at: transform, into: &recorder)
                    }
                case .markers:
                    if marks {
                        try self.checkRoom(
                            path.segmentCount * (SVGMarkerSegments.bytesPerSegment + Picture.bytesPerOperation),
                            for: "the places of its markers")
                        // The content of a marker may use the context paints of the shape.
                        var style = style
                        style.context = self.contextPaint(of: style, box: box, transform)
                        try self.drawMarkers(
                            self.markerSegments(node, element, of: path, style), style, at: transform, into: &recorder)
                    }
                }
            }
            return box
        }
    }

    private func markerSegments(
        _ node: Int32, _ element: SVGElement, of path: Path, _ style: SVGStyle
    ) -> SVGMarkerSegments {
        if element == .path, style.rare?.style.outline == nil, let data = tree.value(node, .d) {
            return SVGMarkerSegments(data, of: path)
        }
        return SVGMarkerSegments(path)
    }

    /// Draws the square caps of subpaths without length: SVG 2, 13.5.4.
    private func drawSquareCaps(
        _ path: Path, _ pen: StrokeStyle, _ stroke: Paint, _ style: SVGStyle, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
    ) throws(Failure) {
        guard pen.cap == .square, pen.unit == .outline, let squares = path.squaresOnPoints(width: pen.width) else {
            return
        }
        try takeOperations()
        try chargeMemory(squares.byteCount, for: "its outlines")
        recorder.fill(squares, with: stroke, antialiasing: style.antialiasing, transform: transform)
    }

    /// Returns a pen with dashes in units of the path's own `pathLength`, if the element has one: SVG 2, 9.6.1.
    private func pen(_ pen: StrokeStyle, along path: Path, of node: Int32) throws(Failure) -> StrokeStyle {
        guard let given = tree.value(node, .pathLength).flatMap({ SVGScanner.numbers($0) }), given.count == 1,
            given[0] >= 0
        else { return pen }
        // Without room for the measure, the dashes are drawn in the drawing's units.
        guard (try? checkRoom(path.segmentCount * SVGPathMeasure.bytesPerSegment, for: "")) != nil else {
            omissions.note(.property, "pathLength of a long outline", at: node)
            return pen
        }
        var pen = pen
        let scale = given[0] > 0 ? SVGPathMeasure(path, .identity).length / given[0] : 0
        pen.dashes = scale > 0 && scale.isFinite ? pen.dashes.map { $0 * scale } : []
        pen.dashOffset *= scale
        return pen
    }

    func strokeStyle(_ style: SVGStyle) -> StrokeStyle {
        var dashes = style.dashes.map { resolve($0, along: .other, style: style) }
        for index in dashes.indices { dashes[index] = max(0, dashes[index]) }
        if !(dashes.reduce(0, +) > 0) { dashes = [] }
        // An odd list is used twice. Cairo does that itself, but the picture's own dashing does not.
        if dashes.count % 2 == 1 { dashes += dashes }
        return StrokeStyle(
            width: max(0, resolve(style.strokeWidth, along: .other, style: style)), cap: style.strokeCap,
            join: style.strokeJoin,
            miterLimit: style.miterLimit, dashes: dashes,
            dashOffset: resolve(style.dashOffset, along: .other, style: style),
            thinnest: rules.thinnestStroke, unit: style.hasFixedStroke ? .pixel : .outline)
    }
}
