import CCairo
import TileGeometry

extension Replay {
    /// The number of segments passed to Cairo at once, if bands of rows can divide them: about a tenth of a second.
    private static let maxSegmentsAtOnce = 250_000
    /// The maximum number of segments that Cairo draws at all: 0.3 GB.
    static let maxSegments = 2_000_000
    /// The number of edges for Cairo at once, each counted for every row that it crosses: about a tenth of a second.
    private static let maxCrossingsAtOnce = 500_000.0

    /// Returns the copy of a long outline for a transform's scale; nil to draw the outline itself.
    func thinned(
        _ path: Path, for use: ThinnedOutlines.Use, _ transform: CGAffineTransform, on canvas: Canvas
    ) throws(RasterFailure) -> ThinnedOutlines.Copy? {
        guard !canvas.isVector, let outlines = path.thinnedOutlines else { return nil }
        try spend(path.segmentCount / 4)
        return outlines.copy(of: path, for: use, transform)
    }

    /// Draws an outline. A long one is drawn in bands of rows, so that cancellation is checked in between. The pixels
    /// are the same. One with more edges than Cairo can sort is drawn by `EdgeCoverage`.
    ///
    /// - Parameters:
    ///   - local: The part of the outline's plane that can be visible.
    ///   - trace: Adds the part visible in a clip to the context's path, and returns the number of segments.
    ///   - addAreas: Adds the same part of a thin line as edges around its ink.
    ///   - addEdges: Adds the same part as edges.
    ///   - finish: Fills or strokes the path.
    func drawOutline(
        _ path: Path, _ transform: CGAffineTransform, antialias wanted: cairo_antialias_t, penWidth: Double? = nil,
        near local: Box, on canvas: Canvas, clip: Box, trace: (Box) -> Int,
        addAreas: ((Box, inout EdgeCoverage.AreaEdges) -> Void)? = nil,
        addEdges: (Box, inout EdgeCoverage.WindingEdges) -> Void, finish: () -> Void
    ) throws(RasterFailure) {
        let cairo = canvas.context()
        guard let pixels = canvas.pixels(touching: clip) else { return }
        if !canvas.isVector, Double(path.segmentCount) > Self.maxCairoEdges {
            let near = path.segmentCount(near: local)
            let edges = try edgesPerRow(path, near: near, transform, in: clip, penWidth: penWidth)
            if edges > Self.maxCairoEdges || near > Self.maxSegments {
                if let addAreas, let penWidth, penWidth * transform.meanScale < StrokeThinning.thinInk {
                    return try paintAreas(
                        overlap: .random, isSmooth: wanted != CAIRO_ANTIALIAS_NONE, on: canvas, clip: clip, addAreas)
                }
                return try paintEdges(
                    rule: penWidth == nil && cairo_get_fill_rule(cairo) == CAIRO_FILL_RULE_EVEN_ODD
                        ? .evenOdd : .nonZero, isSmooth: wanted != CAIRO_ANTIALIAS_NONE, on: canvas, clip: clip,
                    addEdges)
            }
            let bands = min(
                pixels.height,
                1
                    + max(
                        near / Self.maxSegmentsAtOnce,
                        Int(max(0, min(edges * Double(pixels.height) / Self.maxCrossingsAtOnce, 1e6)))))
            if bands > 1 {
                return try drawOutline(in: bands, of: pixels, antialias: wanted, on: canvas, clip: clip, trace, finish)
            }
        }
        cairo_new_path(cairo)
        let segments = trace(clip)
        try spend(segments)
        cairo_set_antialias(cairo, wanted)
        finish()
    }

    private func drawOutline(
        in bands: Int, of pixels: (x: Int, y: Int, width: Int, height: Int), antialias wanted: cairo_antialias_t,
        on canvas: Canvas, clip: Box, _ trace: (Box) -> Int, _ finish: () -> Void
    ) throws(RasterFailure) {
        let cairo = canvas.context()
        for band in 0..<bands {
            let top = pixels.y + band * pixels.height / bands
            let bottom = pixels.y + (band + 1) * pixels.height / bands
            let part = clip.intersection(Box(minX: clip.minX, minY: Double(top), maxX: clip.maxX, maxY: Double(bottom)))
            guard !part.isEmpty else { continue }
            try spend(Self.maxUnaskedCount)
            cairo_save(cairo)
            defer { cairo_restore(cairo) }
            var identity = CGAffineTransform.identity.cairo
            cairo_set_matrix(cairo, &identity)
            cairo_new_path(cairo)
            // Whole pixels, so that no edge is antialiased.
            cairo_rectangle(cairo, Double(pixels.x), Double(top), Double(pixels.width), Double(bottom - top))
            cairo_clip(cairo)
            try spend(trace(part))
            cairo_set_antialias(cairo, wanted)
            finish()
        }
    }

    /// The average number of edges per row of pixels that Cairo draws: it processes all of them 15 times per row,
    /// sorted, which takes a tenth of a second for a tile of 256 pixels and grows quadratically. A hundred times the
    /// number in the overview of the densest map.
    private static let maxCairoEdges = 5_000.0

