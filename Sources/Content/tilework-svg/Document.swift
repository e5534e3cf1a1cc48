import CCairo
import CRsvg
import Glibc
import LibrsvgMessages

/// A document, and the librsvg handle that draws parts of it.
///
/// librsvg's cost is the document's, whatever part is asked for, and it draws groups and filters on surfaces as large
/// as the whole viewport: at 32× of a poster, gigabytes. So the document is set into an outer one that is as large as a
/// window. Where the window is, a style sheet says, which librsvg takes after the document: so it is read once for all
/// windows.
final class Document {
    /// To be filled with what stands before the root element.
    let prologue: UnsafeMutableRawBufferPointer
    /// To be filled with the root element and what stands after it.
    let root: UnsafeMutableRawBufferPointer

    /// The document with blanks before and after the root element, where the outer document's tags come in; nil once it
    /// has been read for good.
    private var text: UnsafeMutableRawBufferPointer?
    private let gap: UnsafeMutableRawBufferPointer
    private let tail: UnsafeMutableRawBufferPointer
    private var handle: OpaqueHandle?
    private var wrapper = Wrapper.switch

    /// What the document is in, within the outer one.
    enum Wrapper: String {
        case a, `switch`
    }
    /// The style sheet that says where the window is. Setting one has librsvg find all elements' styles again.
    private var sheet = ""

    private static let blank = UInt8(ascii: " ")
    private static let largestGap = 1024
    private static let longestEnd = "</svg></switch></svg>".utf8.count

    /// Nil when there is no memory for it.
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

    /// Beyond so many bytes libxml2 takes no value, unless told that all is well: an image within the drawing may have
    /// more.
    private static let longestValue = 10_000_000

    /// Whether values may be of any length. Not where entities are declared, whose growth is checked by the same
    /// limits.
    private var isUnlimited: Bool {
        guard root.count > Self.longestValue else { return false }
        return !prologue.indices.contains { at in
            prologue[at] == UInt8(ascii: "<") && prologue[at...].starts(with: "<!ENTITY".utf8)
        }
    }

    /// Width and height in CSS pixels; those of its ink when it does not say.
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
            try place(window, handle)
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

    /// The document within the outer one.
    ///
    /// - Parameter wrapper: the element that is moved, the same for all windows of a document. librsvg finds no single
    ///   elements in a `switch`.
    func handle(width: Double, height: Double, in wrapper: Wrapper) throws(LibrsvgRefusal) -> OpaqueHandle {
        if let handle { return handle }
        guard let text else { preconditionFailure("the text is kept until it has been read") }
        // What the document's own style sheet says of `svg` or of everything is for its root, and not for these as
        // well. The element that is moved is of a kind that style sheets hardly name.
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

    /// Moves the document to where the window and its margin see the right part of it.
    func place(_ window: LibrsvgWindow, _ handle: OpaqueHandle) throws(LibrsvgRefusal) {
        // librsvg reads numbers in single precision, which tells pixels apart up to 2²⁴; the rest is moved by itself.
        func parts(_ origin: Int) -> (Double, Double) {
            let offset = Double(window.margin - origin)
            let coarse = Double(Float(offset))
            return (coarse, offset - coarse)
        }
        let (x, restX) = parts(window.x)
        let (y, restY) = parts(window.y)
        // A root stands where it is put; within another its x and y would count.
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

/// A librsvg handle for as long as it is needed.
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

/// What librsvg, or Cairo under it, has against a document.
struct LibrsvgRefusal: Error {
    let message: String

    init(message: String) { self.message = message }

    init(taking error: UnsafeMutablePointer<GError>?) {
        message = error.map { String(cString: $0.pointee.message) } ?? "librsvg cannot draw it"
        if let error { g_error_free(error) }
    }
}
