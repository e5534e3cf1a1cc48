import Foundation
import TileDrawing

extension UIImageView {
    private enum Key {
        static let image = "UIImage"
        static let highlightedImage = "UIHighlightedImage"
        static let isHighlighted = "UIHighlighted"
        static let animationImages = "UIAnimationImages"
        static let duration = "UIAnimationDuration"
        static let repeats = "UIAnimationRepeatCount"
    }

    func storeImages(in coder: NSCoder) {
        coder.encodeOptional(image, forKey: Key.image)
        coder.encodeOptional(highlightedImage, forKey: Key.highlightedImage)
        coder.encode(isHighlighted, forKey: Key.isHighlighted)
        coder.encodeOptional(animationImages.map { $0 as NSArray }, forKey: Key.animationImages)
        coder.encode(animationDuration, forKey: Key.duration)
        coder.encode(animationRepeatCount, forKey: Key.repeats)
    }

    func restoreImages(from coder: NSCoder) {
        highlightedImage = coder.optional(Key.highlightedImage, as: UIImage.self)
        isHighlighted = coder.decodeBool(forKey: Key.isHighlighted)
        animationImages = coder.optional(Key.animationImages, as: NSArray.self) as? [UIImage]
        // An archive is data: what makes no sense in it is left out.
        let duration = coder.decodeDouble(forKey: Key.duration)
        if duration >= 0, duration.isFinite { animationDuration = duration }
        animationRepeatCount = max(0, coder.decodeInteger(forKey: Key.repeats))
        image = coder.optional(Key.image, as: UIImage.self)
    }
}
