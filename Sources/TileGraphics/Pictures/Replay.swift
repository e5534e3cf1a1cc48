import CCairo
import Foundation
public import TileGeometry

/// What kept a picture from being drawn.
public enum RasterFailure: Error, Hashable, CustomStringConvertible {
    /// The result is no longer wanted.
    case cancelled
    /// An outline has so many edges in this part that drawing it would take minutes.
    case tooComplex
    /// Cairo gave up: out of memory, or beyond what it can draw.
    case cairo

    public var description: String {
        switch self {
        case .cancelled: "the drawing was cancelled"
        case .tooComplex: "an outline has too many edges here; magnify it, or simplify the drawing"
        case .cairo: "Cairo could not draw this part; it may be out of memory"
        }
    }
}

extension Picture {
    /// Draws an area of the picture.
    ///
    /// - Parameters:
    ///   - transform: from the picture's plane to pixels of the image, whose top left is (0, 0).
    ///   - fast: the cheapest antialiasing instead of the best affordable.
    ///   - counters: what it did is added to these.
    ///   - isCancelled: asked every few operations.
    /// - Throws: `RasterFailure`.
    public func raster(
        _ transform: CGAffineTransform, width: Int, height: Int, pool: BitmapPool, fast: Bool = false,
        counters: inout ReplayCounters, isCancelled: () -> Bool = { false }
    ) throws(RasterFailure) -> TileImage {
        let canvas = Canvas(
            width: width, height: height, pool: pool, antialias: fast ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT)
        var failure: RasterFailure?
        withoutActuallyEscaping(isCancelled) { isCancelled in
            let replay = Replay(
                pool: pool, antialias: fast ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT,
                isCancelled: isCancelled)
            do throws(RasterFailure) {
                try replay.draw(self, transform, on: canvas, clip: canvas.bounds)
            } catch {
                failure = error
            }
            counters += replay.counters
            replay.end()
        }
        if let failure { throw failure }
        guard let image = canvas.finish() else { throw .cairo }
        if case .solid = image { counters.solids += 1 }
        return image
    }
}

/// One walk through a picture on behalf of one image.
final class Replay {
    /// Pixels drawn beyond what shows, because an edge there tints a pixel here.
    static let antialiasingMargin = 2.0
    /// Coordinates beyond this many pixels are brought in. Cairo's 24.8 fixed point holds 2²³, but its stroker loses slanted
    /// lines of some 2¹⁷ pixels already (seen in 1.16: a diagonal from −2.6·10⁵ to 2.6·10⁵ comes out as scraps).
    static let coordinateLimit = Double(1 << 15)

    let pool: BitmapPool
    let antialias: cairo_antialias_t
    let isCancelled: () -> Bool
    var counters = ReplayCounters()
    /// Operations found, a stretch for each picture under way.
    private var hits = ContiguousArray<UInt32>()
    /// Cells of patterns rendered for this image.
    var cells: [PatternCell.Key: PatternCell] = [:]
    /// For one small outline after the other.
    lazy var coverage = CoverageBuffer()

    init(pool: BitmapPool, antialias: cairo_antialias_t, isCancelled: @escaping () -> Bool) {
        self.pool = pool
        self.antialias = antialias
        self.isCancelled = isCancelled
    }

    /// Layers that a source paints from, until the image is done.
    var keepAlive: [Canvas] = []

    func end() {
        cells.removeAll()
        keepAlive.removeAll()
    }

    /// Draws what of `picture` shows in `clip`, in pixels of the canvas.
    func draw(
        _ picture: Picture, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        guard transform.isInvertible, !clip.isEmpty else { return }
        let first = hits.count
        defer { hits.removeSubrange(first...) }
        picture.visible(
            in: clip.expanded(by: Self.antialiasingMargin).applying(transform.inverted()), into: &hits)
        let count = hits.count - first
        counters.operationsVisited += count
        var start = 0
        if count > 1 { start = firstNotHidden(picture, transform, canvas, clip, first, count) }
        counters.operationsHidden += start
        for index in start..<count {
            if index & 31 == 31, isCancelled() { throw .cancelled }
            let operation = picture.operations[Int(hits[first + index])]
            try draw(operation, operation.transform.concatenating(transform), on: canvas, clip: clip)
        }
    }

