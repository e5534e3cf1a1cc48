public import Foundation
public import TileEngine
public import TileGeometry
public import TileGraphics
import TileSupport

/// A drawing that is evicted when its memory is needed elsewhere, and read again when a tile needs it.
///
/// Reading it again takes as long as opening it. Other threads that need it meanwhile wait. While its tiles are drawn,
/// it is not evicted.
public final class ReopeningSource: PreparingTileSource, PictureHoldingSource {
    public let contentSize: CGSize

    private let path: String
    private let open: @Sendable () throws(ContentFailure) -> any TileSource
    private let kept: KeptSource

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - source: The first result of `open`.
    ///   - budget: The budget that it counts against.
    ///   - openBudget: An additional budget for open drawings.
    ///   - open: Reads the drawing again.
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

    /// Returns the document with a source that can be evicted. It is unchanged if its source needs little memory, such
    /// as an image, or if there is no budget.
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
        var reopening = ContentDocument(
            path: path, kind: document.kind, source: source, isScalable: document.isScalable, facts: document.facts,
            notes: notes)
        reopening.omissions = document.omissions
        return reopening
    }

    /// Returns the memory that a source holds while open; nil for a source that registers its own memory.
    private static func byteCount(of source: any TileSource) -> Int? {
        switch source {
        case let picture as PictureSource: picture.byteCount
        case let drawing as KeptDrawing: drawing.byteCount
        case let document as LibrsvgSource: document.byteCount
        default: nil
        }
    }

    /// Whether the drawing is in memory.
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

    /// Returns the source, which is not evicted before its holding is unpinned.
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
