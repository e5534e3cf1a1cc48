import CCairo
import Foundation
public import TileGeometry
import TileSupport

/// The reason why a picture was not drawn.
public enum RasterFailure: Error, Hashable, CustomStringConvertible {
    /// The result is no longer wanted.
    case cancelled
    /// Filters are nested so deep in this part that drawing it would take minutes.
    case tooComplex
    /// Pictures are nested too deep.
    case tooDeep
    /// The picture's archive is damaged; the drawing must be recorded again.
    case damaged
    /// Cairo failed: out of memory, or beyond its limits.
    case cairo
    /// A part that another program draws can't be drawn now, and the picture waits for all of its parts.
    case unavailable(reason: String)

    public var description: String {
        switch self {
        case .cancelled: "the drawing was cancelled"
        case .tooComplex: "its filters take too much work here; magnify it, or simplify the drawing"
        case .tooDeep: "its groups lie in more than \(NestingLimit.depthOfAnyThread) others; flatten the drawing"
        case .damaged: "what was kept of the drawing is damaged"
        case .cairo: "Cairo could not draw this part; it may be out of memory"
        case .unavailable(let reason): reason
        }
    }
}

extension Picture {
    /// Draws an area of the picture. Layers drawn apart take at most 128 MB at a time, however groups are nested,
    /// unless a single row of pixels takes more.
    ///
    /// - Parameters:
    ///   - transform: Maps the picture's plane to pixels of the image, whose top left is (0, 0).
    ///   - fast: Whether to use the cheapest antialiasing instead of the best affordable.
    ///   - counters: The replay's counters are added to these.
    ///   - externalPatience: The total seconds of wall time for external parts; later ones are missing
    ///     (`ReplayCounters.partsMissing`). Nil waits for all.
    ///   - isCancelled: Called every few operations, and about every tenth of a second within long ones.
    /// - Throws: `RasterFailure`.
    public func raster(
        _ transform: CGAffineTransform, width: Int, height: Int, pool: BitmapPool, fast: Bool = false,
        counters: inout ReplayCounters, externalPatience: Double? = nil, isCancelled: () -> Bool = { false }
    ) throws(RasterFailure) -> TileImage {
        defer { didReadShared() }
        let rows = max(1, Self.maxLayerBytes / max(1, width * 4 * layerDepth))
        if rows < height {
            return try rasterInBands(
                of: rows, transform, width: width, height: height, pool: pool, fast: fast, counters: &counters,
                externalPatience: externalPatience, isCancelled: isCancelled)
        }
        let strip = try rasterAtOnce(
            transform, width: width, height: height, pool: pool, fast: fast, counters: &counters,
            externalPatience: externalPatience, isCancelled: isCancelled)
        return strip.image
    }

    /// - Parameter strips: The number of strips of similar height, of which this is one.
    /// - Returns: The image, and whether it equals the same part of the whole image.
    func rasterAtOnce(
        _ transform: CGAffineTransform, width: Int, height: Int, pool: BitmapPool, fast: Bool = false, strips: Int = 1,
        counters: inout ReplayCounters, externalPatience: Double?, isCancelled: () -> Bool
    ) throws(RasterFailure) -> (image: TileImage, isAsWhole: Bool) {
        let canvas = Canvas(
            width: width, height: height, pool: pool, antialias: fast ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT)
        var failure: RasterFailure?
        var isAsWhole = true
        withoutActuallyEscaping(isCancelled) { isCancelled in
            let replay = Replay(
                pool: pool, antialias: fast ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT, strips: strips,
                externalPatience: externalPatience, isCancelled: isCancelled)
            do throws(RasterFailure) {
                try replay.draw(self, transform, on: canvas, clip: canvas.bounds)
            } catch {
                failure = error
            }
            counters += replay.counters
            isAsWhole = replay.isAsWhole
            replay.end()
        }
        if let failure { throw failure }
        guard let image = canvas.finish() else { throw .cairo }
        if case .solid = image { counters.solids += 1 }
        return (image, isAsWhole)
    }

    /// The maximum memory of layers drawn apart at a time, in bytes.
    static let maxLayerBytes = 128 << 20

