import Foundation
import TileDrawing
import TileGraphics

/// The opacity of a system button's title and image while it is pressed, and of any button's image while it is
/// disabled.
private let pressedAlpha: CGFloat = 0.2
private let disabledImageAlpha: CGFloat = 0.5
/// The shade over a pressed button's images.
private let pressedShade = UIColor(white: 0, alpha: 0.4)

extension UIButton {
    /// Sets the button's type. Called at the beginning, before other properties are set.
    package func become(_ type: ButtonType) {
        kind = type
        if let symbol = ButtonSymbol(type) { setImage(symbol.image(), for: .normal) }
        contentsDidChange()
    }

    /// Displays an action and performs it when the button is pressed.
    func adopt(_ action: UIAction?) {
        guard let action else { return }
        if !action.title.isEmpty { setTitle(action.title, for: .normal) }
        if let image = action.image { setImage(image, for: .normal) }
        if let image = action.selectedImage { setImage(image, for: .selected) }
        if action.attributes.contains(.destructive) { role = .destructive }
        isSelected = action.state == .on
        addAction(action, for: .primaryActionTriggered)
    }

    var isOfSystemKind: Bool { kind != .custom }

    /// Returns the default color of a title.
    func typicalTitleColor(for state: State) -> UIColor? {
        if let normal = contents.titleColors.value(for: .normal) { return normal }
        guard isOfSystemKind else { return .white }
        return state.contains(.disabled) ? .tertiaryLabel : tintColor
    }

    var shownLabel: UILabel {
        if let label { return label }
        let made = UILabel(frame: .zero)
        made.font = .systemFont(ofSize: isOfSystemKind ? 15 : UIFont.buttonFontSize)
        made.lineBreakMode = .byTruncatingMiddle
        label = made
        addSubview(made)
        updateTitle()
        return made
    }

    var shownPicture: UIImageView {
        if let picture { return picture }
        let made = UIImageView(frame: .zero)
        picture = made
        addSubview(made)
        updateImage()
        return made
    }

    var hasTitle: Bool { !(currentAttributedTitle?.string ?? currentTitle ?? "").isEmpty }

    /// The image for the current state. A system button treats it as a template unless its rendering mode is explicit.
    var shownImage: UIImage? {
        let preferred = currentPreferredSymbolConfiguration
        guard let image = currentImage?.displayed(preferring: preferred, for: traitCollection) else { return nil }
        guard isOfSystemKind, image.renderingMode == .automatic else { return image }
        return image.withRenderingMode(.alwaysTemplate)
    }

    /// Sets a part of the content for a state; nil removes it.
    func change<Value: Equatable>(
        _ part: WritableKeyPath<ButtonContents, ByState<Value>>, to value: Value?, for state: State
    ) {
        guard contents[keyPath: part].ownValue(for: state) != value else { return }
        contents[keyPath: part].set(value, for: state)
        contentsDidChange()
    }

    /// Updates the button after its content or appearance has changed.
    func contentsDidChange() {
        updateContents()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    /// Updates all parts to the content for the current state.
    func updateContents() {
        shownState = state
        updateConfiguredLooks()
        updateTitle()
        updateImage()
        updateBackground()
    }

    private func updateTitle() {
        guard configured == nil else { return }
        if label == nil {
            // The first title creates the label.
            if hasTitle { _ = shownLabel }
            return
        }
        guard let label else { return }
        label.isHidden = false
        if let title = currentAttributedTitle {
            label.attributedText = title
        } else {
            label.text = currentTitle
            label.textColor = currentTitleColor
        }
        label.shadowColor = currentTitleShadowColor
        label.alpha =
            isOfSystemKind && isHighlighted && !contents.titleColors.hasOwnValue(for: state) ? pressedAlpha : 1
        updateShadow(of: label)
    }

    private func updateShadow(of label: UILabel) {
        let isReversed = reversesTitleShadowWhenHighlighted && isHighlighted
        if isReversed == shadowIsReversed { return }
        shadowIsReversed = isReversed
        label.shadowOffset = CGSize(width: -label.shadowOffset.width, height: -label.shadowOffset.height)
    }

    private func updateImage() {
        guard configured == nil else { return }
        if picture == nil {
            if currentImage != nil { _ = shownPicture }
            return
        }
        guard let picture else { return }
        picture.isHidden = false
        picture.image = adjusted(shownImage, isOwn: contents.images.hasOwnValue(for: state))
        picture.alpha = isOfSystemKind && isHighlighted && !contents.images.hasOwnValue(for: state) ? pressedAlpha : 1
    }

    private func updateBackground() {
        guard configured == nil else { return }
        guard let image = currentBackgroundImage else {
            backgroundView?.isHidden = true
            return
        }
        if backgroundView == nil {
            let made = UIImageView(frame: bounds)
            insertSubview(made, at: 0)
            backgroundView = made
        }
        backgroundView?.isHidden = false
        backgroundView?.image = adjusted(image, isOwn: contents.backgroundImages.hasOwnValue(for: state))
    }

    /// Returns an image adjusted for the current state, unless the state has an image of its own.
    private func adjusted(_ image: UIImage?, isOwn: Bool) -> UIImage? {
        guard let image, !(isOwn && state != .normal) else { return image }
        if !isEnabled, adjustsImageWhenDisabled { return image.redrawn(alpha: disabledImageAlpha) }
        if isHighlighted, adjustsImageWhenHighlighted, !isOfSystemKind { return image.redrawn(shade: pressedShade) }
        return image
    }

    /// Draws a white glow around the center while a button that shows touches is pressed.
    func drawLight() {
        guard showsTouchWhenHighlighted, isHighlighted, let context = UIGraphicsGetCurrentContext() else { return }
        let white = UIColor.white
        let colors = [white.withAlphaComponent(0.8).cgColor, white.withAlphaComponent(0).cgColor]
        guard let light = CGGradient(colorsSpace: nil, colors: colors, locations: [0, 1]) else { return }
        let center = CGPoint(x: bounds.midX, y: bounds.midY)
        context.drawRadialGradient(
            light, startCenter: center, startRadius: 0, endCenter: center,
            endRadius: max(bounds.width, bounds.height) / 2, options: [])
    }
}

extension UIImage {
    /// Returns the image with reduced opacity, or with a shade over its opaque pixels. The rendering mode and the caps
    /// of a stretchable image are preserved.
    fileprivate func redrawn(alpha: CGFloat = 1, shade: UIColor? = nil) -> UIImage {
        guard size.width > 0, size.height > 0 else { return self }
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        let area = CGRect(origin: .zero, size: size)
        let result = UIGraphicsImageRenderer(size: size, format: format).image { _ in
            draw(in: area, blendMode: .normal, alpha: alpha)
            if let shade {
                shade.setFill()
                UIRectFillUsingBlendMode(area, .sourceAtop)
            }
        }
        let kept = result.withRenderingMode(isTemplate ? .alwaysTemplate : renderingMode)
        return capInsets == .zero ? kept : kept.resizableImage(withCapInsets: capInsets, resizingMode: resizingMode)
    }
}
