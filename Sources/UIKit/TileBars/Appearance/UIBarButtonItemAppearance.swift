public import Foundation
public import TileDrawing
import TileViews

/// The appearance of a bar's buttons in each state.
open class UIBarButtonItemAppearance: NSObject, NSCopying, NSCoding {
    /// Creates an appearance for plain items.
    public override convenience init() { self.init(style: .plain) }

    public init(style: UIBarButtonItem.Style) {
        self.style = style
        super.init()
        listen()
    }

    /// Decodes an appearance. An archive contains only the style, because text attributes may contain values that
    /// cannot be archived.
    public required init?(coder: NSCoder) {
        style = coder.archivedCase(Self.styleKey) ?? .plain
        super.init()
        listen()
    }

    open func encode(with coder: NSCoder) { coder.encode(style.rawValue, forKey: Self.styleKey) }

    private static let styleKey = "UIBarButtonItemAppearanceStyle"

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = UIBarButtonItemAppearance(style: style)
        copy.copyProperties(from: self)
        return copy
    }

    /// Resets all states to the defaults of a style.
    open func configureWithDefault(for style: UIBarButtonItem.Style) {
        self.style = style
        for state in states { state.reset() }
        didChange()
    }

    final var style: UIBarButtonItem.Style
    final var followers = ChangeFollowers()
    private final func didChange() { followers.notify() }

    /// The appearance in the normal state, which other states inherit missing values from.
    public final let normal = UIBarButtonItemStateAppearance()
    public final let highlighted = UIBarButtonItemStateAppearance()
    public final let disabled = UIBarButtonItemStateAppearance()
    public final let focused = UIBarButtonItemStateAppearance()

    private final var states: [UIBarButtonItemStateAppearance] { [normal, highlighted, disabled, focused] }

    private final func listen() {
        for state in states { state.onChange = { [weak self] in self?.didChange() } }
    }

    final func copyProperties(from other: UIBarButtonItemAppearance) {
        style = other.style
        for (mine, its) in zip(states, other.states) { mine.values = its.values }
    }

    /// Returns the values for a control state.
    final func values(for state: UIControl.State) -> UIBarButtonItemStateAppearance.Values {
        let own =
            state.contains(.disabled)
            ? disabled : state.contains(.highlighted) ? highlighted : state.contains(.focused) ? focused : normal
        return own.values.filled(by: normal.values)
    }
}

/// The appearance of a bar's buttons in one state.
public final class UIBarButtonItemStateAppearance: NSObject {
    struct Values {
        var textAttributes: [NSAttributedString.Key: Any] = [:]
        var titleOffset: UIOffset?
        var backgroundImage: UIImage?
        var backgroundOffset: UIOffset?

        /// Returns these values, with missing ones taken from `other`.
        func filled(by other: Values) -> Values {
            Values(
                textAttributes: other.textAttributes.merging(textAttributes) { $1 },
                titleOffset: titleOffset ?? other.titleOffset,
                backgroundImage: backgroundImage ?? other.backgroundImage,
                backgroundOffset: backgroundOffset ?? other.backgroundOffset)
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

    /// The background image, stretched behind the content.
    public var backgroundImage: UIImage? {
        get { values.backgroundImage }
        set { values.backgroundImage = newValue }
    }

    /// The offset of the background, in points.
    public var backgroundImagePositionAdjustment: UIOffset {
        get { values.backgroundOffset ?? .zero }
        set { values.backgroundOffset = newValue }
    }
}
