import CCairo
import CRsvg
import Glibc
import LibrsvgMessages

/// A document, and the librsvg handle that draws parts of it.
///
/// librsvg's cost depends on the whole document, not on the requested part, and it draws groups and filters on surfaces
/// as large as the viewport: for a poster at 32×, gigabytes. So the document is embedded in an outer document as large
/// as a window. A style sheet that is set after loading positions it, so the document is parsed once for all windows.
final class Document {
    /// The buffer to fill with everything before the root element.
    let prologue: UnsafeMutableRawBufferPointer
    /// The buffer to fill with the root element and the rest.
    let root: UnsafeMutableRawBufferPointer

    /// The document with space before and after the root element for the outer document's tags; nil once it has been
    /// parsed.
    private var text: UnsafeMutableRawBufferPointer?
    private let gap: UnsafeMutableRawBufferPointer
    private let tail: UnsafeMutableRawBufferPointer
    private var handle: OpaqueHandle?
    private var wrapper = Wrapper.switch

    /// The element that contains the document within the outer one.
    enum Wrapper: String {
        case a, `switch`
    }
    /// The style sheet that positions the window. Setting it makes librsvg restyle all elements.
    private var sheet = ""

    private static let blank = UInt8(ascii: " ")
    private static let largestGap = 1024
    private static let longestEnd = "</svg></switch></svg>".utf8.count

