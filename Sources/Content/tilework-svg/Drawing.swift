import CCairo
import Glibc

/// An image surface with its drawing context.
final class Drawing {
    private let surface: OpaquePointer
    let cairo: OpaquePointer

    /// Creates a transparent surface.
    init(width: Int, height: Int) throws(LibrsvgRefusal) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
            let cairo = cairo_create(surface)
        else { throw LibrsvgRefusal(message: "not enough memory to draw") }
        self.surface = surface
        self.cairo = cairo
        let status = cairo_status(cairo)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw LibrsvgRefusal(message: String(cString: cairo_status_to_string(status)))
        }
    }

    deinit {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
    }

    /// Returns the pixels without the margin, row after row without padding. They are compacted in place, so this can
    /// be called only once. The result is valid as long as the drawing.
    func takePixels(width: Int, height: Int, margin: Int = 0) -> UnsafeRawBufferPointer {
        cairo_surface_flush(surface)
        guard let bytes = cairo_image_surface_get_data(surface) else {
            preconditionFailure("a surface without an error has pixels")
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let rowCount = width * 4
        for line in 0..<height {
            memmove(bytes + line * rowCount, bytes + (line + margin) * stride + margin * 4, rowCount)
        }
        return UnsafeRawBufferPointer(start: bytes, count: rowCount * height)
    }

    /// Returns the columns and rows of pixels that are not transparent; nil if all are transparent.
    func marked(width: Int, height: Int) -> (columns: Range<Int>, rows: Range<Int>)? {
        cairo_surface_flush(surface)
        guard let bytes = cairo_image_surface_get_data(surface) else {
            preconditionFailure("a surface without an error has pixels")
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
        for line in 0..<height {
            let row = UnsafeRawPointer(bytes + line * stride).assumingMemoryBound(to: UInt32.self)
            guard let first = (0..<width).first(where: { row[$0] != 0 }) else { continue }
            let last = (first..<width).last { row[$0] != 0 } ?? first
            left = min(left, first)
            right = max(right, last)
            top = min(top, line)
            bottom = line
        }
        return right < 0 ? nil : (left..<right + 1, top..<bottom + 1)
    }
}
