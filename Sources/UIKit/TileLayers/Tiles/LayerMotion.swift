import Foundation
import TileEngine
import TileGeometry
import TileGraphics

/// The visible part of a tiled layer in the last frame, from which its velocity is computed.
struct LayerMotion {
    private struct Moment {
        var visible: Box
        var scale: Double
        var time: CFTimeInterval
    }

    private var last: Moment?
    private var hasRescaled = false
    /// The velocity in pixels per second.
    private var velocity = (x: 0.0, y: 0.0)

    /// Returns the viewport of a frame for the engine; nil if the numbers are invalid.
    ///
    /// - Parameters:
    ///   - visible: The visible rect, relative to the top left of the layer's bounds.
    ///   - scale: Device pixels per point of the layer.
    mutating func viewport(_ visible: Box, scale: Double, time: CFTimeInterval) -> Viewport? {
        let now = Moment(visible: visible, scale: scale, time: time)
        var isZooming = false
        if let last {
            // A single change of scale is a jump; after two in a row, more are expected.
            let isOther = abs(last.scale - scale) > 1e-9 * scale
            isZooming = isOther && hasRescaled
            hasRescaled = isOther
            let (dx, dy, seconds) = (
                visible.minX - last.visible.minX, visible.minY - last.visible.minY, time - last.time
            )
            if isOther || abs(dx) > visible.width / 2 || abs(dy) > visible.height / 2 {
                // A jump, or a change of scale, does not predict further motion.
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