    /// Draws bands of rows in sequence, for when nested layers of all rows would take too much memory.
    private func rasterInBands(
        of rows: Int, _ transform: CGAffineTransform, width: Int, height: Int, pool: BitmapPool, fast: Bool,
        counters: inout ReplayCounters, externalPatience: Double?, isCancelled: () -> Bool
    ) throws(RasterFailure) -> TileImage {
        let result = pool.uninitializedBitmap(width: width, height: height)
        for top in stride(from: 0, to: height, by: rows) {
            let part = try raster(
                transform.concatenating(CGAffineTransform(translationX: 0, y: -Double(top))), width: width,
                height: min(rows, height - top), pool: pool, fast: fast, counters: &counters,
                externalPatience: externalPatience, isCancelled: isCancelled)
            result.setRows(from: top, to: part)
        }
        return .bitmap(result)
    }
}

/// A walk through a picture to draw one image.
final class Replay {
    /// The margin around the visible area, in pixels, within which edges affect its pixels.
    static let antialiasingMargin = 2.0
    /// The maximum coordinate in pixels; larger ones are clamped. Cairo's 24.8 fixed point holds 2²³, but its stroker
    /// already fails on slanted lines of some 2¹⁷ pixels (seen in 1.16: a diagonal from −2.6·10⁵ to 2.6·10⁵ is drawn as
    /// fragments).
    static let coordinateLimit = Double(1 << 15)

    let pool: BitmapPool
    let antialias: cairo_antialias_t
    let isCancelled: () -> Bool
    var counters = ReplayCounters()
    /// The operations found, a range for each picture being drawn.
    private var hits = ContiguousArray<UInt32>()
    /// The pattern cells rendered for this image.
    var cells: [PatternCell.Key: PatternCell] = [:]
    /// The mean colors of patterns in this image.
    var means: [MeanKey: Color] = [:]
    /// The length that counts as a pixel for lines with a least width: more than 1 in finely drawn pattern cells.
    var samplesPerPixel = 1.0
    /// Whether samples of a pattern cell are drawn, the means of which become pixels.
    var drawsSamples = false
    /// A buffer that is reused for small outlines.
    lazy var coverage = CoverageBuffer()

    /// The number of strips that the image is divided into; this replay draws one of them.
    let strips: Int
    /// Whether no decision was made that might be different for the whole image.
    var isAsWhole = true

    /// The total seconds of wall time for external parts; nil waits for all.
    let externalPatience: Double?
    /// The seconds that external parts have taken so far.
    var externalTime = 0.0

    /// The remaining pixels of filter steps; nil before the first filter.
    var filterBudget: Double?
    /// The pixels of steps of the filters being drawn.
    var openFilterPixels = 0.0

    /// Layers that sources paint from, kept until the image is done.
    var keepAlive: [Canvas] = []
    /// The memory of `cells` and `keepAlive`.
    var keptBytes = 0

    /// The work since `isCancelled` was last called, in units of about 50 ns.
    private var unasked = 0
    /// The nesting of pictures that fits on this thread's stack.
    private lazy var stackDepth = NestingLimit.depth

    init(
        pool: BitmapPool, antialias: cairo_antialias_t, strips: Int = 1, externalPatience: Double? = nil,
        isCancelled: @escaping () -> Bool
    ) {
        self.pool = pool
        self.antialias = antialias
        self.strips = strips
        self.externalPatience = externalPatience
        self.isCancelled = isCancelled
    }

    /// The work after which `isCancelled` is called.
    private static let maxUnaskedCount = 2048
    /// The work of an operation, without its segments.
    private static let operationWork = 64
    /// The number of pixels in a clip from which the area of operations counts as work; a tile has fewer.
    private static let largeArea = 1 << 18
    /// The pixels of a gradient, a layer or an image that take about 50 ns; of a single color there are ten times as
    /// many.
    private static let pixelsPerWork = 8.0
    private static let plainPixelsPerWork = 80.0

    /// Adds the work that is about to be done, and ends the replay if the result is no longer wanted.
    func spend(_ work: Int) throws(RasterFailure) {
        unasked += work
        guard unasked >= Self.maxUnaskedCount else { return }
        unasked = 0
        if isCancelled() { throw .cancelled }
    }

    /// The maximum memory of cells and layers that are kept after their operation, in bytes.
    private static let maxKeptBytes = 64 << 20

    /// Releases cells and layers. Call it between operations, when nothing is painted from them.
    private func forgetSources() {
        guard keptBytes > Self.maxKeptBytes else { return }
        keptBytes = 0
        end()
    }

