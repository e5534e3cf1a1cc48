import Foundation
import TileDrawing
import TileLayers

/// The views of a configured button: the background, and a subtitle below the title.
final class ConfiguredLooks {
    var configuration: UIButton.Configuration
    private(set) var background = UIView(frame: .zero)
    private(set) var backgroundImage: UIImageView?
    private(set) var subtitle: UILabel?
    private(set) var wheel: UIActivityIndicatorView?
    /// The title label's attributes before the configuration was set, to restore later.
    let ownTitle: TitleLooks

    /// The attributes of a title label that a configuration changes and states do not.
    struct TitleLooks {
        private let font: UIFont
        private let lines: Int
        private let lineBreakMode: NSLineBreakMode
        private let alignment: NSTextAlignment

        init(_ label: UILabel) {
            (font, lines) = (label.font, label.numberOfLines)
            (lineBreakMode, alignment) = (label.lineBreakMode, label.textAlignment)
        }

        func restore(_ label: UILabel) {
            (label.font, label.numberOfLines) = (font, lines)
            (label.lineBreakMode, label.textAlignment) = (lineBreakMode, alignment)
        }
    }

    init(_ configuration: UIButton.Configuration, in button: UIButton) {
        self.configuration = configuration
        ownTitle = TitleLooks(button.shownLabel)
        background.isUserInteractionEnabled = false
        button.insertSubview(background, at: 0)
    }

    func remove() {
        background.removeFromSuperview()
        subtitle?.removeFromSuperview()
        wheel?.removeFromSuperview()
    }

    // MARK: Contents

    /// Updates the views for the button's current state.
    func update(_ button: UIButton) {
        let colors = ButtonPalette(configuration, button)
        let label = button.shownLabel
        let font = UIFont.preferredFont(
            forTextStyle: configuration.buttonSize.titleStyle, compatibleWith: button.traitCollection)
        label.numberOfLines = 0
        label.lineBreakMode = configuration.titleLineBreakMode
        if let attributed = button.currentAttributedTitle {
            label.font = font
            label.attributedText = attributed
        } else {
            let own = button.currentTitle
            let text = ConfiguredText(
                plain: own ?? configuration.title, attributed: own == nil ? configuration.attributedTitle : nil,
                transformer: configuration.titleTextAttributesTransformer)
            text.show(in: label, font: font, color: colors.foreground)
        }
        label.alpha = 1
        label.textAlignment = textAlignment
        label.isHidden = label.text?.isEmpty ?? true

        updateSubtitle(button, colors.foreground)
        updateWheel(button, colors.foreground)
        let image = image(button)
        if image != nil || button.picture != nil {
            let picture = button.shownPicture
            picture.image = image?.renderingMode == .automatic ? image?.withRenderingMode(.alwaysTemplate) : image
            picture.tintColor = colors.foreground
            picture.alpha = 1
            picture.isHidden = image == nil
        }
        updateBackground(colors, button.traitCollection)
    }

    /// The image, at the size that a symbol has in the button.
    private func image(_ button: UIButton) -> UIImage? {
        guard !configuration.showsActivityIndicator else { return nil }
        let preferred = button.currentPreferredSymbolConfiguration ?? configuration.preferredSymbolConfigurationForImage
        return (button.currentImage ?? configuration.image)?
            .displayed(preferring: preferred, for: button.traitCollection)
    }

    private func updateWheel(_ button: UIButton, _ color: UIColor) {
        guard configuration.showsActivityIndicator else {
            wheel?.removeFromSuperview()
            wheel = nil
            return
        }
        let view = wheel ?? UIActivityIndicatorView(style: .medium)
        if wheel == nil {
            wheel = view
            view.isUserInteractionEnabled = false
            button.addSubview(view)
            view.startAnimating()
        }
        view.color = configuration.activityIndicatorColorTransformer?(color) ?? color
    }

    private func updateSubtitle(_ button: UIButton, _ color: UIColor) {
        let text = ConfiguredText(
            plain: configuration.subtitle, attributed: configuration.attributedSubtitle,
            transformer: configuration.subtitleTextAttributesTransformer)
        guard !text.isEmpty else {
            subtitle?.removeFromSuperview()
            subtitle = nil
            return
        }
        let label = subtitle ?? UILabel(frame: .zero)
        if subtitle == nil {
            subtitle = label
            button.addSubview(label)
        }
        let font = UIFont.preferredFont(
            forTextStyle: configuration.buttonSize.subtitleStyle, compatibleWith: button.traitCollection)
        text.show(in: label, font: font, color: color)
        label.numberOfLines = 0
        label.lineBreakMode = configuration.subtitleLineBreakMode
        label.textAlignment = textAlignment
    }

    private func updateBackground(_ colors: ButtonPalette, _ traits: UITraitCollection) {
        let look = configuration.background
        let fill = look.backgroundColor ?? colors.background
        let color = fill.map { look.backgroundColorTransformer?($0) ?? $0 }
        if let glass = configuration.style.glass {
            glass.material(tint: color).show(in: background)
        } else {
            background.backgroundColor = color
            if background.layer.backdrop != nil { background.layer.backdrop = nil }
        }
        // Without a stroke, glass keeps its bright edge.
        if look.strokeWidth > 0 || background.layer.backdrop == nil {
            background.layer.borderWidth = look.strokeWidth
            let line = look.strokeColor ?? colors.foreground
            let stroke = (look.strokeColorTransformer?(line) ?? line).resolvedColor(with: traits)
            background.layer.borderColor = look.strokeWidth > 0 ? stroke.cgColor : nil
        }
        if let image = look.image {
            let view = backgroundImage ?? UIImageView(frame: background.bounds)
            if backgroundImage == nil {
                view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
                background.addSubview(view)
                backgroundImage = view
            }
            view.image = image
            view.contentMode = look.imageContentMode
            background.clipsToBounds = true
        } else {
            backgroundImage?.removeFromSuperview()
            backgroundImage = nil
        }
    }

