import CCairo
import CPoppler
import Glibc
import PopplerMessages

extension Document {
    /// The CSS pixels per point; there are 96 to an inch.
    private static let pixelsPerPoint = 96.0 / 72.0

    /// The maximum extent in units; Cairo's numbers have 24 bits before the point, and this leaves space around the
    /// page.
    private static let largestExtent = Double(1 << 21)

    /// Returns a page as SVG, drawn like on a screen with annotations and form fields.
    ///
    /// The plane has `scale` units per point, and so have the numbers in the SVG; its size is in CSS pixels. If the
    /// scale is too fine for an element, this process exits with a code for the scale to try next. It cannot continue,
    /// because the state that Cairo and Poppler keep about fonts would make the next attempt fail too.
    func draw(_ index: Int, scale: Int, largest: Int, hasPaper: Bool) -> Result<PageText, Refusal> {
        withPage(index) { draw($0, scale: scale, largest: largest, hasPaper: hasPaper) }
            ?? .failure(Refusal(message: "page \(index + 1) can't be read"))
    }

    private func draw(
        _ page: OpaquePointer, scale: Int, largest: Int, hasPaper: Bool
    ) -> Result<PageText, Refusal> {
        let size = Self.size(page)
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
            return .failure(Refusal(message: "the page has no size"))
        }
        if scale > 1, max(size.width, size.height) * Double(scale) > Self.largestExtent {
            Program.tryCoarser(than: scale)
        }
        let text = PageText(largest: largest)
        let (width, height) = (size.width * Double(scale), size.height * Double(scale))
        // Not retained: `text` lives until the surface is finished.
        let surface = cairo_svg_surface_create_for_stream(
            { closure, bytes, count in
                let text = Unmanaged<PageText>.fromOpaque(closure!).takeUnretainedValue()
                return text.append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                    ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
            }, Unmanaged.passUnretained(text).toOpaque(), width, height)
        defer { cairo_surface_destroy(surface) }
        cairo_svg_surface_restrict_to_version(surface, CAIRO_SVG_VERSION_1_2)
        let detail = RasterDetail(scale: scale, width: width, height: height)
        // Cairo rasterizes what SVG cannot express, with this many pixels per 72 units.
        cairo_surface_set_fallback_resolution(surface, 72 * detail.pixels, 72 * detail.pixels)
        let cairo = cairo_create(surface)
        if hasPaper {
            cairo_set_source_rgb(cairo, 1, 1, 1)
            cairo_paint(cairo)
        }
        cairo_scale(cairo, Double(scale), Double(scale))
        DrawingCalls.detail = detail
        // Reset only after everything is written: Type 3 fonts are drawn when Cairo writes them.
        defer { DrawingCalls.detail = nil }
        poppler_page_render(page, cairo)
        var status = cairo_status(cairo)
        cairo_show_page(cairo)
        cairo_destroy(cairo)
        cairo_surface_finish(surface)
        if status == CAIRO_STATUS_SUCCESS { status = cairo_surface_status(surface) }
        guard status == CAIRO_STATUS_SUCCESS else {
            if status == CAIRO_STATUS_WRITE_ERROR {
                return .failure(Refusal(message: "the page has more than \(largest >> 20) MB as SVG"))
            }
            if scale > 1 { Program.tryCoarser(than: scale) }
            return .failure(Refusal(message: String(cString: cairo_status_to_string(status))))
        }
        let tag = """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
            width="\(size.width * Self.pixelsPerPoint)" height="\(size.height * Self.pixelsPerPoint)" \
            viewBox="0 0 \(width) \(height)">
            """
        guard text.finish(root: tag) else { return .failure(Refusal(message: "Cairo wrote no SVG")) }
        return .success(text)
    }
}

extension Program {
    /// Ends the process with the exit code that suggests a coarser scale.
    static func tryCoarser(than scale: Int, by factor: Int = 8) -> Never {
        let next = max(1, scale / max(2, factor))
        worker.end("a scale of \(scale) is too fine", PopplerScale.exitCode(trying: next))
    }
}

/// The resolution of page elements that are not shapes, in pixels per unit of the plane.
struct RasterDetail {
    /// 288 pixels to an inch, like good printers' proofs, for pages up to A3.
    private static let pixelsPerPoint = 4.0
    private static let mostPixels = 24e6

    let scale: Int
    let pixels: Double

    init(scale: Int, width: Double, height: Double) {
        self.scale = scale
        pixels = min(Self.pixelsPerPoint / Double(scale), (Self.mostPixels / (width * height)).squareRoot())
    }

    /// The maximum number of pixels of a mask that Poppler creates for a group, on the page's plane.
    static let mostMaskPixels = 24_000_000
}