    func end() {
        cells.removeAll()
        keepAlive.removeAll()
    }

    /// Draws the part of `picture` in `clip`, in pixels of the canvas.
    func draw(
        _ picture: Picture, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        if picture.depth > NestingLimit.depthOfAnyThread, picture.depth > min(Picture.largestDepth, stackDepth) {
            throw .tooDeep
        }
        guard transform.isInvertible, !clip.isEmpty else { return }
        let first = hits.count
        defer { hits.removeSubrange(first...) }
        picture.visible(
            in: clip.expanded(by: Self.antialiasingMargin + picture.pixelReach).applying(transform.inverted()),
            into: &hits)
        let count = hits.count - first
        counters.operationsVisited += count
        var start = 0
        try spend(count / 8)
        if count > 1 {
            start = try firstNotHidden(picture, transform, on: canvas, clip: clip, from: first, count: count)
        }
        counters.operationsHidden += start
        let isLarge = clip.width * clip.height > Double(Self.largeArea)
        for index in start..<count {
            try spend(Self.operationWork)
            forgetSources()
            let operation = try picture.operation(Int(hits[first + index]))
            if isLarge { try spend(Self.work(of: operation, transform, clip)) }
            try draw(operation, operation.transform.concatenating(transform), on: canvas, clip: clip)
        }
    }

    /// Returns the work of an operation's pixels.
    private static func work(of operation: Operation, _ transform: CGAffineTransform, _ clip: Box) -> Int {
        let shown = operation.bounds.applying(transform).intersection(clip)
        guard shown.width > 0, shown.height > 0 else { return 0 }
        let isPlain =
            switch operation.kind {
            case .fill(_, _, .color, _), .stroke(_, _, .color, _), .glyphs(_, .color): true
            default: false
            }
        return Int(min(1e9, shown.width * shown.height / (isPlain ? plainPixelsPerWork : pixelsPerWork)))
    }

    /// Returns the last operation that hides all earlier ones, or 0. Checks only candidates: opaque fills with bounds
    /// that contain the clip.
    private func firstNotHidden(
        _ picture: Picture, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box, from first: Int, count: Int
    ) throws(RasterFailure) -> Int {
        let margin = clip.expanded(by: Self.antialiasingMargin)
        let inverse = transform.inverted()
        let box = margin.applying(inverse)
        for index in stride(from: count - 1, to: 0, by: -1) {
            let operation = try picture.operation(Int(hits[first + index]))
            guard operation.bounds.contains(box) else { continue }
            if case .group(let group) = operation.kind {
                if group.opaqueBox.isEmpty { continue }
                let known = operation.transform.concatenating(transform)
                if known.preservesRects, group.opaqueBox.contains(margin.applying(known.inverted())) { return index }
                continue
            }
            guard case .fill(let path, let rule, let paint, _) = operation.kind, paint.opaqueColor != nil else {
                continue
            }
            let local = margin.applying(operation.transform.concatenating(transform).inverted())
            try spend(16 + path.segmentCount / SegmentRuns.length)
            if path.coverage(of: local, rule: rule) == .full { return index }
        }
        return 0
    }

    private func draw(
        _ operation: Operation, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        guard transform.isInvertible else { return }
        switch operation.kind {
        case .fill(let path, let rule, let paint, let antialiasing):
            try fill(
                path, rule: rule, paint: paint, antialiasing: antialiasing, transform: transform, on: canvas, clip: clip
            )
        case .stroke(let path, let pen, let paint, let antialiasing)
        where pen.style.unit == .pixel && !transform.isUniform:
            // The pen is round in pixels, and not in the outline's plane.
            try stroke(
                path.applying(transform), style: pen.style.drawn(at: 1), paint: paint, paintTransform: transform,
                antialiasing: antialiasing, transform: .identity, on: canvas, clip: clip)
        case .stroke(let path, let pen, let paint, let antialiasing):
            // The axis along which the pen is widest decides whether a line is too thin. Widened to a pixel along the
            // other one, lines of charts with a thousand times the scale in one direction would be black areas.
            try stroke(
                path, style: pen.style.drawn(at: transform.greatestScale / samplesPerPixel), paint: paint,
                antialiasing: antialiasing,
                transform: transform, on: canvas, clip: clip)
        case .glyphs(let run, let paint):
            try show(run, paint: paint, transform: transform, on: canvas, clip: clip)
        case .group(let group):
            try draw(group, transform, on: canvas, clip: clip)
        case .projected(let projected):
            try draw(projected, transform, on: canvas, clip: clip)
        case .filtered(let filtered):
            try draw(filtered, transform, on: canvas, clip: clip)
        case .image(let image):
            try draw(image, transform, on: canvas, clip: clip)
        case .external(let external):
            try draw(external, transform, on: canvas, clip: clip)
        }
    }

