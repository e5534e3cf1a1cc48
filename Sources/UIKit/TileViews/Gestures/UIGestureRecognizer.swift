public import Foundation
public import TileGraphics

/// An object that recognizes a gesture in the touches of a view and its subviews, and sends actions for it.
///
///     let tap = UITapGestureRecognizer(target: self, action: "seatTapped:")
///     seat.addGestureRecognizer(tap)
///
/// Recognizers receive touches before views do, starting with those of the innermost view. The first one that
/// recognizes makes the others with the same touches fail, unless a delegate allows both. A recognizer can wait for
/// another to fail (`require(toFail:)`). Actions are sent after all recognizers have received an event, and before
/// views do. Presses are handled in the same way if `allowedPressTypes` contains their types.
///
/// A subclass overrides `touchesBegan(_:with:)` and the related methods, and sets `state`. A discrete gesture sets it
/// once, to `ended` or `failed`; a continuous one to `began`, then `changed`, `ended` or `cancelled`. Gestures that
/// depend on time set `deadline`.
open class UIGestureRecognizer: NSObject {
    /// The state of a gesture. The values are UIKit's.
    public enum State: Int, Sendable {
        /// No gesture has been recognized yet.
        case possible = 0
        case began = 1
        case changed = 2
        case ended = 3
        case cancelled = 4
        case failed = 5

        /// The final state of a discrete gesture.
        public static let recognized = State.ended

        var isOver: Bool { self == .ended || self == .cancelled || self == .failed }
        var isRecognized: Bool { self == .began || self == .changed || self == .ended }
    }

    // MARK: Creation

    /// Creates a recognizer with a target and an action.
    ///
    /// - Parameter target: The target, held weakly; see `addTarget(_:action:)`.
    public init(target: Any?, action: Selector?) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    public override convenience init() { self.init(target: nil, action: nil) }

    /// Creates a recognizer that calls a closure.
    public convenience init(primaryAction action: UIAction) {
        self.init(target: nil, action: nil)
        addAction(action)
    }

    /// Creates a recognizer from a nib, which sets its properties.
    ///
    /// As in UIKit, recognizers do not conform to `NSCoding`, so subclasses need not implement this initializer.
    public convenience init?(coder: NSCoder) {
        self.init(target: nil, action: nil)
        coder.settle(self, as: UIGestureRecognizer.self)
    }

    // MARK: Settings

    /// The view with the touches that the recognizer receives. `UIView.addGestureRecognizer(_:)` sets it.
    public internal(set) final weak var view: UIView?

    /// The delegate, held weakly.
    open weak var delegate: (any UIGestureRecognizerDelegate)?

    /// A Boolean value that indicates whether the recognizer is active. Disabling it ends a gesture in progress.
    open var isEnabled = true {
        didSet { if oldValue, !isEnabled { stop() } }
    }

    /// A Boolean value that indicates whether touches are cancelled for views when the gesture is recognized.
    open var cancelsTouchesInView = true
    /// A Boolean value that indicates whether touches are delivered to views only after the recognizer has failed.
    /// Touches of a recognized gesture are never delivered.
    open var delaysTouchesBegan = false
    /// A Boolean value that indicates whether the ends of touches are delivered to views only after the recognizer has
    /// failed. Touches of a recognized gesture are cancelled.
    open var delaysTouchesEnded = true

    /// The accepted types of touches, as raw values of `UITouch.TouchType`. The default is all types.
    open var allowedTouchTypes: [NSNumber] = [0, 1, 2, 3]
    /// The accepted types of presses, as raw values of `UIPress.PressType`. The default is none. Taps and long presses
    /// can recognize presses.
    open var allowedPressTypes: [NSNumber] = []
    /// A Boolean value that indicates whether all touches of a gesture must have the type of the first one.
    open var requiresExclusiveTouchType = true

    /// A name for debugging and for distinguishing recognizers.
    open var name: String?

    /// The modifier keys that were down at the last event of the recognizer's touches.
    public internal(set) final var modifierFlags: UIKeyModifierFlags = []
    /// The buttons of the pointer that were down at the last event of the recognizer's touches.
    public internal(set) final var buttonMask: UIEvent.ButtonMask = []

    // MARK: State

    /// The state of the gesture. It returns to `possible` after the end has been reported. Subclasses set it; an
    /// invalid transition traps.
    public final var state: State {
        get { reported ?? progress.state }
        set { handleStateChange(to: newValue) }
    }

    /// The state for which actions are currently being sent.
    final var reported: State?
    final var progress = GestureProgress()
    /// The touches that the recognizer follows, in the order in which they began, including those that have just ended.
    final var touches: [UITouch] = []
    /// The touches that were down when the last gesture ended. The recognizer follows no others until they are up.
    final var resting: [UITouch] = []
    /// The presses and scrolls that the recognizer follows, including those that have just ended.
    final var inputs: [any GestureInput] = []
    /// The recognizers that must have failed before this one recognizes.
    final var required: [WeakRecognizer] = []
    private final var handlers = RecognizerHandlers()

