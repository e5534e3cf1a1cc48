public import Foundation
import LibrsvgMessages
public import TileEngine
public import TileGeometry
public import TileGraphics
import TileSupport

/// A tile source for an SVG document drawn by librsvg, used for features that this reader does not support, mainly
/// filters.
///
/// librsvg's cost depends on the document, not on the part that is requested. So windows of 1,024 pixels plus a margin
/// are drawn once each, and tiles are cut from them. The most recently used windows are kept unless their memory is
/// needed elsewhere.
///
/// Drawing happens in worker processes within `LibrsvgLimits`: a document that crashes librsvg fails only the requested
/// tiles.
public final class LibrsvgSource: TileSource {
    public let contentSize: CGSize
    /// The memory of the document. Drawing memory belongs to the worker processes.
    public var byteCount: Int { document.byteCount }
    public var memoryKind: MemoryBudget.Kind { .pictures }

    /// The side of a window, in pixels.
    private static let windowSize = 1024
    /// The margin drawn around a window, in pixels, as input for blurs at its edge. A filter that reaches further shows
    /// the window's edge; at 16× that is a standard deviation of some 10 units.
    private static let margin = 512
    /// The maximum bytes of cached windows: 12 of 4 MB, two screens.
    private static let keptBytes = 48 << 20

    private let path: String
    private let document: LibrsvgDocument
    private let processes: LibrsvgProcesses

    private struct Key: Hashable {
        var scale: Double
        var column: Int
        var row: Int
    }

    private let windows: LibrsvgWindowCache<Key>

    private let failures: Lock<LibrsvgFailures>
    /// A monotonic clock, in nanoseconds.
    private let now: @Sendable () -> UInt64

    private init(
        path: String, document: LibrsvgDocument, processes: LibrsvgProcesses, memory: MemoryBudget?,
        contentSize: CGSize,
        now: @escaping @Sendable () -> UInt64
    ) {
        windows = LibrsvgWindowCache(limit: Self.keptBytes, memory: memory)
        self.now = now
        failures = Lock(LibrsvgFailures(limits: document.limits))
        self.path = path
        self.document = document
        self.processes = processes
        self.contentSize = contentSize
    }

    deinit { processes.forget(document) }

    /// Opens a document that is known to be well-formed.
    ///
    /// - Parameter memory: The budget that the windows count against.
    static func open(
        _ data: Data, path: String, limits: LibrsvgLimits, memory: MemoryBudget? = nil,
        processes: LibrsvgProcesses = .shared, now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    ) throws(ContentFailure) -> LibrsvgSource {
        guard let document = LibrsvgDocument(data, limits: limits) else {
            throw .malformed(path: path, reason: "it has no root element")
        }
        let size: (width: Double, height: Double)
        do throws(LibrsvgFailure) {
            size = try processes.size(of: document)
        } catch .refused(let message) {
            throw .malformed(path: path, reason: message)
        } catch {
            throw .librsvg(path: path, error)
        }
        // Created before the size is checked, because its deinitializer ends the idle process.
        let source = LibrsvgSource(
            path: path, document: document, processes: processes, memory: memory,
            contentSize: CGSize(width: size.width, height: size.height), now: now)
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
            throw .malformed(path: path, reason: "it has no size: give its root a width, a height, or a viewBox")
        }
        return source
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
                let key = Key(scale: area.scale, column: column, row: row)
                let window = try windows.window(key) { () throws(ContentFailure) in try draw(key) }
                bitmap.copy(window, toX: column * size - area.x, y: row * size - area.y)
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

    private func draw(_ key: Key) throws(ContentFailure) -> Bitmap {
        let asked = now()
        if let givenUp = failures.withLock({ $0.reason(notToDraw: key.scale, at: asked) }) {
            throw .librsvg(path: path, givenUp)
        }
        do throws(LibrsvgFailure) {
            let bitmap = try processes.draw(document, extent(of: key))
            failures.withLock { $0.drew(key.scale) }
            return bitmap
        } catch {
            let ended = now()
            failures.withLock { $0.failed(key.scale, error, at: ended) }
            throw .librsvg(path: path, error)
        }
    }

    /// Returns the part of the document that a window shows. Windows at the right and bottom edges may be smaller.
    private func extent(of key: Key) -> LibrsvgWindow {
        let x = key.column * Self.windowSize
        let y = key.row * Self.windowSize
        func side(_ length: CGFloat, _ origin: Int) -> Int {
            let end = (Double(length) * key.scale - 1e-6).rounded(.up)
            return Int(max(1, min(Double(Self.windowSize), end - Double(origin))))
        }
        return LibrsvgWindow(
            scale: key.scale, x: x, y: y, width: side(contentSize.width, x), height: side(contentSize.height, y),
            margin: Self.margin, contentWidth: Double(contentSize.width), contentHeight: Double(contentSize.height))
    }
}

extension Bitmap {
    /// Copies another bitmap's pixels over this one's, clipped to this bitmap.
    func copy(_ other: Bitmap, toX x: Int, y: Int) {
        let left = max(0, x)
        let right = min(width, x + other.width)
        guard left < right else { return }
        for line in max(0, y)..<max(max(0, y), min(height, y + other.height)) {
            let from = other.row(line - y)
            let to = row(line)
            for column in left..<right { to[column] = from[column - x] }
        }
    }
}
