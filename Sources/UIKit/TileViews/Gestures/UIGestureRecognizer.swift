public import Foundation
public import TileGraphics

/// What recognizes a gesture in the touches of a view and of all in it, and tells of it.
///
///     let tap = UITapGestureRecognizer(target: self, action: "seatTapped:")
///     seat.addGestureRecognizer(tap)
///
/// Recognizers see touches before views do, the innermost view's first. The first that recognizes fails the others that
/// follow the same touches, unless a delegate lets both; one may have to wait for another to fail
/// (`require(toFail:)`). Actions are sent when all recognizers have seen an event, and before views do. Presses go the
/// same way, where `allowedPressTypes` names their types.
///
/// A subclass looks at touches in `touchesBegan(_:with:)` and so on, and sets `state`: once to `ended` or `failed` for
/// what is recognized in one moment, else to `began`, then `changed`, `ended` or `cancelled`. What takes time sets
/// `deadline`.
open class UIGestureRecognizer: NSObject, NSCoding {
    /// How far a gesture is; the values are UIKit's.
    public enum State: Int, Sendable {
        /// Nothing has been recognized yet.
        case possible = 0
        case began = 1
        case changed = 2
        case ended = 3
        case cancelled = 4
        case failed = 5

        /// What a gesture of a single moment comes to.
        public static let recognized = State.ended

        var isOver: Bool { self == .ended || self == .cancelled || self == .failed }
        var isRecognized: Bool { self == .began || self == .changed || self == .ended }
    }

    // MARK: Making one

    /// - Parameter target: held weakly; see `addTarget(_:action:)`.
    public init(target: Any?, action: Selector?) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    public override convenience init() { self.init(target: nil, action: nil) }

    /// One that calls a closure.
    public convenience init(primaryAction action: UIAction) {
        self.init(target: nil, action: nil)
        addAction(action)
    }

    /// One from an archive: what it is set to, without its targets.
    public required init?(coder: NSCoder) {
        super.init()
        isEnabled = coder.archivedFlag("UIGestureRecognizer.disabled").map { !$0 } ?? true
        cancelsTouchesInView = coder.archivedFlag("UIGestureRecognizer.cancelsTouchesInView") ?? true
        delaysTouchesBegan = coder.archivedFlag("UIGestureRecognizer.delaysTouchesBegan") ?? false
        delaysTouchesEnded = coder.archivedFlag("UIGestureRecognizer.delaysTouchesEnded") ?? true
        coder.settle(self, as: UIGestureRecognizer.self)
    }

    open func encode(with coder: NSCoder) {
        coder.encode(!isEnabled, forKey: "UIGestureRecognizer.disabled")
        coder.encode(cancelsTouchesInView, forKey: "UIGestureRecognizer.cancelsTouchesInView")
        coder.encode(delaysTouchesBegan, forKey: "UIGestureRecognizer.delaysTouchesBegan")
        coder.encode(delaysTouchesEnded, forKey: "UIGestureRecognizer.delaysTouchesEnded")
    }

    // MARK: What it is set to

    /// The view in whose touches it looks; `UIView.addGestureRecognizer(_:)` sets it.
    public internal(set) final weak var view: UIView?

    /// Who has a say; held weakly.
    open weak var delegate: (any UIGestureRecognizerDelegate)?

    /// Whether it recognizes anything; when that ends, so does a gesture under way.
    open var isEnabled = true {
        didSet { if oldValue, !isEnabled { stop() } }
    }

    /// Whether views hear that their touches are cancelled once they are a gesture's.
    open var cancelsTouchesInView = true
    /// Whether views hear of touches only when it has failed; of those that it recognizes never.
    open var delaysTouchesBegan = false
    /// Whether views hear of the end of touches only when it has failed; of those that it recognizes, that they are
    /// cancelled.
    open var delaysTouchesEnded = true

    /// Raw values of `UITouch.TouchType`: all of them at first.
    open var allowedTouchTypes: [NSNumber] = [0, 1, 2, 3]
    /// Raw values of `UIPress.PressType`: none at first. Taps and long presses are recognized of presses, too.
    open var allowedPressTypes: [NSNumber] = []
    /// Whether all touches of a gesture must be of the type of the first.
    open var requiresExclusiveTouchType = true

    /// For debugging and for telling recognizers apart.
    open var name: String?

    /// The modifier keys that were down in the last event of its touches.
    public internal(set) final var modifierFlags: UIKeyModifierFlags = []
    /// The pointer's buttons that were down in the last event of its touches.
    public internal(set) final var buttonMask: UIEvent.ButtonMask = []

    // MARK: State