    // MARK: Outlines

    /// Returns an emitter with the visible and the safe area, in the plane that `transform` maps to pixels.
    func emitter(
        _ cairo: OpaquePointer, _ transform: CGAffineTransform, clip: Box, reach: Double = 0
    ) -> PathEmitter {
        let inverse = transform.inverted()
        let box = clip.expanded(by: Self.antialiasingMargin).applying(inverse).expanded(by: reach)
        // In a rotated or sheared plane the enclosing box exceeds the limit in pixels, by 2 to 3 times at most for
        // rotations; the limit allows for that. The visible area is well inside, so that subdivision ends.
        let limit = Self.coordinateLimit
        let safe = Box(minX: -limit, minY: -limit, maxX: limit, maxY: limit).union(clip).applying(inverse)
            .union(box.expanded(by: (box.width + box.height) / 8))
        // A plane so small or large that its numbers overflow shows nothing.
        guard box.isFinite, safe.isFinite else { return PathEmitter(cairo: cairo, box: .empty, safe: .infinite) }
        return PathEmitter(cairo: cairo, box: box, safe: safe)
    }

    /// Adds the visible part of a filled outline to the context's path, and leaves the context's matrix at `transform`.
    ///
    /// - Returns: The number of segments added.
    @discardableResult
    func trace(_ path: Path, transform: CGAffineTransform, in cairo: OpaquePointer, clip: Box) -> Int {
        var matrix = transform.cairo
        cairo_set_matrix(cairo, &matrix)
        var emitter = emitter(cairo, transform, clip: clip)
        emitter.fill(path)
        counters.segments += emitter.segments
        return emitter.segments
    }

    /// Returns the reach of a stroke's ink from the outline, in its plane, limited to what can matter.
    private static func reach(_ style: StrokeStyle, _ transform: CGAffineTransform) -> Double {
        min(style.reach, coordinateLimit / transform.meanScale)
    }

    private func fill(
        _ path: Path, rule: FillRule, paint: Paint, antialiasing: Antialiasing, transform: CGAffineTransform,
        on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let local = clip.expanded(by: Self.antialiasingMargin).applying(transform.inverted())
        var coversAll = false
        // Worth checking if the result can be "full", and for long outlines also if it can be "none".
        if path.bounds.contains(local) || path.segmentCount >= SegmentRuns.worthwhileCount {
            switch path.coverage(of: local, rule: rule) {
            case .none: return
            case .full: coversAll = true
            case .partial: break
            }
        }
        let paint = try flatColor(paint, transform, on: canvas).map { Paint.color($0) } ?? paint
        if coversAll, canvas.clipDepth == 0, clip.contains(canvas.bounds), case .color(let color) = paint {
            counters.operationsDrawn += 1
            if color.alpha >= 1 { return canvas.become(color.pixel) }
            if color.alpha <= 0 { return }
        }
        if antialiasing == .normal, case .color(let color) = paint,
            fillSmall(path, color, transform: transform, on: canvas)
        {
            return
        }
        guard try setSource(paint, transform, on: canvas, clip: clip) else { return }
        let cairo = canvas.context()
        counters.operationsDrawn += 1
        let wanted = antialiasing == .normal ? antialias : CAIRO_ANTIALIAS_NONE
        if coversAll {
            cairo_new_path(cairo)
            var matrix = transform.cairo
            cairo_set_matrix(cairo, &matrix)
            cairo_rectangle(cairo, local.minX, local.minY, local.width, local.height)
            cairo_set_antialias(cairo, wanted)
            return cairo_fill(cairo)
        }
        let shown = try thinned(path, for: .fill(rule), transform, on: canvas)?.outline
        try fillOutline(shown ?? path, rule: rule, transform, antialias: wanted, near: local, on: canvas, clip: clip)
    }

