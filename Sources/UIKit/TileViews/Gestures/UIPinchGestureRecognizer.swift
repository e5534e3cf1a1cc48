public import Foundation
import TileGeometry

/// A recognizer for two fingers that move towards each other or apart. A third finger has no effect.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// The distance of the fingers relative to the one at the beginning, or since it was set.
    open var scale: CGFloat {
        get { factor }
        set {
            precondition(newValue.isFinite, "a scale must be finite, and is \(newValue)")
            factor = newValue
        }
    }
    /// The velocity as a change of scale per second.
    public private(set) final var velocity: CGFloat = 0

    private var factor: CGFloat = 1
    private var pair = FingerPair()
    private var lastTime: TimeInterval = 0

    /// The minimum distance in points. Two fingers at the same location would give no scale.
    private static let least: CGFloat = 1

    private var distance: CGFloat? { pair.line(of: touches).map { max(Self.least, $0.length) } }
    private var first: CGFloat?
    private var last: CGFloat = 1

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let distance, pair.isNew(among: self.touches) else { return }
        if first == nil || progress.state == .possible { first = distance }
        (last, lastTime) = (distance, event.timestamp)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let distance, let first else { return }
        let seconds = event.timestamp - lastTime
        let step = distance / last
        if progress.state == .possible {
            guard abs(distance - first) >= policy.pinchSlop else { return }
            factor = 1
            (last, lastTime) = (distance, event.timestamp)
            state = .began
            return
        }
        let before = factor
        factor *= step
        if seconds > 0 { velocity = (factor - before) / CGFloat(seconds) }
        (last, lastTime) = (distance, event.timestamp)
        state = .changed
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard down.count < 2 else {
            // Another finger replaces the one that was lifted.
            pair.choose(among: down)
            last = pair.line(of: down).map { max(Self.least, $0.length) } ?? last
            return
        }
        if progress.state == .possible {
            if down.isEmpty || !progress.awaited.isEmpty { state = progress.awaited.isEmpty ? .failed : .ended }
            first = nil
        } else {
            state = .ended
        }
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        state = progress.state == .possible ? .failed : .cancelled
    }

    open override func reset() {
        super.reset()
        (factor, velocity, first, pair) = (1, 0, nil, FingerPair())
    }
}

/// The two fingers that determine distance and direction if more are down.
struct FingerPair {
    private var chosen: [ObjectIdentifier] = []

    /// Chooses the first two fingers that are down if none are chosen yet. Returns whether it did.
    mutating func isNew(among touches: [UITouch]) -> Bool {
        guard chosen.count < 2 else { return false }
        choose(among: touches.filter { !$0.hasFinished })
        return chosen.count == 2
    }

    mutating func choose(among touches: [UITouch]) { chosen = touches.prefix(2).map { ObjectIdentifier($0) } }

    /// Returns the length and angle of the line between the fingers in points of the window, or nil with fewer than
    /// two.
    func line(of touches: [UITouch]) -> (length: CGFloat, angle: CGFloat)? {
        let pair = touches.filter { !$0.hasFinished }.prefix(2)
        let both = chosen.count == 2 ? touches.filter { chosen.contains(ObjectIdentifier($0)) } : Array(pair)
        guard both.count == 2 else { return nil }
        let (a, b) = (both[0].location(in: nil), both[1].location(in: nil))
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        return ((dx * dx + dy * dy).squareRoot(), atan2(dy, dx))
    }
}
