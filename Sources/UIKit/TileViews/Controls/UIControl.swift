public import Foundation
import TileDrawing
public import TileGraphics

/// A view that translates touches into control events and sends them to registered targets.
///
///     control.addTarget(self, action: "tapped:", for: .touchUpInside)
///     control.addAction(UIAction { _ in reload() }, for: .touchUpInside)
///
/// A target must be an `ActionTarget`, as all responders are, and must have registered the action by name, because
/// `#selector` does not exist on Linux. See `ActionTable`.
///
/// A control tracks one touch at a time. Subclasses override `beginTracking(_:with:)` and the related methods to track
/// it, and draw according to `state`.
open class UIControl: UIView {
    /// Creates a control with a frame in the coordinates of its future superview.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Creates a control that performs an action for `primaryActionTriggered`. Subclasses may display the action's
    /// title and image.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    /// Creates a control from an archive. The receivers of its events are not archived.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        restoreControl(from: coder)
        coder.settle(self, as: UIControl.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        storeControl(in: coder)
    }

    final var handlers = EventHandlers()
    final var tracking = TrackedTouch()
    private var settings: ControlSettings = .initial

    // MARK: State

    /// A Boolean value that indicates whether the control accepts touches. Disabling it cancels the current touch.
    open var isEnabled: Bool {
        get { settings.isEnabled }
        set {
            if change(\.isEnabled, to: newValue, "enabled"), !newValue { abandonTracking(with: nil) }
        }
    }

    /// A Boolean value that indicates whether the control is selected. Touches alone do not change it.
    open var isSelected: Bool {
        get { settings.isSelected }
        set { change(\.isSelected, to: newValue, "selected") }
    }

    /// A Boolean value that indicates whether the control is drawn as pressed. True while a touch is inside.
    open var isHighlighted: Bool {
        get { settings.isHighlighted }
        set { change(\.isHighlighted, to: newValue, "highlighted") }
    }

    /// The combined states of the control. A subclass with additional states inserts them.
    open var state: State {
        var state: State = []
        if settings.isHighlighted { state.insert(.highlighted) }
        if !settings.isEnabled { state.insert(.disabled) }
        if settings.isSelected { state.insert(.selected) }
        return state
    }

    /// Sets a part of the state and requests layout and drawing. Returns false if the value is unchanged.
    @discardableResult
    private func change(_ part: WritableKeyPath<ControlSettings, Bool>, to value: Bool, _ name: String) -> Bool {
        if settings[keyPath: part] == value { return false }
        noteObserved(before: name)
        settings[keyPath: part] = value
        stateDidChange()
        noteObserved()
        return true
    }

    /// Reacts to a change of the state. Subclasses in this module update their appearance.
    func stateDidChange() {
        setNeedsLayout()
        setNeedsDisplay()
    }

    // MARK: Content

    /// The vertical alignment of the content, for subclasses with content.
    open var contentVerticalAlignment: ContentVerticalAlignment {
        get { settings.vertical }
        set {
            settings.vertical = newValue
            setNeedsLayout()
        }
    }

    /// The horizontal alignment of the content, for subclasses with content.
    open var contentHorizontalAlignment: ContentHorizontalAlignment {
        get { settings.horizontal }
        set {
            settings.horizontal = newValue
            setNeedsLayout()
        }
    }

