public import Foundation
import TileDrawing
public import TileGraphics

/// A view that turns touches into control events, and tells those who asked for them.
///
///     control.addTarget(self, action: "tapped:", for: .touchUpInside)
///     control.addAction(UIAction { _ in reload() }, for: .touchUpInside)
///
/// A target must be an `ActionTarget`, as all responders are, and have registered the action's name: `#selector` does
/// not exist on Linux. See `ActionTable`.
///
/// One finger at a time is followed. Subclasses follow it by overriding `beginTracking(_:with:)` and its kin, and draw
/// what `state` says.
open class UIControl: UIView {
    /// A control of the frame, in the coordinates of the superview it will get.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// A control that performs an action at `primaryActionTriggered`. A subclass with looks of its own takes the
    /// action's title and image.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    /// A control from an archive: without those who were told of its events.
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

    /// Whether it takes touches. A touch that it follows when it is disabled is cancelled.
    open var isEnabled: Bool {
        get { settings.isEnabled }
        set {
            if change(\.isEnabled, to: newValue, "enabled"), !newValue { abandonTracking(with: nil) }
        }
    }

    /// Whether it is selected; touches do not change it by themselves.
    open var isSelected: Bool {
        get { settings.isSelected }
        set { change(\.isSelected, to: newValue, "selected") }
    }

    /// Whether it is drawn as pressed: true while a touch is inside.
    open var isHighlighted: Bool {
        get { settings.isHighlighted }
        set { change(\.isHighlighted, to: newValue, "highlighted") }
    }

    /// All that the control is in. A subclass with states of its own adds them.
    open var state: State {
        var state: State = []
        if settings.isHighlighted { state.insert(.highlighted) }
        if !settings.isEnabled { state.insert(.disabled) }
        if settings.isSelected { state.insert(.selected) }
        return state
    }

    /// Sets a part of the state and asks for layout and drawing; false when nothing changes.
    @discardableResult
    private func change(_ part: WritableKeyPath<ControlSettings, Bool>, to value: Bool, _ name: String) -> Bool {
        if settings[keyPath: part] == value { return false }
        noteObserved(before: name)
        settings[keyPath: part] = value
        stateDidChange()
        noteObserved()
        return true
    }

    /// What follows from a change of the state; subclasses of this module update what they show.
    func stateDidChange() {
        setNeedsLayout()
        setNeedsDisplay()
    }

    // MARK: Content

    /// Where content stands that is lower than the control; for subclasses that have content.
    open var contentVerticalAlignment: ContentVerticalAlignment {
        get { settings.vertical }
        set {
            settings.vertical = newValue
            setNeedsLayout()
        }
    }

    /// Where content stands that is narrower than the control; for subclasses that have content.
    open var contentHorizontalAlignment: ContentHorizontalAlignment {
        get { settings.horizontal }
        set {
            settings.horizontal = newValue
            setNeedsLayout()
        }
    }

    /// `contentHorizontalAlignment` with `leading` and `trailing` made `left` or `right`, as the view's layout
    /// direction says.
    open var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        return switch contentHorizontalAlignment {
        case .leading: isRightToLeft ? .right : .left
        case .trailing: isRightToLeft ? .left : .right
        case let fixed: fixed
        }
    }

    // MARK: Tracking

    /// Whether it follows a touch.
    open var isTracking: Bool { tracking.isOn }

    /// Whether the touch that it follows is inside, or no further away than `touchSlack`.
    open var isTouchInside: Bool { tracking.isInside }

    /// A touch has come down in the control. Returns whether to follow it: true, unless a subclass says otherwise.
    open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

    /// The touch has moved. Returns whether to follow it further: true, unless a subclass says otherwise.
    open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

    /// The touch was lifted. Nothing by default; for subclasses.
    open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}

    /// The touch was taken away. Nothing by default; for subclasses.
    open func cancelTracking(with event: UIEvent?) {}

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { trackBegan(touches, with: event) }
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { trackMoved(touches, with: event) }
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { trackEnded(touches, with: event) }
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        trackCancelled(touches, with: event)
    }

    /// Whether a press shows the control's menu, in place of what else it does: `UIButton.menu`. False by default.
    open var showsMenuAsPrimaryAction = false

    // MARK: Targets and actions

    /// Sends an action to an object at any of the events. The object is held weakly.
    ///
    /// Adding the same object and action again adds to their events.
    ///
    /// - Parameter target: an `ActionTarget`; nil means the first along the responder chain that can perform the
    /// action.
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
        precondition(
            target == nil || target is any ActionTarget,
            "a \(type(of: target!)) can't be a control's target: it must be an ActionTarget")
        handlers.add(target, action, for: controlEvents)
    }

    /// Stops sending an action at the events; nil stands for every target, and for every action.
    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
        handlers.remove(target, action, for: controlEvents)
    }

    /// Performs a closure at any of the events. One with the same identifier takes the place of the one before, at all
    /// the events of both.
    open func addAction(_ action: UIAction, for controlEvents: Event) { handlers.add(action, for: controlEvents) }

    /// Stops performing a closure at the events.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        handlers.remove(action.identifier, for: controlEvents)
    }

    /// Stops performing the closure of that identifier at the events.
    open func removeAction(identifiedBy identifier: UIAction.Identifier, for controlEvents: Event) {
        handlers.remove(identifier, for: controlEvents)
    }

    /// The objects that are sent actions; `NSNull` stands for the responder chain. An object that is not hashable is
    /// there as its `ObjectIdentifier`.
    open var allTargets: Set<AnyHashable> { collectTargets() }

    /// All events at which somebody is told.
    open var allControlEvents: Event { handlers.events }

    /// The names of the actions that a target is sent at an event, in the order they were added; nil when there is
    /// none.
    open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
        actionNames(for: target, at: controlEvent)
    }

    /// Calls a closure with each target and action, and each `UIAction`, and the events that it is for, in the order
    /// they were added, until the closure sets its last argument.
    open func enumerateEventHandlers(
        _ iterator: (UIAction?, (Any?, Selector)?, UIControl.Event, inout Bool) -> Void
    ) {
        visitHandlers(iterator)
    }

    /// Sends one action: what all sending of actions goes through. A subclass can observe it, or send it elsewhere.
    open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
        sendAction(action, to: target, from: self, for: event)
    }

    /// Performs one closure, with the control as its sender: what all performing of closures goes through.
    open func sendAction(_ action: UIAction) { action.performWithSender(self, target: nil) }

    /// Tells all that asked for any of the events, each once, in the order in which they were added. There is no
    /// `UIEvent`.
    open func sendActions(for controlEvents: Event) { send(controlEvents, with: nil) }

    /// Does what the control is there for, unless it is disabled.
    open func performPrimaryAction() {
        if isEnabled { sendActions(for: .primaryActionTriggered) }
    }

    /// Tells all that asked for any of the events, each once: what a touch leads to.
    func send(_ events: Event, with event: UIEvent?) { tell(events, of: event) }

    /// The events of a touch lifted inside; buttons add the primary action.
    var eventsOfTouchUpInside: Event { .touchUpInside }
}

/// What of a control is archived.
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
        // A number that means nothing leaves the content in the centre.
        contentVerticalAlignment = coder.archivedCase(Key.vertical) ?? .center
        contentHorizontalAlignment = coder.archivedCase(Key.horizontal) ?? .center
    }
}
