import Foundation
import TileDrawing

extension UIButton {
    private enum Key {
        static let type = "UIButtonType"
        static let title = "UIButtonTitle"
        static let titleColor = "UIButtonTitleColor"
        static let shadowColor = "UIButtonTitleShadowColor"
        static let image = "UIButtonImage"
        static let background = "UIButtonBackgroundImage"
        static let label = "UIButtonTitleLabel"
        static let imageView = "UIButtonImageView"
        static let backgroundView = "UIButtonBackgroundView"
    }

    func storeButton(in coder: NSCoder) {
        coder.encode(kind.rawValue, forKey: Key.type)
        if let title = title(for: .normal) { coder.encode(title as NSString, forKey: Key.title) }
        coder.encodeOptional(contents.titleColors.value(for: .normal), forKey: Key.titleColor)
        coder.encodeOptional(titleShadowColor(for: .normal), forKey: Key.shadowColor)
        coder.encodeOptional(image(for: .normal), forKey: Key.image)
        coder.encodeOptional(backgroundImage(for: .normal), forKey: Key.background)
        // The archive has these among the subviews, too: an object is written once.
        coder.encodeOptional(label, forKey: Key.label)
        coder.encodeOptional(picture, forKey: Key.imageView)
        coder.encodeOptional(backgroundView, forKey: Key.backgroundView)
    }

    func restoreButton(from coder: NSCoder) {
        // The archive has the image that the type brought along.
        kind = ButtonType(rawValue: coder.decodeInteger(forKey: Key.type)) ?? .custom
        label = coder.optional(Key.label, as: UILabel.self)
        picture = coder.optional(Key.imageView, as: UIImageView.self)
        backgroundView = coder.optional(Key.backgroundView, as: UIImageView.self)
        contents.titles.set(coder.optionalString(Key.title), for: .normal)
        contents.titleColors.set(coder.optional(Key.titleColor, as: UIColor.self), for: .normal)
        contents.titleShadowColors.set(coder.optional(Key.shadowColor, as: UIColor.self), for: .normal)
        contents.images.set(coder.optional(Key.image, as: UIImage.self), for: .normal)
        contents.backgroundImages.set(coder.optional(Key.background, as: UIImage.self), for: .normal)
        contentsDidChange()
    }
}
