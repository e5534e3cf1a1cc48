public import Foundation
public import TileDrawing
public import TileViews

/// The appearance of a bar's background. Subclasses add text and items.
///
/// A bar updates itself when its appearance changes.
open class UIBarAppearance: NSObject, NSCopying, NSCoding {
    /// Creates an appearance with the default background.
    public override convenience init() { self.init(idiom: .unspecified) }

    /// Creates an appearance with the default background, which is the same for all idioms here.
    public init(idiom: UIUserInterfaceIdiom) {
        self.idiom = idiom
        super.init()
        setUp()
        configureWithDefaultBackground()
    }

    /// Creates an appearance with the background of another one, and with all other properties that both have.
    public init(barAppearance: UIBarAppearance) {
        idiom = barAppearance.idiom
        super.init()
        setUp()
        copyProperties(from: barAppearance)
    }

    public required init?(coder: NSCoder) {
        idiom = coder.archivedCase(Key.idiom) ?? .unspecified
        super.init()
        setUp()
        configureWithDefaultBackground()
        restore(from: coder)
    }

    /// Encodes the background. Text attributes may contain values that cannot be archived, and are omitted.
    open func encode(with coder: NSCoder) { store(in: coder) }

    open func copy(with zone: NSZone? = nil) -> Any { UIBarAppearance(barAppearance: self) }

    public final let idiom: UIUserInterfaceIdiom

    /// Starts observing the appearances that a subclass contains.
    func setUp() {}

    /// Copies the background. Subclasses also copy their own properties from an appearance of their type.
    func copyProperties(from other: UIBarAppearance) {
        background = other.background
    }

    final var followers = ChangeFollowers()

    final func didChange() { followers.notify() }

    // MARK: Background

    final var background = BarBackgroundLooks() { didSet { if background != oldValue { didChange() } } }

    /// Sets the bar material and a shadow.
    open func configureWithDefaultBackground() {
        background = BarBackgroundLooks(
            effect: UIBlurEffect(style: .systemChromeMaterial), shadowColor: BarBackgroundLooks.standardShadow)
    }

    /// Sets the system background color and a shadow.
    open func configureWithOpaqueBackground() {
        background = BarBackgroundLooks(color: .systemBackground, shadowColor: BarBackgroundLooks.standardShadow)
    }

    /// Removes the background and the shadow.
    open func configureWithTransparentBackground() { background = BarBackgroundLooks() }

    /// The material behind color and image; see `UIBlurEffect` for how it is drawn.
    open var backgroundEffect: UIBlurEffect? {
        get { background.effect }
        set { background.effect = newValue }
    }

    /// The color drawn over the material.
    open var backgroundColor: UIColor? {
        get { background.color }
        set { background.color = newValue }
    }

    /// The image drawn over the color.
    open var backgroundImage: UIImage? {
        get { background.image }
        set { background.image = newValue }
    }

    open var backgroundImageContentMode: UIView.ContentMode {
        get { background.imageMode }
        set { background.imageMode = newValue }
    }

    /// The color of the line at the bar's edge, one pixel high; nil for none. It tints a template `shadowImage`.
    open var shadowColor: UIColor? {
        get { background.shadowColor }
        set { background.shadowColor = newValue }
    }

    /// An image that replaces the line, in its own height.
    open var shadowImage: UIImage? {
        get { background.shadowImage }
        set { background.shadowImage = newValue }
    }

    // MARK: Archives

    private enum Key {
        static let idiom = "UIBarAppearanceIdiom"
        static let hasBackground = "UIBarAppearanceHasBackground"
        static let effect = "UIBarAppearanceBackgroundEffect"
        static let color = "UIBarAppearanceBackgroundColor"
        static let image = "UIBarAppearanceBackgroundImage"
        static let imageMode = "UIBarAppearanceBackgroundImageContentMode"
        static let shadowColor = "UIBarAppearanceShadowColor"
        static let shadowImage = "UIBarAppearanceShadowImage"
    }

    private final func store(in coder: NSCoder) {
        coder.encode(idiom.rawValue, forKey: Key.idiom)
        coder.encode(true, forKey: Key.hasBackground)
        coder.archive(backgroundEffect, forKey: Key.effect)
        coder.archive(backgroundColor, forKey: Key.color)
        coder.archive(backgroundImage, forKey: Key.image)
        coder.encode(backgroundImageContentMode.rawValue, forKey: Key.imageMode)
        coder.archive(shadowColor, forKey: Key.shadowColor)
        coder.archive(shadowImage, forKey: Key.shadowImage)
    }

    private final func restore(from coder: NSCoder) {
        guard coder.archivedFlag(Key.hasBackground) == true else { return }
        background = BarBackgroundLooks(
            effect: coder.archivedObject(Key.effect), color: coder.archivedObject(Key.color),
            image: coder.archivedObject(Key.image), imageMode: coder.archivedCase(Key.imageMode) ?? .scaleToFill,
            shadowColor: coder.archivedObject(Key.shadowColor), shadowImage: coder.archivedObject(Key.shadowImage))
    }
}