    /// Fills an outline with the canvas's source.
    private func fillOutline(
        _ path: Path, rule: FillRule, _ transform: CGAffineTransform, antialias wanted: cairo_antialias_t,
        near local: Box, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let cairo = canvas.context()
        cairo_set_fill_rule(cairo, rule.cairo)
        try drawOutline(path, transform, antialias: wanted, near: local, on: canvas, clip: clip) {
            trace(path, transform: transform, in: cairo, clip: $0)
        } addEdges: {
            path.addFill(transform, in: $0, to: &$1)
        } finish: {
            cairo_fill(cairo)
        }
    }

    /// - Parameter paintTransform: Maps the plane of the paint to pixels; nil if that is the outline's.
    private func stroke(
        _ path: Path, style: StrokeStyle, paint: Paint, paintTransform: CGAffineTransform? = nil,
        antialiasing: Antialiasing, transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let reach = Self.reach(style, transform)
        let local = clip.expanded(by: Self.antialiasingMargin).applying(transform.inverted()).expanded(by: reach)
        guard path.bounds.intersects(local), path.touches(local),
            try setSource(paint, paintTransform ?? transform, on: canvas, clip: clip)
        else { return }
        let cairo = canvas.context()
        counters.operationsDrawn += 1
        var matrix = transform.cairo
        cairo_set_matrix(cairo, &matrix)
        // A wider pen has edges beyond Cairo's limits.
        cairo_set_line_width(cairo, min(style.width, 2 * Self.coordinateLimit / transform.meanScale))
        cairo_set_line_cap(cairo, style.cap.cairo)
        cairo_set_line_join(cairo, style.join.cairo)
        cairo_set_miter_limit(cairo, style.miterLimit)
        cairo_set_dash(cairo, nil, 0, 0)
        var outline = path
        var isSolid = style.dashes.isEmpty
        let isWhole = emitter(cairo, transform, clip: clip, reach: reach).safe.contains(path.bounds)
        let dashesItself = !style.dashes.isEmpty && isWhole && path.hasFewDashes(style)
        if dashesItself {
            cairo_set_dash(cairo, style.dashes, Int32(style.dashes.count), style.dashOffset)
        } else if !style.dashes.isEmpty {
            try spend(path.segmentCount)
            if let dashes = DashedStroke(path, style, in: local, pixel: 1 / transform.meanScale) {
                outline = dashes.outline.build()
            } else {
                isSolid = true
            }
        }
        let wanted = antialiasing == .normal ? antialias : CAIRO_ANTIALIAS_NONE
        if isSolid {
            let use = ThinnedOutlines.Use.stroke(
                width: style.width, cap: style.cap, join: style.join, miterLimit: style.miterLimit)
            switch try thinned(path, for: use, transform, on: canvas) {
            case .none: break
            case .outline(let line): outline = line
            case .ink(let ink):
                return try paintAreas(
                    overlap: .none, isSmooth: wanted != CAIRO_ANTIALIAS_NONE, on: canvas, clip: clip
                ) { ink.addFill(transform, in: $0, to: &$1) }
            case .spans(let spans):
                return try paintSpans(
                    spans, transform, isSmooth: wanted != CAIRO_ANTIALIAS_NONE, on: canvas, clip: clip)
            }
        }
        try drawOutline(
            outline, transform, antialias: wanted, penWidth: style.width, near: local, on: canvas, clip: clip
        ) { clip in
            cairo_set_matrix(cairo, &matrix)
            var emitter = emitter(cairo, transform, clip: clip, reach: reach)
            if style.width * transform.meanScale > Self.thickPen {
                emitter.pixelOfThickStroke = 1 / transform.meanScale
            }
            if dashesItself {
                for subpath in path.subpaths { emitter.whole(path, subpath) }
            } else {
                emitter.stroke(outline)
            }
            counters.segments += emitter.segments
            return emitter.segments
        } addAreas: { box, edges in
            let near = box.expanded(by: Self.antialiasingMargin).applying(transform.inverted()).expanded(by: reach)
            outline.addStroke(style, transform, in: near, to: &edges)
        } addEdges: { box, edges in
            let near = box.expanded(by: Self.antialiasingMargin).applying(transform.inverted()).expanded(by: reach)
            outline.addStroke(style, transform, in: near, to: &edges)
        } finish: {
            cairo_stroke(cairo)
        }
    }