    /// The last operation that hides all before it, or 0. Looks only at what can: opaque fills whose bounds hold the clip.
    private func firstNotHidden(
        _ picture: Picture, _ transform: CGAffineTransform, _ canvas: Canvas, _ clip: Box, _ first: Int, _ count: Int
    ) -> Int {
        let margin = clip.expanded(by: Self.antialiasingMargin)
        let inverse = transform.inverted()
        let box = margin.applying(inverse)
        for index in stride(from: count - 1, to: 0, by: -1) {
            let operation = picture.operations[Int(hits[first + index])]
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
            try fill(path, rule, paint, antialiasing, transform, on: canvas, clip: clip)
        case .stroke(let path, let style, let paint, let antialiasing):
            try stroke(path, style, paint, antialiasing, transform, on: canvas, clip: clip)
        case .glyphs(let run, let paint):
            try show(run, paint, transform, on: canvas, clip: clip)
        case .group(let group):
            try draw(group, transform, on: canvas, clip: clip)
        case .projected(let projected):
            try draw(projected, transform, on: canvas, clip: clip)
        case .image(let image):
            try draw(image, transform, on: canvas, clip: clip)
        }
    }

    // MARK: Outlines

    /// What shows and what is safe, in the plane that `transform` maps to pixels.
    func emitter(
        _ cairo: OpaquePointer, _ transform: CGAffineTransform, clip: Box, reach: Double = 0
    ) -> PathEmitter {
        let inverse = transform.inverted()
        let box = clip.expanded(by: Self.antialiasingMargin).applying(inverse).expanded(by: reach)
        // Of a turned or sheared plane the enclosing box is larger than the limit in pixels, by 2 to 3 times at most for
        // turns; the limit leaves that room. Whatever shows is well inside, so that subdivision ends.
        let limit = Self.coordinateLimit
        let safe = Box(minX: -limit, minY: -limit, maxX: limit, maxY: limit).union(clip).applying(inverse)
            .union(box.expanded(by: (box.width + box.height) / 8))
        // A plane so small or large that its numbers overflow shows nothing.
        guard box.isFinite, safe.isFinite else { return PathEmitter(cairo: cairo, box: .empty, safe: .infinite) }
        return PathEmitter(cairo: cairo, box: box, safe: safe)
    }

    /// Adds to the context's path what of a filled outline can show, and leaves its matrix at `transform`.
    ///
    /// - Returns: how many segments that took.
    @discardableResult
    func trace(_ path: Path, _ transform: CGAffineTransform, _ cairo: OpaquePointer, clip: Box) -> Int {
        var matrix = transform.cairo
        cairo_set_matrix(cairo, &matrix)
        var emitter = emitter(cairo, transform, clip: clip)
        emitter.fill(path)
        counters.segments += emitter.segments
        return emitter.segments
    }

    /// How far ink may reach from an outline, in its plane, as far as it can matter.
    private static func reach(_ style: StrokeStyle, _ transform: CGAffineTransform) -> Double {
        min(style.reach, coordinateLimit / transform.meanScale)
    }