    /// Returns the average number of edges per row of pixels; 0 if there are few segments.
    ///
    /// - Parameter near: The number of segments that may be visible.
    private func edgesPerRow(
        _ path: Path, near: Int, _ transform: CGAffineTransform, in clip: Box, penWidth: Double?
    ) throws(RasterFailure) -> Double {
        guard Double(near) > Self.maxCairoEdges else { return 0 }
        try spend(path.segmentCount / 4)
        let edges = path.edgesPerRow(transform, clip, pen: penWidth.map { $0 * transform.meanScale })
        // The whole may have fewer on average; if each strip has few, so has the whole.
        if strips > 1, edges > Self.maxCairoEdges { isAsWhole = false }
        return edges
    }

    /// Returns whether outlines that Cairo would process together have too many edges for it.
    func haveTooManyEdges(
        _ parts: [(path: Path, transform: CGAffineTransform)], clip: Box
    ) throws(RasterFailure) -> Bool {
        let segments = parts.reduce(0) { $0 + $1.path.segmentCount(in: clip, $1.transform) }
        if segments > Self.maxSegments { return true }
        guard Double(segments) > Self.maxCairoEdges else { return false }
        var edges = 0.0
        for part in parts {
            try spend(part.path.segmentCount / 4)
            edges += part.path.edgesPerRow(part.transform, clip, pen: nil)
        }
        return edges > Self.maxCairoEdges
    }

    // MARK: Any number of edges

    /// Returns the coverage of outlines with any number of edges over the pixels that a clip touches; nil if there are
    /// none.
    func coverage(
        rule: FillRule, isSmooth: Bool, on canvas: Canvas, clip: Box,
        _ addEdges: (Box, inout EdgeCoverage.WindingEdges) -> Void
    ) throws(RasterFailure) -> EdgeCoverage? {
        guard let pixels = canvas.pixels(touching: clip) else { return nil }
        var coverage = EdgeCoverage(x: pixels.x, y: pixels.y, width: pixels.width, height: pixels.height)
        try coverage.cover(rule: rule, isSmooth: isSmooth) { box, edges throws(RasterFailure) in
            try spend(Self.maxUnaskedCount)
            addEdges(box, &edges)
            // A sample takes some 2 ns.
            try spend(edges.work / 25)
        }
        return coverage
    }

    /// Paints the canvas's source through the coverage of edges.
    func paintEdges(
        rule: FillRule, isSmooth: Bool, on canvas: Canvas, clip: Box,
        _ addEdges: (Box, inout EdgeCoverage.WindingEdges) -> Void
    ) throws(RasterFailure) {
        if let coverage = try coverage(rule: rule, isSmooth: isSmooth, on: canvas, clip: clip, addEdges) {
            paint(through: coverage, on: canvas)
        }
    }

    /// Paints the canvas's source through the areas of shapes that turn in the same direction.
    func paintAreas(
        overlap: EdgeCoverage.Overlap, isSmooth: Bool, on canvas: Canvas, clip: Box,
        _ addAreas: (Box, inout EdgeCoverage.AreaEdges) -> Void
    ) throws(RasterFailure) {
        guard let pixels = canvas.pixels(touching: clip) else { return }
        var coverage = EdgeCoverage(x: pixels.x, y: pixels.y, width: pixels.width, height: pixels.height)
        try coverage.coverAreas(overlap: overlap, isSmooth: isSmooth) { box, edges throws(RasterFailure) in
            try spend(Self.maxUnaskedCount)
            addAreas(box, &edges)
            // A pixel takes some 2 ns.
            try spend(edges.work / 25)
        }
        paint(through: coverage, on: canvas)
    }

    /// Paints the canvas's source through spans.
    func paintSpans(
        _ spans: InkSpans, _ transform: CGAffineTransform, isSmooth: Bool, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        guard let pixels = canvas.pixels(touching: clip) else { return }
        var coverage = EdgeCoverage(x: pixels.x, y: pixels.y, width: pixels.width, height: pixels.height)
        try coverage.cover(spans, transform, isSmooth: isSmooth) { work throws(RasterFailure) in
            // A pixel or a column takes some 5 ns.
            try spend(work / 10)
        }
        paint(through: coverage, on: canvas)
    }

    /// Paints the canvas's source through coverage.
    private func paint(through coverage: EdgeCoverage, on canvas: Canvas) {
        var coverage = coverage
        let cairo = canvas.context()
        var identity = CGAffineTransform.identity.cairo
        cairo_set_matrix(cairo, &identity)
        let (x, y) = (Double(coverage.x), Double(coverage.y))
        coverage.withSurface { cairo_mask_surface(cairo, $0, x, y) }
    }
}

extension Path {
    /// Returns the average number of the outline's edges per row of pixels in the clip. O(n).
    ///
    /// - Parameter pen: The width of the stroke in pixels; nil for a fill.
    fileprivate func edgesPerRow(_ transform: CGAffineTransform, _ clip: Box, pen: Double?) -> Double {
        let reach = (pen ?? 0) / 2
        let box = clip.expanded(by: reach)
        var total = 0.0
        var last = (x: 0.0, y: 0.0)
        coordinates.withUnsafeBufferPointer { coordinates in
            for at in stride(from: 0, to: coordinates.count, by: 2) {
                let next = transform.apply(x: coordinates[at], y: coordinates[at + 1])
                if at > 0, max(last.x, next.x) >= box.minX, min(last.x, next.x) <= box.maxX {
                    let low = max(clip.minY, min(last.y, next.y) - reach)
                    let high = min(clip.maxY, max(last.y, next.y) + reach)
                    if high > low { total += (high - low) * (pen == nil ? 1 : 2) }
                }
                last = next
            }
        }
        return total / max(1, clip.height)
    }
}