    /// The width of a pen in pixels from which the directions of curves at their ends can be seen.
    private static let thickPen = 2.0

    // MARK: Long outlines

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
    private func drawOutline(
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
    private func paintEdges(
        rule: FillRule, isSmooth: Bool, on canvas: Canvas, clip: Box,
        _ addEdges: (Box, inout EdgeCoverage.WindingEdges) -> Void
    ) throws(RasterFailure) {
        if let coverage = try coverage(rule: rule, isSmooth: isSmooth, on: canvas, clip: clip, addEdges) {
            paint(through: coverage, on: canvas)
        }
    }

    /// Paints the canvas's source through the areas of shapes that turn in the same direction.
    private func paintAreas(
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
    private func paintSpans(
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

    // MARK: Text

    private func show(
        _ run: GlyphRun, paint: Paint, transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        if case .color(let color) = paint, showSmall(run, color, transform: transform, on: canvas) { return }
        let shown = clip.expanded(by: Self.antialiasingMargin)
        let inverse = transform.inverted()
        let local = shown.applying(inverse)
        guard run.bounds.intersects(local), try setSource(paint, transform, on: canvas, clip: clip) else { return }
        let cairo = canvas.context()
        cairo_new_path(cairo)
        var segments = 0
        var long: [(path: Path, transform: CGAffineTransform)] = []
        var isTooLong = false
        for glyph in run.glyphs {
            let place = run.placement(of: glyph)
            guard glyph.outline.bounds.applying(place).intersects(local) else { continue }
            let whole = place.concatenating(transform)
            guard whole.isInvertible else { continue }
            if !isTooLong { segments += trace(glyph.outline, transform: whole, in: cairo, clip: clip) }
            guard run.glyphs.count > Self.maxGlyphsUnchecked else { continue }
            long.append((glyph.outline, whole))
            if segments > Self.maxSegments, !isTooLong, !canvas.isVector {
                isTooLong = true
                cairo_new_path(cairo)
            }
        }
        guard segments > 0 else { return }
        counters.operationsDrawn += 1
        if !isTooLong, !canvas.isVector { isTooLong = try haveTooManyEdges(long, clip: clip) }
        if isTooLong {
            return try paintEdges(rule: .nonZero, isSmooth: true, on: canvas, clip: clip) { box, edges in
                for part in long { part.path.addFill(part.transform, in: box, to: &edges) }
            }
        }
        try spend(segments)
        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
        cairo_set_antialias(cairo, antialias)
        cairo_fill(cairo)
    }

    /// The number of letters in a run up to which their bounds are not checked individually.
    private static let maxGlyphsUnchecked = 1000

    // MARK: Paint

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

extension Path {
    /// Returns whether Cairo may do the dashing: it processes the whole outline, visible or not, in some 30 ns per
    /// dash.
    fileprivate func hasFewDashes(_ style: StrokeStyle) -> Bool {
        guard segmentCount <= 512 else { return false }
        let dashes = style.dashes.count * (style.dashes.count % 2 + 1)
        var length = 0.0
        for at in stride(from: 2, to: coordinates.count, by: 2) {
            length += abs(coordinates[at] - coordinates[at - 2]) + abs(coordinates[at + 1] - coordinates[at - 1])
        }
        return length * Double(dashes) <= 4096 * style.dashes.reduce(0, +)
    }

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

    /// Returns the number of segments that may touch the box, never too low. O(log n + k) for k of them.
    func segmentCount(near box: Box) -> Int {
        var count = 0
        _ = walkSubpaths(
            box,
            touching: { index in
                let subpath = subpaths[index]
                guard let runs = subpath.runs else {
                    count += subpath.verbs.count
                    return true
                }
                return runs.boxes.walk(
                    box,
                    touching: { run in
                        count += runs.runs[run].verbCount
                        return true
                    }, missing: { _ in })
            }, missing: { _ in })
        return count
    }

    /// Returns whether any run of segments may touch the box. O(log n) if none does.
    func touches(_ box: Box) -> Bool {
        !walkSubpaths(
            box,
            touching: { index in
                guard let runs = subpaths[index].runs else { return false }
                return runs.boxes.walk(box, touching: { _ in false }, missing: { _ in })
            },
            missing: { _ in })
    }
}
