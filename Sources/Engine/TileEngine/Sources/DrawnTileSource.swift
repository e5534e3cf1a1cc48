public import Foundation
import TileGeometry
public import TileGraphics

/// Content that code draws, a part at a time.
///
///     let rings = DrawnTileSource(contentSize: CGSize(width: 20_000, height: 20_000)) { rect, context in
///         for ring in rings(in: rect) { context.strokeEllipse(in: ring) }
///     }
///
/// The code is called on the engine's workers, several at once. User space is the content's, the clip is the part to
/// draw, and the current transform matrix says how many pixels a unit has; what it draws beyond the part does not show.
public final class DrawnTileSource: TileSource {
    public let contentSize: CGSize
    private let draw: @Sendable (CGRect, CGContext) throws -> Void

    /// - Parameter draw: draws a rect of the content, in its units, or throws what keeps it from that: the tile then
    ///   fails, and the engine's policy says how often it is tried again. It has its context until it returns. A check
    ///   of its own that traps ends the process, for Swift knows no way back from that: what may be wrong is to be
    ///   thrown.
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
        // Whether the code throws or not, it is done with the context.
        let result = Result { try draw(box.rect, drawing) }
        let picture = drawing.finishPicture()
        try result.get()
        var counters = ReplayCounters()
        return try picture.raster(area, in: context, counters: &counters)
    }
}
