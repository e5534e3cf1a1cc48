public import Foundation
public import TileDrawing
public import TileGraphics
public import TileViews

/// An editable single line of text.
///
///     let field = UITextField(frame: CGRect(x: 16, y: 16, width: 240, height: 34))
///     field.borderStyle = .roundedRect
///     field.placeholder = "Station"
///     field.addTarget(self, action: "typed:", for: .editingChanged)
///
/// While the field is first responder, it receives typed text, from keys or `UIScreen.textInput`. Text that is wider
/// than the field scrolls to keep the caret visible. Line ends in the text are displayed as spaces.
open class UITextField: UIControl, UITextInput, SingleLineInput {
    /// The border around the text.
    public enum BorderStyle: Int, Hashable, Sendable {
        case none = 0
        case line = 1
        case bezel = 2
        case roundedRect = 3
    }

    /// The times at which a view beside the text is visible.
    public enum ViewMode: Int, Hashable, Sendable {
        case never = 0
        case whileEditing = 1
        case unlessEditing = 2
        case always = 3
    }

    /// The reason why editing ended.
    public enum DidEndEditingReason: Int, Hashable, Sendable {
        case committed = 0
        case cancelled = 1
    }

    final let storage = NSTextStorage()
    final let fieldLayout = NSLayoutManager()
    final let container = NSTextContainer()
    final let core: TextCore
    final var parts: TextFieldParts!
    final var style = TextFieldStyle()
    final var traits = InputTraits()
    /// The distance by which the text is scrolled to the left, to keep the caret visible.
    final var scroll: CGFloat = 0
    final var endReason = DidEndEditingReason.committed
    /// The scale by which fonts are reduced to make the text fit.
    final var fontScale: CGFloat = 1

    public override init(frame: CGRect) {
        core = TextCore(storage, fieldLayout.flow)
        super.init(frame: frame)
        build()
    }

