import Foundation
import TileEngine
import TileGeometry
import TileGraphics

/// Where a tiled layer was seen in the last frame: tells how fast it moves.
struct LayerMotion {
    private struct Moment {
        var visible: Box
        var scale: Double
        var time: CFTimeInterval
    }

    private var last: Moment?
    private var hasRescaled = false
    /// Pixels a second.
    private var velocity = (x: 0.0, y: 0.0)

    /// What the engine is to know of a frame; nil for numbers that it can't take.
    ///
    /// - Parameters:
    ///   - visible: in the layer's coordinates from its bounds' top left.
    ///   - scale: device pixels to a point of the layer.
    mutating func viewport(_ visible: Box, scale: Double, time: CFTimeInterval) -> Viewport? {
        let now = Moment(visible: visible, scale: scale, time: time)
        var isZooming = false
        if let last {
            // One change of scale is a jump; of those that follow each other more come.
            let isOther = abs(last.scale - scale) > 1e-9 * scale
            isZooming = isOther && hasRescaled
            hasRescaled = isOther
            let (dx, dy, seconds) = (
                visible.minX - last.visible.minX, visible.minY - last.visible.minY, time - last.time
            )
            if isOther || abs(dx) > visible.width / 2 || abs(dy) > visible.height / 2 {
                // A jump, or a change of scale, says nothing about where it goes next.
                velocity = (0, 0)
            } else if seconds > 0 {
                velocity = (dx * scale / seconds, dy * scale / seconds)
            }
        }
        last = now
        return try? Viewport(
            visible: visible, scale: scale, velocityX: velocity.x, velocityY: velocity.y, isZooming: isZooming,
            time: time)
    }
}