    private func fill(
        _ path: Path, _ rule: FillRule, _ paint: Paint, _ antialiasing: Antialiasing, _ transform: CGAffineTransform,
        on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let local = clip.expanded(by: Self.antialiasingMargin).applying(transform.inverted())
        var coversAll = false
        // Worth asking where the answer can be "all", and for long outlines also where it can be "none".
        if path.bounds.contains(local) || path.segmentCount >= SegmentRuns.worthwhileCount {
            switch path.coverage(of: local, rule: rule) {
            case .none: return
            case .full: coversAll = true
            case .partial: break
            }
        }
        if coversAll, canvas.clipDepth == 0, clip.contains(canvas.bounds), case .color(let color) = paint {
            counters.operationsDrawn += 1
            if color.alpha >= 1 { return canvas.become(color.pixel) }
            if color.alpha <= 0 { return }
        }
        if antialiasing == .normal, case .color(let color) = paint, fillSmall(path, color, transform, on: canvas) {
            return
        }
        guard try setSource(paint, transform, on: canvas, clip: clip) else { return }
        let cairo = canvas.context()
        counters.operationsDrawn += 1
        cairo_new_path(cairo)
        var smooth = antialiasing == .normal ? antialias : CAIRO_ANTIALIAS_NONE
        if coversAll {
            var matrix = transform.cairo
            cairo_set_matrix(cairo, &matrix)
            cairo_rectangle(cairo, local.minX, local.minY, local.width, local.height)
        } else {
            let segments = trace(path, transform, cairo, clip: clip)
            smooth = try affordable(smooth, path, segments, transform, clip: clip)
        }
        cairo_set_fill_rule(cairo, rule.cairo)
        cairo_set_antialias(cairo, smooth)
        cairo_fill(cairo)
    }

    private func stroke(
        _ path: Path, _ style: StrokeStyle, _ paint: Paint, _ antialiasing: Antialiasing,
        _ transform: CGAffineTransform,
        on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let reach = Self.reach(style, transform)
        let local = clip.expanded(by: Self.antialiasingMargin).applying(transform.inverted()).expanded(by: reach)
        guard path.bounds.intersects(local), path.touches(local),
            try setSource(paint, transform, on: canvas, clip: clip)
        else { return }
        let cairo = canvas.context()
        counters.operationsDrawn += 1
        var matrix = transform.cairo
        cairo_set_matrix(cairo, &matrix)
        cairo_new_path(cairo)
        // A wider pen has edges beyond what Cairo can count.
        cairo_set_line_width(cairo, min(style.width, 2 * Self.coordinateLimit / transform.meanScale))
        cairo_set_line_cap(cairo, style.cap.cairo)
        cairo_set_line_join(cairo, style.join.cairo)
        cairo_set_miter_limit(cairo, style.miterLimit)
        var emitter = emitter(cairo, transform, clip: clip, reach: reach)
        cairo_set_dash(cairo, nil, 0, 0)
        var outline = path
        if style.dashes.isEmpty {
            emitter.stroke(path)
        } else if emitter.safe.contains(path.bounds), path.hasFewDashes(style) {
            cairo_set_dash(cairo, style.dashes, Int32(style.dashes.count), style.dashOffset)
            for subpath in path.subpaths { emitter.whole(path, subpath) }
        } else {
            if let dashes = DashedStroke(path, style, in: local, pixel: 1 / transform.meanScale) {
                outline = dashes.outline.build()
            }
            emitter.stroke(outline)
        }
        counters.segments += emitter.segments
        cairo_set_antialias(
            cairo,
            try affordable(
                antialiasing == .normal ? antialias : CAIRO_ANTIALIAS_NONE, outline, emitter.segments, transform,
                clip: clip, penWidth: style.width))
        cairo_stroke(cairo)
    }

    /// Edges that may cross a row of pixels, on average, and be smoothed as well as can be: Cairo goes along all of them 15
    /// times a row. A hundred times what the densest of maps has at its overview.
    private static let mostSmoothEdges = 5_000.0
    /// And that may be drawn at all, 4 times a row: where they cross at random Cairo's sorting takes 1 to 2 s for a tile of
    /// 256 pixels, and grows with the square. Such an outline was made to do harm.
    private static let mostEdges = 20_000.0

