import CCairo
import TileGeometry

/// A cell of a pattern, or the visible part of a long one, rendered in whole pixels in one image.
final class PatternCell {
    struct Key: Hashable {
        var pattern: ObjectIdentifier
        /// The first column and row of the cell that the image has.
        var column: Double
        var row: Double
        /// The size of the image, in pixels.
        var width: Int
        var height: Int
        /// `Replay.samplesPerPixel` within the cell.
        var samplesPerPixel: Double
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
    /// The maximum number of pixels, or samples, of a cell that is rendered once and repeated; of larger ones only the
    /// visible part is drawn.
    private static let largestCell = 512 * 512
    /// The longest side of the visible part of a long cell, in pixels.
    private static let longestPart = 16_384.0
    /// The length in pixels of a large cell's shorter side from which its visible cells are drawn one by one.
    private static let shortestLargeSide = 64.0

    /// Returns the color of a pattern with cells that are too small to see; nil for other paints.
    func flatColor(_ paint: Paint, _ transform: CGAffineTransform, on canvas: Canvas) throws(RasterFailure) -> Color? {
        guard case .pattern(let pattern) = paint, !canvas.isVector,
            let grid = PatternGrid(pattern, pattern.transform.concatenating(transform)), grid.isFlat
        else { return nil }
        return try meanColor(of: pattern, grid)
    }

    /// Makes a pattern the source. A cell is rendered with a whole number of pixels and then stretched to its exact
    /// size, so that cells meet without seams (like librsvg does).
    func setSource(
        _ pattern: PatternPaint, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) -> Bool {
        if canvas.isVector { return try setVectorSource(pattern, transform, on: canvas) }
        guard let grid = PatternGrid(pattern, pattern.transform.concatenating(transform)) else { return false }
        if grid.isFlat { return try setMeanSource(pattern, grid, transform, on: canvas, clip: clip) }
        let toCell = CGAffineTransform(scaleX: grid.columns.scale, y: grid.rows.scale)
        let toCells = pattern.transform.inverted().concatenating(toCell)
        let shown = clip.expanded(by: Self.antialiasingMargin).applying(transform.inverted().concatenating(toCells))
        guard shown.isFinite else { return false }
        let fineness = grid.fineness
        var part = grid.cell
        var isLong = (x: false, y: false)
        let samples = part.width * Double(fineness.columns) * part.height * Double(fineness.rows)
        if samples > Double(Self.largestCell) {
            guard min(part.width, part.height) < Self.shortestLargeSide else {
                return try setLargeSource(pattern, grid, transform, on: canvas, clip: clip)
            }
            // Of the long axis only what is visible, with the reach of the filter that samples it.
            if part.width >= part.height {
                isLong.x = true
                part = Box(
                    minX: shown.minX.rounded(.down) - 2, minY: 0, maxX: shown.maxX.rounded(.up) + 2, maxY: part.maxY)
            } else {
                isLong.y = true
                part = Box(
                    minX: 0, minY: shown.minY.rounded(.down) - 2, maxX: part.maxX, maxY: shown.maxY.rounded(.up) + 2)
            }
            // Far from the origin, positions are too coarse to cut a part of a cell.
            guard [part.minX, part.minY, part.maxX, part.maxY].allSatisfy({ $0.magnitude < 1e15 }) else { return false }
            guard max(part.width, part.height) <= Self.longestPart else {
                return try setMeanSource(pattern, grid, transform, on: canvas, clip: clip)
            }
        }
        let key = PatternCell.Key(
            pattern: ObjectIdentifier(pattern), column: part.minX, row: part.minY, width: Int(part.width),
            height: Int(part.height), samplesPerPixel: grid.samplesPerPixel(within: samplesPerPixel))
        let cell: PatternCell
        if let known = cells[key] {
            cell = known
        } else {
            cell = PatternCell(canvas: try drawn(part, of: pattern, grid, toCell))
            cells[key] = cell
            keptBytes += key.width * key.height * 4
        }
        let source: OpaquePointer = cairo_pattern_create_for_surface(cell.surface)
        defer { cairo_pattern_destroy(source) }
        cairo_pattern_set_extend(source, CAIRO_EXTEND_REPEAT)
        cairo_pattern_set_filter(source, CAIRO_FILTER_BEST)
        // Relative to a visible cell: pixman's numbers have 16 bits before the point, and deep in a large drawing the
        // first cell is farther away than that. A part of a cell is at its own position.
        let corner = transform.inverted().concatenating(toCells).apply(x: clip.minX, y: clip.minY)
        let nearby = CGAffineTransform(
            translationX: isLong.x ? -part.minX : -Self.steps(corner.x, of: part.width),
            y: isLong.y ? -part.minY : -Self.steps(corner.y, of: part.height))
        var matrix = toCells.concatenating(nearby).cairo
        cairo_pattern_set_matrix(source, &matrix)
        setSource(source, transform, on: canvas)
        return true
    }

    /// Returns the multiple of a step at or before a position; 0 if it is too large to be exact.
    private static func steps(_ place: Double, of step: Double) -> Double {
        let multiple = (place / step).rounded(.down) * step
        return multiple.magnitude < 1e15 ? multiple : 0
    }

    // MARK: Cells

