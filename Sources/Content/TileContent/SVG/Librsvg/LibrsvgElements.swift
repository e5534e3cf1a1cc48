import Foundation
import LibrsvgMessages
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// The elements of a document that librsvg draws for a picture. Each is drawn separately and only where it is visible.
///
/// Like `LibrsvgSource`, it draws windows of 1,024 pixels with a margin in worker processes. Only the part of a window
/// that the element covers is drawn and kept.
final class LibrsvgElements: Sendable {
    fileprivate static let windowSize = 1024
    /// The margin of `LibrsvgSource`.
    private static let margin = 512
    private static let keptBytes = 48 << 20

    private struct Key: Hashable {
        var element: Int
        var scale: Double
        var column: Int
        var row: Int
    }

    let document: LibrsvgDocument
    private let processes: LibrsvgProcesses
    let contentSize: CGSize
    private let windows: LibrsvgWindowCache<Key>
    private let now: @Sendable () -> UInt64

    /// Creates the elements of a document.
    ///
    /// - Parameters:
    ///   - document: A document with the elements and as little else as possible.
    ///   - contentSize: The size of the whole drawing, in CSS pixels.
    ///   - memory: The budget that the windows count against.
    init(
        _ document: LibrsvgDocument, contentSize: CGSize, memory: MemoryBudget?, processes: LibrsvgProcesses = .shared,
        now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    ) {
        self.document = document
        self.contentSize = contentSize
        self.processes = processes
        self.now = now
        windows = LibrsvgWindowCache(limit: Self.keptBytes, memory: memory)
    }

    deinit { processes.forget(document) }

    var byteCount: Int { document.byteCount }
    fileprivate var limits: LibrsvgLimits { document.limits }

    /// Returns the extent of an element, in CSS pixels of the drawing.
    func extent(ofElement name: String) throws(LibrsvgFailure) -> LibrsvgExtent {
        let (width, height) = (Double(contentSize.width), Double(contentSize.height))
        return try processes.ask(document) { process throws(LibrsvgFailure) in
            try process.extent(ofElement: name, width: width, height: height)
        }
    }

    /// Returns the pixels of an area; nil if librsvg failed, now or recently.
    fileprivate func pixels(
        of element: LibrsvgElement, _ area: RasterArea, isCancelled: () -> Bool
    ) throws(RasterFailure) -> Bitmap? {
        let bitmap = Bitmap(width: area.width, height: area.height)
        let marked = element.marked(at: area.scale, within: contentSize)
        let columns = marked.columns.clamped(to: area.x..<area.x + area.width)
        let rows = marked.rows.clamped(to: area.y..<area.y + area.height)
        guard !columns.isEmpty, !rows.isEmpty else { return bitmap }
        let size = Self.windowSize
        for row in rows.lowerBound / size...(rows.upperBound - 1) / size {
            for column in columns.lowerBound / size...(columns.upperBound - 1) / size {
                if isCancelled() { throw .cancelled }
                // The element's whole part of the window, because neighboring tiles will need the rest.
                let part = LibrsvgPart(
                    marked.columns.clamped(to: column * size..<(column + 1) * size),
                    marked.rows.clamped(to: row * size..<(row + 1) * size), inWindowAt: (column * size, row * size))
                let key = Key(element: element.number, scale: area.scale, column: column, row: row)
                let window: Bitmap
                do throws(LibrsvgFailure) {
                    window = try windows.window(key) { () throws(LibrsvgFailure) in
                        try draw(element, at: key, part: part)
                    }
                } catch {
                    // A file that is built now would lack the part for good.
                    if case .notStarted = error { throw .unavailable(reason: WorkerMessages.librsvg.text(error)) }
                    return nil
                }
                bitmap.copy(window, toX: column * size + part.x - area.x, y: row * size + part.y - area.y)
            }
        }
        return bitmap
    }

