public import Foundation
public import TileDrawing
import TileViews

/// The appearance of a tab bar's items in each state, for one arrangement of image and title.
open class UITabBarItemAppearance: NSObject, NSCopying, NSCoding {
    /// The arrangement of image and title.
    public enum Style: Int, Hashable, Sendable {
        /// The image above the title.
        case stacked = 0
        /// Image and title side by side, in a wide window of regular height.
        case inline = 1
        /// Image and title side by side, in a window of compact height.
        case compactInline = 2
    }

    public override convenience init() { self.init(style: .stacked) }

    public init(style: Style) {
        self.style = style
        super.init()
        listen()
    }

    /// Decodes an appearance. An archive contains only the style, because text attributes may contain values that
    /// cannot be archived.
    public required init?(coder: NSCoder) {
        style = coder.archivedCase(Self.styleKey) ?? .stacked
        super.init()
        listen()
    }

    open func encode(with coder: NSCoder) { coder.encode(style.rawValue, forKey: Self.styleKey) }

    private static let styleKey = "UITabBarItemAppearanceStyle"

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = UITabBarItemAppearance(style: style)
        copy.copyProperties(from: self)
        return copy
    }

    /// Resets all states to the defaults of a style.
    open func configureWithDefault(for style: Style) {
        self.style = style
        for state in states { state.reset() }
        didChange()
    }

    private final var style: Style
    final var followers = ChangeFollowers()
    private final func didChange() { followers.notify() }

    /// The appearance in the normal state, which other states inherit missing values from.
    public final let normal = UITabBarItemStateAppearance()
    public final let selected = UITabBarItemStateAppearance()
    public final let disabled = UITabBarItemStateAppearance()
    public final let focused = UITabBarItemStateAppearance()

    private final var states: [UITabBarItemStateAppearance] { [normal, selected, disabled, focused] }

    private final func listen() {
        for state in states { state.onChange = { [weak self] in self?.didChange() } }
    }

    final func copyProperties(from other: UITabBarItemAppearance) {
        style = other.style
        for (mine, its) in zip(states, other.states) { mine.values = its.values }
    }

    /// Returns the values for a control state. Colors are not inherited from another state.
    final func values(for state: UIControl.State) -> UITabBarItemStateAppearance.Values {
        if state.contains(.disabled) { return disabled.values.filled(by: normal.values) }
        if state.contains(.selected) { return selected.values.filled(by: normal.values) }
        return (state.contains(.focused) ? focused.values : normal.values).filled(by: normal.values)
    }
}

/// The appearance of a tab bar's items in one state.
public final class UITabBarItemStateAppearance: NSObject {
    struct Values {
        var textAttributes: [NSAttributedString.Key: Any] = [:]
        var titleOffset: UIOffset?
        /// The color of template images in this state. Not inherited.
        var iconColor: UIColor?
        var badgeOffset: UIOffset?
        var badgeColor: UIColor?
        var badgeAttributes: [NSAttributedString.Key: Any] = [:]
        var badgeTitleOffset: UIOffset?

        func filled(by other: Values) -> Values {
            var filled = self
            var inherited = other.textAttributes
            // Selected items use the tint color, whatever the color of the others.
            inherited[.foregroundColor] = nil
            filled.textAttributes = inherited.merging(textAttributes) { $1 }
            filled.titleOffset = titleOffset ?? other.titleOffset
            filled.badgeOffset = badgeOffset ?? other.badgeOffset
            filled.badgeColor = badgeColor ?? other.badgeColor
            filled.badgeAttributes = other.badgeAttributes.merging(badgeAttributes) { $1 }
            filled.badgeTitleOffset = badgeTitleOffset ?? other.badgeTitleOffset
            return filled
        }
    }

    var values = Values() { didSet { onChange?() } }
    var onChange: (() -> Void)?

    override init() {}

    func reset() { values = Values() }

    public var titleTextAttributes: [NSAttributedString.Key: Any] {
        get { values.textAttributes }
        set { values.textAttributes = newValue }
    }

    /// The offset of the title, in points.
    public var titlePositionAdjustment: UIOffset {
        get { values.titleOffset ?? .zero }
        set { values.titleOffset = newValue }
    }

    /// The color of template images; nil for the bar's.
    public var iconColor: UIColor? {
        get { values.iconColor }
        set { values.iconColor = newValue }
    }

    /// The offset of the badge, in points.
    public var badgePositionAdjustment: UIOffset {
        get { values.badgeOffset ?? .zero }
        set { values.badgeOffset = newValue }
    }

    /// The background color of the badge; nil for red.
    public var badgeBackgroundColor: UIColor? {
        get { values.badgeColor }
        set { values.badgeColor = newValue }
    }

    public var badgeTextAttributes: [NSAttributedString.Key: Any] {
        get { values.badgeAttributes }
        set { values.badgeAttributes = newValue }
    }

    /// The offset of the text within the badge, in points.
    public var badgeTitlePositionAdjustment: UIOffset {
        get { values.badgeTitleOffset ?? .zero }
        set { values.badgeTitleOffset = newValue }
    }
}
