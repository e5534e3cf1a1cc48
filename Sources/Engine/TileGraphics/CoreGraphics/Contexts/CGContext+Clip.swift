public import Foundation
import TileGeometry

extension CGContext {
    /// Intersects the clip with the current path, and clears the path. An empty path clips everything.
    public func clip(using rule: CGPathFillRule = .winding) {
        let outline = current.outline(in: state.toPicture)
        current.clear()
        clip(outline, rule.rule)
    }

    /// - Parameter outline: The outline in user space.
    func clip(_ outline: Path, _ rule: FillRule) {
        clip(PictureGroup.Clip(parts: [(outline, state.toPicture)], rule: rule, antialiasing: antialiasing))
    }

    /// Intersects the clip with a rect. The null rect clips everything.
    public func clip(to rect: CGRect) { clip(to: [rect]) }

    /// Intersects the clip with the union of rects.
    public func clip(to rects: [CGRect]) {
        let parts = rects.compactMap(Self.drawable).map { box -> (path: Path, transform: CGAffineTransform) in
            let toRect = CGAffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
            return (.unitSquare, toRect.concatenating(state.toPicture))
        }
        clip(PictureGroup.Clip(parts: parts, rule: .nonZero, antialiasing: antialiasing))
    }

    private func clip(_ clip: PictureGroup.Clip) {
        checkIsOpen()
        state.clip = ClipNode(.outline(clip), on: state.clip)
        state.clipBox = state.clipBox.intersection(clip.bounds)
        if state.clipBox.isEmpty { state.clipBox = .empty }
    }

    /// Intersects the clip with a mask image stretched over a rect; everything outside the rect is clipped. The image's
    /// top row is at the rect's largest y, as with `draw(_:in:)`.
    ///
    /// - Parameter mask: A stencil or an image. An image with transparency masks by its alpha, like icons that are
    ///   filled with a color; an opaque one masks by its lightness: white shows everything, black nothing.
    public func clip(to rect: CGRect, mask: CGImage) {
        checkIsOpen()
        let box = Self.drawable(rect).flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
        guard let box, state.toPicture.isInvertible else { return clip(to: .null) }
        let content = PictureImage(
            mask.coverage, target: box, interpolation: interpolation(mask), antialiasing: antialiasing)
        var recorder = PictureRecorder()
        recorder.draw(content, transform: box.flip.concatenating(state.toPicture))
        let through = PictureGroup.Mask(
            content: recorder.finish(), kind: .alpha, transform: .identity, region: box,
            regionTransform: state.toPicture)
        state.clip = ClipNode(.mask(through), on: state.clip)
        state.clipBox = state.clipBox.intersection(box.applying(state.toPicture))
        if state.clipBox.isEmpty { state.clipBox = .empty }
    }

    /// The bounding box of the clip in user space; the null rect if everything is clipped. Before the first clip, the
    /// context's bounds.
    public var boundingBoxOfClipPath: CGRect {
        state.clipBox.isEmpty ? .null : state.clipBox.applying(state.toPicture.inverted()).rect
    }

    /// Removes all clips, including those of saved states. In a transparency layer, restores the clip at its beginning.
    public func resetClip() {
        checkIsOpen()
        state.clip = layers.last?.clip
        state.clipBox = layers.last?.clipBox ?? bounds
    }
}