    private func draw(_ element: LibrsvgElement, at key: Key, part: LibrsvgPart) throws(LibrsvgFailure) -> Bitmap {
        let window = LibrsvgWindow(
            scale: key.scale, x: key.column * Self.windowSize, y: key.row * Self.windowSize,
            width: part.x + part.width, height: part.y + part.height, margin: Self.margin,
            contentWidth: Double(contentSize.width), contentHeight: Double(contentSize.height))
        guard window.isValid else { throw .refused(message: "it lies outside the drawing") }
        return try element.trying(key.scale, now) { () throws(LibrsvgFailure) in
            try processes.ask(document) { process throws(LibrsvgFailure) in
                try process.draw(element: element.name, window, part)
            }
        }
    }
}

/// One element as a part of a picture.
final class LibrsvgElement: ExternalDrawing {
    /// The element's id in the document that the process reads.
    let name: String
    /// The number that identifies the element.
    let number: Int
    /// A rectangle that encloses the element's ink, in CSS pixels of the drawing.
    let bounds: Box
    private let elements: LibrsvgElements

    private struct State {
        var failures: LibrsvgFailures
        /// The largest scale that may succeed. An element that fails at one scale may succeed at a smaller one:
        /// FreeType draws letters up to 65,536 pixels, and a group's surface is as large as its window.
        var largestScale = Double.infinity
    }

    private let state: Lock<State>

    init(_ name: String, number: Int, bounds: Box, in elements: LibrsvgElements) {
        self.name = name
        self.number = number
        self.bounds = bounds
        self.elements = elements
        state = Lock(State(failures: LibrsvgFailures(limits: elements.limits)))
    }

    /// The memory of the element. The shared document is counted with the first element.
    var byteCount: Int { (number == 0 ? elements.byteCount : 0) + 400 }

    func usableScale(_ scale: Double) -> Double { state.withLock { min(scale, $0.largestScale) } }

    func pixels(_ area: RasterArea, isCancelled: () -> Bool) throws(RasterFailure) -> Bitmap? {
        try elements.pixels(of: self, area, isCancelled: isCancelled)
    }

    var archived: (document: any ExternalDocument, part: [UInt8])? {
        (elements, LibrsvgElements.archived(number: number, name: name))
    }

    /// Returns the columns and rows of content pixels that the element may mark.
    fileprivate func marked(at scale: Double, within size: CGSize) -> (columns: Range<Int>, rows: Range<Int>) {
        func range(from low: Double, to high: Double, of length: CGFloat) -> Range<Int> {
            // One more pixel for the antialiased edge.
            let start = max(0, low * scale - 1).rounded(.down)
            let end = min(Double(length) * scale - 1e-6, high * scale + 1).rounded(.up)
            guard start < end, end < 1e15 else { return 0..<0 }
            return Int(start)..<Int(end)
        }
        return (
            range(from: bounds.minX, to: bounds.maxX, of: size.width),
            range(from: bounds.minY, to: bounds.maxY, of: size.height)
        )
    }

    /// The scale below which a failure is not caused by size.
    private static let smallestBound = 1.0
    /// The factor by which the scale is lowered when it seems too large.
    private static let step = 4.0

    fileprivate func trying(
        _ scale: Double, _ now: () -> UInt64, _ draw: () throws(LibrsvgFailure) -> Bitmap
    ) throws(LibrsvgFailure) -> Bitmap {
        let asked = now()
        if let givenUp = state.withLock({ $0.failures.reason(notToDraw: scale, at: asked) }) { throw givenUp }
        do throws(LibrsvgFailure) {
            let bitmap = try draw()
            state.withLock { $0.failures.drew(scale) }
            return bitmap
        } catch {
            let ended = now()
            state.withLock { state in
                state.failures.failed(scale, error, at: ended)
                switch error {
                case .refused, .crashed, .tookTooMuchMemory:
                    if scale > Self.smallestBound {
                        state.largestScale = min(state.largestScale, max(Self.smallestBound, scale / Self.step))
                    }
                default: break
                }
            }
            throw error
        }
    }
}

extension LibrsvgPart {
    fileprivate init(_ columns: Range<Int>, _ rows: Range<Int>, inWindowAt origin: (x: Int, y: Int)) {
        self.init(
            x: columns.lowerBound - origin.x, y: rows.lowerBound - origin.y, width: columns.count, height: rows.count)
    }
}
