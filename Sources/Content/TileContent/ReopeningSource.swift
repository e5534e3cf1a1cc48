public import Foundation
public import TileEngine
public import TileGeometry
public import TileGraphics
import TileSupport

/// A drawing that is let go when memory is needed for something else, and read again when a tile needs it.
///
/// Reading it again takes as long as opening did; whoever needs it meanwhile waits for the one who reads. While tiles
/// of it are drawn it is not let go.
public final class ReopeningSource: PreparingTileSource, PictureHoldingSource {
    public let contentSize: CGSize

    private let path: String
    private let open: @Sendable () throws(ContentFailure) -> any TileSource
    private let kept: KeptSource

    /// - Parameters:
    ///   - source: What `open` makes, as it was opened first.
    ///   - budget: What it counts against.
    ///   - openBudget: What it counts against besides, with other drawings that are open.
    ///   - open: Reads it again.
    init(
        path: String, _ source: any TileSource, budget: MemoryBudget, openBudget: MemoryBudget? = nil,
        open: @escaping @Sendable () throws(ContentFailure) -> any TileSource
    ) {
        self.path = path
        self.open = open
        contentSize = source.contentSize
        kept = KeptSource(budget: budget, kindBudget: openBudget)
        kept.keep(source, byteCount: Self.byteCount(of: source) ?? 0, isPinned: false)
    }

    /// The document with a source that may be let go; as it is when it keeps little, as images do, or when there is no
    /// budget.
    public static func wrapping(_ document: ContentDocument, limits: ContentLimits) -> ContentDocument {
        guard let budget = limits.memory, let byteCount = byteCount(of: document.source) else { return document }
        let path = document.path
        var notes = document.notes
        if byteCount > budget.limit {
            notes.append(
                "it takes \(PixelRoom.megabytes(byteCount)) of memory, more than the "
                    + "\(PixelRoom.megabytes(budget.limit)) limit in total, so it is read again for every tile; "
                    + "raise `ContentLimits.memory`")
        }
        let source = ReopeningSource(
            path: path, document.source, budget: budget, openBudget: limits.openDrawings
        ) { () throws(ContentFailure) in
            try ContentReader.open(path, limits: limits).source
        }
        return ContentDocument(
            path: path, kind: document.kind, source: source, isScalable: document.isScalable, facts: document.facts,
            notes: notes)
    }

    /// Of what is kept for as long as it is open; nil for a source that counts for itself.
    private static func byteCount(of source: any TileSource) -> Int? {
        switch source {
        case let picture as PictureSource: picture.byteCount
        case let drawing as KeptDrawing: drawing.byteCount
        case let document as LibrsvgSource: document.byteCount
        default: nil
        }
    }

    /// Whether it is read now.
    var isOpen: Bool { kept.isThere }

    public var needsPreparation: Bool { kept.needsPreparation }

    public var isPreparationUrgent: Bool { kept.isPreparationUrgent }
    public func prepareMore() { kept.prepareMore() }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try context.checkCancellation()
        let (source, holding) = try pinned()
        defer { holding?.unpin() }
        defer { if let drawing = source as? KeptDrawing { holding?.resize(to: drawing.byteCount) } }
        return try source.raster(area, in: context)
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
        try kept.pinned(byteCount: { Self.byteCount(of: $0) ?? 0 }) { () throws(ContentFailure) in
            let source = try open()
            guard source.contentSize == contentSize else {
                throw .malformed(path: path, reason: "it has another size than when it was opened; restart the server")
            }
            return source
        }
    }
}