    private var textAlignment: NSTextAlignment {
        switch configuration.titleAlignment {
        case .leading: .natural
        case .center: .center
        case .trailing: .right
        case .automatic: isVertical ? .center : .natural
        }
    }

    private var isVertical: Bool { !configuration.imagePlacement.isDisjoint(with: [.top, .bottom]) }

    // MARK: Layout

    private func arrangement(_ button: UIButton, width: CGFloat) -> ConfiguredArrangement {
        let insets = configuration.contentInsets
        let room = max(width - insets.leading - insets.trailing, 0)
        let image = wheel?.sizeThatFits(.zero) ?? image(button)?.size ?? .zero
        let beside = isVertical || image == .zero ? 0 : image.width + configuration.imagePadding
        let limit = CGSize(width: max(room - beside, 0), height: .greatestFiniteMagnitude)
        func size(_ label: UILabel?) -> CGSize {
            guard let label, label.text?.isEmpty == false, limit.width > 0 else { return .zero }
            return label.sizeThatFits(limit)
        }
        return ConfiguredArrangement(
            image: image, title: size(button.label), subtitle: size(subtitle),
            placement: configuration.imagePlacement, imagePadding: configuration.imagePadding,
            titlePadding: configuration.titlePadding, alignment: textAlignment,
            isRightToLeft: button.effectiveUserInterfaceLayoutDirection == .rightToLeft)
    }

    func fittingSize(of button: UIButton) -> CGSize {
        let size = arrangement(button, width: .greatestFiniteMagnitude).size
        let insets = configuration.contentInsets
        return CGSize(
            width: size.width + insets.leading + insets.trailing, height: size.height + insets.top + insets.bottom)
    }

    /// Returns the title's frame in a button with other bounds.
    func titleFrame(of button: UIButton, in bounds: CGRect) -> CGRect {
        let isRightToLeft = button.effectiveUserInterfaceLayoutDirection == .rightToLeft
        let room = bounds.inset(by: configuration.contentInsets.resolved(isRightToLeft))
        let content = arrangement(button, width: bounds.width)
        let origin = content.origin(
            in: room, button.effectiveContentHorizontalAlignment, button.contentVerticalAlignment)
        return content.titleFrame.offsetBy(dx: origin.x, dy: origin.y)
    }

    func arrange(in button: UIButton) {
        let isRightToLeft = button.effectiveUserInterfaceLayoutDirection == .rightToLeft
        let frame = button.bounds.inset(by: configuration.background.backgroundInsets.resolved(isRightToLeft))
        background.frame = frame
        background.layer.cornerRadius = cornerRadius(frame.size)
        let room = button.bounds.inset(by: configuration.contentInsets.resolved(isRightToLeft))
        let content = arrangement(button, width: button.bounds.width)
        let origin = content.origin(
            in: room, button.effectiveContentHorizontalAlignment, button.contentVerticalAlignment)
        wheel?.frame = content.imageFrame.offsetBy(dx: origin.x, dy: origin.y)
        button.picture?.frame = content.imageFrame.offsetBy(dx: origin.x, dy: origin.y)
        button.label?.frame = content.titleFrame.offsetBy(dx: origin.x, dy: origin.y)
        subtitle?.frame = content.subtitleFrame.offsetBy(dx: origin.x, dy: origin.y)
    }

    /// Returns the corner radius in points, with UIKit's value for the style.
    private func cornerRadius(_ size: CGSize) -> CGFloat {
        let radius: CGFloat =
            switch configuration.cornerStyle {
            case .fixed: configuration.background.cornerRadius
            case .dynamic: configuration.background.cornerRadius > 0 ? configuration.background.cornerRadius : 5.95
            case .small: 5.1
            case .medium: 7.3
            case .large: 11.2
            case .capsule: size.height / 2
            }
        return min(radius, size.width / 2, size.height / 2)
    }
}

extension NSDirectionalEdgeInsets {
    fileprivate func resolved(_ isRightToLeft: Bool) -> UIEdgeInsets {
        UIEdgeInsets(
            top: top, left: isRightToLeft ? trailing : leading, bottom: bottom,
            right: isRightToLeft ? leading : trailing)
    }
}

extension UIButton {
    /// Sets the configuration from an initializer, where property observers are not called otherwise.
    func configure(_ configuration: Configuration) { self.configuration = configuration }

    func configurationDidChange() {
        if let configuration {
            if let configured {
                configured.configuration = configuration
            } else {
                backgroundView?.isHidden = true
                configured = ConfiguredLooks(configuration, in: self)
            }
        } else {
            configured?.remove()
            if let label, let own = configured?.ownTitle { own.restore(label) }
            configured = nil
        }
        contentsDidChange()
    }

    func updateConfiguredLooks() { configured?.update(self) }
}
