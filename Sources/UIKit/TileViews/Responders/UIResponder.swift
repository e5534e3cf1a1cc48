public import Foundation
public import TileDrawing
public import TileGraphics
public import TileLayers

/// An object that can answer to events: a view, a window, a screen's scene, or one of the program's own.
///
/// Responders form a chain by `next`. An event goes to one of them first (a touch to the view under it, a press or a
/// motion to the first responder), and what it does not override passes on to the next.
///
/// It belongs to one thread at a time, with the tree that it is part of.
open class UIResponder: NSObject, UIResponderStandardEditActions, ActionTarget, OutletOwner, KeyValueObserver {
    public override init() { super.init() }

    /// The actions that the class answers to by name; see `ActionTable`. An override starts from `super.actions`.
    open class var actions: ActionTable {
        [
            .action("becomeFirstResponder", { (it: UIResponder) in { _ = it.becomeFirstResponder() } }),
            .action("resignFirstResponder", { (it: UIResponder) in { _ = it.resignFirstResponder() } }),
        ]
    }

    /// The properties that nibs set by name; see `OutletTable`. An override starts from `super.outlets`.
    open class var outlets: OutletTable { [] }

    /// The responder that gets what this one passes on: a view's superview, a window's scene; nil ends the chain.
    open var next: UIResponder? { nil }