    /// Creates a field from an archive, with text, placeholder and appearance.
    public required init?(coder: NSCoder) {
        core = TextCore(storage, fieldLayout.flow)
        super.init(coder: coder)
        build()
        restoreField(from: coder)
        coder.settle(self, as: UITextField.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        storeField(in: coder)
    }

    // MARK: Text

    /// The text. As in UIKit, it is never nil when read; an empty field returns an empty string. Setting it doesn't
    /// count as editing, and no one is informed.
    open var text: String? {
        get { core.text(in: 0..<core.length) }
        set { setText(NSAttributedString(string: newValue ?? "", attributes: style.attributes)) }
    }

    open var attributedText: NSAttributedString? {
        get { storage.attributedSubstring(from: NSRange(location: 0, length: storage.length)) }
        set { setText(newValue.map { style.completing($0) } ?? NSAttributedString(string: "")) }
    }

    /// The text color; `UIColor.label` by default and after setting nil.
    open var textColor: UIColor? {
        get { style.color }
        set { changeStyle { $0.color = newValue ?? .label } }
    }

    /// The font; the system font of 17 points by default and after setting nil.
    open var font: UIFont? {
        get { style.font }
        set { changeStyle { $0.font = newValue ?? TextFieldStyle.initialFont } }
    }

    open var textAlignment: NSTextAlignment {
        get { style.alignment }
        set { changeStyle { $0.alignment = newValue } }
    }

    /// The attributes of the whole text. Setting them changes the whole text.
    open var defaultTextAttributes: [NSAttributedString.Key: Any] {
        get { style.attributes }
        set { changeStyle { $0.setAttributes(newValue) } }
    }

    /// The attributes of the text typed next, during editing.
    open var typingAttributes: [NSAttributedString.Key: Any]?
    open var allowsEditingTextAttributes = false

    // MARK: Appearance

    /// The text that an empty field displays.
    open var placeholder: String? {
        get { style.placeholder?.string }
        set { style.placeholder = newValue.map { NSAttributedString(string: $0) }; noteLooks() }
    }

    open var attributedPlaceholder: NSAttributedString? {
        get { style.placeholder }
        set { style.placeholder = newValue; noteLooks() }
    }

    open var borderStyle = BorderStyle.none { didSet { noteLooks(resizes: true) } }
    /// The image that replaces the border. As in UIKit, fields with a rounded border ignore it.
    open var background: UIImage? { didSet { noteLooks() } }
    open var disabledBackground: UIImage? { didSet { noteLooks() } }
    open var adjustsFontSizeToFitWidth = false { didSet { noteLooks() } }
    /// The minimum font size in points; 0 for no limit. Below it, text is truncated.
    open var minimumFontSize: CGFloat = 0 { didSet { noteLooks() } }
    open var adjustsFontForContentSizeCategory = false { didSet { followCategory() } }

    // MARK: Accessory views

    open var clearButtonMode = ViewMode.never { didSet { setNeedsLayout() } }
    /// The view at the leading side.
    open var leftView: UIView? { didSet { exchange(oldValue, for: leftView) } }
    open var leftViewMode = ViewMode.never { didSet { setNeedsLayout() } }
    /// The view at the trailing side.
    open var rightView: UIView? { didSet { exchange(oldValue, for: rightView) } }
    open var rightViewMode = ViewMode.never { didSet { setNeedsLayout() } }

    // MARK: Editing

    open weak var delegate: (any UITextFieldDelegate)?
    open var isEditing: Bool { isFirstResponder }
    open var clearsOnBeginEditing = false
    /// Whether the text typed next replaces the whole text.
    open var clearsOnInsertion = false

    private final var ownInputView: UIView?
    private final var ownAccessoryView: UIView?
    open override var inputView: UIView? {
        get { ownInputView }
        set {
            ownInputView = newValue
            reloadInputViews()
        }
    }
    open override var inputAccessoryView: UIView? {
        get { ownAccessoryView }
        set {
            ownAccessoryView = newValue
            reloadInputViews()
        }
    }
    open override var undoManager: UndoManager? { core.undoManager }

    open override var canBecomeFirstResponder: Bool { isEnabled && window != nil }
    @discardableResult
    open override func becomeFirstResponder() -> Bool { beginEditing { super.becomeFirstResponder() } }
    @discardableResult
    open override func resignFirstResponder() -> Bool { endEditing { super.resignFirstResponder() } }

    // MARK: Accessibility

    /// The accessibility label; the placeholder unless it is set.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? placeholder }
        set { super.accessibilityLabel = newValue }
    }

    /// The accessibility value: the text, or a dot per character for a password.
    open override var accessibilityValue: String? {
        get {
            if let value = super.accessibilityValue { return value }
            let text = text ?? ""
            return isSecureTextEntry ? String(repeating: "\u{2022}", count: text.count) : text
        }
        set { super.accessibilityValue = newValue }
    }

    // MARK: Rects, in the bounds' coordinates; for subclasses to override

    open func borderRect(forBounds bounds: CGRect) -> CGRect { bounds }
    open func textRect(forBounds bounds: CGRect) -> CGRect { plainTextRect(bounds, isEditing: false) }
    open func placeholderRect(forBounds bounds: CGRect) -> CGRect {
        isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
    }
    open func editingRect(forBounds bounds: CGRect) -> CGRect { plainTextRect(bounds, isEditing: true) }
    open func clearButtonRect(forBounds bounds: CGRect) -> CGRect { plainClearRect(bounds) }
    open func leftViewRect(forBounds bounds: CGRect) -> CGRect { plainSideRect(leftView, bounds, isLeading: true) }
    open func rightViewRect(forBounds bounds: CGRect) -> CGRect { plainSideRect(rightView, bounds, isLeading: false) }

    /// Draws the text while the field isn't being edited. Subclasses can override it.
    open func drawText(in rect: CGRect) { drawPlainText(in: rect) }
    open func drawPlaceholder(in rect: CGRect) { drawPlainPlaceholder(in: rect) }

    // MARK: View

