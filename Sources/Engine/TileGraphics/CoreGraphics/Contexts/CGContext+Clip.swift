public import Foundation
import TileGeometry

extension CGContext {
    /// Lets only what lies in the current path through from now on, and ends the path. An empty path lets nothing
    /// through.
    public func clip(using rule: CGPathFillRule = .winding) {
        let outline = current.outline(in: state.toPicture)
        current.clear()
        clip(outline, rule.rule)
    }

    /// - Parameter outline: in user space.
    func clip(_ outline: Path, _ rule: FillRule) {
        clip(PictureGroup.Clip(parts: [(outline, state.toPicture)], rule: rule, antialiasing: antialiasing))
    }

    /// Lets only what lies in a rect through from now on. The null rect lets nothing through.
    public func clip(to rect: CGRect) { clip(to: [rect]) }

    /// Lets only what lies in one of the rects through from now on.
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

    /// Lets only as much through from now on as an image, stretched over a rect, says; outside of the rect nothing. The
    /// image's top row is at the rect's greatest y, as with `draw(_:in:)`.
    ///
    /// - Parameter mask: a stencil, or an image. One that is transparent anywhere says by its alpha how much passes, as
    ///   icons do that are filled with a color; an opaque one by its lightness: white all, black nothing.
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

    /// Holds what the clip lets through, in user space; the null rect when that is nothing. Before the first clip, the
    /// context's bounds.
    public var boundingBoxOfClipPath: CGRect {
        state.clipBox.isEmpty ? .null : state.clipBox.applying(state.toPicture.inverted()).rect
    }

    /// Lets everything through again, clips of saved states too; in a transparency layer, all that it began with.
    public func resetClip() {
        checkIsOpen()
        state.clip = layers.last?.clip
        state.clipBox = layers.last?.clipBox ?? bounds
    }
}
