import Foundation
import TileDrawing

extension UIButton {
    private enum Key {
        static let type = "UIButtonType"
        static let states = "UIButtonStates"
        static let title = "UIButtonTitle"
        static let attributedTitle = "UIButtonAttributedTitle"
        static let titleColor = "UIButtonTitleColor"
        static let shadowColor = "UIButtonTitleShadowColor"
        static let image = "UIButtonImage"
        static let background = "UIButtonBackgroundImage"
        static let label = "UIButtonTitleLabel"
        static let imageView = "UIButtonImageView"
        static let backgroundView = "UIButtonBackgroundView"
        static let contentInsets = "UIButtonContentEdgeInsets"
        static let titleInsets = "UIButtonTitleEdgeInsets"
        static let imageInsets = "UIButtonImageEdgeInsets"
        static let reversesShadow = "UIButtonReversesTitleShadow"
        static let darkens = "UIButtonAdjustsImageWhenHighlighted"
        static let pales = "UIButtonAdjustsImageWhenDisabled"
        static let glows = "UIButtonShowsTouchWhenHighlighted"
        static let role = "UIButtonRole"
        static let toggles = "UIButtonChangesSelection"
        static let style = "UIButtonBehavioralStyle"

        /// Returns the key of a value for a state.
        static func of(_ key: String, _ state: State) -> String { "\(key).\(state.rawValue)" }
    }

    func storeButton(in coder: NSCoder) {
        coder.encode(kind.rawValue, forKey: Key.type)
        let states = contents.states.sorted { $0.rawValue < $1.rawValue }
        coder.archive(numbers: states.map { Double($0.rawValue) }, forKey: Key.states)
        for state in states {
            coder.archive(contents.titles.ownValue(for: state), forKey: Key.of(Key.title, state))
            coder.archive(
                contents.attributedTitles.ownValue(for: state).map { ArchivedText($0) },
                forKey: Key.of(Key.attributedTitle, state))
            coder.archive(contents.titleColors.ownValue(for: state), forKey: Key.of(Key.titleColor, state))
            coder.archive(contents.titleShadowColors.ownValue(for: state), forKey: Key.of(Key.shadowColor, state))
            coder.archive(contents.images.ownValue(for: state), forKey: Key.of(Key.image, state))
            coder.archive(contents.backgroundImages.ownValue(for: state), forKey: Key.of(Key.background, state))
        }
        // The archive also contains these views as subviews; each object is encoded once.
        coder.archive(label, forKey: Key.label)
        coder.archive(picture, forKey: Key.imageView)
        coder.archive(backgroundView, forKey: Key.backgroundView)
        coder.archive(contentEdgeInsets, forKey: Key.contentInsets)
        coder.archive(titleEdgeInsets, forKey: Key.titleInsets)
        coder.archive(imageEdgeInsets, forKey: Key.imageInsets)
        coder.encode(reversesTitleShadowWhenHighlighted, forKey: Key.reversesShadow)
        coder.encode(adjustsImageWhenHighlighted, forKey: Key.darkens)
        coder.encode(adjustsImageWhenDisabled, forKey: Key.pales)
        coder.encode(showsTouchWhenHighlighted, forKey: Key.glows)
        coder.encode(role.rawValue, forKey: Key.role)
        coder.encode(changesSelectionAsPrimaryAction, forKey: Key.toggles)
        coder.encode(Int(preferredBehavioralStyle.rawValue), forKey: Key.style)
    }

    func restoreButton(from coder: NSCoder) {
        // Set directly, because the archive contains the image that the type implies.
        kind = coder.archivedCase(Key.type) ?? .custom
        label = part(coder.archivedObject(Key.label))
        picture = part(coder.archivedObject(Key.imageView))
        backgroundView = part(coder.archivedObject(Key.backgroundView))
        for number in coder.archivedNumbers(Key.states) ?? [] {
            guard let raw = UInt(exactly: number) else { continue }
            restoreContents(for: State(rawValue: raw), from: coder)
        }
        if let insets = coder.archivedInsets(Key.contentInsets) { contentEdgeInsets = insets }
        if let insets = coder.archivedInsets(Key.titleInsets) { titleEdgeInsets = insets }
        if let insets = coder.archivedInsets(Key.imageInsets) { imageEdgeInsets = insets }
        if let isOn = coder.archivedFlag(Key.reversesShadow) { reversesTitleShadowWhenHighlighted = isOn }
        if let isOn = coder.archivedFlag(Key.darkens) { adjustsImageWhenHighlighted = isOn }
        if let isOn = coder.archivedFlag(Key.pales) { adjustsImageWhenDisabled = isOn }
        if let isOn = coder.archivedFlag(Key.glows) { showsTouchWhenHighlighted = isOn }
        if let role = coder.archivedCase(Key.role, Role.self) { self.role = role }
        if let isOn = coder.archivedFlag(Key.toggles) { changesSelectionAsPrimaryAction = isOn }
        if let style = coder.archivedInteger(Key.style).flatMap({ UInt(exactly: $0) }).flatMap(
            UIBehavioralStyle.init(rawValue:))
        {
            preferredBehavioralStyle = style
        }
        contentsDidChange()
    }

    /// Returns a decoded view as a part of the button, or nil if it is not one of its subviews.
    private func part<Part: UIView>(_ view: Part?) -> Part? { view?.superview === self ? view : nil }

    private func restoreContents(for state: State, from coder: NSCoder) {
        contents.titles.set(coder.archivedText(Key.of(Key.title, state)), for: state)
        let text = coder.archivedObject(Key.of(Key.attributedTitle, state), of: ArchivedText.self)
        contents.attributedTitles.set(text?.text, for: state)
        contents.titleColors.set(coder.archivedObject(Key.of(Key.titleColor, state)), for: state)
        contents.titleShadowColors.set(coder.archivedObject(Key.of(Key.shadowColor, state)), for: state)
        contents.images.set(coder.archivedObject(Key.of(Key.image, state)), for: state)
        contents.backgroundImages.set(coder.archivedObject(Key.of(Key.background, state)), for: state)
    }
}