    /// A property has changed that this object observes by `addObserver(_:forKeyPath:options:context:)`. Nothing by
    /// default; for subclasses.
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}

    // MARK: First responder

    /// False, unless a class says otherwise.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether it may give up being the first responder: true, unless a class says otherwise.
    open var canResignFirstResponder: Bool { true }

    /// Whether its window sends presses, motions and commands to it first.
    open var isFirstResponder: Bool { chainWindow?.firstResponder === self }

    /// Makes it its window's first responder, after the present one has resigned; returns whether it is now.
    ///
    /// It is false where the object can't become it, the present one does not resign, or no window is in its chain.
    @discardableResult
    open func becomeFirstResponder() -> Bool { takeFirstResponder() }

    /// Gives up being the first responder; returns whether it has.
    @discardableResult
    open func resignFirstResponder() -> Bool { giveUpFirstResponder() }

    // MARK: Touches

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
    /// Something took the touches away: their view left its window, or the program that makes them said so.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }
    /// Better values are known for touches whose properties were estimates.
    open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {
        next?.touchesEstimatedPropertiesUpdated(touches)
    }

    // MARK: Presses

    /// Keys go to the text, where this is a `UIKeyInput` that is first responder; all others pass on.
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let others = typeKeys(presses)
        if !others.isEmpty { next?.pressesBegan(others, with: event) }
    }
    open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesChanged(presses, with: event)
    }
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesEnded(presses, with: event)
    }
    open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesCancelled(presses, with: event)
    }

    /// Commands that keys perform while it is in the chain of its window's first responder; see `UIKeyCommand`.
    open var keyCommands: [UIKeyCommand]? { nil }

    // MARK: Motions and remote controls

    open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        next?.motionBegan(motion, with: event)
    }
    open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        next?.motionEnded(motion, with: event)
    }
    open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        next?.motionCancelled(motion, with: event)
    }
    open func remoteControlReceived(with event: UIEvent?) { next?.remoteControlReceived(with: event) }

    // MARK: Actions

    /// Whether it answers to the action: whether its class has registered it.
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { responds(to: action) }

    /// The first responder from here along the chain that can perform the action.
    open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
        chain.first { $0.canPerformAction(action, withSender: sender) }
    }

    // MARK: Input views

    /// What stands in for the keyboard while this is first responder, or in its chain: at the screen's bottom, as high
    /// as it is.
    open var inputView: UIView? { nil }

    /// What stands above the keyboard, or at the screen's bottom where there is none.
    open var inputAccessoryView: UIView? { nil }

    /// The input views, or what a keyboard is to look like, are others.
    open func reloadInputViews() {
        guard let window = chainWindow, isFirstResponder else { return }
        window.screen.noteFirstResponder(of: window)
    }

    /// Nil, as by default, for that of the program.
    open var textInputMode: UITextInputMode? { nil }
    /// Kept by subclasses that override it: nothing here remembers input modes.
    open var textInputContextIdentifier: String? { nil }

    /// What takes back changes made here: that of the next responder, and in the end the window's.
    open var undoManager: UndoManager? { next?.undoManager }

    // MARK: Editing commands

    open func cut(_ sender: Any?) {}
    open func copy(_ sender: Any?) {}
    open func paste(_ sender: Any?) {}
    open func pasteAndMatchStyle(_ sender: Any?) {}
    open func select(_ sender: Any?) {}
    open func selectAll(_ sender: Any?) {}
    open func delete(_ sender: Any?) {}
    open func makeTextWritingDirectionLeftToRight(_ sender: Any?) {}
    open func makeTextWritingDirectionRightToLeft(_ sender: Any?) {}
    open func toggleBoldface(_ sender: Any?) {}
    open func toggleItalics(_ sender: Any?) {}
    open func toggleUnderline(_ sender: Any?) {}
    open func increaseSize(_ sender: Any?) {}
    open func decreaseSize(_ sender: Any?) {}
    open func updateTextAttributes(
        conversionHandler: ([NSAttributedString.Key: Any]) -> [NSAttributedString.Key: Any]
    ) {}

    // MARK: Accessibility. A server's viewers are told of it, and tests and tools read it: nothing here speaks.

    /// Whether assistive programs see it.
    open var isAccessibilityElement: Bool {
        get { knownAccessibility?.isElement ?? false }
        set { accessibility.isElement = newValue }
    }

    /// What it is, in a word or two.
    open var accessibilityLabel: String? {
        get { knownAccessibility?.label }
        set { accessibility.label = newValue }
    }

    /// What using it does.
    open var accessibilityHint: String? {
        get { knownAccessibility?.hint }
        set { accessibility.hint = newValue }
    }

    /// What it is set to.
    open var accessibilityValue: String? {
        get { knownAccessibility?.value }
        set { accessibility.value = newValue }
    }

    open var accessibilityLanguage: String? {
        get { knownAccessibility?.language }
        set { accessibility.language = newValue }
    }

    open var accessibilityTraits: UIAccessibilityTraits {
        get { knownAccessibility?.traits ?? .none }
        set { accessibility.traits = newValue }
    }

    /// Where it is on the screen: a view's own place, unless it was set.
    open var accessibilityFrame: CGRect {
        get { knownAccessibility?.frame ?? placeOnScreen }
        set { accessibility.frame = newValue }
    }

    open var accessibilityPath: UIBezierPath? {
        get { knownAccessibility?.path }
        set { accessibility.path = newValue }
    }

    /// Where on the screen a tap uses it: the middle, unless it was set.
    open var accessibilityActivationPoint: CGPoint {
        get { knownAccessibility?.activationPoint ?? CGPoint(x: accessibilityFrame.midX, y: accessibilityFrame.midY) }
        set { accessibility.activationPoint = newValue }
    }

    /// What is in it, in the order in which it is read.
    open var accessibilityElements: [Any]? {
        get { knownAccessibility?.elements }
        set { accessibility.elements = newValue }
    }

    open var accessibilityElementsHidden: Bool {
        get { knownAccessibility?.elementsAreHidden ?? false }
        set { accessibility.elementsAreHidden = newValue }
    }

    /// Whether what lies beside it is to be left out.
    open var accessibilityViewIsModal: Bool {
        get { knownAccessibility?.isModal ?? false }
        set { accessibility.isModal = newValue }
    }

    open var shouldGroupAccessibilityChildren: Bool {
        get { knownAccessibility?.groupsChildren ?? false }
        set { accessibility.groupsChildren = newValue }
    }

    /// As `accessibilityLabel`, whose attributes nobody reads here.
    open var accessibilityAttributedLabel: NSAttributedString? {
        get { accessibilityLabel.map { NSAttributedString(string: $0) } }
        set { accessibilityLabel = newValue?.string }
    }

    open var accessibilityAttributedHint: NSAttributedString? {
        get { accessibilityHint.map { NSAttributedString(string: $0) } }
        set { accessibilityHint = newValue?.string }
    }

    open var accessibilityAttributedValue: NSAttributedString? {
        get { accessibilityValue.map { NSAttributedString(string: $0) } }
        set { accessibilityValue = newValue?.string }
    }

    /// What else it does, beside what a tap on it does.
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
        get { knownAccessibility?.actions }
        set { accessibility.actions = newValue }
    }

    /// What it is called by those who speak to it: its label, unless it was set.
    open var accessibilityUserInputLabels: [String]! {
        get { knownAccessibility?.inputLabels ?? [accessibilityLabel].compactMap { $0 } }
        set { accessibility.inputLabels = newValue }
    }

    /// Whether it can be used: what is a control can, unless it was set.
    open var accessibilityRespondsToUserInteraction: Bool {
        get { knownAccessibility?.responds ?? (self is UIControl || accessibilityActivatesByTap) }
        set { accessibility.responds = newValue }
    }

    open var accessibilityContainerType: UIAccessibilityContainerType {
        get { knownAccessibility?.container ?? .none }
        set { accessibility.container = newValue }
    }

    open func accessibilityElementCount() -> Int { accessibilityElements?.count ?? 0 }

    open func accessibilityElement(at index: Int) -> Any? {
        guard let elements = accessibilityElements, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The element's place; `NSNotFound` when it is not in it.
    open func index(ofAccessibilityElement element: Any) -> Int {
        accessibilityElements?.firstIndex { $0 as AnyObject === element as AnyObject } ?? NSNotFound
    }

    /// For subclasses: what assistive programs ask an element to do. Whether it did.
    open func accessibilityActivate() -> Bool { false }
    open func accessibilityIncrement() {}
    open func accessibilityDecrement() {}
    open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
    open func accessibilityPerformEscape() -> Bool { false }
    open func accessibilityPerformMagicTap() -> Bool { false }
    open func accessibilityElementDidBecomeFocused() {}
    open func accessibilityElementDidLoseFocus() {}
    open func accessibilityElementIsFocused() -> Bool { false }

    // MARK: Nibs

    /// It was read from a nib, with all that is in it. Nothing by default; for subclasses.
    open func awakeFromNib() {}

    /// It is about to be shown by a design tool. Nothing by default, and nothing here calls it; for subclasses.
    open func prepareForInterfaceBuilder() {}

}