    /// The smoothing that an outline is simple enough for.
    ///
    /// - Throws: `RasterFailure.tooComplex` when it is too complex for anything.
    private func affordable(
        _ wanted: cairo_antialias_t, _ path: Path, _ segments: Int, _ transform: CGAffineTransform, clip: Box,
        penWidth: Double? = nil
    ) throws(RasterFailure) -> cairo_antialias_t {
        guard Double(segments) > Self.mostSmoothEdges else { return wanted }
        let edges = path.edgesPerRow(transform, clip, pen: penWidth.map { $0 * transform.meanScale })
        if edges > Self.mostEdges { throw .tooComplex }
        // Not "none": Cairo 1.16 finds each new edge its place one by one then.
        return edges > Self.mostSmoothEdges ? CAIRO_ANTIALIAS_FAST : wanted
    }

    // MARK: Text

    private func show(
        _ run: GlyphRun, _ paint: Paint, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        if case .color(let color) = paint, showSmall(run, color, transform, on: canvas) { return }
        let shown = clip.expanded(by: Self.antialiasingMargin)
        let inverse = transform.inverted()
        let local = shown.applying(inverse)
        guard run.bounds.intersects(local), try setSource(paint, transform, on: canvas, clip: clip) else { return }
        let cairo = canvas.context()
        cairo_new_path(cairo)
        var any = false
        for glyph in run.glyphs {
            let place = run.place(glyph)
            guard glyph.outline.bounds.applying(place).intersects(local) else { continue }
            let whole = place.concatenating(transform)
            guard whole.isInvertible else { continue }
            trace(glyph.outline, whole, cairo, clip: clip)
            any = true
        }
        guard any else { return }
        counters.operationsDrawn += 1
        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
        cairo_set_antialias(cairo, antialias)
        cairo_fill(cairo)
    }

    // MARK: Paint

    /// Makes `paint` the source of the canvas's context, with user space at `transform`.
    ///
    /// - Returns: false when there is nothing to paint with.
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
            let pattern: OpaquePointer
            switch gradient.geometry {
            case .linear(let x1, let y1, let x2, let y2):
                pattern = cairo_pattern_create_linear(x1, y1, x2, y2)
            case .radial(let focusX, let focusY, let focusRadius, let centerX, let centerY, let radius):
                pattern = cairo_pattern_create_radial(focusX, focusY, focusRadius, centerX, centerY, radius)
            case .conic(let centerX, let centerY, let angle):
                return setConicSource(gradient, centerX, centerY, angle, transform, on: canvas, clip: clip)
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

    /// A pattern is fixed to user space as it is when it becomes the source.
    func setSource(_ pattern: OpaquePointer, _ transform: CGAffineTransform, on canvas: Canvas) {
        let cairo = canvas.context()
        var matrix = transform.cairo
        cairo_set_matrix(cairo, &matrix)
        cairo_set_source(cairo, pattern)
    }
}

extension Path {
    /// Whether Cairo may do the dashing: it goes along the whole outline, visible or not, some 30 ns a dash.
    fileprivate func hasFewDashes(_ style: StrokeStyle) -> Bool {
        guard segmentCount <= 512 else { return false }
        let dashes = style.dashes.count * (style.dashes.count % 2 + 1)
        var length = 0.0
        for at in stride(from: 2, to: coordinates.count, by: 2) {
            length += abs(coordinates[at] - coordinates[at - 2]) + abs(coordinates[at + 1] - coordinates[at - 1])
        }
        return length * Double(dashes) <= 4096 * style.dashes.reduce(0, +)
    }

    /// How many edges of the outline cross a row of pixels of the clip, on average. O(n).
    ///
    /// - Parameter pen: the width of the line drawn along it, in pixels; nil when it is filled.
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

    /// Whether any run of segments may touch the box. O(log n) when none does.
    func touches(_ box: Box) -> Bool {
        !subpathBoxes.walk(
            box,
            touching: { index in
                guard let runs = subpaths[index].runs else { return false }
                return runs.boxes.walk(box, touching: { _ in false }, missing: { _ in })
            },
            missing: { _ in })
    }
}