    /// How far it is: what it has come to, and after the end, `possible` again once that was told. Subclasses set it; a
    /// step that UIKit does not know traps.
    public final var state: State {
        get { reported ?? progress.state }
        set { take(newValue) }
    }

    /// The state that an action is being told of.
    final var reported: State?
    final var progress = GestureProgress()
    /// Those it follows, in the order in which they began, also those that have just ended.
    final var touches: [UITouch] = []
    /// Those that were down when the last gesture was over: until they are up it follows no others.
    final var resting: [UITouch] = []
    /// Presses and scrolls that it follows, also those that have just ended.
    final var inputs: [any GestureInput] = []
    /// Others that must have failed before it recognizes.
    final var required: [WeakRecognizer] = []
    private final var handlers = RecognizerHandlers()

    /// When it wants `deadlinePassed()` called, in seconds on the screen's clock; nil for never.
    public final var deadline: TimeInterval?

    /// Waits for another to fail before it recognizes, if that one is under way by then; when the other recognizes,
    /// this one fails.
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
        precondition(otherGestureRecognizer !== self, "a recognizer can't wait for itself to fail")
        required.removeAll { $0.object == nil }
        if !required.contains(where: { $0.object === otherGestureRecognizer }) {
            required.append(WeakRecognizer(object: otherGestureRecognizer))
        }
    }

    // MARK: Who is told

    /// Sends an action, with the recognizer as its sender, whenever a gesture begins, changes, ends and is cancelled.
    /// The target is held weakly; adding the same target and action again changes nothing. Traps if the target is no
    /// `ActionTarget`.
    open func addTarget(_ target: Any, action: Selector) {
        handlers.add(ActionTable.target(target, of: action), action)
    }

    /// Ends what was added with this target and action; nil stands for all of them.
    open func removeTarget(_ target: Any?, action: Selector?) {
        handlers.remove(target.map { $0 as AnyObject }, action)
    }

    /// Calls a closure as targets are told, as controls do.
    open func addAction(_ action: UIAction) { handlers.add(action) }

    open func removeAction(identifiedBy identifier: UIAction.Identifier) { handlers.remove(identifier) }

    final func tellHandlers() { handlers.send(self) }

    // MARK: Where

    open var numberOfTouches: Int { touches.count }

    /// The middle of its touches in a view's coordinates, or in the window's when there is no view; the origin without
    /// touches.
    open func location(in view: UIView?) -> CGPoint { Self.middle(of: touches, in: view) ?? .zero }

    /// Where one of its touches is. Traps if it has no touch of this index.
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

    /// Takes no more notice of a touch of its gesture.
    open func ignore(_ touch: UITouch, for event: UIEvent) { drop(touch) }

    /// Takes no more notice of a press of its gesture.
    open func ignore(_ button: UIPress, for event: UIPressesEvent) {
        inputs.removeAll { $0 === button }
        button.followers.removeAll { $0 === self }
    }

    /// A gesture is over, or there was none: what is kept of it is to be forgotten. Not to be called.
    open func reset() {}

    /// Whether it may fail another that follows its touches, when it recognizes.
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }

    /// Whether another that follows its touches may fail it, when that one recognizes.
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }

    /// Whether it must wait for another to fail, as by `require(toFail:)`.
    open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

    /// Whether another must wait for this one to fail.
    open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

    /// Whether it sees anything of an event.
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

    /// The time that was set has come. Before an event of a later time is seen, and in frames.
    open func deadlinePassed() {}

    // MARK: For the kinds that are built in

    /// Whether it stands between two touches of a gesture, with none down.
    var isBetweenTouches: Bool { false }

    /// Touches that it follows have begun, moved, ended or been cancelled: all of one event and one phase.
    func follow(_ touches: [UITouch], _ phase: UITouch.Phase, with event: UIEvent) {
        followByPhase(touches, phase, with: event)
    }

    /// Another recognizer has these touches, or nobody any more.
    func lose(_ touches: [UITouch]) { stop() }

    /// Whether a view is not to hear of a touch yet.
    func holds(_ touch: UITouch, at time: TimeInterval) -> Bool { delaysTouchesBegan && isUnderWay }

    /// Whether a view is to hear at all of a touch that was held back.
    func letsBegin(_ touch: UITouch, with event: UIEvent) -> Bool { true }

    /// Ends a gesture under way: it is no longer wanted.
    func stop() {
        switch progress.state {
        case .possible: if isUnderWay { take(.failed) }
        case .began, .changed: take(.cancelled)
        default: break
        }
        view?.window?.gestures.flush()
    }
}

/// A recognizer that may go.
struct WeakRecognizer {
    weak var object: UIGestureRecognizer?
}