    open override var intrinsicContentSize: CGSize { wantedSize() }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { wantedSize() }
    open override var forFirstBaselineLayout: UIView { parts.baseline }
    open override var forLastBaselineLayout: UIView { parts.baseline }
    open override func layoutSubviews() {
        super.layoutSubviews()
        layOutParts()
    }
    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        followCategory()
        noteLooks()
    }
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsLayout()
    }
    open override var isEnabled: Bool {
        get { super.isEnabled }
        set {
            super.isEnabled = newValue
            if !newValue, isFirstResponder { resignFirstResponder() }
            noteLooks()
        }
    }
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        setNeedsLayout()
    }
    /// Keeps scroll views from handling touches that begin in a field that is being edited.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        if gestureRecognizer.view === self { return super.gestureRecognizerShouldBegin(gestureRecognizer) }
        guard let tap = gestureRecognizer as? UITapGestureRecognizer else { return true }
        return tap.numberOfTapsRequired != 1 || tap.numberOfTouchesRequired != 1
    }

    // MARK: Key input

    open var hasText: Bool { core.length > 0 }
    open func insertText(_ text: String) { type(text) }
    open func deleteBackward() { core.deleteBackward() }

    // MARK: Traits

    open var autocapitalizationType: UITextAutocapitalizationType {
        get { traits.autocapitalization }
        set { traits.autocapitalization = newValue; noteTraits() }
    }
    open var autocorrectionType: UITextAutocorrectionType {
        get { traits.autocorrection }
        set { traits.autocorrection = newValue; noteTraits() }
    }
    open var spellCheckingType: UITextSpellCheckingType {
        get { traits.spellChecking }
        set { traits.spellChecking = newValue; noteTraits() }
    }
    open var smartQuotesType = UITextSmartQuotesType.default
    open var smartDashesType = UITextSmartDashesType.default
    open var smartInsertDeleteType = UITextSmartInsertDeleteType.default
    open var inlinePredictionType = UITextInlinePredictionType.default
    open var mathExpressionCompletionType = UITextMathExpressionCompletionType.default
    open var keyboardType: UIKeyboardType {
        get { traits.keyboard }
        set { traits.keyboard = newValue; noteTraits() }
    }
    open var keyboardAppearance: UIKeyboardAppearance {
        get { traits.appearance }
        set { traits.appearance = newValue; noteTraits() }
    }
    open var returnKeyType: UIReturnKeyType {
        get { traits.returnKey }
        set { traits.returnKey = newValue; noteTraits() }
    }
    open var enablesReturnKeyAutomatically: Bool {
        get { traits.enablesReturnKeyAutomatically }
        set { traits.enablesReturnKeyAutomatically = newValue; noteTraits() }
    }
    /// Whether the text is displayed as dots.
    open var isSecureTextEntry: Bool {
        get { traits.isSecure }
        set {
            guard newValue != traits.isSecure else { return }
            traits.isSecure = newValue
            // As in UIKit, existing text isn't extended: the text typed next replaces it.
            if newValue, isEditing { clearsOnInsertion = true }
            fieldLayout.flow.reload()
            noteTraits()
            noteLooks()
        }
    }
    open var textContentType: UITextContentType! {
        get { traits.contentType }
        set { traits.contentType = newValue; noteTraits() }
    }
    open var passwordRules: UITextInputPasswordRules?

    // MARK: Text input

    open func text(in range: UITextRange) -> String? { core.text(in: range) }
    open func replace(_ range: UITextRange, withText text: String) {
        core.replace(core.offsets(of: range), with: fitting(text, replacing: core.offsets(of: range)))
    }
    open func shouldChangeText(in range: UITextRange, replacementText text: String) -> Bool {
        mayChange(core.offsets(of: range), to: text)
    }
    open var selectedTextRange: UITextRange? {
        get { core.selectedRange }
        set { core.select(newValue) }
    }
    open var markedTextRange: UITextRange? { core.markedRange }
    open var markedTextStyle: [NSAttributedString.Key: Any]? {
        get { core.markedStyle }
        set { core.markedStyle = newValue }
    }
    open func setMarkedText(_ markedText: String?, selectedRange: NSRange) { mark(markedText ?? "", selectedRange) }
    open func unmarkText() { core.unmark() }
    open var selectionAffinity: UITextStorageDirection {
        get { core.affinity == .forward ? .forward : .backward }
        set { core.select(core.selection, newValue == .forward ? .forward : .backward) }
    }
    open var beginningOfDocument: UITextPosition { TextPosition(TextPlace(offset: 0)) }
    open var endOfDocument: UITextPosition { TextPosition(TextPlace(offset: core.length)) }
    open func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
        core.range(from: fromPosition, to: toPosition)
    }
    open func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        core.position(from: position, offset: offset)
    }
    open func position(
        from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int
    ) -> UITextPosition? { core.position(from: position, in: direction, offset: offset) }
    open func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult {
        core.compare(position, other)
    }
    open func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
        core.offset(of: toPosition) - core.offset(of: from)
    }
    open func position(within range: UITextRange, farthestIn direction: UITextLayoutDirection) -> UITextPosition? {
        core.position(within: range, farthestIn: direction)
    }
    open func characterRange(
        byExtending position: UITextPosition, in direction: UITextLayoutDirection
    ) -> UITextRange? { core.characterRange(byExtending: position, in: direction) }
    open func baseWritingDirection(
        for position: UITextPosition, in direction: UITextStorageDirection
    ) -> NSWritingDirection { core.writingDirection(at: position) }
    open func setBaseWritingDirection(_ writingDirection: NSWritingDirection, for range: UITextRange) {
        core.setWritingDirection(writingDirection, for: range)
    }
    open func firstRect(for range: UITextRange) -> CGRect { core.firstRect(for: range) }
    open func caretRect(for position: UITextPosition) -> CGRect { core.caretRect(for: position) }
    open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] { core.selectionRects(for: range) }
    open func closestPosition(to point: CGPoint) -> UITextPosition? { core.closestPosition(to: point) }
    open func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition? {
        core.closestPosition(to: point, within: range)
    }
    open func characterRange(at point: CGPoint) -> UITextRange? { core.characterRange(at: point) }
    open var inputDelegate: (any UITextInputDelegate)? {
        get { core.inputDelegate }
        set { core.inputDelegate = newValue }
    }
    open private(set) lazy var tokenizer: any UITextInputTokenizer = TextTokenizer(core, of: self)
    open func textStyling(
        at position: UITextPosition, in direction: UITextStorageDirection
    ) -> [NSAttributedString.Key: Any]? { core.styling(at: position) }

    // MARK: Editing commands

    open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        core.allows(action, isEditable: isEnabled, isSecure: isSecureTextEntry, on: window?.screen)
            ?? super.canPerformAction(action, withSender: sender)
    }
    open override func cut(_ sender: Any?) { cutText() }
    open override func copy(_ sender: Any?) { core.copyText(to: window?.screen) }
    open override func paste(_ sender: Any?) { pasteText() }
    open override func pasteAndMatchStyle(_ sender: Any?) { pasteText() }
    open override func select(_ sender: Any?) { core.select(core.word(at: core.selection.lowerBound)) }
    open override func selectAll(_ sender: Any?) { core.select(0..<core.length) }
    open override func delete(_ sender: Any?) { if !core.selection.isEmpty { deleteBackward() } }

    // MARK: Edit menu

    /// Returns the delegate's menu.
    open func editMenu(for textRange: UITextRange, suggestedActions: [UIMenuElement]) -> UIMenu? {
        delegate?.textField(
            self, editMenuForCharactersIn: NSRange(core.offsets(of: textRange)), suggestedActions: suggestedActions)
    }
    open func willPresentEditMenu(animator: any UIEditMenuInteractionAnimating) {
        delegate?.textField(self, willPresentEditMenuWith: animator)
    }
    open func willDismissEditMenu(animator: any UIEditMenuInteractionAnimating) {
        delegate?.textField(self, willDismissEditMenuWith: animator)
    }

    open override class var actions: ActionTable { super.actions + editingActions }

    public static let textDidBeginEditingNotification = Notification.Name("UITextFieldTextDidBeginEditingNotification")
    public static let textDidEndEditingNotification = Notification.Name("UITextFieldTextDidEndEditingNotification")
    public static let textDidChangeNotification = Notification.Name("UITextFieldTextDidChangeNotification")
    public static let didEndEditingReasonUserInfoKey = "UITextFieldDidEndEditingReasonKey"
}
