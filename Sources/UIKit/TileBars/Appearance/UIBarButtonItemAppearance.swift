public import Foundation
public import TileDrawing
import TileViews

/// How buttons of a bar look in each state.
open class UIBarButtonItemAppearance: NSObject, NSCopying, NSCoding {
    /// Of plain items.
    public override convenience init() { self.init(style: .plain) }

    public init(style: UIBarButtonItem.Style) {
        self.style = style
        super.init()
        listen()
    }

    /// Text attributes may hold what can't be archived: an archive holds the style alone.
    public required init?(coder: NSCoder) {
        style = coder.archivedCase(Self.styleKey) ?? .plain
        super.init()
        listen()
    }

    open func encode(with coder: NSCoder) { coder.encode(style.rawValue, forKey: Self.styleKey) }

    private static let styleKey = "UIBarButtonItemAppearanceStyle"

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = UIBarButtonItemAppearance(style: style)
        copy.take(from: self)
        return copy
    }

    /// Sets all states back to the style's own looks.
    open func configureWithDefault(for style: UIBarButtonItem.Style) {
        self.style = style
        for state in states { state.reset() }
        didChange()
    }

    final var style: UIBarButtonItem.Style
    final var followers = ChangeFollowers()
    private final func didChange() { followers.tell() }

    /// What a state lacks, the normal one gives.
    public final let normal = UIBarButtonItemStateAppearance()
    public final let highlighted = UIBarButtonItemStateAppearance()
    public final let disabled = UIBarButtonItemStateAppearance()
    public final let focused = UIBarButtonItemStateAppearance()

    private final var states: [UIBarButtonItemStateAppearance] { [normal, highlighted, disabled, focused] }

    private final func listen() {
        for state in states { state.onChange = { [weak self] in self?.didChange() } }
    }

    final func take(from other: UIBarButtonItemAppearance) {
        style = other.style
        for (mine, its) in zip(states, other.states) { mine.values = its.values }
    }

    /// What is due in a control's state.
    final func values(for state: UIControl.State) -> UIBarButtonItemStateAppearance.Values {
        let own =
            state.contains(.disabled)
            ? disabled : state.contains(.highlighted) ? highlighted : state.contains(.focused) ? focused : normal
        return own.values.filled(by: normal.values)
    }
}

/// How buttons of a bar look in one state.
public final class UIBarButtonItemStateAppearance: NSObject {
    struct Values {
        var textAttributes: [NSAttributedString.Key: Any] = [:]
        var titleOffset: UIOffset?
        var backgroundImage: UIImage?
        var backgroundOffset: UIOffset?

        /// These, and what they lack from others.
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

    /// Moves the title, in points.
    public var titlePositionAdjustment: UIOffset {
        get { values.titleOffset ?? .zero }
        set { values.titleOffset = newValue }
    }

    /// Stretched behind the content.
    public var backgroundImage: UIImage? {
        get { values.backgroundImage }
        set { values.backgroundImage = newValue }
    }

    /// Moves the background, in points.
    public var backgroundImagePositionAdjustment: UIOffset {
        get { values.backgroundOffset ?? .zero }
        set { values.backgroundOffset = newValue }
    }
}
