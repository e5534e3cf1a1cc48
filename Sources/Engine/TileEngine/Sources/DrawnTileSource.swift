public import Foundation
import TileGeometry
public import TileGraphics

/// Content that a closure draws, one part at a time.
///
///     let rings = DrawnTileSource(contentSize: CGSize(width: 20_000, height: 20_000)) { rect, context in
///         for ring in rings(in: rect) { context.strokeEllipse(in: ring) }
///     }
///
/// The closure is called on the engine's workers, concurrently. User space is the content's, the clip is the part to
/// draw, and the current transformation matrix gives the number of pixels per unit. Drawing outside the part is
/// clipped.
public final class DrawnTileSource: TileSource {
    public let contentSize: CGSize
    private let draw: @Sendable (CGRect, CGContext) throws -> Void

    /// - Parameter draw: Draws a rect of the content, in its units. If it throws, the tile fails, and the engine's
    ///   policy decides how often the tile is retried. The context is valid until the closure returns. A trap in the
    ///   closure ends the process because Swift cannot recover from one: throw instead.
    public init(contentSize: CGSize, draw: @escaping @Sendable (CGRect, CGContext) throws -> Void) {
        self.contentSize = contentSize
        self.draw = draw
    }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let content = Box(x: 0, y: 0, width: Double(contentSize.width), height: Double(contentSize.height))
        let box = area.contentBox.intersection(content)
        guard box.width > 0, box.height > 0 else { return .solid(.clear, width: area.width, height: area.height) }
        try context.checkCancellation()
        let drawing = CGContext(recording: box.rect, scale: area.scale)
        drawing.clip(to: box.rect)
        // The context is finished even if the closure throws.
        let result = Result { try draw(box.rect, drawing) }
        let picture = drawing.finishPicture()
        try result.get()
        var counters = ReplayCounters()
        return try picture.raster(area, in: context, counters: &counters)
    }
}
