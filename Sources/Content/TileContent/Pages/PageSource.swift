public import Foundation
public import TileEngine
public import TileGeometry
public import TileGraphics
import TileSupport

/// A page whose size is known, and that is read when a tile of it is first drawn: then it is kept, and let go when
/// memory is needed for something else.
///
/// Whoever needs it while it is read waits for the one who reads. A page that could not be read is not tried again for
/// a while.
public final class PageSource: PreparingTileSource, PictureHoldingSource {
    public let contentSize: CGSize

    private let read: @Sendable () throws(ContentFailure) -> any TileSource
    private let failureMemory: UInt64
    /// Nanoseconds of a clock that only goes forward.
    private let now: @Sendable () -> UInt64

    private let kept: KeptSource
    private let failure = Lock<(reason: ContentFailure, until: UInt64)?>(nil)

    /// - Parameters:
    ///   - failureMemory: nanoseconds for which a page that could not be read is not tried again.
    ///   - read: makes what draws it, of the same size.
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

    /// Whether it is read now.
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

    /// What draws it, read if need be. It may be let go at any time by all but the caller.
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

    /// The source, which is not let go before its holding is unpinned.
    private func pinned() throws(ContentFailure) -> KeptSource.Pinned {
        try kept.pinned(byteCount: { $0.byteCount }) { () throws(ContentFailure) in
            if let failure = failure.withLock({ $0 }), now() < failure.until { throw failure.reason }
            do throws(ContentFailure) {
                let source = try read()
                failure.withLock { $0 = nil }
                return source
            } catch {
                let until = now() + failureMemory
                // What the machine did is not the page's fault.
                if error.isOfContent { failure.withLock { $0 = (error, until) } }
                throw error
            }
        }
    }
}

extension ContentFailure {
    /// Whether trying again at once would end the same way.
    fileprivate var isOfContent: Bool {
        switch self {
        case .pdf(_, _, let failure): failure.isOfDocument
        case .librsvg(_, let failure): failure.isOfDocument
        default: isOfFile
        }
    }
}
