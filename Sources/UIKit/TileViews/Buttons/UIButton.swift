public import Foundation
public import TileDrawing
public import TileGraphics

/// A control that shows a title and an image, and is pressed.
///
///     let button = UIButton(type: .system)
///     button.setTitle("Reload", for: .normal)
///     button.addAction(UIAction { _ in reload() }, for: .primaryActionTriggered)
///
/// The image stands before the title. Both, and a background image, are set for states; a state that has none of its
/// own takes the normal state's. A button with a `configuration` is drawn as that says instead.
///
/// A touch lifted inside sends `touchUpInside` and `primaryActionTriggered`; who is told of both is told once.
open class UIButton: UIControl {
    /// A custom button.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
    }

    /// A button from an archive: its type, and what is set for its states. A configuration, which may hold closures, is
    /// not in archives.
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

    /// A custom button that shows and performs an action.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        adopt(primaryAction)
    }

    /// A button of a type that shows and performs an action.
    public convenience init(type buttonType: ButtonType, primaryAction: UIAction?) {
        self.init(type: buttonType)
        adopt(primaryAction)
    }

    /// A system button that is drawn as a configuration says, and shows and performs an action.
    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(type: .system)
        configure(configuration)
        adopt(primaryAction)
    }

    /// A system button that shows an image.
    ///
    /// It is a `UIButton` also when a subclass is asked: Swift cannot make an object of a class that may lack the
    /// initializer.
    public class func systemButton(with image: UIImage, target: Any?, action: Selector?) -> UIButton {
        let button = UIButton(type: .system)
        button.setImage(image, for: .normal)
        if let action { button.addTarget(target, action: action, for: .touchUpInside) }
        return button
    }

    /// A system button that shows and performs an action.
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

    /// How the button is drawn; nil leaves it to titles, images and insets. Titles and images set for states go before
    /// the configuration's.
    open var configuration: Configuration? {
        didSet { configurationDidChange() }
    }

    /// Asks for `updateConfiguration()` before the next layout.
    open func setNeedsUpdateConfiguration() {
        needsUpdate = true
        setNeedsLayout()
    }

    final var needsUpdate = false
    final var shadowIsReversed = false
    /// The state whose contents are shown.
    final var shownState = State.normal

    /// Makes the configuration fit the state: called after each change of it. Calls `configurationUpdateHandler` by
    /// default.
    open func updateConfiguration() { configurationUpdateHandler?(self) }

    /// Called by `updateConfiguration()`: it may set another configuration.
    open var configurationUpdateHandler: ((UIButton) -> Void)? {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// Whether the configuration's colors follow the button's state: true, by default.
    open var automaticallyUpdatesConfiguration = true {
        didSet { if automaticallyUpdatesConfiguration != oldValue { contentsDidChange() } }
    }

    // MARK: Insets

    /// Between the bounds and the content; not used with a configuration, as the other insets.
    open var contentEdgeInsets = UIEdgeInsets.zero {
        didSet { if contentEdgeInsets != oldValue { contentsDidChange() } }
    }

    /// Moves the edges of the title; not counted in the button's size.
    open var titleEdgeInsets = UIEdgeInsets.zero {
        didSet { if titleEdgeInsets != oldValue { setNeedsLayout() } }
    }

    /// Moves the edges of the image; not counted in the button's size.
    open var imageEdgeInsets = UIEdgeInsets.zero {
        didSet { if imageEdgeInsets != oldValue { setNeedsLayout() } }
    }

    // MARK: Looks

    /// Whether the title's shadow falls to the other side while the button is pressed.
    open var reversesTitleShadowWhenHighlighted = false {
        didSet { if reversesTitleShadowWhenHighlighted != oldValue { contentsDidChange() } }
    }

    /// Whether images are darker while the button is pressed, where that state has none of its own.
    open var adjustsImageWhenHighlighted = true {
        didSet { if adjustsImageWhenHighlighted != oldValue { contentsDidChange() } }
    }

    /// Whether images are paler while the button is disabled, where that state has none of its own.
    open var adjustsImageWhenDisabled = true {
        didSet { if adjustsImageWhenDisabled != oldValue { contentsDidChange() } }
    }

    /// Whether a white light shines from the button while it is pressed.
    open var showsTouchWhenHighlighted = false {
        didSet { if showsTouchWhenHighlighted != oldValue { setNeedsDisplay() } }
    }

    open var buttonType: ButtonType { kind }

    /// What it is for; a destructive one with a configuration is red.
    open var role = Role.normal {
        didSet { if role != oldValue { contentsDidChange() } }
    }

    /// Whether being pressed selects the button, and pressed again deselects it.
    ///
    /// With a menu as its primary action: whether what is chosen there stays on, alone, and is the button's title.
    open var changesSelectionAsPrimaryAction = false {
        didSet { if changesSelectionAsPrimaryAction != oldValue { menuDidChange() } }
    }

    // MARK: Menu

    /// Shown by a press that stays, or where `showsMenuAsPrimaryAction` is true by any press: then the finger may go
    /// on to an element and be lifted there.
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

    /// Shows the menu, where that is the primary action.
    open override func performPrimaryAction() {
        if showsMenuAsPrimaryAction, menu != nil { openMenu(touch: nil) } else { super.performPrimaryAction() }
    }

    /// The style that it follows: the preferred one, or `pad`.
    open var behavioralStyle: UIBehavioralStyle {
        preferredBehavioralStyle == .automatic ? .pad : preferredBehavioralStyle
    }

    /// The style that it should follow. Buttons look the same in all of them here.
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

    /// Stretched behind the content, over the whole button.
    open func setBackgroundImage(_ image: UIImage?, for state: State) {
        change(\.backgroundImages, to: image, for: state)
    }

    /// Goes before the title of that state.
    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
        change(\.attributedTitles, to: title, for: state)
    }

    open func title(for state: State) -> String? { contents.titles.value(for: state) }

    /// The color set, or else the one that the button's type has for it.
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

    /// What shows the title, made when it is first asked for. Set its font and lines, but its text and color through
    /// the button.
    open var titleLabel: UILabel? { shownLabel }

    /// What shows a configuration's subtitle; nil without one.
    open var subtitleLabel: UILabel? { configured?.subtitle }

    /// What shows the image, made when it is first asked for. Set its image through the button.
    open var imageView: UIImageView? { shownPicture }

    // MARK: Accessibility

    /// True, unless it was set.
    open override var isAccessibilityElement: Bool {
        get { knownAccessibility?.isElement ?? true }
        set { super.isAccessibilityElement = newValue }
    }

    /// The title, unless it was set.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? currentAttributedTitle?.string ?? currentTitle ?? configuration?.title }
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

    /// Where the background image is: the bounds.
    open func backgroundRect(forBounds bounds: CGRect) -> CGRect { bounds }

    /// Where title and image are: the bounds without `contentEdgeInsets`.
    open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: contentEdgeInsets) }

    /// Where the present title is, in a content rect.
    open func titleRect(forContentRect contentRect: CGRect) -> CGRect { placeTitle(in: contentRect) }

    /// Where the present image is, in a content rect.
    open func imageRect(forContentRect contentRect: CGRect) -> CGRect { placeImage(in: contentRect) }

    /// It keeps taps from those whose views it is in.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view === self
            ? super.gestureRecognizerShouldBegin(gestureRecognizer) : !gestureRecognizer.isSingleTap
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        arrange()
    }

    /// The size of image and title beside each other, within the insets; no smaller than the background image.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize() }

    open override var intrinsicContentSize: CGSize { fittingSize() }

    /// The title's, if there is one.
    open override var forFirstBaselineLayout: UIView { titleLabel ?? self }
    open override var forLastBaselineLayout: UIView { titleLabel ?? self }

    /// The light of `showsTouchWhenHighlighted`.
    open override func draw(_ rect: CGRect) { drawLight() }

    /// The tint color has changed: the title and template images take it on.
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
        // What opened the menu does nothing else.
        let events =
            showsMenuAsPrimaryAction && menuPress?.hasOpened == true
            ? events.subtracting([.touchUpInside, .primaryActionTriggered]) : events
        guard !events.isEmpty else { return }
        // Those who are told ask for the new state.
        if changesSelectionAsPrimaryAction, events.contains(.primaryActionTriggered) { isSelected.toggle() }
        super.send(events, with: event)
    }
}
