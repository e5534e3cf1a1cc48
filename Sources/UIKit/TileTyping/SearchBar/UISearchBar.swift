public import Foundation
public import TileBars
public import TileDrawing
public import TileViews

/// A bar with a search field, a cancel button, and scopes below it.
open class UISearchBar: UIView, UIBarPositioning, UITextInputTraits {
    public enum Style: UInt, Hashable, Sendable {
        /// The same as `prominent`.
        case `default`
        case prominent
        /// A bar without a background.
        case minimal
    }

    public enum Icon: Int, Hashable, Sendable {
        case search
        case clear
        case bookmark
        case resultsList
    }

    private static let fieldHeight: CGFloat = 36
    private static let barHeight: CGFloat = 56
    private static let barHeightInNavigation: CGFloat = 52
    private static let scopeHeight: CGFloat = 44
    private static let margin: CGFloat = 8

    private final let backdrop = SearchBackdrop()
    private final let field = UISearchTextField(frame: .zero)
    private final let cancel = UIButton(type: .system)
    private final let scopes = UISegmentedControl()
    private final let promptLabel = UILabel()
    private final lazy var follower = SearchFieldFollower(self)

    public override init(frame: CGRect) {
        super.init(frame: frame)
        build()
    }

    public convenience init() { self.init(frame: .zero) }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        for view in subviews { view.removeFromSuperview() }
        build()
        text = coder.archivedText(Key.text)
        placeholder = coder.archivedText(Key.placeholder)
        prompt = coder.archivedText(Key.prompt)
        showsCancelButton = coder.archivedFlag(Key.cancel) ?? false
        coder.settle(self, as: UISearchBar.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.archive(text, forKey: Key.text)
        coder.archive(placeholder, forKey: Key.placeholder)
        coder.archive(prompt, forKey: Key.prompt)
        coder.encode(showsCancelButton, forKey: Key.cancel)
    }

    private enum Key {
        static let text = "UIText"
        static let placeholder = "UIPlaceholder"
        static let prompt = "UIPrompt"
        static let cancel = "UIShowsCancelButton"
    }

    private final func build() {
        promptLabel.font = .systemFont(ofSize: 13)
        promptLabel.textAlignment = .center
        cancel.setTitle("Cancel", for: .normal)
        cancel.titleLabel?.font = .systemFont(ofSize: 17)
        for view in [backdrop, promptLabel, field, cancel, scopes] { addSubview(view) }
        (cancel.isHidden, scopes.isHidden) = (true, true)
        // The control also positions its selection before layout, which requires some space.
        scopes.frame = CGRect(x: 0, y: 0, width: 320, height: 32)
        field.delegate = follower
        field.addAction(UIAction { [unowned self] _ in self.textChanged() }, for: .editingChanged)
        field.addAction(UIAction { [unowned self] _ in self.stepHandler?(.began) }, for: .editingDidBegin)
        cancel.addAction(UIAction { [unowned self] _ in self.cancelled() }, for: .touchUpInside)
        scopes.addAction(UIAction { [unowned self] _ in self.scopeChanged() }, for: .valueChanged)
    }

    open weak var delegate: (any UISearchBarDelegate)?
    open var barPosition: UIBarPosition { delegate?.position(for: self) ?? .any }

    // MARK: Text

    open var text: String? {
        get { field.text }
        set { field.text = newValue }
    }
    open var placeholder: String? {
        get { field.placeholder }
        set { field.placeholder = newValue }
    }
    /// A line of text above the field.
    open var prompt: String? {
        didSet {
            promptLabel.text = prompt
            noteSize()
        }
    }
    open var searchTextField: UISearchTextField { field }

    // MARK: Appearance

    open var barStyle = UIBarStyle.default
    open var searchBarStyle = Style.default { didSet { updateLooks() } }
    open var isTranslucent = true { didSet { updateLooks() } }
    open var barTintColor: UIColor? { didSet { updateLooks() } }
    open var backgroundImage: UIImage? { didSet { updateLooks() } }
    open var scopeBarBackgroundImage: UIImage?
    open var searchFieldBackgroundPositionAdjustment = UIOffset.zero { didSet { setNeedsLayout() } }
    open var searchTextPositionAdjustment = UIOffset.zero

    /// A Boolean value that indicates whether the bar is part of a navigation bar, which has its own background.
    package final var isInNavigationBar = false {
        didSet {
            updateLooks()
            noteSize()
        }
    }

    private final func updateLooks() {
        backdrop.isHidden = searchBarStyle == .minimal || isInNavigationBar
        backdrop.color = barTintColor
        backdrop.image = backgroundImage
    }

