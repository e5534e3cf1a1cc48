import CCairo
import TileGeometry

/// The destination of a replay. It is a single color until drawing needs pixels, and from then on a bitmap with a Cairo
/// context. So a tile that is all sea is never rasterized.
final class Canvas {
    enum Contents {
        case solid(PixelColor)
        case drawn(Bitmap)
    }

    let width: Int
    let height: Int
    private let pool: BitmapPool
    private let antialias: cairo_antialias_t
    private(set) var contents: Contents
    private var surface: OpaquePointer?
    private var cairo: OpaquePointer?
    /// The number of active clips. While there are any, drawing that covers the canvas does not make it a single color.
    private(set) var clipDepth = 0
    /// The rects that the active clips let through, computed on demand; the inner value is nil if they do not consist
    /// of whole pixels.
    private var partsOfClips: ContiguousArray<PixelRect>??
    /// Whether pixels may have changed without Cairo's knowledge.
    private var isWrittenPast = false
    /// Whether the canvas keeps shapes instead of pixels, which cannot be read.
    private(set) var isVector = false
    /// Whether the drawing will be repeated, as a pattern's cell. Then drawing without Cairo saves nothing, and the
    /// cell must look like other programs' cells over its whole area.
    let isCell: Bool

    init(width: Int, height: Int, pool: BitmapPool, antialias: cairo_antialias_t, isCell: Bool = false) {
        self.isCell = isCell
        self.width = width
        self.height = height
        self.pool = pool
        self.antialias = antialias
        contents = .solid(.clear)
    }

    /// Creates a canvas that draws over a bitmap's existing pixels.
    init(_ bitmap: Bitmap, pool: BitmapPool, antialias: cairo_antialias_t) {
        width = bitmap.width
        height = bitmap.height
        isCell = false
        self.pool = pool
        self.antialias = antialias
        contents = .drawn(bitmap)
        open(bitmap)
    }

    /// Creates a canvas that draws on a caller's context with a vector surface.
    ///
    /// - Parameters: The size, in the surface's units.
    init(vectors cairo: OpaquePointer, width: Int, height: Int, pool: BitmapPool) {
        self.width = width
        self.height = height
        self.pool = pool
        antialias = CAIRO_ANTIALIAS_DEFAULT
        contents = .solid(.clear)
        isVector = true
        isCell = false
        self.cairo = cairo_reference(cairo)
        // Prevents the canvas from counting as a single color.
        clipDepth = 1
    }

    deinit { finish() }

