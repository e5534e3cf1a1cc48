import CCairo
import CRsvg
public import Foundation
import Synchronization
public import TileEngine
public import TileGeometry
public import TileGraphics

/// An SVG document drawn by librsvg: for what the reader does not do, filters above all.
///
/// librsvg's cost is the document's, whatever part is asked for, and it draws groups and filters on surfaces as large as the
/// whole document at the scale asked for: at 32× of a poster, gigabytes. So the document is set into an outer one whose
/// viewBox is a window of 1,024 pixels with a margin, that is drawn once, and tiles are cut from it. Windows are kept while
/// they are the most recently used.
public final class LibrsvgSource: TileSource {
    public let contentSize: CGSize

    /// Pixels of a window that are cut into tiles.
    private static let windowSize = 1024
    /// Pixels drawn around it, so that a blur at the edge has something to blur. A filter that reaches further than this
    /// shows the window's edge; at 16× that is a standard deviation of some 10 units.
    private static let margin = 512
    /// Windows kept: 12 of 4 MB, two screens.
    private static let keptWindows = 12

    /// Everything before the root element: declaration, document type, comments.
    private let prologue: Data
    private let root: Data

    private struct Key: Hashable {
        var scale: Double
        var column: Int
        var row: Int
    }

    /// A window being drawn or drawn; whoever comes second waits for the first.
    private final class Window: Sendable {
        let bitmap = Mutex<Bitmap?>(nil)
    }

    private struct State {
        var windows: [Key: Window] = [:]
        var order: [Key] = []
    }

    private let state = Mutex(State())

    private init(prologue: Data, root: Data, contentSize: CGSize) {
        self.prologue = prologue
        self.root = root
        self.contentSize = contentSize
    }

    /// Opens a document that has been found to be well-formed.
    static func open(_ data: Data, path: String) throws(ContentFailure) -> LibrsvgSource {
        let text = XMLPrologue.utf8(data)
        guard let start = XMLPrologue.rootStart(text) else {
            throw .malformed(path: path, reason: "it has no root element")
        }
        let size = try size(of: text, path: path)
        return LibrsvgSource(
            prologue: text.prefix(start), root: text.dropFirst(start),
            contentSize: CGSize(width: size.width, height: size.height))
    }

