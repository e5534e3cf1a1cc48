import Foundation
import TileGeometry

/// Fingers that go one way, quickly. It has ended as soon as they went far enough, while they still move.
///
/// What is far enough depends on how long it took, and so does how far they may go aside: see `GesturePolicy`. A finger
/// that goes back behind where it came down fails it.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// The ways that a swipe may go.
    public struct Direction: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let right = Direction(rawValue: 1)
        public static let left = Direction(rawValue: 2)
        public static let up = Direction(rawValue: 4)
        public static let down = Direction(rawValue: 8)
    }

    /// Any of them will do.
    open var direction: Direction = .right
    open var numberOfTouchesRequired = 1 {
        willSet { precondition(newValue >= 1, "a swipe takes at least one finger, not \(newValue)") }
    }

    private var starts: [ObjectIdentifier: CGPoint] = [:]
    private var beginning: TimeInterval = 0
    /// Those of the directions that no finger has gone against yet.
    private var open: Direction = []

    /// How far behind its beginning a finger may be, in points: nothing but what numbers add.
    private static let backlash: CGFloat = 0.05

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if starts.isEmpty {
            beginning = event.timestamp
            open = direction
            deadline = (event.timestamp + policy.longestSwipe).nextUp
        }
        for touch in touches { starts[ObjectIdentifier(touch)] = touch.location(in: nil) }
        if starts.count > numberOfTouchesRequired { state = .failed }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        let age = event.timestamp - beginning
        guard age <= policy.longestSwipe else {
            state = .failed
            return
        }
        let least = policy.swipeDistance * (1 - policy.swipeDecay * CGFloat(age))
        let most = policy.swipeDistance * (1 - policy.swipeAsideDecay * CGFloat(age))
        for each in [Direction.right, .left, .up, .down] where open.contains(each) {
            let ways = self.touches.compactMap { touch in
                starts[ObjectIdentifier(touch)].map { Way(from: $0, to: touch.location(in: nil), along: each) }
            }
            if ways.contains(where: { $0.ahead < -Self.backlash }) {
                self.open.remove(each)
            } else if ways.count == numberOfTouchesRequired, ways.allSatisfy({ $0.ahead >= least && $0.aside <= most })
            {
                state = .ended
                return
            }
        }
        if open.isEmpty { state = .failed }
    }

    /// A finger's way, in points.
    private struct Way {
        let ahead, aside: CGFloat

        init(from start: CGPoint, to end: CGPoint, along direction: Direction) {
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            (ahead, aside) =
                switch direction {
                case .right: (dx, abs(dy))
                case .left: (-dx, abs(dy))
                case .up: (-dy, abs(dx))
                default: (dy, abs(dx))
                }
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        touchesMoved(touches, with: event)
        if progress.state == .possible { state = .failed }
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

    open override func deadlinePassed() { state = .failed }

    open override func reset() {
        super.reset()
        (starts, open) = ([:], [])
    }
}
