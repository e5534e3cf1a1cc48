public import Foundation
public import TileGraphics

/// What recognizes a gesture in the touches of a view, and tells of it.
///
/// There is one kind, and views have no others: the pan of a scroll view, `UIScrollView.panGestureRecognizer`.
public class UIGestureRecognizer: NSObject {
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
    }

    /// How far the gesture is. After it has ended, been cancelled or failed, `possible` again once that was told.
    public internal(set) final var state = State.possible

    /// The view in whose touches it looks.
    public internal(set) final weak var view: UIView?

    /// Whether it recognizes anything; when that ends, so does a gesture under way.
    public final var isEnabled = true {
        didSet { if oldValue, !isEnabled { stop() } }
    }

    /// For debugging and for telling recognizers apart.
    public final var name: String?

    final var touches: [UITouch] = []
    private var handlers = RecognizerHandlers()

    init(view: UIView) {
        self.view = view
        super.init()
    }

    /// Ends a gesture under way: it is no longer wanted.
    func stop() {}

    // MARK: Who is told

    /// Sends an action, with the recognizer as its sender, whenever a gesture begins, changes, ends and is cancelled.
    /// The target is held weakly; adding the same target and action again changes nothing. Traps if the target is no
    /// `ActionTarget`.
    public final func addTarget(_ target: Any, action: Selector) {
        handlers.add(ActionTable.target(target, of: action), action)
    }

    /// Ends what was added with this target and action; nil stands for all of them.
    public final func removeTarget(_ target: Any?, action: Selector?) {
        handlers.remove(target.map { $0 as AnyObject }, action)
    }

    /// Tells of the state; what has come to an end is possible again afterwards.
    final func tell() {
        let told = state
        guard told != .possible else { return }
        if told != .failed { handlers.send(self) }
        // Who was told may have ended it, or begun something else.
        guard state == told, told == .ended || told == .cancelled || told == .failed else { return }
        state = .possible
        touches = []
    }

    // MARK: Where

    public final var numberOfTouches: Int { touches.count }

    /// The middle of its touches in a view's coordinates, or in the window's when there is no view; the origin without
    /// touches.
    public final func location(in view: UIView?) -> CGPoint {
        guard !touches.isEmpty else { return .zero }
        var sum = CGPoint.zero
        for touch in touches {
            let location = touch.location(in: view)
            sum.x += location.x
            sum.y += location.y
        }
        return CGPoint(x: sum.x / CGFloat(touches.count), y: sum.y / CGFloat(touches.count))
    }

    /// Where one of its touches is. Traps if it has no touch of this index.
    public final func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        precondition(
            touches.indices.contains(touchIndex),
            "a gesture of \(touches.count) touches has none with the index \(touchIndex)")
        return touches[touchIndex].location(in: view)
    }
}

/// Who is told of a gesture, in the order in which they were added.
private struct RecognizerHandlers {
    private struct Handler {
        weak var target: (any ActionTarget)?
        let action: Selector
    }

    private var all: [Handler] = []

    mutating func add(_ target: any ActionTarget, _ action: Selector) {
        all.removeAll { $0.target == nil }
        guard !all.contains(where: { $0.target === target && $0.action == action }) else { return }
        all.append(Handler(target: target, action: action))
    }

    mutating func remove(_ target: AnyObject?, _ action: Selector?) {
        all.removeAll {
            $0.target == nil || (target == nil || $0.target === target) && (action == nil || $0.action == action)
        }
    }

    func send(_ sender: UIGestureRecognizer) {
        for handler in all { handler.target?.perform(handler.action, with: sender) }
    }
}