    /// Returns a canvas with a part of the plane of cells.
    ///
    /// - Parameters:
    ///   - part: The part, in whole pixels; the cell at the origin, or as much of one axis as is visible.
    ///   - toCell: Maps the plane of cells to pixels of cells.
    private func drawn(
        _ part: Box, of pattern: PatternPaint, _ grid: PatternGrid, _ toCell: CGAffineTransform
    ) throws(RasterFailure) -> Canvas {
        let fineness = grid.fineness
        let canvas = Canvas(
            width: Int(part.width) * fineness.columns, height: Int(part.height) * fineness.rows, pool: pool,
            antialias: antialias, isCell: true)
        // A flat axis is drawn over its whole pixel.
        let whole = CGAffineTransform(
            scaleX: grid.columns.pixels / pattern.cellWidth, y: grid.rows.pixels / pattern.cellHeight)
        let toSamples = CGAffineTransform(translationX: -part.minX, y: -part.minY)
            .concatenating(CGAffineTransform(scaleX: Double(fineness.columns), y: Double(fineness.rows)))
        let outer = (samplesPerPixel, drawsSamples)
        samplesPerPixel = grid.samplesPerPixel(within: outer.0)
        drawsSamples = outer.1 || grid.isFine
        defer { (samplesPerPixel, drawsSamples) = outer }
        let size = grid.cell
        let isWhole = part == size
        // The cells that the part shows; half a pixel keeps rounding errors off their edges.
        let columns = ((part.minX + 0.5) / size.width).rounded(.down)...((part.maxX - 0.5) / size.width).rounded(.down)
        let rows = ((part.minY + 0.5) / size.height).rounded(.down)...((part.maxY - 0.5) / size.height).rounded(.down)
        for row in stride(from: rows.lowerBound, through: rows.upperBound, by: 1) {
            for column in stride(from: columns.lowerBound, through: columns.upperBound, by: 1) {
                try spend(1024)
                let move = CGAffineTransform(translationX: column * size.width, y: row * size.height)
                let cell = size.applying(move.concatenating(toSamples)).intersection(canvas.bounds)
                guard !cell.isEmpty else { continue }
                let place = whole.concatenating(move).concatenating(toSamples)
                counters.patternCells += 1
                if !isWhole { clipToCell(cell, on: canvas) }
                defer { if !isWhole { canvas.restore() } }
                try draw(pattern.content, pattern.contentTransform.concatenating(place), on: canvas, clip: cell)
            }
        }
        guard grid.isFine, fineness != (1, 1) else { return canvas }
        return try averaged(canvas, by: fineness)
    }

    /// Clips to a box of whole pixels, until `restore()`.
    private func clipToCell(_ cell: Box, on canvas: Canvas) {
        canvas.save()
        let cairo = canvas.context()
        var identity = CGAffineTransform.identity.cairo
        cairo_set_matrix(cairo, &identity)
        cairo_rectangle(cairo, cell.minX, cell.minY, cell.width, cell.height)
        cairo_clip(cairo)
    }

    /// Returns a canvas with the means of blocks of samples.
    private func averaged(_ canvas: Canvas, by fineness: (columns: Int, rows: Int)) throws(RasterFailure) -> Canvas {
        let result = pool.uninitializedBitmap(
            width: canvas.width / fineness.columns, height: canvas.height / fineness.rows)
        switch canvas.finish() {
        case .none: throw .cairo
        case .solid(let color, _, _): result.fill(color)
        case .bitmap(let samples):
            for y in 0..<result.height {
                let row = result.row(y)
                for x in 0..<result.width {
                    row[x] =
                        PixelSum(
                            samples, x: x * fineness.columns, y: y * fineness.rows, width: fineness.columns,
                            height: fineness.rows
                        ).mean.argb
                }
            }
        }
        return Canvas(result, pool: pool, antialias: antialias)
    }

    // MARK: Mean colors

    /// Returns the mean color of a pattern's cell.
    private func meanColor(of pattern: PatternPaint, _ grid: PatternGrid) throws(RasterFailure) -> Color {
        let side = Int(PatternGrid.sampleCount)
        let outer = (samplesPerPixel, drawsSamples)
        let key = MeanKey(
            pattern: ObjectIdentifier(pattern), samplesPerPixel: grid.meanSamplesPerPixel(within: outer.0))
        if let known = means[key] { return known }
        let canvas = Canvas(width: side, height: side, pool: pool, antialias: antialias, isCell: true)
        (samplesPerPixel, drawsSamples) = (key.samplesPerPixel, true)
        defer { (samplesPerPixel, drawsSamples) = outer }
        try spend(1024)
        counters.patternCells += 1
        let toSamples = CGAffineTransform(
            scaleX: PatternGrid.sampleCount / pattern.cellWidth, y: PatternGrid.sampleCount / pattern.cellHeight)
        try draw(
            pattern.content, pattern.contentTransform.concatenating(toSamples), on: canvas, clip: canvas.bounds)
        let mean: Color
        switch canvas.finish() {
        case .none: throw .cairo
        case .solid(let color, _, _): mean = PixelSum(color).color
        case .bitmap(let bitmap): mean = PixelSum(bitmap, x: 0, y: 0, width: side, height: side).color
        }
        means[key] = mean
        return mean
    }

    /// Makes a pattern's mean color the source.
    private func setMeanSource(
        _ pattern: PatternPaint, _ grid: PatternGrid, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) -> Bool {
        try setSource(.color(try meanColor(of: pattern, grid)), transform, on: canvas, clip: clip)
    }

    /// Everything that affects a pattern's mean color.
    struct MeanKey: Hashable {
        var pattern: ObjectIdentifier
        var samplesPerPixel: Double
    }

    // MARK: Large cells

    /// Draws the visible cells in place on a layer, which becomes the source.
    private func setLargeSource(
        _ pattern: PatternPaint, _ grid: PatternGrid, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
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
        else { return try setMeanSource(pattern, grid, transform, on: canvas, clip: clip) }
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
