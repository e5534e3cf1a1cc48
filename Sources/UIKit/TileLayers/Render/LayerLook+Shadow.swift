import TileGeometry
import TileGraphics

extension LayerLook.Shadow {
    /// Returns a drawing with this shadow beneath it.
    ///
    /// - Parameter opaqueBox: A part that the drawing covers with opaque colors, where the shadow is invisible.
    func beneath(_ drawn: Picture, opacity: Double, opaqueBox: Box) -> Picture {
        var shadow = PictureShadow(
            offsetX: offsetX, offsetY: offsetY, deviation: radius,
            color: color.withAlpha(multipliedBy: opacity))
        var recorder = PictureRecorder()
        guard let path else {
            if drawn.bounds.isEmpty { return drawn }
            recorder.draw(PictureGroup(content: drawn, opaqueBox: opaqueBox, shadow: shadow))
            return recorder.finish()
        }
        // Only the outline's shadow must be visible: the outline is drawn to one side, outside the clip.
        let reach = radius * 3 + 1
        let place = path.bounds.expanded(by: reach)
        let aside = place.width + abs(offsetX) + 1
        var outline = PictureRecorder()
        outline.fill(path, with: .color(.black), transform: CGAffineTransform(translationX: -aside, y: 0))
        shadow.offsetX += aside
        let clip = place.applying(CGAffineTransform(translationX: offsetX, y: offsetY))
        recorder.draw(PictureGroup(content: outline.finish(), clips: [.box(clip)], shadow: shadow))
        recorder.append(drawn)
        return recorder.finish()
    }
}