    /// The horizontal alignment with `leading` and `trailing` replaced by `left` or `right`, according to the view's
    /// layout direction.
    open var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        return switch contentHorizontalAlignment {
        case .leading: isRightToLeft ? .right : .left
        case .trailing: isRightToLeft ? .left : .right
        case let fixed: fixed
        }
    }

    // MARK: Tracking

    /// A Boolean value that indicates whether the control is tracking a touch.
    open var isTracking: Bool { tracking.isOn }

    /// A Boolean value that indicates whether the tracked touch is inside the control or up to `touchSlack` outside.
    open var isTouchInside: Bool { tracking.isInside }

    /// Called when a touch begins in the control. Returns whether to track it. The default implementation returns true.
    open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

    /// Called when the touch moves. Returns whether to continue tracking. The default implementation returns true.
    open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

    /// Called when the touch ends. The default implementation does nothing.
    open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}

    /// Called when the touch is cancelled. The default implementation does nothing.
    open func cancelTracking(with event: UIEvent?) {}

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { trackBegan(touches, with: event) }
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { trackMoved(touches, with: event) }
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { trackEnded(touches, with: event) }
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        trackCancelled(touches, with: event)
    }

    /// A Boolean value that indicates whether a press opens the control's menu instead of sending its action, as with
    /// `UIButton.menu`. The default is false.
    open var showsMenuAsPrimaryAction = false

    // MARK: Targets and actions

    /// Registers an action of a target for any of the events. The target is held weakly.
    ///
    /// Adding the same pair again adds the events to those already registered.
    ///
    /// - Parameter target: An `ActionTarget`. Nil for the first responder in the chain that can perform the action.
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
        precondition(
            target == nil || target is any ActionTarget,
            "a \(type(of: target!)) can't be a control's target: it must be an ActionTarget")
        handlers.add(target, action, for: controlEvents)
    }

    /// Removes events from the matching targets and actions. A nil target or action matches all.
    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
        handlers.remove(target, action, for: controlEvents)
    }

    /// Registers a closure for any of the events. It replaces an action with the same identifier and also receives that
    /// one's events.
    open func addAction(_ action: UIAction, for controlEvents: Event) { handlers.add(action, for: controlEvents) }

    /// Removes events from an action.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        handlers.remove(action.identifier, for: controlEvents)
    }

    /// Removes events from the action with an identifier.
    open func removeAction(identifiedBy identifier: UIAction.Identifier, for controlEvents: Event) {
        handlers.remove(identifier, for: controlEvents)
    }

    /// The targets of the control. `NSNull` represents the responder chain. An object that is not hashable is
    /// represented by its `ObjectIdentifier`.
    open var allTargets: Set<AnyHashable> { collectTargets() }

    /// The union of the events for which there are receivers.
    open var allControlEvents: Event { handlers.events }

    /// Returns the names of a target's actions for an event, in the order of their addition, or nil if there are none.
    open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
        actionNames(for: target, at: controlEvent)
    }

    /// Calls a closure for each handler in the order of addition, with either the action or the target and selector,
    /// and with the events. Setting the last argument stops the enumeration.
    open func enumerateEventHandlers(
        _ iterator: (UIAction?, (Any?, Selector)?, UIControl.Event, inout Bool) -> Void
    ) {
        visitHandlers(iterator)
    }

    /// Sends an action. All actions with targets go through this method, so a subclass can observe or redirect them.
    open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
        sendAction(action, to: target, from: self, for: event)
    }

    /// Performs a closure with the control as the sender. All closures go through this method.
    open func sendAction(_ action: UIAction) { action.performWithSender(self, target: nil) }

    /// Notifies all receivers of any of the events, each once, in the order of addition. Their `UIEvent` is nil.
    open func sendActions(for controlEvents: Event) { send(controlEvents, with: nil) }

    /// Performs the control's main action, unless the control is disabled.
    open func performPrimaryAction() {
        if isEnabled { sendActions(for: .primaryActionTriggered) }
    }

    /// Notifies all receivers of any of the events, each once, on behalf of a touch event.
    func send(_ events: Event, with event: UIEvent?) { notifyHandlers(of: events, event: event) }

    /// The events for a touch that ends inside. Buttons add the primary action.
    var eventsOfTouchUpInside: Event { .touchUpInside }
}

/// The archived properties of a control.
struct ControlSettings: Hashable {
    var isEnabled = true
    var isSelected = false
    var isHighlighted = false
    var vertical = UIControl.ContentVerticalAlignment.center
    var horizontal = UIControl.ContentHorizontalAlignment.center

    static let initial = ControlSettings()
}

extension UIControl {
    private enum Key {
        static let isEnabled = "UIControlEnabled"
        static let isSelected = "UIControlSelected"
        static let isHighlighted = "UIControlHighlighted"
        static let vertical = "UIControlContentVerticalAlignment"
        static let horizontal = "UIControlContentHorizontalAlignment"
    }

    private func storeControl(in coder: NSCoder) {
        coder.encode(isEnabled, forKey: Key.isEnabled)
        coder.encode(isSelected, forKey: Key.isSelected)
        coder.encode(isHighlighted, forKey: Key.isHighlighted)
        coder.encode(contentVerticalAlignment.rawValue, forKey: Key.vertical)
        coder.encode(contentHorizontalAlignment.rawValue, forKey: Key.horizontal)
    }

    private func restoreControl(from coder: NSCoder) {
        isEnabled = coder.archivedFlag(Key.isEnabled) ?? true
        isSelected = coder.archivedFlag(Key.isSelected) ?? false
        isHighlighted = coder.archivedFlag(Key.isHighlighted) ?? false
        // An unknown raw value centers the content.
        contentVerticalAlignment = coder.archivedCase(Key.vertical) ?? .center
        contentHorizontalAlignment = coder.archivedCase(Key.horizontal) ?? .center
    }
}