    private final var images: [Icon: UIImage] = [:]
    /// Sets an icon. Only the search icon is displayed, before the text.
    open func setImage(_ iconImage: UIImage?, for icon: Icon, state: UIControl.State) {
        images[icon] = iconImage
        guard icon == .search, let iconImage else { return }
        field.leftView = UIImageView(image: iconImage)
    }
    open func image(for icon: Icon, state: UIControl.State) -> UIImage? { images[icon] }
    private final var fieldImage: UIImage?
    open func setSearchFieldBackgroundImage(_ backgroundImage: UIImage?, for state: UIControl.State) {
        guard state == .normal else { return }
        fieldImage = backgroundImage
        field.background = backgroundImage
        field.backgroundColor = backgroundImage == nil ? .tertiarySystemFill : nil
    }
    open func searchFieldBackgroundImage(for state: UIControl.State) -> UIImage? { fieldImage }
    open func setBackgroundImage(
        _ backgroundImage: UIImage?, for barPosition: UIBarPosition, barMetrics: UIBarMetrics
    ) { self.backgroundImage = backgroundImage }
    open func backgroundImage(for barPosition: UIBarPosition, barMetrics: UIBarMetrics) -> UIImage? { backgroundImage }
    private final var adjustments: [Icon: UIOffset] = [:]
    /// Sets the position adjustment of an icon. It has no effect.
    open func setPositionAdjustment(_ adjustment: UIOffset, for icon: Icon) { adjustments[icon] = adjustment }
    open func positionAdjustment(for icon: Icon) -> UIOffset { adjustments[icon] ?? .zero }

    // MARK: Buttons

    open var showsCancelButton: Bool {
        get { !cancel.isHidden }
        set { setShowsCancelButton(newValue, animated: false) }
    }
    open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
        guard showsCancelButton == cancel.isHidden else { return }
        cancel.isHidden = !showsCancelButton
        setNeedsLayout()
        if animated, window != nil { UIView.animate(withDuration: 0.25) { self.layoutIfNeeded() } }
    }
    /// Whether the bookmark button is visible. As the following properties, it has no effect.
    open var showsBookmarkButton = false
    open var showsSearchResultsButton = false
    open var isSearchResultsButtonSelected = false

    // MARK: Scopes

    open var scopeButtonTitles: [String]? {
        didSet {
            scopes.removeAllSegments()
            for (index, title) in (scopeButtonTitles ?? []).enumerated() {
                scopes.insertSegment(withTitle: title, at: index, animated: false)
            }
            scopes.selectedSegmentIndex = scopeButtonTitles?.isEmpty == false ? 0 : UISegmentedControl.noSegment
            noteSize()
        }
    }
    open var selectedScopeButtonIndex: Int {
        get { max(0, scopes.selectedSegmentIndex) }
        set { if scopeButtonTitles?.indices.contains(newValue) == true { scopes.selectedSegmentIndex = newValue } }
    }
    open var showsScopeBar = false { didSet { noteSize() } }
    open func setShowsScopeBar(_ show: Bool, animated: Bool) { showsScopeBar = show }

    private final var showsScopes: Bool { showsScopeBar && scopeButtonTitles?.isEmpty == false }

    // MARK: Editing

    open override var inputAccessoryView: UIView? {
        get { field.inputAccessoryView }
        set { field.inputAccessoryView = newValue }
    }
    open override var isFirstResponder: Bool { field.isFirstResponder }
    open override var canBecomeFirstResponder: Bool { field.canBecomeFirstResponder }
    @discardableResult
    open override func becomeFirstResponder() -> Bool { field.becomeFirstResponder() }
    @discardableResult
    open override func resignFirstResponder() -> Bool { field.resignFirstResponder() }

    /// The events for a search controller, in addition to the delegate, which belongs to the program.
    package enum Step { case began, changed, cancelled }
    package final var stepHandler: ((Step) -> Void)?

    private final func textChanged() {
        delegate?.searchBar(self, textDidChange: text ?? "")
        stepHandler?(.changed)
    }
    private final func cancelled() {
        delegate?.searchBarCancelButtonClicked(self)
        stepHandler?(.cancelled)
    }
    private final func scopeChanged() {
        delegate?.searchBar(self, selectedScopeButtonIndexDidChange: selectedScopeButtonIndex)
        stepHandler?(.changed)
    }

    // MARK: Text input traits

    open var autocapitalizationType: UITextAutocapitalizationType {
        get { field.autocapitalizationType }
        set { field.autocapitalizationType = newValue }
    }
    open var autocorrectionType: UITextAutocorrectionType {
        get { field.autocorrectionType }
        set { field.autocorrectionType = newValue }
    }
    open var spellCheckingType: UITextSpellCheckingType {
        get { field.spellCheckingType }
        set { field.spellCheckingType = newValue }
    }
    open var keyboardType: UIKeyboardType {
        get { field.keyboardType }
        set { field.keyboardType = newValue }
    }
    open var keyboardAppearance: UIKeyboardAppearance {
        get { field.keyboardAppearance }
        set { field.keyboardAppearance = newValue }
    }
    open var returnKeyType: UIReturnKeyType {
        get { field.returnKeyType }
        set { field.returnKeyType = newValue }
    }
    open var enablesReturnKeyAutomatically: Bool {
        get { field.enablesReturnKeyAutomatically }
        set { field.enablesReturnKeyAutomatically = newValue }
    }
    open var isSecureTextEntry: Bool {
        get { field.isSecureTextEntry }
        set { field.isSecureTextEntry = newValue }
    }
    open var textContentType: UITextContentType! {
        get { field.textContentType }
        set { field.textContentType = newValue }
    }

    // MARK: Layout

    /// Called when the height that the bar needs may have changed.
    package final var sizeHandler: (() -> Void)?

    private final func noteSize() {
        sizeHandler?()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private final var height: CGFloat {
        let row = isInNavigationBar ? Self.barHeightInNavigation : Self.barHeight
        return row + (showsScopes ? Self.scopeHeight : 0) + (prompt == nil ? 0 : 18)
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: height) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: height) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        updateLooks()
        backdrop.frame = bounds
        // The bar may be narrower than its margins.
        let sides = bounds.inset(
            by: UIEdgeInsets(top: 0, left: safeAreaInsets.left, bottom: 0, right: safeAreaInsets.right))
        let room =
            sides.isNull
            ? CGRect(x: bounds.midX, y: bounds.minY, width: 0, height: bounds.height)
            : sides.insetBy(dx: min(isInNavigationBar ? 16 : Self.margin, sides.width / 2), dy: 0)
        var y = bounds.minY
        promptLabel.isHidden = prompt == nil
        if prompt != nil {
            promptLabel.frame = CGRect(x: room.minX, y: y + 6, width: room.width, height: 16)
            y += 18
        }
        var width = max(0, room.width)
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let rowHeight = showsScopes ? Self.barHeight : max(Self.fieldHeight, bounds.maxY - y)
        if showsCancelButton {
            let button = min(cancel.sizeThatFits(bounds.size).width, width)
            cancel.frame = CGRect(
                x: isRightToLeft ? room.minX : room.maxX - button, y: y, width: button, height: rowHeight)
            width = max(0, width - button - Self.margin)
        }
        let adjustment = searchFieldBackgroundPositionAdjustment
        field.frame = CGRect(
            x: (isRightToLeft ? room.maxX - width : room.minX) + adjustment.horizontal,
            y: y + (rowHeight - Self.fieldHeight) / 2 + adjustment.vertical, width: width, height: Self.fieldHeight)
        scopes.isHidden = !showsScopes
        if room.width > 16 * CGFloat(max(1, scopes.numberOfSegments)) {
            scopes.frame = CGRect(x: room.minX, y: y + Self.barHeight - 2, width: room.width, height: 32)
        }
    }
}

