import Foundation
import Synchronization
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// A drawing from a `ContentCache`. If the cached file turns out to be damaged, it is deleted and the drawing is read
/// from its own file, before the affected tile is returned.
final class KeptDrawing: PreparingTileSource, PicturedSource {
    let contentSize: CGSize
    private let source: Lock<PictureSource>
    private let redo: @Sendable () throws(ContentFailure) -> PictureSource
    /// Held by the thread that reads the drawing again.
    private let redoing = Lock(())

    /// - Parameter redo: Deletes the cached file and reads the drawing's own file.
    init(_ source: PictureSource, redo: @escaping @Sendable () throws(ContentFailure) -> PictureSource) {
        contentSize = source.contentSize
        self.source = Lock(source)
        self.redo = redo
    }

    var drawnPicture: Picture { source.withLock { $0 }.picture }

    /// The memory of the parts accessed so far. It grows while the drawing is drawn.
    var byteCount: Int { source.withLock { $0 }.byteCount }
    var memoryKind: MemoryBudget.Kind { .pictures }

    var needsPreparation: Bool { source.withLock { $0 }.needsPreparation }
    var isPreparationUrgent: Bool { source.withLock { $0 }.isPreparationUrgent }
    func prepareMore() { source.withLock { $0 }.prepareMore() }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let source = source.withLock { $0 }
        do {
            return try source.raster(area, in: context)
        } catch RasterFailure.damaged {
            return try redone(source).raster(area, in: context)
        }
    }

    private func redone(_ damaged: PictureSource) throws(ContentFailure) -> PictureSource {
        try redoing.withLock { _ throws(ContentFailure) in
            // Another thread may have read it meanwhile.
            let now = source.withLock { $0 }
            if now !== damaged { return now }
            let new = try redo()
            source.withLock { $0 = new }
            return new
        }
    }
}
