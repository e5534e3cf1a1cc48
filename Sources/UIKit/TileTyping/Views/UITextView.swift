public import Foundation
public import TileDrawing
public import TileGraphics
public import TileViews

/// A scroll view with text of many lines that can be read, selected and edited.
///
///     let view = UITextView(frame: bounds)
///     view.font = .preferredFont(forTextStyle: .body)
///     view.text = notes
///
/// If `isScrollEnabled` is false, the view is as high as its text. Invisible text isn't laid out: the cost of showing
/// and editing a long text depends on the visible part and the changed paragraph, and its height is partly estimated.
///
/// The scroll view's `delegate` also handles text events if it is a `UITextViewDelegate`.
open class UITextView: UIScrollView, UITextInput {
    public final let textStorage: NSTextStorage
    public final let layoutManager: NSLayoutManager
    public final let textContainer: NSTextContainer
    final let core: TextCore
    final var parts: TextViewParts!
    final var style = TextViewStyle()
    final var traits = InputTraits()
    final var isLayingOut = false
    /// Whether to scroll to the caret after the text is laid out.
    final var wantsCaretSeen = false
    /// The size measured last, with its width.
    final var measured: (width: CGFloat, size: CGSize)?

    public override convenience init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }

    /// Creates a text view with a container of the program, including its layout manager and text storage, or with a
    /// new one.
    public init(frame: CGRect, textContainer: NSTextContainer?) {
        let container = textContainer ?? NSTextContainer(size: CGSize(width: frame.width, height: 0))
        let manager = container.layoutManager ?? NSLayoutManager()
        if container.layoutManager == nil { manager.addTextContainer(container) }
        let storage = manager.textStorage ?? NSTextStorage()
        if manager.textStorage == nil { storage.addLayoutManager(manager) }
        (self.textContainer, layoutManager, textStorage) = (container, manager, storage)
        core = TextCore(storage, manager.flow)
        super.init(frame: frame)
        container.widthTracksTextView = true
        build()
    }

    /// Creates a text view. The argument has no effect, because there is only one kind of layout here.
    public convenience init(usingTextLayoutManager: Bool) { self.init(frame: .zero, textContainer: nil) }

    /// Creates a text view from an archive, with text and appearance.
    public required init?(coder: NSCoder) {
        let (storage, manager, container) = (NSTextStorage(), NSLayoutManager(), NSTextContainer(size: .zero))
        manager.addTextContainer(container)
        storage.addLayoutManager(manager)
        (textContainer, layoutManager, textStorage) = (container, manager, storage)
        core = TextCore(storage, manager.flow)
        super.init(coder: coder)
        container.widthTracksTextView = true
        build()
        restoreText(from: coder)
        coder.settle(self, as: UITextView.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        storeText(in: coder)
    }

    // MARK: Text

    /// The text. Setting it doesn't count as editing: no one is informed, and it can't be undone.
    open var text: String! {
        get { core.text(in: 0..<core.length) }
        set { setText(NSAttributedString(string: newValue ?? "", attributes: style.attributes)) }
    }

    open var attributedText: NSAttributedString! {
        get { textStorage.attributedSubstring(from: NSRange(location: 0, length: textStorage.length)) }
        set { setText(newValue.map { style.completing($0) } ?? NSAttributedString(string: "")) }
    }

    /// The font; the system font of 12 points by default, as in UIKit.
    open var font: UIFont? {
        get { style.font }
        set { changeStyle(.font) { $0.font = newValue ?? TextViewStyle.initialFont } }
    }

    open var textColor: UIColor? {
        get { style.color }
        set { changeStyle(.foregroundColor) { $0.color = newValue ?? .label } }
    }

    open var textAlignment: NSTextAlignment {
        get { style.alignment }
        set { changeStyle(.paragraphStyle) { $0.alignment = newValue } }
    }

    /// The selected range in UTF-16 units. It is clamped to the text.
    open var selectedRange: NSRange {
        get { NSRange(core.selection) }
        set { core.select(textStorage.clamped(newValue)) }
    }

    /// The attributes of the text typed next.
    open var typingAttributes: [NSAttributedString.Key: Any] {
        get { style.typing ?? attributesAtCaret }
        set { style.typing = newValue }
    }

    /// The attributes that are applied to links; the tint color by default.
    open var linkTextAttributes: [NSAttributedString.Key: Any]! {
        get { style.link ?? [.foregroundColor: tintColor ?? .systemBlue] }
        set {
            style.link = newValue
            noteLinks()
        }
    }

    open var isEditable = true {
        didSet {
            guard isEditable != oldValue else { return }
            if !isEditable, isFirstResponder { resignFirstResponder() }
            noteLooks()
        }
    }
    open var isSelectable = true { didSet { noteLooks() } }
    open var allowsEditingTextAttributes = false
    open var clearsOnInsertion = false
    open var dataDetectorTypes: UIDataDetectorTypes = []
    open var usesStandardTextScaling = false
    open var isFindInteractionEnabled = false
    open var adjustsFontForContentSizeCategory = false { didSet { followCategory() } }

    /// The insets between the view's edges and the container, in points.
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
        didSet { if textContainerInset != oldValue { noteLooks(resizes: true) } }
    }

    /// Scrolls by the minimum that makes a range visible, or its end if the range is too high.
    open func scrollRangeToVisible(_ range: NSRange) { reveal(textStorage.clamped(range), animated: true) }

    // MARK: Editing

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

    open override var canBecomeFirstResponder: Bool { window != nil && (isEditable || isSelectable) }
    @discardableResult
    open override func becomeFirstResponder() -> Bool { beginEditing { super.becomeFirstResponder() } }
    @discardableResult
    open override func resignFirstResponder() -> Bool { endEditing { super.resignFirstResponder() } }

    // MARK: Accessibility

    /// The accessibility value: the text.
    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? (isSecureTextEntry ? "" : text) }
        set { super.accessibilityValue = newValue }
    }

    // MARK: View

    open override var intrinsicContentSize: CGSize {
        guard !isScrollEnabled else {
            return CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
        }
        return wantedSize(within: bounds.width > 0 ? bounds.width : .infinity)
    }
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        wantedSize(within: size.width > 0 && size.width < 1e6 ? size.width : .infinity)
    }
    open override var isScrollEnabled: Bool {
        get { super.isScrollEnabled }
        set {
            super.isScrollEnabled = newValue
            noteLooks(resizes: true)
        }
    }
    open override var frame: CGRect {
        get { super.frame }
        set {
            let width = bounds.width
            super.frame = newValue
            noteWidth(from: width)
        }
    }
    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let width = super.bounds.width
            super.bounds = newValue
            noteWidth(from: width)
        }
    }
    open override func layoutSubviews() {
        super.layoutSubviews()
        layOutText()
    }
    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        followCategory()
        parts?.redraw()
        noteLooks()
    }
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        noteLinks()
        setNeedsLayout()
    }
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        setNeedsLayout()
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
    /// Whether the text is secure. As in UIKit, a text view always displays its text.
    open var isSecureTextEntry = false
    open var textContentType: UITextContentType! {
        get { traits.contentType }
        set { traits.contentType = newValue; noteTraits() }
    }
    open var passwordRules: UITextInputPasswordRules?

    // MARK: Text input

    open func text(in range: UITextRange) -> String? { core.text(in: range) }
    open func replace(_ range: UITextRange, withText text: String) {
        core.replace(core.offsets(of: range), with: text)
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
        core.allows(action, isEditable: isEditable, isSecure: false, on: window?.screen)
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
        textDelegate?.textView(
            self, editMenuForTextIn: NSRange(core.offsets(of: textRange)), suggestedActions: suggestedActions)
    }
    open func willPresentEditMenu(animator: any UIEditMenuInteractionAnimating) {
        textDelegate?.textView(self, willPresentEditMenuWith: animator)
    }
    open func willDismissEditMenu(animator: any UIEditMenuInteractionAnimating) {
        textDelegate?.textView(self, willDismissEditMenuWith: animator)
    }

    open override class var actions: ActionTable { super.actions + editingActions }

    public static let textDidBeginEditingNotification = Notification.Name("UITextViewTextDidBeginEditingNotification")
    public static let textDidChangeNotification = Notification.Name("UITextViewTextDidChangeNotification")
    public static let textDidEndEditingNotification = Notification.Name("UITextViewTextDidEndEditingNotification")
}
