import CCairo
import TileGeometry

/// A cell of a pattern, rendered at its size in one image.
final class PatternCell {
    struct Key: Hashable {
        var pattern: ObjectIdentifier
        var width: Int
        var height: Int
    }

    let surface: OpaquePointer
    private let canvas: Canvas

    init(canvas: Canvas) {
        self.canvas = canvas
        surface = cairo_surface_reference(canvas.sourceSurface())
    }

    deinit { cairo_surface_destroy(surface) }
}

extension Replay {
    /// The maximum number of pixels of a cell that is rendered once and repeated; of larger ones only the visible part
    /// is drawn.
    private static let largestCell = 512 * 512

    /// Makes a pattern the source. A cell is rendered with a whole number of pixels and then stretched to its exact
    /// size, so that cells meet without seams (like librsvg does).
    func setSource(
        _ pattern: PatternPaint, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) -> Bool {
        if canvas.isVector { return try setVectorSource(pattern, transform, on: canvas) }
        let whole = pattern.transform.concatenating(transform)
        guard whole.isInvertible else { return false }
        let exactWidth = pattern.cellWidth * (whole.a * whole.a + whole.c * whole.c).squareRoot()
        let exactHeight = pattern.cellHeight * (whole.b * whole.b + whole.d * whole.d).squareRoot()
        guard exactWidth + 1e-6 >= 1, exactHeight + 1e-6 >= 1, exactWidth < 1e9, exactHeight < 1e9 else { return false }
        // Tolerates a rounding error below a whole number.
        let width = Int(exactWidth + 1e-6)
        let height = Int(exactHeight + 1e-6)
        let toCell = CGAffineTransform(
            scaleX: Double(width) / pattern.cellWidth, y: Double(height) / pattern.cellHeight)
        if width.multipliedReportingOverflow(by: height).overflow || width * height > Self.largestCell {
            return try setLargeSource(pattern, transform, on: canvas, clip: clip)
        }
        let key = PatternCell.Key(pattern: ObjectIdentifier(pattern), width: width, height: height)
        let cell: PatternCell
        if let known = cells[key] {
            cell = known
        } else {
            let cellCanvas = Canvas(width: width, height: height, pool: pool, antialias: antialias, isCell: true)
            try draw(
                pattern.content, pattern.contentTransform.concatenating(toCell), on: cellCanvas, clip: cellCanvas.bounds
            )
            counters.patternCells += 1
            cell = PatternCell(canvas: cellCanvas)
            cells[key] = cell
            keptBytes += width * height * 4
        }
        let source: OpaquePointer = cairo_pattern_create_for_surface(cell.surface)
        defer { cairo_pattern_destroy(source) }
        cairo_pattern_set_extend(source, CAIRO_EXTEND_REPEAT)
        cairo_pattern_set_filter(source, CAIRO_FILTER_BEST)
        let toCells = pattern.transform.inverted().concatenating(toCell)
        // Relative to a visible cell: pixman's numbers have 16 bits before the point, and deep in a large drawing the
        // first cell is farther away than that.
        let shown = transform.inverted().concatenating(toCells).apply(x: clip.minX, y: clip.minY)
        let nearby = CGAffineTransform(
            translationX: -Self.steps(shown.x, of: width), y: -Self.steps(shown.y, of: height))
        var matrix = toCells.concatenating(nearby).cairo
        cairo_pattern_set_matrix(source, &matrix)
        setSource(source, transform, on: canvas)
        return true
    }

    /// Returns the multiple of a step at or before a position; 0 if it is too large to be exact.
    private static func steps(_ place: Double, of step: Int) -> Double {
        let multiple = (place / Double(step)).rounded(.down) * Double(step)
        return multiple.magnitude < 1e15 ? multiple : 0
    }

    /// Draws the visible cells in place on a layer, which becomes the source.
    private func setLargeSource(
        _ pattern: PatternPaint, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) -> Bool {
        let whole = pattern.transform.concatenating(transform)
        guard let layer = layer(over: clip, on: canvas) else { return false }
        let toLayer = whole.concatenating(layer.fromBelow)
        let bounds = layer.canvas.bounds
        let shown = bounds.expanded(by: Self.antialiasingMargin).applying(toLayer.inverted())
        // A cell here has more than `largestCell` pixels, so a tile shows few; a flattened plane may require many.
        let firstColumn = (shown.minX / pattern.cellWidth).rounded(.down)
        let lastColumn = (shown.maxX / pattern.cellWidth).rounded(.down)
        let firstRow = (shown.minY / pattern.cellHeight).rounded(.down)
        let lastRow = (shown.maxY / pattern.cellHeight).rounded(.down)
        // Also false if an overflow made one of them NaN.
        guard (lastColumn - firstColumn + 1) * (lastRow - firstRow + 1) <= 65536, lastColumn - firstColumn >= 0,
            lastRow - firstRow >= 0
        else { return false }
        for row in stride(from: firstRow, through: lastRow, by: 1) {
            for column in stride(from: firstColumn, through: lastColumn, by: 1) {
                try spend(1024)
                let place = CGAffineTransform(
                    translationX: column * pattern.cellWidth, y: row * pattern.cellHeight
                ).concatenating(toLayer)
                let cell = Box(x: 0, y: 0, width: pattern.cellWidth, height: pattern.cellHeight)
                let pixels = cell.applying(place).expanded(by: 1).intersection(bounds)
                guard !pixels.isEmpty else { continue }
                layer.canvas.save()
                let cairo = layer.canvas.context()
                var matrix = place.cairo
                cairo_set_matrix(cairo, &matrix)
                cairo_rectangle(cairo, 0, 0, cell.maxX, cell.maxY)
                // Hard edges, so that adjacent cells leave no seam.
                cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
                cairo_clip(cairo)
                counters.patternCells += 1
                defer { layer.canvas.restore() }
                try draw(pattern.content, pattern.contentTransform.concatenating(place), on: layer.canvas, clip: pixels)
            }
        }
        let source: OpaquePointer = cairo_pattern_create_for_surface(layer.canvas.sourceSurface())
        defer { cairo_pattern_destroy(source) }
        // The layer is aligned with the pixels, whatever user space is.
        var matrix = transform.concatenating(layer.fromBelow).cairo
        cairo_pattern_set_matrix(source, &matrix)
        cairo_pattern_set_filter(source, CAIRO_FILTER_NEAREST)
        setSource(source, transform, on: canvas)
        keepAlive.append(layer.canvas)
        keptBytes += layer.canvas.width * layer.canvas.height * 4
        return true
    }
}
