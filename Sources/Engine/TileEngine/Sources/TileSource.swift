public import Foundation
public import TileGeometry
public import TileGraphics

/// Something that can be drawn in parts: an SVG, an image, a tree of views.
///
/// Conforming types answer from any number of threads at once.
public protocol TileSource: AnyObject, Sendable {
    /// The extent, in the content's own units (points for a drawing, pixels for an image).
    var contentSize: CGSize { get }

    /// Draws the pixels of `area`; clear where there is no content.
    ///
    /// - Throws: `CancellationError` soon after `context.isCancelled` turns true; else what kept it from drawing.
    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage

    /// Memory that it takes to be open, in bytes, about: all but what it holds under a `MemoryBudget` of its own
    /// accord.
    var byteCount: Int { get }

    /// What that memory is of.
    var memoryKind: MemoryBudget.Kind { get }
}

extension TileSource {
    /// 0: next to nothing, or not known.
    public var byteCount: Int { 0 }
    public var memoryKind: MemoryBudget.Kind { .other }
}

/// Why an image lacks a part.
public enum MissingPart: Hashable, Sendable {
    /// It could not be drawn now and may be another time: the image is not to be kept.
    case forNow
    /// It takes too much work at this scale, now and ever: there is no better image.
    case tooComplex
    /// The content's file is damaged there: there is no better image unless the file is replaced.
    case damaged
}

/// What a raster call is given besides the area.
public struct RasterContext: Sendable {
    /// How well to draw.
    public enum Quality: Hashable, Sendable {
        /// As the content should look.
        case full
        /// Fewer pixels (`RasterContext.draftReduction`) and the cheapest antialiasing, for content that is moving. The
        /// image has the full number of pixels.
        case draft
    }

    public var quality: Quality
    /// Of a draft, one pixel is drawn and shown in place of so many by as many; at least 1.
    public var draftReduction: Int
    /// Where bitmaps come from.
    public var pool: BitmapPool
    /// Told what drawing a picture for this did; nil for nobody.
    public var onReplay: (@Sendable (ReplayCounters) -> Void)?
    /// Told when the image lacks something that could not be drawn; more than once where more is missing.
    public var onMissingPart: (@Sendable (MissingPart) -> Void)?
    /// Seconds on the clock that parts of it which other processes draw may take together; those beyond are missing.
    /// Nil waits for all.
    public var externalPatience: Double?
    /// Whoever asks can do with something less for now: called when what is drawn stands in for what would take long. A
    /// source that calls it says later when there is better (`RefiningTileSource`). Nil when only the real thing will
    /// do, however long it takes.
    public var onStandIn: (@Sendable () -> Void)?
    /// Whether the result is no longer wanted. Cheap; to be asked between pieces of work.
    public var isCancelled: @Sendable () -> Bool
    /// Threads that may draw a part of it at the same time; nil for none.
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

    /// - Throws: `CancellationError` when the result is no longer wanted.
    public func checkCancellation() throws(CancellationError) {
        if isCancelled() { throw CancellationError() }
    }
}
