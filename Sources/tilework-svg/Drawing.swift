import CCairo
import Glibc
import LibrsvgMessages

/// Pixels that are drawn on.
final class Drawing {
    private let surface: OpaquePointer
    let cairo: OpaquePointer

    /// All clear.
    init(width: Int, height: Int) throws(LibrsvgRefusal) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
            let cairo = cairo_create(surface)
        else { throw LibrsvgRefusal(message: "there is no memory to draw on") }
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

    /// The window's pixels without its margin, row after row. They are moved together where they are, so this can be
    /// asked for once; valid as long as the drawing.
    func takePixels(of window: LibrsvgWindow) -> UnsafeRawBufferPointer {
        cairo_surface_flush(surface)
        guard let bytes = cairo_image_surface_get_data(surface) else {
            preconditionFailure("a surface without an error has pixels")
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let rowCount = window.width * 4
        for line in 0..<window.height {
            memmove(bytes + line * rowCount, bytes + (line + window.margin) * stride + window.margin * 4, rowCount)
        }
        return UnsafeRawBufferPointer(start: bytes, count: window.byteCount)
    }
}
