import Foundation
import TileDrawing
import TileViews

enum ButtonKind {
    static let kinds: [NibKind] = [
        .view("button", UIButton.self) { button, reader in
            configureControl(button, reader)
            if let type = reader.choice("buttonType", types) { button.become(type) }
            if let style = reader.choice("role", roles) { button.role = style }
            if let isOn = reader.flag("reversesTitleShadowWhenHighlighted") {
                button.reversesTitleShadowWhenHighlighted = isOn
            }
            if let isOn = reader.flag("showsTouchWhenHighlighted") { button.showsTouchWhenHighlighted = isOn }
            if let isOn = reader.flag("adjustsImageWhenHighlighted") { button.adjustsImageWhenHighlighted = isOn }
            if let isOn = reader.flag("adjustsImageWhenDisabled") { button.adjustsImageWhenDisabled = isOn }
            if let isOn = reader.flag("changesSelectionAsPrimaryAction") {
                button.changesSelectionAsPrimaryAction = isOn
            }
            // Documents name the right and bottom edges like those of a rectangle, and use a tiny number for zero.
            if let insets = reader.insets("contentEdgeInsets") { button.contentEdgeInsets = tidy(insets) }
            if let insets = reader.insets("titleEdgeInsets") { button.titleEdgeInsets = tidy(insets) }
            if let insets = reader.insets("imageEdgeInsets") { button.imageEdgeInsets = tidy(insets) }
            reader.pass("state", "lineBreakMode", "titleShadowOffset", "fontDescription", "menu", "buttonConfiguration")
            reader.pass("showsMenuAsPrimaryAction", "preferredBehavioralStyle", "pointerInteraction")
            reader.pass("springLoaded", "hasAttributedTitle", "titleAlignment")
            for state in reader.element.children where state.name == "state" { set(state, of: button, reader) }
            configureTitle(button, reader)
            if let configuration = reader.part("configuration") {
                button.configuration = configured(configuration, reader.reading)
            }
        }
    ]

    /// Applies the properties that all controls share.
    static func configureControl(_ control: UIControl, _ reader: ElementReader) {
        if let isOn = reader.flag("enabled") { control.isEnabled = isOn }
        if let isOn = reader.flag("selected") { control.isSelected = isOn }
        if let isOn = reader.flag("highlighted") { control.isHighlighted = isOn }
        if let mode = reader.choice("contentHorizontalAlignment", horizontal) {
            control.contentHorizontalAlignment = mode
        }
        if let mode = reader.choice("contentVerticalAlignment", vertical) { control.contentVerticalAlignment = mode }
        if let shows = reader.flag("showsMenuAsPrimaryAction") { control.showsMenuAsPrimaryAction = shows }
        reader.pass("toolTip")
    }

    private static let horizontal: [String: UIControl.ContentHorizontalAlignment] = [
        "center": .center, "left": .left, "right": .right, "fill": .fill, "leading": .leading, "trailing": .trailing,
    ]
    private static let vertical: [String: UIControl.ContentVerticalAlignment] = [
        "center": .center, "top": .top, "bottom": .bottom, "fill": .fill,
    ]
    private static let types: [String: UIButton.ButtonType] = [
        "custom": .custom, "system": .system, "roundedRect": .system, "detailDisclosure": .detailDisclosure,
        "infoLight": .infoLight, "infoDark": .infoDark, "contactAdd": .contactAdd, "close": .close,
    ]
    private static let roles: [String: UIButton.Role] = [
        "normal": .normal, "primary": .primary, "cancel": .cancel, "destructive": .destructive,
    ]

    private static func tidy(_ insets: UIEdgeInsets) -> UIEdgeInsets {
        func tidy(_ number: CGFloat) -> CGFloat { abs(number) < 1e-6 ? 0 : number }
        return UIEdgeInsets(
            top: tidy(insets.top), left: tidy(insets.left), bottom: tidy(insets.bottom), right: tidy(insets.right))
    }

