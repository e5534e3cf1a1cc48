import CCairo
import CRsvg
import LibrsvgMessages

/// Individual elements, by id. librsvg draws an element with its descendants, and applies the transforms, clips, masks
/// and opacities of its ancestors. The client removes those that it applies itself from the document.
extension Document {
    /// The longer side, in pixels, of the image that is drawn to measure an element.
    private static let measuringSide = 512.0
    /// The pixels around the visible ink that may be marked too faintly to be detected.
    private static let measuringMargin = 2.0

    /// Draws a part of a window with a single element.
    func draw(
        element: String, _ window: LibrsvgWindow, _ part: LibrsvgPart
    ) -> Result<Drawing, LibrsvgRefusal> {
        do throws(LibrsvgRefusal) {
            let handle = try handle(width: window.contentWidth, height: window.contentHeight, in: .a)
            try applyViewport(window, handle)
            let drawing = try Drawing(width: part.width, height: part.height)
            cairo_translate(
                drawing.cairo, -Double(window.margin + part.x), -Double(window.margin + part.y))
            let viewport = RsvgRectangle(
                x: 0, y: 0, width: Double(window.width + 2 * window.margin),
                height: Double(window.height + 2 * window.margin))
            try draw(element, in: viewport, handle, on: drawing)
            return .success(drawing)
        } catch {
            return .failure(error)
        }
    }

    /// Returns the extent of an element: as computed by librsvg, combined with what is visible in a small rendering,
    /// because filters extend further than librsvg computes.
    func extent(ofElement element: String, width: Double, height: Double) -> Result<LibrsvgExtent, LibrsvgRefusal> {
        do throws(LibrsvgRefusal) {
            let scale = min(1, Self.measuringSide / max(width, height))
            // Rounded up, so that no pixel of the content is cut off.
            let (columns, rows) = (
                max(1, Int((width * scale).rounded(.up))), max(1, Int((height * scale).rounded(.up)))
            )
            let window = LibrsvgWindow(
                scale: scale, x: 0, y: 0, width: columns, height: rows, margin: 0, contentWidth: width,
                contentHeight: height)
            let handle = try handle(width: width, height: height, in: .a)
            try applyViewport(window, handle)
            var viewport = RsvgRectangle(x: 0, y: 0, width: Double(columns), height: Double(rows))
            var ink = RsvgRectangle()
            var logical = RsvgRectangle()
            var error: UnsafeMutablePointer<GError>?
            guard
                rsvg_handle_get_geometry_for_layer(
                    handle.pointer, "#" + element, &viewport, &ink, &logical, &error) != 0
            else { throw LibrsvgRefusal(taking: error) }
            let drawing = try Drawing(width: columns, height: rows)
            try draw(element, in: viewport, handle, on: drawing)
            func unscaled(_ rect: RsvgRectangle) -> LibrsvgExtent.Rect {
                LibrsvgExtent.Rect(
                    x: rect.x / scale, y: rect.y / scale, width: rect.width / scale, height: rect.height / scale)
            }
            var seen = unscaled(ink)
            if let (columns, rows) = drawing.marked(width: columns, height: rows) {
                let margin = Self.measuringMargin
                let marked = unscaled(
                    RsvgRectangle(
                        x: Double(columns.lowerBound) - margin, y: Double(rows.lowerBound) - margin,
                        width: Double(columns.count) + 2 * margin, height: Double(rows.count) + 2 * margin))
                seen = seen.isEmpty ? marked : seen.union(marked)
            }
            return .success(LibrsvgExtent(ink: seen, box: unscaled(logical)))
        } catch {
            return .failure(error)
        }
    }

    private func draw(
        _ element: String, in viewport: RsvgRectangle, _ handle: OpaqueHandle, on drawing: Drawing
    ) throws(LibrsvgRefusal) {
        var viewport = viewport
        var error: UnsafeMutablePointer<GError>?
        guard rsvg_handle_render_layer(handle.pointer, drawing.cairo, "#" + element, &viewport, &error) != 0 else {
            throw LibrsvgRefusal(taking: error)
        }
    }
}

extension LibrsvgExtent.Rect {
    fileprivate func union(_ other: Self) -> Self {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Self(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}
