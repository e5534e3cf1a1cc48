import Foundation
import TileGeometry

/// A recognizer for fingers that move quickly in one direction. It ends as soon as they have moved far enough, while
/// they still move.
///
/// The required distance and the allowed lateral movement depend on the duration: see `GesturePolicy`. A finger that
/// moves behind its starting point makes the recognizer fail.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// The directions of a swipe.
    public struct Direction: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let right = Direction(rawValue: 1)
        public static let left = Direction(rawValue: 2)
        public static let up = Direction(rawValue: 4)
        public static let down = Direction(rawValue: 8)
    }

    /// The accepted directions. A swipe in any of them is recognized.
    open var direction: Direction = .right
    open var numberOfTouchesRequired = 1 {
        willSet { precondition(newValue >= 1, "a swipe takes at least one finger, not \(newValue)") }
    }

    private var starts: [ObjectIdentifier: CGPoint] = [:]
    private var beginning: TimeInterval = 0
    /// The directions that are still possible, because no finger has moved against them.
    private var open: Direction = []

    /// The tolerance behind the starting point in points, for rounding errors only.
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

    /// The movement of a finger, in points.
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
