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
public final class PageSource: TileSource {
    public let contentSize: CGSize

    /// What it counts against; nil keeps it for good.
    private let budget: MemoryBudget?
    private let read: @Sendable () throws(ContentFailure) -> any TileSource
    private let failureMemory: UInt64
    /// Nanoseconds of a clock that only goes forward.
    private let now: @Sendable () -> UInt64

    private struct Kept {
        var source: (any TileSource)?
        var holding: MemoryBudget.Holding?
        var failure: (reason: ContentFailure, until: UInt64)?
    }

    private let kept = Lock(Kept())
    /// Held by the one who reads.
    private let reading = Lock(())

    /// - Parameters:
    ///   - failureMemory: nanoseconds for which a page that could not be read is not tried again.
    ///   - read: makes what draws it, of the same size.
    public init(
        contentSize: CGSize, budget: MemoryBudget?, failureMemory: UInt64,
        now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds },
        read: @escaping @Sendable () throws(ContentFailure) -> any TileSource
    ) {
        self.contentSize = contentSize
        self.budget = budget
        self.failureMemory = failureMemory
        self.now = now
        self.read = read
    }

    /// Whether it is read now.
    public var isRead: Bool { kept.withLock { $0.source != nil } }

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

    /// The source, which is not let go before its holding is unpinned.
    private func pinned() throws(ContentFailure) -> (any TileSource, MemoryBudget.Holding?) {
        if let known = pinnedIfRead() { return known }
        return try reading.withLock { _ throws(ContentFailure) in
            // Another may have read it meanwhile.
            if let known = pinnedIfRead() { return known }
            if let failure = kept.withLock({ $0.failure }), now() < failure.until { throw failure.reason }
            do throws(ContentFailure) {
                let source = try read()
                return (source, keep(source))
            } catch {
                let until = now() + failureMemory
                // What the machine did is not the page's fault.
                if error.isOfContent { kept.withLock { $0.failure = (error, until) } }
                throw error
            }
        }
    }

    private func pinnedIfRead() -> (any TileSource, MemoryBudget.Holding?)? {
        kept.withLock { kept in
            guard let source = kept.source, kept.holding?.pin() ?? true else { return nil }
            return (source, kept.holding)
        }
    }

    private func keep(_ source: any TileSource) -> MemoryBudget.Holding? {
        kept.withLock { $0 = Kept(source: source, holding: nil) }
        // Without the lock, because others may have to go for it, or this at once.
        let holding = budget?.hold(source.byteCount, isPinned: true) { [weak self, weak source] in
            let gone = self?.kept.withLock { kept -> Kept? in
                guard kept.source === source else { return nil }
                defer { kept = Kept() }
                return kept
            }
            _ = consume gone
        }
        kept.withLock { if $0.source === source { $0.holding = holding } }
        return holding
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
