public import Foundation
public import TileDrawing
public import TileGraphics

/// A control with a title and an image that performs an action when pressed.
///
///     let button = UIButton(type: .system)
///     button.setTitle("Reload", for: .normal)
///     button.addAction(UIAction { _ in reload() }, for: .primaryActionTriggered)
///
/// The image precedes the title. Title, image and background image are set by state; a state without its own value uses
/// that of the normal state. A `configuration` overrides this drawing.
///
/// A touch that ends inside sends `touchUpInside` and `primaryActionTriggered`. An action that is registered for both
/// is sent once.
open class UIButton: UIControl {
    /// Creates a custom button.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
    }

    /// Creates a button from an archive with its type and its content by state. A configuration may contain closures
    /// and is therefore not archived.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isOpaque = false
        restoreState(from: coder)
        restoreButton(from: coder)
        coder.settle(self, as: UIButton.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        storeButton(in: coder)
    }

    public convenience init(type buttonType: ButtonType) {
        self.init(frame: .zero)
        become(buttonType)
    }

    /// Creates a custom button that displays and performs an action.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        adopt(primaryAction)
    }

    /// Creates a button of a type that displays and performs an action.
    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(type: buttonType)
        adopt(primaryAction)
    }

    /// Creates a system button with a configuration that displays and performs an action.
    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(type: .system)
        configure(configuration)
        adopt(primaryAction)
    }

    /// Creates a system button with an image.
    ///
    /// The result is a `UIButton` even when called on a subclass, because a subclass may lack the initializer.
    public class func systemButton(with image: UIImage, target: Any?, action: Selector?) -> UIButton {
        let button = UIButton(type: .system)
        button.setImage(image, for: .normal)
        if let action { button.addTarget(target, action: action, for: .touchUpInside) }
        return button
    }

    /// Creates a system button that displays and performs an action.
    public class func systemButton(primaryAction: UIAction?) -> UIButton {
        UIButton(type: .system, primaryAction: primaryAction)
    }

    final var kind = ButtonType.custom
    final var contents = ButtonContents()
    final var label: UILabel?
    final var picture: UIImageView?
    final var backgroundView: UIImageView?
    final var configured: ConfiguredLooks?

    // MARK: Configuration

    /// The button's configuration. Nil for drawing from titles, images and insets. Titles and images that are set by
    /// state take precedence over the configuration's.
    open var configuration: Configuration? {
        didSet { configurationDidChange() }
    }

    /// Schedules a call of `updateConfiguration()` before the next layout.
    open func setNeedsUpdateConfiguration() {
        needsUpdate = true
        setNeedsLayout()
    }

    final var needsUpdate = false
    final var shadowIsReversed = false
    /// The state for which content is displayed.
    final var shownState = State.normal

    /// Updates the configuration for the current state. Called after each change of the state. The default
    /// implementation calls `configurationUpdateHandler`.
    open func updateConfiguration() { configurationUpdateHandler?(self) }

    /// A closure that `updateConfiguration()` calls. It may set another configuration.
    open var configurationUpdateHandler: ((UIButton) -> Void)? {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// A Boolean value that indicates whether the configuration's colors follow the button's state. The default is
    /// true.
    open var automaticallyUpdatesConfiguration = true {
        didSet { if automaticallyUpdatesConfiguration != oldValue { contentsDidChange() } }
    }

    // MARK: Insets

    /// The distances between the bounds and the content. A button with a configuration ignores this and the other
    /// insets.
    open var contentEdgeInsets = UIEdgeInsets.zero {
        didSet { if contentEdgeInsets != oldValue { contentsDidChange() } }
    }

    /// The insets of the title, which do not affect the button's size, but its baselines.
    open var titleEdgeInsets = UIEdgeInsets.zero {
        didSet { if titleEdgeInsets != oldValue { contentsDidChange() } }
    }

    /// The vertical alignment of the content. Constraints to the baselines follow it.
    open override var contentVerticalAlignment: ContentVerticalAlignment {
        didSet { if contentVerticalAlignment != oldValue { invalidateIntrinsicContentSize() } }
    }

    /// The insets of the image, which do not affect the button's size.
    open var imageEdgeInsets = UIEdgeInsets.zero {
        didSet { if imageEdgeInsets != oldValue { setNeedsLayout() } }
    }

    // MARK: Appearance

    /// A Boolean value that indicates whether the title's shadow changes sides while the button is pressed.
    open var reversesTitleShadowWhenHighlighted = false {
        didSet { if reversesTitleShadowWhenHighlighted != oldValue { contentsDidChange() } }
    }

    /// A Boolean value that indicates whether images without a variant for the state are darkened while the button is
    /// pressed.
    open var adjustsImageWhenHighlighted = true {
        didSet { if adjustsImageWhenHighlighted != oldValue { contentsDidChange() } }
    }

    /// A Boolean value that indicates whether images without a variant for the state are faded while the button is
    /// disabled.
    open var adjustsImageWhenDisabled = true {
        didSet { if adjustsImageWhenDisabled != oldValue { contentsDidChange() } }
    }

    /// A Boolean value that indicates whether the button glows white while it is pressed.
    open var showsTouchWhenHighlighted = false {
        didSet { if showsTouchWhenHighlighted != oldValue { setNeedsDisplay() } }
    }

    open var buttonType: ButtonType { kind }

    /// The purpose of the button. A destructive button with a configuration is red.
    open var role = Role.normal {
        didSet { if role != oldValue { contentsDidChange() } }
    }

    /// A Boolean value that indicates whether pressing the button toggles its selection.
    ///
    /// If a menu is the primary action, this makes the button a pop-up button: the chosen element is the only one that
    /// is on, and its title is the button's.
    open var changesSelectionAsPrimaryAction = false {
        didSet { if changesSelectionAsPrimaryAction != oldValue { menuDidChange() } }
    }

    // MARK: Menu

    /// The menu that a long press opens. If `showsMenuAsPrimaryAction` is true, any press opens it, and the finger can
    /// slide to an element and lift there.
    open var menu: UIMenu? { didSet { menuDidChange() } }

    open override var showsMenuAsPrimaryAction: Bool {
        didSet { if showsMenuAsPrimaryAction != oldValue { menuDidChange() } }
    }

    final var menuPress: MenuPress?

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard super.beginTracking(touch, with: event) else { return false }
        menuPressBegan(touch)
        return true
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        menuPress?.moved(to: touch.location(in: nil))
        return super.continueTracking(touch, with: event)
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        if let touch { menuPress?.ended(at: touch.location(in: nil)) }
    }

    open override func cancelTracking(with event: UIEvent?) {
        super.cancelTracking(with: event)
        if showsMenuAsPrimaryAction { menuPress?.cancelled() }
    }

    /// Opens the menu if it is the primary action.
    open override func performPrimaryAction() {
        if showsMenuAsPrimaryAction, menu != nil { openMenu(touch: nil) } else { super.performPrimaryAction() }
    }

    /// The effective style: the preferred one, or `pad` if that is automatic.
    open var behavioralStyle: UIBehavioralStyle {
        preferredBehavioralStyle == .automatic ? .pad : preferredBehavioralStyle
    }

    /// The requested style. It does not change the appearance here.
    open var preferredBehavioralStyle = UIBehavioralStyle.automatic

    // MARK: Contents by state

    open func setTitle(_ title: String?, for state: State) {
        change(\.titles, to: title, for: state)
    }

    open func setTitleColor(_ color: UIColor?, for state: State) {
        change(\.titleColors, to: color, for: state)
    }

    open func setTitleShadowColor(_ color: UIColor?, for state: State) {
        change(\.titleShadowColors, to: color, for: state)
    }

    open func setImage(_ image: UIImage?, for state: State) {
        change(\.images, to: image, for: state)
    }

    /// Sets the size, weight and colors of symbols in a state, as far as the image itself does not specify them.
    open func setPreferredSymbolConfiguration(
        _ configuration: UIImage.SymbolConfiguration?, forImageIn state: State
    ) {
        change(\.symbolConfigurations, to: configuration, for: state)
    }

    open func preferredSymbolConfigurationForImage(in state: State) -> UIImage.SymbolConfiguration? {
        contents.symbolConfigurations.value(for: state)
    }

    open var currentPreferredSymbolConfiguration: UIImage.SymbolConfiguration? {
        preferredSymbolConfigurationForImage(in: self.state)
    }

    /// Sets an image that is stretched over the whole button behind the content.
    open func setBackgroundImage(_ image: UIImage?, for state: State) {
        change(\.backgroundImages, to: image, for: state)
    }

    /// Sets an attributed title, which takes precedence over the title for the same state.
    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
        change(\.attributedTitles, to: title, for: state)
    }

    open func title(for state: State) -> String? { contents.titles.value(for: state) }

    /// Returns the title color for a state, or the default color of the button's type.
    open func titleColor(for state: State) -> UIColor? {
        contents.titleColors.hasOwnValue(for: state)
            ? contents.titleColors.value(for: state) : typicalTitleColor(for: state)
    }

    open func titleShadowColor(for state: State) -> UIColor? { contents.titleShadowColors.value(for: state) }
    open func image(for state: State) -> UIImage? { contents.images.value(for: state) }
    open func backgroundImage(for state: State) -> UIImage? { contents.backgroundImages.value(for: state) }
    open func attributedTitle(for state: State) -> NSAttributedString? { contents.attributedTitles.value(for: state) }

    open var currentTitle: String? { title(for: state) }
    open var currentTitleColor: UIColor { titleColor(for: state) ?? .white }
    open var currentTitleShadowColor: UIColor? { titleShadowColor(for: state) }
    open var currentImage: UIImage? { image(for: state) }
    open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }
    open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }

    /// The label of the title, created on first access. Set its font and line count directly, but its text and color
    /// through the button.
    open var titleLabel: UILabel? { shownLabel }

    /// The label of a configuration's subtitle; nil if it has none.
    open var subtitleLabel: UILabel? { configured?.subtitle }

    /// The view of the image, created on first access. Set its image through the button.
    open var imageView: UIImageView? { shownPicture }

    // MARK: Accessibility

    /// True unless it was set.
    open override var isAccessibilityElement: Bool {
        get { knownAccessibility?.isElement ?? true }
        set { super.isAccessibilityElement = newValue }
    }

    /// The title unless it was set.
    open override var accessibilityLabel: String? {
        get {
            super.accessibilityLabel ?? currentAttributedTitle?.spokenText ?? currentTitle
                ?? configuration?.attributedTitle.map { NSAttributedString($0).spokenText } ?? configuration?.title
        }
        set { super.accessibilityLabel = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get {
            if let traits = knownAccessibility?.traits { return traits }
            var traits = UIAccessibilityTraits.button
            if isSelected { traits.insert(.selected) }
            if !isEnabled { traits.insert(.notEnabled) }
            return traits
        }
        set { super.accessibilityTraits = newValue }
    }

    // MARK: Layout

    /// Returns the frame of the background image: the bounds.
    open func backgroundRect(forBounds bounds: CGRect) -> CGRect { bounds }

    /// Returns the frame of title and image: the bounds inset by `contentEdgeInsets`.
    open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: contentEdgeInsets) }

    /// Returns the frame of the current title in a content rectangle.
    open func titleRect(forContentRect contentRect: CGRect) -> CGRect { placeTitle(in: contentRect) }

    /// Returns the frame of the current image in a content rectangle.
    open func imageRect(forContentRect contentRect: CGRect) -> CGRect { placeImage(in: contentRect) }

    /// Returns whether a gesture may begin. Prevents single taps of gesture recognizers on superviews.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view === self
            ? super.gestureRecognizerShouldBegin(gestureRecognizer) : !gestureRecognizer.isSingleTap
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        arrange()
    }

    /// Returns the size of image and title side by side, with the insets. The background image is the minimum.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize() }

    open override var intrinsicContentSize: CGSize { fittingSize() }

    /// The title label, or the button itself.
    open override var forFirstBaselineLayout: UIView { titleLabel ?? self }
    open override var forLastBaselineLayout: UIView { titleLabel ?? self }

    /// Draws the glow of `showsTouchWhenHighlighted`.
    open override func draw(_ rect: CGRect) { drawLight() }

    /// Applies a changed tint color to the title and template images.
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        contentsDidChange()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        contentsDidChange()
    }

    override func stateDidChange() {
        super.stateDidChange()
        contentsDidChange()
        setNeedsUpdateConfiguration()
    }

    override var eventsOfTouchUpInside: Event { [.touchUpInside, .primaryActionTriggered] }

    override func send(_ events: Event, with event: UIEvent?) {
        // A press that opened the menu sends no other action.
        let events =
            showsMenuAsPrimaryAction && menuPress?.hasOpened == true
            ? events.subtracting([.touchUpInside, .primaryActionTriggered]) : events
        guard !events.isEmpty else { return }
        // Toggled first, because receivers of the action read the new state.
        if changesSelectionAsPrimaryAction, events.contains(.primaryActionTriggered) { isSelected.toggle() }
        super.send(events, with: event)
    }
}