    var bounds: Box { Box(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height)) }

    /// Returns the pixels that a box touches: the first column and row, and the size; nil if there are none.
    func pixels(touching box: Box) -> (x: Int, y: Int, width: Int, height: Int)? {
        let shown = box.intersection(bounds)
        guard !shown.isEmpty else { return nil }
        let (x, y) = (Int(shown.minX.rounded(.down)), Int(shown.minY.rounded(.down)))
        let (width, height) = (Int(shown.maxX.rounded(.up)) - x, Int(shown.maxY.rounded(.up)) - y)
        return width > 0 && height > 0 ? (x, y, width, height) : nil
    }

    /// The color of the canvas, if only full-canvas colors were drawn and no clip is active.
    var solidColor: PixelColor? {
        if clipDepth == 0, case .solid(let color) = contents { return color }
        return nil
    }

    /// Replaces everything by one color.
    func become(_ color: PixelColor) {
        precondition(clipDepth == 0, "a clipped canvas has no one color")
        switch contents {
        case .solid: contents = .solid(color)
        case .drawn(let bitmap):
            flush()
            bitmap.fill(color)
            cairo_surface_mark_dirty(surface)
        }
    }

    /// Returns the context to draw with. From then on there are pixels.
    func context() -> OpaquePointer {
        if isWrittenPast {
            cairo_surface_mark_dirty(surface)
            isWrittenPast = false
        }
        if let cairo { return cairo }
        guard case .solid(let color) = contents else {
            preconditionFailure("a drawn canvas has its context until finish()")
        }
        let bitmap = pool.uninitializedBitmap(width: width, height: height)
        bitmap.fill(color)
        contents = .drawn(bitmap)
        return open(bitmap)
    }

    @discardableResult
    private func open(_ bitmap: Bitmap) -> OpaquePointer {
        let surface = cairo_image_surface_create_for_data(
            bitmap.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
            Int32(bitmap.stride))
        let cairo = cairo_create(surface)!
        cairo_set_antialias(cairo, antialias)
        self.surface = surface
        self.cairo = cairo
        return cairo
    }

    /// Returns the parts that may be drawn on without Cairo, which are those that the active clips let through. Nil if
    /// the clips have smooth edges, because only Cairo knows how much of a pixel is inside both an edge and an outline.
    /// O(1) while the clips are unchanged.
    func freeParts() -> ContiguousArray<PixelRect>? {
        if isVector || isCell { return nil }
        if let known = partsOfClips { return known }
        let parts = clipDepth == 0 ? [PixelRect(columns: 0..<width, rows: 0..<height)] : partsOfWholePixels()
        partsOfClips = .some(parts)
        return parts
    }

    private func partsOfWholePixels() -> ContiguousArray<PixelRect>? {
        let cairo = context()
        var identity = CGAffineTransform.identity.cairo
        cairo_set_matrix(cairo, &identity)
        // Fails if the clip does not consist of whole pixels.
        let pieces = cairo_copy_clip_rectangle_list(cairo)!
        defer { cairo_rectangle_list_destroy(pieces) }
        guard pieces.pointee.status == CAIRO_STATUS_SUCCESS, pieces.pointee.num_rectangles <= Self.maxParts else {
            return nil
        }
        return ContiguousArray(
            UnsafeBufferPointer(start: pieces.pointee.rectangles, count: Int(pieces.pointee.num_rectangles)).map {
                PixelRect(
                    columns: Int($0.x)..<Int($0.x + $0.width), rows: Int($0.y)..<Int($0.y + $0.height))
            })
    }

    /// The maximum number of parts; with more, going through them for each outline is slower than Cairo.
    private static let maxParts = 64

    /// Returns the pixels for writing without Cairo, until the next call of `context()`.
    func freePixels() -> Bitmap {
        if !isWrittenPast {
            _ = context()
            flush()
            isWrittenPast = true
        }
        guard case .drawn(let bitmap) = contents else { preconditionFailure("a canvas with a context is drawn") }
        return bitmap
    }

    /// Returns a surface to paint from, with everything drawn so far, which must not be empty.
    func sourceSurface() -> OpaquePointer {
        _ = context()
        flush()
        return surface!
    }

    func save() {
        cairo_save(context())
        clipDepth += 1
        partsOfClips = nil
    }

    func restore() {
        cairo_restore(context())
        clipDepth -= 1
        partsOfClips = nil
    }

    private func flush() { if let surface { cairo_surface_flush(surface) } }

    /// Ends drawing. Returns the image, or nil if Cairo ran out of memory or failed otherwise.
    @discardableResult
    func finish() -> TileImage? {
        var failed = false
        if let cairo {
            failed = cairo_status(cairo) != CAIRO_STATUS_SUCCESS
            cairo_destroy(cairo)
            self.cairo = nil
        }
        if let surface {
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
            self.surface = nil
        }
        if failed { return nil }
        switch contents {
        case .solid(let color): return .solid(color, width: width, height: height)
        case .drawn(let bitmap): return .bitmap(bitmap)
        }
    }
}

/// A rect of a bitmap's pixels.
struct PixelRect {
    var columns: Range<Int>
    var rows: Range<Int>
}

extension Bitmap {
    /// Sets every pixel.
    public func fill(_ color: PixelColor) {
        // One fill including the padding, because rows are contiguous.
        bytes.bindMemory(to: UInt32.self, capacity: byteCount / 4).update(repeating: color.argb, count: byteCount / 4)
    }
}
