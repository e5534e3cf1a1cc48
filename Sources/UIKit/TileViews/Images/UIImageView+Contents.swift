import Foundation
import TileDrawing
import TileGraphics
import TileLayers

extension UIImageView {
    /// Determines the current image and shows it.
    func showImage() {
        followFrames()
        let due = image(in: sequence)
        if due === shown, due != nil { return }
        shown = due
        showPixels()
    }

    func image(in sequence: ImageSequence) -> UIImage? {
        if sequence.isRunning, let images = runningImages {
            let index = sequence.index(
                count: images.count, duration: animationDuration, repeats: animationRepeatCount)
            if let index { return images[index] }
        }
        let still = (isHighlighted ? highlightedImage ?? image : image).map { displayed($0) }
        guard let still, let images = still.images, !images.isEmpty else { return still }
        return images[sequence.index(count: images.count, duration: still.duration, repeats: 0) ?? 0]
    }

    /// Returns an image for the view's traits and, if it is a symbol, with the preferred configuration.
    func displayed(_ image: UIImage) -> UIImage {
        image.isSymbolImage
            ? image.displayed(preferring: preferredSymbolConfiguration, for: traitCollection)
            : image.resolved(for: traitCollection)
    }

    private var runningImages: [UIImage]? {
        let images = isHighlighted ? highlightedAnimationImages ?? animationImages : animationImages
        return images?.isEmpty == false ? images : nil
    }

    func advance(to time: TimeInterval) {
        guard isAnimating else { return }
        sequence.advance(to: time)
        if sequence.isRunning, hasRunOut(sequence) { sequence.stop() }
        showImage()
    }

    /// Returns whether all repetitions have finished.
    func hasRunOut(_ sequence: ImageSequence) -> Bool {
        guard let images = runningImages else { return false }
        return sequence.index(count: images.count, duration: animationDuration, repeats: animationRepeatCount) == nil
    }

    /// Sets the layer's contents to the pixels of the image, or to a drawing of it if the pixels are not shown
    /// unchanged.
    func showPixels() {
        guard let image = shown, image.isSymbolImage || image.cgImage != nil else {
            layer.contents = nil
            return
        }
        let tinted =
            image.isTemplate
            ? image.withTintColor(tintColor.resolvedColor(with: traitCollection)) : image
        let isMirrored =
            image.flipsForRightToLeftLayoutDirection && effectiveUserInterfaceLayoutDirection == .rightToLeft
        let upright = isMirrored ? tinted.withHorizontallyFlippedOrientation() : tinted
        // A drawing is in points and ignores the scale.
        contentScaleFactor = image.scale
        if image.isTiled {
            layer.contents = picture(upright, bounds.size)
            layer.contentsCenter = .unit
            return
        }
        let isPlain = upright === image && image.showsItsPixels
        layer.contents = isPlain ? image.cgImage : picture(upright, image.size)
        layer.contentsCenter = image.stretchedPart
    }

    /// Returns an image as a picture, in the colors of the view's traits.
    private func picture(_ image: UIImage, _ size: CGSize) -> Picture? {
        traitCollection.performAsCurrent { image.drawn(in: size) }
    }
}

extension CGRect {
    fileprivate static let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
}

extension UIImage {
    /// A Boolean value that indicates whether the image is tiled rather than stretched to another size.
    var isTiled: Bool { resizingMode == .tile && capInsets != .zero }

    /// The stretchable part between the caps, relative to the size.
    fileprivate var stretchedPart: CGRect {
        guard capInsets != .zero, size.width > 0, size.height > 0 else { return .unit }
        return CGRect(
            x: capInsets.left / size.width, y: capInsets.top / size.height,
            width: max(0, size.width - capInsets.left - capInsets.right) / size.width,
            height: max(0, size.height - capInsets.top - capInsets.bottom) / size.height)
    }

    /// Returns the image as a picture, upright and tinted.
    fileprivate func drawn(in size: CGSize) -> Picture? {
        guard size.width > 0, size.height > 0 else { return nil }
        let area = CGRect(origin: .zero, size: size)
        let context = CGContext(recording: area, scale: scale)
        draw(in: area, of: context)
        return context.finishPicture()
    }
}
