import CCairo
import CPoppler
import Glibc
import PopplerMessages

extension Document {
    /// Units to a CSS pixel, of which there are 96 to an inch.
    private static let pixelsPerPoint = 96.0 / 72.0

    /// The most units across that Cairo's numbers, of 24 bits before the point, leave room around.
    private static let largestExtent = Double(1 << 21)

    /// A page as SVG, drawn as on a screen: what it holds, annotations, form fields.
    ///
    /// The page is drawn on a plane of `scale` units to a point, and so are the numbers in the SVG; its size is in CSS
    /// pixels. When the scale is too fine for something on it this process ends, and says which one to try: what
    /// Cairo and Poppler know of fonts by then would refuse the next one too.
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
        // What Cairo cannot say in SVG it draws itself, at so many pixels to 72 units.
        cairo_surface_set_fallback_resolution(surface, 72 * detail.pixels, 72 * detail.pixels)
        let cairo = cairo_create(surface)
        if hasPaper {
            cairo_set_source_rgb(cairo, 1, 1, 1)
            cairo_paint(cairo)
        }
        cairo_scale(cairo, Double(scale), Double(scale))
        DrawingCalls.detail = detail
        // Until all is written: fonts that draw themselves do so when Cairo comes to write them.
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
    /// Ends the process with the word that a coarser scale may do.
    static func tryCoarser(than scale: Int, by factor: Int = 8) -> Never {
        let next = max(1, scale / max(2, factor))
        worker.end("a scale of \(scale) is too fine", PopplerScale.exitCode(trying: next))
    }
}

/// How finely the parts of a page are drawn that are not shapes, in pixels to a unit of the plane it is drawn on.
struct RasterDetail {
    /// 288 pixels to an inch, as good printers' proofs have, where the page is no larger than A3.
    private static let pixelsPerPoint = 4.0
    private static let mostPixels = 24e6

    let scale: Int
    let pixels: Double

    init(scale: Int, width: Double, height: Double) {
        self.scale = scale
        pixels = min(Self.pixelsPerPoint / Double(scale), (Self.mostPixels / (width * height)).squareRoot())
    }

    /// The most pixels of a mask that Poppler makes of a group, on the plane that the page is drawn on.
    static let mostMaskPixels = 24_000_000
}
