public import Foundation
public import TileDrawing
public import TileGraphics
public import TileLayers

/// An object that responds to events, such as a view, a window, a scene, or an object of the program.
///
/// Responders are linked by `next` in a chain. An event goes to one of them first (a touch to the view under it, a
/// press or a motion to the first responder). Events that it does not handle are passed on to the next.
///
/// A responder belongs to one thread at a time, together with the tree that it is part of.
open class UIResponder: NSObject, UIResponderStandardEditActions, ActionTarget, OutletOwner, KeyValueObserver {
    public override init() { super.init() }

    /// The actions that the class responds to by name; see `ActionTable`. Overrides add to `super.actions`.
    open class var actions: ActionTable {
        [
            .action("becomeFirstResponder", { (it: UIResponder) in { _ = it.becomeFirstResponder() } }),
            .action("resignFirstResponder", { (it: UIResponder) in { _ = it.resignFirstResponder() } }),
        ]
    }

    /// The properties that nibs set by name; see `OutletTable`. Overrides add to `super.outlets`.
    open class var outlets: OutletTable { [] }

    /// The next responder in the chain, such as the superview of a view or the scene of a window. Nil ends the chain.
    open var next: UIResponder? { nil }

    /// Called when a property has changed that this object observes with `addObserver(_:forKeyPath:options:context:)`.
    /// The default implementation does nothing.
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}

    // MARK: First responder

    /// A Boolean value that indicates whether the object can become first responder. The default is false.
    open var canBecomeFirstResponder: Bool { false }

    /// A Boolean value that indicates whether the object can resign as first responder. The default is true.
    open var canResignFirstResponder: Bool { true }

    /// A Boolean value that indicates whether the window sends presses, motions and commands to this object first.
    open var isFirstResponder: Bool { chainWindow?.firstResponder === self }

    /// Makes the object the first responder of its window after the current one has resigned. Returns whether it
    /// succeeded.
    ///
    /// It fails if the object cannot become first responder, if the current one does not resign, or if no window is in
    /// the chain.
    @discardableResult
    open func becomeFirstResponder() -> Bool { takeFirstResponder() }

    /// Resigns as first responder. Returns whether it succeeded.
    @discardableResult
    open func resignFirstResponder() -> Bool { giveUpFirstResponder() }

    // MARK: Touches

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
    /// Called when touches were cancelled, because their view left the window or because the sender cancelled them.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }
    /// Called when better values are available for touches with estimated properties.
    open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {
        next?.touchesEstimatedPropertiesUpdated(touches)
    }

    // MARK: Presses

    /// Inserts the text of keys if the object is a `UIKeyInput` and first responder. Other presses are passed on.
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

    /// The commands that keys trigger while the object is in the chain of the first responder; see `UIKeyCommand`.
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

    /// Returns whether the object can perform an action. By default, whether its class has registered it.
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { responds(to: action) }

    /// Returns the first responder in the chain from here that can perform an action.
    open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
        chain.first { $0.canPerformAction(action, withSender: sender) }
    }

    // MARK: Input views

    /// The view that replaces the keyboard while this object or one that precedes it in the chain is first responder.
    /// It is shown at the bottom of the screen with its own height.
    open var inputView: UIView? { nil }

    /// A view above the keyboard, or at the bottom of the screen if there is no keyboard.
    open var inputAccessoryView: UIView? { nil }

    /// Updates the input views and the type of the keyboard.
    open func reloadInputViews() {
        guard let window = chainWindow, isFirstResponder else { return }
        window.screen.noteFirstResponder(of: window)
    }

    /// The input mode. Nil, the default, for that of the program.
    open var textInputMode: UITextInputMode? { nil }
    /// An identifier that subclasses can override. It has no effect, because input modes are not remembered.
    open var textInputContextIdentifier: String? { nil }

    /// The undo manager: that of the next responder and, at the end of the chain, that of the window.
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

    // MARK: Accessibility. A server sends these properties to its viewers, and tests read them: nothing here speaks.

    /// A Boolean value that indicates whether the object is visible to assistive technologies.
    open var isAccessibilityElement: Bool {
        get { knownAccessibility?.isElement ?? false }
        set { accessibility.isElement = newValue }
    }

    /// A short description of the element.
    open var accessibilityLabel: String? {
        get { knownAccessibility?.label }
        set { accessibility.label = newValue }
    }

    /// A description of the result of using the element.
    open var accessibilityHint: String? {
        get { knownAccessibility?.hint }
        set { accessibility.hint = newValue }
    }

    /// The current value of the element.
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

    /// The frame on the screen: that of the view, unless it was set.
    open var accessibilityFrame: CGRect {
        get { knownAccessibility?.frame ?? placeOnScreen }
        set { accessibility.frame = newValue }
    }

    open var accessibilityPath: UIBezierPath? {
        get { knownAccessibility?.path }
        set { accessibility.path = newValue }
    }

    /// The point on the screen at which a tap activates the element: the center, unless it was set.
    open var accessibilityActivationPoint: CGPoint {
        get { knownAccessibility?.activationPoint ?? CGPoint(x: accessibilityFrame.midX, y: accessibilityFrame.midY) }
        set { accessibility.activationPoint = newValue }
    }

    /// The accessible elements in the object, in reading order.
    open var accessibilityElements: [Any]? {
        get { knownAccessibility?.elements }
        set { accessibility.elements = newValue }
    }

    open var accessibilityElementsHidden: Bool {
        get { knownAccessibility?.elementsAreHidden ?? false }
        set { accessibility.elementsAreHidden = newValue }
    }

    /// A Boolean value that indicates whether the siblings of the element are skipped.
    open var accessibilityViewIsModal: Bool {
        get { knownAccessibility?.isModal ?? false }
        set { accessibility.isModal = newValue }
    }

    open var shouldGroupAccessibilityChildren: Bool {
        get { knownAccessibility?.groupsChildren ?? false }
        set { accessibility.groupsChildren = newValue }
    }

    /// The text of `accessibilityLabel`. Attributes are ignored.
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

    /// The additional actions of the element, besides its activation.
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
        get { knownAccessibility?.actions }
        set { accessibility.actions = newValue }
    }

    /// The names by which users can address the element in speech: its label, unless they were set.
    open var accessibilityUserInputLabels: [String]! {
        get { knownAccessibility?.inputLabels ?? [accessibilityLabel].compactMap { $0 } }
        set { accessibility.inputLabels = newValue }
    }

    /// A Boolean value that indicates whether users can interact with the element. By default true for controls and for
    /// elements with suitable traits.
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

    /// Returns the index of an element, or `NSNotFound`.
    open func index(ofAccessibilityElement element: Any) -> Int {
        accessibilityElements?.firstIndex { $0 as AnyObject === element as AnyObject } ?? NSNotFound
    }

    /// Activates the element for an assistive technology and returns whether it was handled. Subclasses override it and
    /// the methods below.
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

    /// Called after the object and everything in it were loaded from a nib. The default implementation does nothing.
    open func awakeFromNib() {}

    /// Called before a design tool displays the object. It is never called here. The default implementation does
    /// nothing.
    open func prepareForInterfaceBuilder() {}

}
