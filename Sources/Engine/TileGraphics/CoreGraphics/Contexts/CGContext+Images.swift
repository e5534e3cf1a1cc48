public import Foundation
import TileGeometry

extension CGContext {
    /// Draws an image stretched to fill a rect, with its top row at the rect's largest y: upright if y points up,
    /// upside down in UIKit's contexts. A stencil is painted in the fill color.
    ///
    /// - Parameter byTiling: Whether to fill the clip with copies of the image, of which the rect gives the first.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
        guard let box = Self.drawable(rect), box.width > 0, box.height > 0 else { return }
        if byTiling { return tile(image, box, flip: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: box.height)) }
        draw(image, in: box, transform: box.flip.concatenating(state.toPicture))
    }

    /// Draws an image with its top row at the rect's smallest y: upright if y points down. See `draw(_:in:byTiling:)`.
    package func drawYDown(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
        guard let box = Self.drawable(rect), box.width > 0, box.height > 0 else { return }
        if byTiling { return tile(image, box, flip: .identity) }
        draw(image, in: box, transform: state.toPicture)
    }

    /// - Parameter transform: Maps the plane of the box, y down, to the picture's.
    private func draw(_ image: CGImage, in box: Box, transform: CGAffineTransform) {
        let drawn = PictureImage(
            image.bitmap, target: box, interpolation: interpolation(image), antialiasing: antialiasing)
        var recorder = PictureRecorder()
        if image.isMask {
            recorder.draw(stencil(drawn), transform: transform)
        } else if state.alpha < 1 {
            recorder.draw(PictureGroup(content: Picture(drawn), opacity: state.alpha), transform: transform)
        } else if state.isPlain {
            return withRecorder { $0.draw(drawn, transform: transform) }
        } else {
            recorder.draw(drawn, transform: transform)
        }
        if state.isPlain { return withRecorder { $0.append(recorder.finish()) } }
        record(recorder.finish(), image.isMask ? .ink : .picture(Picture(covering: box, transform)))
    }

    /// Returns the fill color masked by an image's alpha.
    private func stencil(_ image: PictureImage) -> PictureGroup {
        var recorder = PictureRecorder()
        var elements = PathElements()
        elements.rect(image.target.rect)
        recorder.fill(elements.outline, with: paint(state.fill, state.toPicture), antialiasing: .off)
        return PictureGroup(
            content: recorder.finish(),
            mask: PictureGroup.Mask(
                content: Picture(image), kind: .alpha, transform: .identity, region: image.target,
                regionTransform: .identity))
    }

    /// Fills the clip with copies of an image, starting with one in `box`.
    ///
    /// - Parameter flip: Maps the image's plane, y down, to a cell.
    private func tile(_ image: CGImage, _ box: Box, flip: CGAffineTransform) {
        guard !state.clipBox.isEmpty, state.toPicture.isInvertible else { return }
        let cell = Box(x: 0, y: 0, width: box.width, height: box.height)
        let drawn = PictureImage(image.bitmap, target: cell, interpolation: interpolation(image), antialiasing: .off)
        var content = Picture(drawn)
        if image.isMask || state.alpha < 1 {
            var recorder = PictureRecorder()
            recorder.draw(
                image.isMask ? stencil(drawn) : PictureGroup(content: content, opacity: state.alpha))
            content = recorder.finish()
        }
        let pattern = PatternPaint(
            content: content, contentTransform: flip, cellWidth: box.width, cellHeight: box.height,
            transform: CGAffineTransform(translationX: box.minX, y: box.minY).concatenating(state.toPicture))
        fillClip(with: .pattern(pattern))
    }

    /// Fills the clip with a paint in base space.
    func fillClip(with paint: Paint) {
        guard !state.clipBox.isEmpty else { return checkIsOpen() }
        let box = state.clipBox
        let toBox = CGAffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
        guard toBox.isInvertible else { return }
        let antialiasing = antialiasing
        record(paint.placed(by: toBox.inverted())) {
            $0.fill(.unitSquare, with: $1, antialiasing: antialiasing, transform: toBox)
        }
    }

    func interpolation(_ image: CGImage) -> Interpolation {
        switch state.interpolation {
        case .default: image.format.shouldInterpolate ? .medium : .none
        case .none: .none
        case .low: .low
        case .medium: .medium
        case .high: .high
        }
    }
}

extension Picture {
    /// Creates a picture of a single image.
    package convenience init(_ image: PictureImage) {
        self.init([Operation(kind: .image(image), transform: .identity, bounds: image.target)])
    }

    /// Creates a picture of an opaque rect, in a plane that `transform` maps to the picture's.
    convenience init(covering box: Box, _ transform: CGAffineTransform) {
        let toBox = CGAffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
        var recorder = PictureRecorder()
        recorder.fill(.unitSquare, with: .color(.black), transform: toBox.concatenating(transform))
        self.init(recorder.operations)
    }
}

extension Paint {
    /// Returns the same paint in a plane that this one's is mapped to.
    func placed(by transform: CGAffineTransform) -> Paint {
        switch self {
        case .color: return self
        case .gradient(var gradient):
            gradient.transform = gradient.transform.concatenating(transform)
            return .gradient(gradient)
        case .pattern(let pattern):
            return .pattern(
                PatternPaint(
                    content: pattern.content, contentTransform: pattern.contentTransform,
                    cellWidth: pattern.cellWidth, cellHeight: pattern.cellHeight,
                    transform: pattern.transform.concatenating(transform)))
        }
    }
}

extension Box {
    /// The transform that turns the box upside down.
    var flip: CGAffineTransform { CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: minY + maxY) }
}