    /// The time at which `deadlinePassed()` should be called, in seconds on the screen's clock; nil for none.
    public final var deadline: TimeInterval?

    /// Makes the recognizer wait until another one fails, if that is in progress. If the other recognizes its gesture,
    /// this one fails.
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
        precondition(otherGestureRecognizer !== self, "a recognizer can't wait for itself to fail")
        required.removeAll { $0.object == nil }
        if !required.contains(where: { $0.object === otherGestureRecognizer }) {
            required.append(WeakRecognizer(object: otherGestureRecognizer))
        }
    }

    // MARK: Targets

    /// Adds a target and an action, which is sent, with the recognizer as the sender, when a gesture begins, changes,
    /// ends and is cancelled. The target is held weakly. Adding the same pair again has no effect. Traps if the target
    /// is not an `ActionTarget`.
    open func addTarget(_ target: Any, action: Selector) {
        handlers.add(ActionTable.target(target, of: action), action)
    }

    /// Removes the matching targets and actions. A nil target or action matches all.
    open func removeTarget(_ target: Any?, action: Selector?) {
        handlers.remove(target.map { $0 as AnyObject }, action)
    }

    /// Adds a closure that is called when actions are sent, as for controls.
    open func addAction(_ action: UIAction) { handlers.add(action) }

    open func removeAction(identifiedBy identifier: UIAction.Identifier) { handlers.remove(identifier) }

    final func tellHandlers() { handlers.send(self) }

    // MARK: Locations

    open var numberOfTouches: Int { touches.count }

    /// Returns the center of the touches in the coordinates of a view, or of the window if the view is nil. Returns the
    /// origin if there are no touches.
    open func location(in view: UIView?) -> CGPoint { Self.middle(of: touches, in: view) ?? .zero }

    /// Returns the location of a touch. Traps if the index is out of range.
    open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        precondition(
            touches.indices.contains(touchIndex),
            "a gesture of \(touches.count) touches has none with the index \(touchIndex)")
        return touches[touchIndex].location(in: view)
    }

    static func middle(of touches: [UITouch], in view: UIView?) -> CGPoint? {
        guard !touches.isEmpty else { return nil }
        var sum = CGPoint.zero
        for touch in touches {
            let location = touch.location(in: view)
            sum.x += location.x
            sum.y += location.y
        }
        return CGPoint(x: sum.x / CGFloat(touches.count), y: sum.y / CGFloat(touches.count))
    }

    // MARK: For subclasses

    /// Stops following a touch.
    open func ignore(_ touch: UITouch, for event: UIEvent) { drop(touch) }

    /// Stops following a press.
    open func ignore(_ button: UIPress, for event: UIPressesEvent) {
        inputs.removeAll { $0 === button }
        button.followers.removeAll { $0 === self }
    }

    /// Resets the internal state after a gesture has ended or failed. Override this method, but do not call it.
    open func reset() {}

    /// Returns whether recognition by this recognizer may make another one with the same touches fail.
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }

    /// Returns whether recognition by another recognizer with the same touches may make this one fail.
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }

    /// Returns whether the recognizer must wait for another to fail, as with `require(toFail:)`.
    open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

    /// Returns whether another recognizer must wait for this one to fail.
    open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

    /// Returns whether the recognizer should receive an event.
    open func shouldReceive(_ event: UIEvent) -> Bool {
        delegate?.gestureRecognizer(self, shouldReceive: event) ?? true
    }

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {}
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) {}
    open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent) {}
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent) {}
    open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent) {}

    /// Called at the deadline: in a frame, or before an event with a later time is handled.
    open func deadlinePassed() {}

    // MARK: For built-in recognizers

    /// A Boolean value that indicates whether the recognizer waits for another touch of the gesture while none is down.
    var isBetweenTouches: Bool { false }

    /// Handles touches that have begun, moved, ended or been cancelled. All belong to one event and have the same
    /// phase.
    func follow(_ touches: [UITouch], _ phase: UITouch.Phase, with event: UIEvent) {
        followByPhase(touches, phase, with: event)
    }

    /// Handles the loss of touches that another recognizer has claimed or that were cancelled.
    func lose(_ touches: [UITouch]) { stop() }

    /// Returns whether a touch must still be withheld from its view.
    func holds(_ touch: UITouch, at time: TimeInterval) -> Bool { delaysTouchesBegan && isUnderWay }

    /// Returns whether a touch that was held back should be delivered to its view.
    func letsBegin(_ touch: UITouch, with event: UIEvent) -> Bool { true }

    /// Ends a gesture in progress that is no longer wanted.
    func stop() {
        switch progress.state {
        case .possible: if isUnderWay { handleStateChange(to: .failed) }
        case .began, .changed: handleStateChange(to: .cancelled)
        default: break
        }
        view?.window?.gestures.flush()
    }
}

/// A weak reference to a recognizer.
struct WeakRecognizer {
    weak var object: UIGestureRecognizer?
}
