public import Foundation
public import TileGeometry
public import TileGraphics

/// A drawable content: an SVG, an image, a tree of views.
///
/// Conforming types can be called from any number of threads at once.
public protocol TileSource: AnyObject, Sendable {
    /// The content's size, in its own units (points for a drawing, pixels for an image).
    var contentSize: CGSize { get }

    /// Draws the pixels of `area`; pixels outside the content are clear.
    ///
    /// - Throws: `CancellationError` soon after `context.isCancelled` returns true; otherwise the reason why drawing
    ///   failed.
    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage

    /// The approximate memory of the open source, in bytes, excluding what it registers with a `MemoryBudget` itself.
    var byteCount: Int { get }

    /// The kind of that memory.
    var memoryKind: MemoryBudget.Kind { get }
}

extension TileSource {
    /// 0: negligible or unknown.
    public var byteCount: Int { 0 }
    public var memoryKind: MemoryBudget.Kind { .other }
}

/// The reason why an image lacks a part.
public enum MissingPart: Hashable, Sendable {
    /// The part could not be drawn now but may be later: the image must not be cached.
    case forNow
    /// The part takes too much work at this scale: a retry would fail, too.
    case tooComplex
    /// The content's file is damaged there: a retry would fail unless the file is replaced.
    case damaged
}

/// The parameters of a raster call besides the area.
public struct RasterContext: Sendable {
    /// The quality of a raster.
    public enum Quality: Hashable, Sendable {
        /// Final quality.
        case full
        /// Fewer pixels (`RasterContext.draftReduction`) and the cheapest antialiasing, for content that is moving. The
        /// image has the full number of pixels.
        case draft
    }

    public var quality: Quality
    /// The side of the square of pixels that one pixel of a draft covers; at least 1.
    public var draftReduction: Int
    /// The pool from which bitmaps are taken.
    public var pool: BitmapPool
    /// Called with the counters of a picture's replay; nil for none.
    public var onReplay: (@Sendable (ReplayCounters) -> Void)?
    /// Called when the image lacks a part that could not be drawn; more than once if several are missing.
    public var onMissingPart: (@Sendable (MissingPart) -> Void)?
    /// The total seconds of wall time for parts that other processes draw; later parts are missing from the image. Nil
    /// waits for all.
    public var externalPatience: Double?
    /// Called when a placeholder is drawn because the real content would take long. A source that calls it later
    /// reports better pixels (`RefiningTileSource`). Nil if the client accepts only the real content, however long it
    /// takes.
    public var onStandIn: (@Sendable () -> Void)?
    /// Whether the result is no longer wanted. Cheap; check it between pieces of work.
    public var isCancelled: @Sendable () -> Bool
    /// Threads that may draw parts of the area concurrently; nil for none.
    package var threads: (any StripThreads)?

    public init(
        quality: Quality = .full, draftReduction: Int = 2, pool: BitmapPool,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.quality = quality
        self.draftReduction = max(draftReduction, 1)
        self.pool = pool
        self.isCancelled = isCancelled
    }

    /// - Throws: `CancellationError` if the result is no longer wanted.
    public func checkCancellation() throws(CancellationError) {
        if isCancelled() { throw CancellationError() }
    }
}