/// The delegate of a search bar's field, which forwards to the bar's delegate.
final class SearchFieldFollower: NSObject, UITextFieldDelegate {
    private unowned let bar: UISearchBar

    init(_ bar: UISearchBar) { self.bar = bar }

    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
        bar.delegate?.searchBarShouldBeginEditing(bar) ?? true
    }
    func textFieldDidBeginEditing(_ textField: UITextField) { bar.delegate?.searchBarTextDidBeginEditing(bar) }
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool {
        bar.delegate?.searchBarShouldEndEditing(bar) ?? true
    }
    func textFieldDidEndEditing(_ textField: UITextField) { bar.delegate?.searchBarTextDidEndEditing(bar) }
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { bar.delegate?.searchBar(bar, shouldChangeTextIn: range, replacementText: string) ?? true }
    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        bar.delegate?.searchBarSearchButtonClicked(bar)
        return false
    }
}

/// The background of a search bar.
final class SearchBackdrop: UIView, ViewPart {
    var color: UIColor? { didSet { if color != oldValue { setNeedsDisplay() } } }
    var image: UIImage? { didSet { if image !== oldValue { setNeedsDisplay() } } }

    init() {
        super.init(frame: .zero)
        (isOpaque, isUserInteractionEnabled, contentMode) = (false, false, .redraw)
    }

    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        if let image { return image.draw(in: bounds) }
        (color ?? .systemGray6).setFill()
        UIBezierPath(rect: bounds).fill()
        let pixel = 1 / max(1, contentScaleFactor)
        UIColor.separator.setFill()
        UIBezierPath(rect: CGRect(x: 0, y: bounds.maxY - pixel, width: bounds.width, height: pixel)).fill()
    }
}
