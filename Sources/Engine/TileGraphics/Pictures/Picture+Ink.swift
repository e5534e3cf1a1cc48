import CCairo
import TileGeometry

extension Picture {
    /// The bounds of the ink, in the picture's plane. Tighter than `bounds`, which only must not be too small. Clips
    /// and masks are ignored, and for rotated outlines it is the box around their transformed box.
    ///
    /// - Complexity: O(n) for all segments; as slow as tracing them all.
    package var inkBounds: Box {
        operations.reduce(.empty) { box, operation in
            let ink = operation.kind.ink
            return ink.isEmpty ? box : box.union(ink.applying(operation.transform))
        }
    }

    /// The part of the box at its edges that a backdrop need not cover: a box whose edges touch it is not inside it.
    private static let backdropMargin = 1e-6

    /// Returns the opaque color that the first operation covers a box with, or nil.
    package func backdrop(of box: Box) -> Color? {
        guard operationCount > 0, let first = try? operation(0),
            case .fill(let path, let rule, .color(let color), _) = first.kind, color.alpha >= 1,
            first.transform.isInvertible,
            path.coverage(
                of: box.expanded(by: -Self.backdropMargin).applying(first.transform.inverted()), rule: rule) == .full
        else { return nil }
        return color
    }
}

extension Operation.Kind {
    /// The bounds of the ink, in the plane of the drawn object.
    fileprivate var ink: Box {
        switch self {
        case .fill(let path, _, _, _): path.tightBounds()
        case .stroke(let path, let pen, _, _): path.strokeBounds(pen.style)
        case .glyphs(let run, _): run.bounds
        case .group(let group): group.content.inkBounds
        case .projected(let projected): projected.bounds
        // As in librsvg, a filter does not extend a drawing's ink.
        case .filtered(let filtered): filtered.content.inkBounds
        case .external(let external): external.bounds
        case .image(let image): image.target
        case .backdrop(let backdrop): backdrop.bounds
        }
    }
}

extension Path {
    /// Returns the bounds of a stroke's ink.
    fileprivate func strokeBounds(_ style: StrokeStyle) -> Box {
        guard let surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil), let cairo = cairo_create(surface)
        else { return bounds.expanded(by: style.reach) }
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        forEachSegment { segment in
            switch segment {
            case .move(let p): cairo_move_to(cairo, p.x, p.y)
            case .line(let p): cairo_line_to(cairo, p.x, p.y)
            case .curve(let a, let b, let p): cairo_curve_to(cairo, a.x, a.y, b.x, b.y, p.x, p.y)
            case .close: cairo_close_path(cairo)
            }
        }
        cairo_set_line_width(cairo, style.width)
        cairo_set_line_cap(cairo, style.cap.cairo)
        cairo_set_line_join(cairo, style.join.cairo)
        cairo_set_miter_limit(cairo, style.miterLimit)
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_stroke_extents(cairo, &left, &top, &right, &bottom)
        return right > left || bottom > top ? Box(minX: left, minY: top, maxX: right, maxY: bottom) : .empty
    }
}
