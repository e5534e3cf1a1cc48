import Foundation
import TileDrawing

extension UIImageView {
    private enum Key {
        static let image = "UIImage"
        static let highlightedImage = "UIHighlightedImage"
        static let isHighlighted = "UIHighlighted"
        static let animationImages = "UIAnimationImages"
        static let highlightedAnimationImages = "UIHighlightedAnimationImages"
        static let duration = "UIAnimationDuration"
        static let repeats = "UIAnimationRepeatCount"
    }

    func storeImages(in coder: NSCoder) {
        coder.archive(image, forKey: Key.image)
        coder.archive(highlightedImage, forKey: Key.highlightedImage)
        coder.encode(isHighlighted, forKey: Key.isHighlighted)
        coder.archive(list: animationImages ?? [], forKey: Key.animationImages)
        coder.archive(list: highlightedAnimationImages ?? [], forKey: Key.highlightedAnimationImages)
        coder.encode(animationDuration, forKey: Key.duration)
        coder.encode(animationRepeatCount, forKey: Key.repeats)
    }

    /// Restores the properties from an untrusted archive: missing and invalid values are replaced by defaults.
    func restoreImages(from coder: NSCoder) {
        highlightedImage = coder.archivedObject(Key.highlightedImage)
        isHighlighted = coder.archivedFlag(Key.isHighlighted) ?? false
        let images = coder.archivedObjects(Key.animationImages, of: UIImage.self)
        if !images.isEmpty { animationImages = images }
        let highlighted = coder.archivedObjects(Key.highlightedAnimationImages, of: UIImage.self)
        if !highlighted.isEmpty { highlightedAnimationImages = highlighted }
        animationDuration = max(0, coder.archivedNumber(Key.duration) ?? 0)
        animationRepeatCount = max(0, coder.archivedInteger(Key.repeats) ?? 0)
        image = coder.archivedObject(Key.image)
    }
}
