import CCairo
import TileGeometry

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

    /// The path from the outermost picture to the operation being drawn; nil for pictures without backdrops, and where
    /// nothing is behind them.
    var trail: BackdropTrail?

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
    static let maxUnaskedCount = 2048
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
        let leads = trail?.leads(to: picture) ?? false
        let last = leads ? trail?.last : nil
        if let last {
            while let number = hits[first...].last, number > last.number || (number == last.number && !last.isPart) {
                hits.removeLast()
            }
        }
        let count = hits.count - first
        counters.operationsVisited += count
        var start = 0
        try spend(count / 8)
        // A group that is drawn only in part may hide less than it declares.
        let whole = last?.isPart == true && hits[first...].last == last?.number ? count - 1 : count
        if whole > 1 {
            start = try firstNotHidden(picture, transform, on: canvas, clip: clip, from: first, count: whole)
        }
        counters.operationsHidden += start
        let isLarge = clip.width * clip.height > Double(Self.largeArea)
        for index in start..<count {
            try spend(Self.operationWork)
            forgetSources()
            let operation = try picture.operation(Int(hits[first + index]))
            if isLarge { try spend(Self.work(of: operation, transform, clip)) }
            let plane = operation.transform.concatenating(transform)
            if leads {
                try draw(operation, number: hits[first + index], plane, on: canvas, clip: clip)
            } else {
                try draw(operation, plane, on: canvas, clip: clip)
            }
        }
    }

    /// Draws an operation of a picture that the trail leads to.
    private func draw(
        _ operation: Operation, number: UInt32, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        switch operation.kind {
        case .backdrop(let backdrop):
            try draw(backdrop, number: number, toPicture: operation.transform, transform, on: canvas, clip: clip)
        case .group(let group) where group.content.backdropCount > 0:
            trail?.enter(group, number: number, operation.transform)
            defer { trail?.leave() }
            try draw(operation, transform, on: canvas, clip: clip)
        default: try draw(operation, transform, on: canvas, clip: clip)
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
                if covers(clip, with: group, transform: operation.transform.concatenating(transform)) { return index }
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

    /// Whether a group hides everything behind it in a clip, as far as its creator has declared.
    func covers(_ clip: Box, with group: PictureGroup, transform: CGAffineTransform) -> Bool {
        guard !group.opaqueBox.isEmpty, transform.preservesRects else { return false }
        return group.opaqueBox.contains(clip.expanded(by: Self.antialiasingMargin).applying(transform.inverted()))
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
        case .backdrop: break
        }
    }
}