    private static func size(of data: Data, path: String) throws(ContentFailure) -> (width: Double, height: Double) {
        let handle: OpaqueHandle
        do throws(LibrsvgFailure) { handle = try OpaqueHandle(data) } catch {
            throw .malformed(path: path, reason: error.message)
        }
        var width = 0.0
        var height = 0.0
        if rsvg_handle_get_intrinsic_size_in_pixels(handle.pointer, &width, &height) == 0 {
            var hasWidth: gboolean = 0
            var hasHeight: gboolean = 0
            var hasViewBox: gboolean = 0
            var givenWidth = RsvgLength()
            var givenHeight = RsvgLength()
            var viewBox = RsvgRectangle()
            rsvg_handle_get_intrinsic_dimensions(
                handle.pointer, &hasWidth, &givenWidth, &hasHeight, &givenHeight, &hasViewBox, &viewBox)
            if hasViewBox != 0 {
                (width, height) = (viewBox.width, viewBox.height)
            } else {
                var viewport = RsvgRectangle(x: 0, y: 0, width: 1024, height: 1024)
                var ink = RsvgRectangle()
                if rsvg_handle_get_geometry_for_layer(handle.pointer, nil, &viewport, &ink, nil, nil) != 0 {
                    (width, height) = (max(0, ink.x) + ink.width, max(0, ink.y) + ink.height)
                }
            }
        }
        guard width > 0, height > 0, width.isFinite, height.isFinite else {
            throw .malformed(path: path, reason: "it has no size: give its root a width, a height or a viewBox")
        }
        return (width, height)
    }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let shown = ContentExtent(contentSize, in: area)
        guard !shown.isEmpty else { return .solid(.clear, width: area.width, height: area.height) }
        let bitmap = context.pool.clearBitmap(width: area.width, height: area.height)
        let size = Self.windowSize
        for row in Self.floor(area.y, size)...Self.floor(area.y + area.height - 1, size) {
            for column in Self.floor(area.x, size)...Self.floor(area.x + area.width - 1, size) {
                try context.checkCancellation()
                guard Double(column * size) < Double(contentSize.width) * area.scale,
                    Double(row * size) < Double(contentSize.height) * area.scale, column >= 0, row >= 0
                else { continue }
                let window = try window(Key(scale: area.scale, column: column, row: row))
                copy(window, atX: column * size - area.x, y: row * size - area.y, to: bitmap)
            }
        }
        let image = shown.cropping(.bitmap(bitmap), pool: context.pool)
        if case .bitmap(let drawn) = image, let color = drawn.solidColor {
            return .solid(color, width: area.width, height: area.height)
        }
        return image
    }

    private static func floor(_ value: Int, _ size: Int) -> Int {
        value >= 0 ? value / size : -((size - 1 - value) / size)
    }

    private func copy(_ window: Bitmap, atX x: Int, y: Int, to bitmap: Bitmap) {
        let left = max(0, x)
        let right = min(bitmap.width, x + window.width)
        guard left < right else { return }
        for line in max(0, y)..<max(max(0, y), min(bitmap.height, y + window.height)) {
            let from = window.row(line - y)
            let to = bitmap.row(line)
            for column in left..<right { to[column] = from[column - x] }
        }
    }

    private func window(_ key: Key) throws -> Bitmap {
        let window = state.withLock { state in
            if let known = state.windows[key] {
                if let index = state.order.firstIndex(of: key) { state.order.append(state.order.remove(at: index)) }
                return known
            }
            let window = Window()
            state.windows[key] = window
            state.order.append(key)
            if state.order.count > Self.keptWindows { state.windows[state.order.removeFirst()] = nil }
            return window
        }
        return try window.bitmap.withLock { bitmap in
            if let bitmap { return bitmap }
            let drawn = try draw(key)
            bitmap = drawn
            return drawn
        }
    }

    private func draw(_ key: Key) throws -> Bitmap {
        let side = Self.windowSize + 2 * Self.margin
        let x = Double(key.column * Self.windowSize - Self.margin) / key.scale
        let y = Double(key.row * Self.windowSize - Self.margin) / key.scale
        let extent = Double(side) / key.scale
        let open = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(side)" height="\(side)" \
            viewBox="\(x) \(y) \(extent) \(extent)"><svg x="0" y="0" width="\(Double(contentSize.width))" \
            height="\(Double(contentSize.height))">
            """
        var document = prologue
        document.append(contentsOf: open.utf8)
        document.append(root)
        document.append(contentsOf: "</svg></svg>".utf8)
        let handle = try OpaqueHandle(document)
        let whole = Bitmap(width: side, height: side)
        let surface = cairo_image_surface_create_for_data(
            whole.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(side), Int32(side),
            Int32(whole.stride))
        defer { cairo_surface_destroy(surface) }
        let cairo = cairo_create(surface)
        defer { cairo_destroy(cairo) }
        var viewport = RsvgRectangle(x: 0, y: 0, width: Double(side), height: Double(side))
        var error: UnsafeMutablePointer<GError>?
        guard rsvg_handle_render_document(handle.pointer, cairo, &viewport, &error) != 0 else {
            throw LibrsvgFailure(taking: error)
        }
        cairo_surface_flush(surface)
        let window = Bitmap(width: Self.windowSize, height: Self.windowSize)
        for line in 0..<Self.windowSize {
            let from = whole.row(line + Self.margin)
            _ = window.row(line).update(fromContentsOf: from[Self.margin..<Self.margin + Self.windowSize])
        }
        return window
    }
}

/// A librsvg handle for as long as it is needed.
private final class OpaqueHandle {
    let pointer: UnsafeMutablePointer<RsvgHandle>

    init(_ data: Data) throws(LibrsvgFailure) {
        var error: UnsafeMutablePointer<GError>?
        let handle = data.withUnsafeBytes {
            rsvg_handle_new_from_data($0.bindMemory(to: UInt8.self).baseAddress, UInt($0.count), &error)
        }
        guard let handle else { throw LibrsvgFailure(taking: error) }
        rsvg_handle_set_dpi(handle, SVGLength.pixelsPerInch)
        pointer = handle
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// What librsvg says.
struct LibrsvgFailure: Error, CustomStringConvertible {
    let message: String

    init(taking error: UnsafeMutablePointer<GError>?) {
        message = error.map { String(cString: $0.pointee.message) } ?? "librsvg cannot draw it"
        if let error { g_error_free(error) }
    }

    var description: String { message }
}
