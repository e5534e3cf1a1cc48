public import Foundation
public import TileEngine
public import TileGeometry
public import TileGraphics
import TileSupport

/// A page of known size that is read when its first tile is drawn. It is kept in memory until the memory is needed
/// elsewhere.
///
/// Other threads that need the page meanwhile wait for the one that reads it. A page that could not be read is not
/// tried again for a while.
public final class PageSource: PreparingTileSource, PictureHoldingSource {
    public let contentSize: CGSize

    private let read: @Sendable () throws(ContentFailure) -> any TileSource
    private let failureMemory: UInt64
    /// A monotonic clock, in nanoseconds.
    private let now: @Sendable () -> UInt64

    private let kept: KeptSource
    private let failure = Lock<(reason: ContentFailure, until: UInt64)?>(nil)

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - failureMemory: The nanoseconds during which a page that could not be read is not tried again.
    ///   - read: Reads the page, and returns a source of the same size.
    public init(
        contentSize: CGSize, budget: MemoryBudget?, failureMemory: UInt64,
        now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds },
        read: @escaping @Sendable () throws(ContentFailure) -> any TileSource
    ) {
        self.contentSize = contentSize
        kept = KeptSource(budget: budget)
        self.failureMemory = failureMemory
        self.now = now
        self.read = read
    }

    /// Whether the page is in memory.
    public var isRead: Bool { kept.isThere }

    public var needsPreparation: Bool { kept.needsPreparation }

    public var isPreparationUrgent: Bool { kept.isPreparationUrgent }
    public func prepareMore() { kept.prepareMore() }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try context.checkCancellation()
        let (source, holding) = try pinned()
        defer { holding?.unpin() }
        return try source.raster(area, in: context)
    }

    /// Returns the underlying source, reading the page if necessary. It may be evicted at any time, but stays valid for
    /// the caller.
    public func source() throws(ContentFailure) -> any TileSource {
        let (source, holding) = try pinned()
        holding?.unpin()
        return source
    }

    package var pictureIfRead: Picture? { (kept.ifThere as? any PictureHoldingSource)?.pictureIfRead }

    package func withPicture<Result>(_ body: (Picture?) throws -> Result) throws -> Result {
        let (source, holding) = try pinned()
        defer { holding?.unpin() }
        guard let source = source as? any PictureHoldingSource else { return try body(nil) }
        return try source.withPicture(body)
    }

    /// Returns the source, which is not evicted before its holding is unpinned.
    private func pinned() throws(ContentFailure) -> KeptSource.Pinned {
        try kept.pinned(byteCount: { $0.byteCount }) { () throws(ContentFailure) in
            if let failure = failure.withLock({ $0 }), now() < failure.until { throw failure.reason }
            do throws(ContentFailure) {
                let source = try read()
                failure.withLock { $0 = nil }
                return source
            } catch {
                let until = now() + failureMemory
                // Failures caused by the machine are not remembered.
                if error.isOfContent { failure.withLock { $0 = (error, until) } }
                throw error
            }
        }
    }
}

extension ContentFailure {
    /// Whether the failure would be repeated at once.
    fileprivate var isOfContent: Bool {
        switch self {
        case .pdf(_, _, .worker(.garbled)): true
        case .pdf(_, _, let failure): failure.isOfFile
        case .librsvg(_, let failure): failure.isOfFile
        default: isOfFile
        }
    }
}
