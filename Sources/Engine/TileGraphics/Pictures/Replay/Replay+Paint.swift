import CCairo
import TileGeometry

extension Replay {
    /// Makes `paint` the source of the canvas's context, with user space at `transform`.
    ///
    /// - Returns: false if there is nothing to paint with.
    func setSource(
        _ paint: Paint, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) -> Bool {
        switch paint {
        case .color(let color):
            guard color.alpha > 0 else { return false }
            cairo_set_source_rgba(canvas.context(), color.red, color.green, color.blue, color.alpha)
            return true
        case .gradient(let gradient):
            guard gradient.transform.isInvertible, !gradient.stops.isEmpty else { return false }
            try spend(gradient.stops.count)
            let pattern: OpaquePointer
            switch gradient.geometry {
            case .linear(let x1, let y1, let x2, let y2):
                pattern = cairo_pattern_create_linear(x1, y1, x2, y2)
            case .radial(let focusX, let focusY, let focusRadius, let centerX, let centerY, let radius):
                pattern = cairo_pattern_create_radial(focusX, focusY, focusRadius, centerX, centerY, radius)
            case .conic(let centerX, let centerY, let angle):
                return setConicSource(
                    gradient, centerX: centerX, centerY: centerY, angle: angle, transform: transform, on: canvas,
                    clip: clip)
            }
            defer { cairo_pattern_destroy(pattern) }
            for stop in gradient.stops {
                cairo_pattern_add_color_stop_rgba(
                    pattern, stop.offset, stop.color.red, stop.color.green, stop.color.blue, stop.color.alpha)
            }
            cairo_pattern_set_extend(pattern, gradient.spread.cairo)
            var inverse = gradient.transform.inverted().cairo
            cairo_pattern_set_matrix(pattern, &inverse)
            setSource(pattern, transform, on: canvas)
            return true
        case .pattern(let pattern):
            return try setSource(pattern, transform, on: canvas, clip: clip)
        }
    }

    /// Makes a pattern the source. It is fixed to the user space at this time.
    func setSource(_ pattern: OpaquePointer, _ transform: CGAffineTransform, on canvas: Canvas) {
        let cairo = canvas.context()
        var matrix = transform.cairo
        cairo_set_matrix(cairo, &matrix)
        cairo_set_source(cairo, pattern)
    }
}
