package import Foundation
import TileGeometry

extension CGContext {
    /// Fills glyphs with a color. The state's fill color is unchanged.
    ///
    /// - Parameter point: The origin of the run's plane, in user space.
    package func show(_ glyphs: GlyphRun, at point: CGPoint, color: CGColor) {
        let transform = CGAffineTransform(translationX: Double(point.x), y: Double(point.y))
            .concatenating(state.toPicture)
        let ink: GraphicsState.Ink = color.pattern.map { .pattern($0, color.output) } ?? .color(color.output)
        record(paint(ink, transform)) { $0.show(glyphs, with: $1, transform: transform) }
    }
}