    /// Allocates a document; nil if there is not enough memory.
    init?(prologueCount: Int, rootCount: Int) {
        let count = prologueCount + Self.largestGap + rootCount + Self.longestEnd
        guard let memory = malloc(count) else { return nil }
        let text = UnsafeMutableRawBufferPointer(start: memory, count: count)
        func part(_ start: Int, _ count: Int) -> UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(rebasing: text[start..<start + count])
        }
        prologue = part(0, prologueCount)
        gap = part(prologueCount, Self.largestGap)
        root = part(prologueCount + Self.largestGap, rootCount)
        tail = part(count - Self.longestEnd, Self.longestEnd)
        gap.initializeMemory(as: UInt8.self, repeating: Self.blank)
        tail.initializeMemory(as: UInt8.self, repeating: Self.blank)
        self.text = text
    }

    deinit { free(text?.baseAddress) }

    /// The maximum length of a value in libxml2 without its option for huge documents. An image within the drawing may
    /// be longer.
    private static let longestValue = 10_000_000

    /// Whether to allow values of any length. Not if entities are declared, because the same option disables the limits
    /// on their expansion.
    private var isUnlimited: Bool {
        guard root.count > Self.longestValue else { return false }
        return !prologue.indices.contains { at in
            prologue[at] == UInt8(ascii: "<") && prologue[at...].starts(with: "<!ENTITY".utf8)
        }
    }

    /// Returns width and height in CSS pixels; those of the ink if the document states no size.
    func size() -> Result<(Double, Double), LibrsvgRefusal> {
        guard let text else { preconditionFailure("the size is asked for before anything is drawn") }
        let handle: OpaqueHandle
        do throws(LibrsvgRefusal) { handle = try OpaqueHandle(text, isUnlimited: isUnlimited) } catch {
            return .failure(error)
        }
        var width = 0.0
        var height = 0.0
        if rsvg_handle_get_intrinsic_size_in_pixels(handle.pointer, &width, &height) != 0 {
            return .success((width, height))
        }
        var hasWidth: gboolean = 0
        var hasHeight: gboolean = 0
        var hasViewBox: gboolean = 0
        var givenWidth = RsvgLength()
        var givenHeight = RsvgLength()
        var viewBox = RsvgRectangle()
        rsvg_handle_get_intrinsic_dimensions(
            handle.pointer, &hasWidth, &givenWidth, &hasHeight, &givenHeight, &hasViewBox, &viewBox)
        if hasViewBox != 0 { return .success((viewBox.width, viewBox.height)) }
        var viewport = RsvgRectangle(x: 0, y: 0, width: 1024, height: 1024)
        var ink = RsvgRectangle()
        guard rsvg_handle_get_geometry_for_layer(handle.pointer, nil, &viewport, &ink, nil, nil) != 0 else {
            return .success((0, 0))
        }
        return .success((max(0, ink.x) + ink.width, max(0, ink.y) + ink.height))
    }

    /// Draws the window and its margin.
    func draw(_ window: LibrsvgWindow) -> Result<Drawing, LibrsvgRefusal> {
        do throws(LibrsvgRefusal) {
            let handle = try handle(width: window.contentWidth, height: window.contentHeight, in: .switch)
            try applyViewport(window, handle)
            let width = window.width + 2 * window.margin
            let height = window.height + 2 * window.margin
            let drawing = try Drawing(width: width, height: height)
            var viewport = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
            var error: UnsafeMutablePointer<GError>?
            guard rsvg_handle_render_document(handle.pointer, drawing.cairo, &viewport, &error) != 0 else {
                throw LibrsvgRefusal(taking: error)
            }
            return .success(drawing)
        } catch {
            return .failure(error)
        }
    }

    /// Returns the handle of the document within the outer one.
    ///
    /// - Parameter wrapper: The element that is moved, the same for all windows of a document. librsvg does not find
    ///   individual elements in a `switch`.
    func handle(width: Double, height: Double, in wrapper: Wrapper) throws(LibrsvgRefusal) -> OpaqueHandle {
        if let handle { return handle }
        guard let text else { preconditionFailure("the text is kept until it has been read") }
        // The document's own rules for `svg` or `*` must apply only to its root, not to the outer elements. The moved
        // element is of a kind that style sheets rarely select.
        let plain = "opacity:1;filter:none;mask:none;clip-path:none;display:inline"
        let own = "style=\"\(plain);transform:none\""
        let start = """
            <svg xmlns="http://www.w3.org/2000/svg" \(own) width="100%" height="100%">\
            <\(wrapper) style="\(plain)"><svg \(own) x="0" y="0" width="\(width)" height="\(height)">
            """
        let end = "</svg></\(wrapper)></svg>"
        precondition(start.utf8.count <= gap.count, "the outer document's tags are longer than their room")
        gap.copyBytes(from: start.utf8)
        tail.copyBytes(from: end.utf8)
        let handle = try OpaqueHandle(text, isUnlimited: isUnlimited)
        free(text.baseAddress)
        self.text = nil
        self.handle = handle
        self.wrapper = wrapper
        return handle
    }

    /// Positions the document so that the window and its margin show the right part.
    func applyViewport(_ window: LibrsvgWindow, _ handle: OpaqueHandle) throws(LibrsvgRefusal) {
        // librsvg reads numbers in single precision, which distinguishes pixels up to 2²⁴. The rest is a second
        // translation.
        func parts(_ origin: Int) -> (Double, Double) {
            let offset = Double(window.margin - origin)
            let coarse = Double(Float(offset))
            return (coarse, offset - coarse)
        }
        let (x, restX) = parts(window.x)
        let (y, restY) = parts(window.y)
        // A nested `svg` applies x and y, unlike a root.
        let sheet = """
            :root > \(wrapper) { transform: translate(\(restX)px, \(restY)px) \
            matrix(\(window.scale), 0, 0, \(window.scale), \(x), \(y)) }
            :root > \(wrapper) > svg > svg { x: 0 !important; y: 0 !important }
            """
        if sheet == self.sheet { return }
        var error: UnsafeMutablePointer<GError>?
        let isSet = Array(sheet.utf8).withUnsafeBufferPointer {
            rsvg_handle_set_stylesheet(handle.pointer, $0.baseAddress, gsize($0.count), &error)
        }
        guard isSet != 0 else { throw LibrsvgRefusal(taking: error) }
        self.sheet = sheet
    }
}

/// A librsvg handle, released with its owner.
final class OpaqueHandle {
    let pointer: UnsafeMutablePointer<RsvgHandle>

    init(_ text: UnsafeMutableRawBufferPointer, isUnlimited: Bool) throws(LibrsvgRefusal) {
        var error: UnsafeMutablePointer<GError>?
        let stream = g_memory_input_stream_new_from_data(text.baseAddress, gssize(text.count), nil)
        defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
        let handle = rsvg_handle_new_from_stream_sync(
            stream, nil, isUnlimited ? RSVG_HANDLE_FLAG_UNLIMITED : RSVG_HANDLE_FLAGS_NONE, nil, &error)
        guard let handle else { throw LibrsvgRefusal(taking: error) }
        rsvg_handle_set_dpi(handle, 96)
        pointer = handle
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// The reason why librsvg or Cairo refuses a document.
struct LibrsvgRefusal: Error {
    let message: String

    init(message: String) { self.message = message }

    init(taking error: UnsafeMutablePointer<GError>?) {
        message = error.map { String(cString: $0.pointee.message) } ?? "librsvg can't draw it"
        if let error { g_error_free(error) }
    }
}