    private static func set(_ element: NibElement, of button: UIButton, _ outer: ElementReader) {
        guard let key = element.key, let state = NibWords.states[key] else { return }
        let reader = ElementReader(element, outer.reading)
        if let title = reader.text("title") { button.setTitle(title, for: state) }
        if let color = reader.color("titleColor") { button.setTitleColor(color, for: state) }
        if let color = reader.color("titleShadowColor") { button.setTitleShadowColor(color, for: state) }
        if let image = reader.image("image") { button.setImage(image, for: state) }
        if let image = reader.image("backgroundImage") { button.setBackgroundImage(image, for: state) }
        if let text = reader.attributedText("attributedTitle") { button.setAttributedTitle(text, for: state) }
        reader.pass("catalog", "preferredSymbolConfiguration")
        reader.noteRest()
    }

    private static func configureTitle(_ button: UIButton, _ reader: ElementReader) {
        if let font = reader.font("fontDescription") { button.titleLabel?.font = font }
        if let mode = reader.choice("lineBreakMode", NibWords.lineBreaks) { button.titleLabel?.lineBreakMode = mode }
        if let offset = reader.size("titleShadowOffset") { button.titleLabel?.shadowOffset = offset }
    }

    // MARK: Configurations

    private static func configured(_ element: NibElement, _ reading: NibReading) -> UIButton.Configuration {
        let reader = ElementReader(element, reading)
        var configuration: UIButton.Configuration
        switch reader.text("style") {
        case "tinted": configuration = .tinted()
        case "gray": configuration = .gray()
        case "filled": configuration = .filled()
        case "borderless": configuration = .borderless()
        case "bordered": configuration = .bordered()
        case "borderedTinted": configuration = .borderedTinted()
        case "borderedProminent": configuration = .borderedProminent()
        default: configuration = .plain()
        }
        configuration.title = reader.text("title")
        configuration.attributedTitle = reader.attributedText("attributedTitle").map { AttributedString($0) }
        configuration.subtitle = reader.text("subtitle")
        configuration.attributedSubtitle = reader.attributedText("attributedSubtitle").map { AttributedString($0) }
        if let image = reader.image("image") { configuration.image = image }
        if let place = reader.choice("imagePlacement", placements) { configuration.imagePlacement = place }
        if let padding = reader.length("imagePadding") { configuration.imagePadding = padding }
        if let padding = reader.length("titlePadding") { configuration.titlePadding = padding }
        if let style = reader.choice("cornerStyle", corners) { configuration.cornerStyle = style }
        if let size = reader.choice("buttonSize", sizes) { configuration.buttonSize = size }
        if let mode = reader.choice("titleAlignment", titles) { configuration.titleAlignment = mode }
        if let mode = reader.choice("titleLineBreakMode", NibWords.lineBreaks) {
            configuration.titleLineBreakMode = mode
        }
        if let insets = reader.directionalInsets("contentInsets") { configuration.contentInsets = insets }
        if let color = reader.color("baseForegroundColor") { configuration.baseForegroundColor = color }
        if let color = reader.color("baseBackgroundColor") { configuration.baseBackgroundColor = color }
        if let background = reader.part("background") {
            let inner = ElementReader(background, reading)
            if let color = inner.color("backgroundColor") { configuration.background.backgroundColor = color }
            if let color = inner.color("strokeColor") { configuration.background.strokeColor = color }
            if let width = inner.length("strokeWidth") { configuration.background.strokeWidth = width }
            if let radius = inner.length("cornerRadius") { configuration.background.cornerRadius = radius }
            if let image = inner.image("image") { configuration.background.image = image }
        }
        if let isOn = reader.flag("showsActivityIndicator") { configuration.showsActivityIndicator = isOn }
        reader.pass("catalog", "fontDescription", "preferredSymbolConfigurationForImage")
        reader.noteRest()
        return configuration
    }

    private static let placements: [String: NSDirectionalRectEdge] = [
        "leading": .leading, "trailing": .trailing, "top": .top, "bottom": .bottom,
    ]
    private static let corners: [String: UIButton.Configuration.CornerStyle] = [
        "fixed": .fixed, "dynamic": .dynamic, "small": .small, "medium": .medium, "large": .large, "capsule": .capsule,
    ]
    private static let sizes: [String: UIButton.Configuration.Size] = [
        "mini": .mini, "small": .small, "medium": .medium, "large": .large,
    ]
    private static let titles: [String: UIButton.Configuration.TitleAlignment] = [
        "automatic": .automatic, "leading": .leading, "center": .center, "trailing": .trailing,
    ]
}
