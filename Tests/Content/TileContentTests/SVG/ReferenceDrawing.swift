import CCairo
import CRsvg
import Foundation
import TileGeometry
import TileGraphics

/// A document drawn by librsvg, the reference for all other ways of drawing.
final class ReferenceDrawing {
    private let handle: UnsafeMutablePointer<RsvgHandle>
    let contentSize: CGSize
    private let isStretched: Bool

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// - Parameter contentSize: The size in CSS pixels that the document is stretched to.
    init(_ path: String, contentSize: CGSize) throws {
        var error: UnsafeMutablePointer<GError>?
        guard let handle = rsvg_handle_new_from_file(path, &error) else {
            defer { g_clear_error(&error) }
            throw Failure(
                description: error.map { String(cString: $0.pointee.message) } ?? "librsvg cannot read \(path)")
        }
        rsvg_handle_set_dpi(handle, 96)
        var hasWidth: gboolean = 0
        var hasHeight: gboolean = 0
        var hasViewBox: gboolean = 0
        rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, nil, &hasHeight, nil, &hasViewBox, nil)
        isStretched = hasViewBox != 0 || rsvg_handle_get_intrinsic_size_in_pixels(handle, nil, nil) != 0
        self.handle = handle
        self.contentSize = contentSize
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

    /// Draws the pixels of `area`.
    func raster(_ area: RasterArea) throws -> Bitmap {
        let bitmap = Bitmap(width: area.width, height: area.height)
        let surface = cairo_image_surface_create_for_data(
            bitmap.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(area.width),
            Int32(area.height),
            Int32(bitmap.stride))
        defer { cairo_surface_destroy(surface) }
        let cairo = cairo_create(surface)
        defer { cairo_destroy(cairo) }
        cairo_translate(cairo, -Double(area.x), -Double(area.y))
        // Without a size or a viewBox librsvg has nothing to stretch.
        var viewport = RsvgRectangle(x: 0, y: 0, width: Double(contentSize.width), height: Double(contentSize.height))
        if isStretched {
            viewport.width *= area.scale
            viewport.height *= area.scale
        } else {
            cairo_scale(cairo, area.scale, area.scale)
        }
        var error: UnsafeMutablePointer<GError>?
        guard rsvg_handle_render_document(handle, cairo, &viewport, &error) != 0 else {
            defer { g_clear_error(&error) }
            throw Failure(description: error.map { String(cString: $0.pointee.message) } ?? "librsvg cannot draw it")
        }
        cairo_surface_flush(surface)
        // Tiles do not show anything outside the content; librsvg draws it where the viewport permits.
        let right = Int((Double(contentSize.width) * area.scale - 1e-6).rounded(.up)) - area.x
        let bottom = Int((Double(contentSize.height) * area.scale - 1e-6).rounded(.up)) - area.y
        for y in 0..<bitmap.height {
            let first = y < bottom ? max(0, right) : 0
            if first < bitmap.width { bitmap.row(y)[first...].update(repeating: 0) }
        }
        return bitmap
    }
}
