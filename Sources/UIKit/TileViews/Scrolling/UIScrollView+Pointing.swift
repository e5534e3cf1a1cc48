import Foundation
import TileGeometry

// Scrolls with a wheel or a trackpad, which the pan recognizer passes to its scroll view.
extension UIScrollView {
    func follow(_ phase: ScrollEvent.Phase, with event: ScrollEvent) {
        if event.phase == nil {
            if phase == .began { turn(by: event.delta, at: event.timestamp) }
            return
        }
        switch phase {
        case .began:
            takeTrackpad(at: event.timestamp)
            moveTrackpad(by: event.delta, at: event.timestamp)
        case .changed: moveTrackpad(by: event.delta, at: event.timestamp)
        case .ended, .cancelled:
            if phase == .ended { moveTrackpad(by: event.delta, at: event.timestamp) }
            if let drag = trackpadDrag { finish(drag, isCancelled: phase == .cancelled, at: event.timestamp) }
        }
    }

    // MARK: Trackpads

    /// The drag by a trackpad; nil while fingers on the screen hold the content.
    private var trackpadDrag: ScrollDrag? { scroll.state.drag.flatMap { $0.touches.isEmpty ? $0 : nil } }

    /// Stops moving content when fingers touch the trackpad, as those on the screen do.
    private func takeTrackpad(at time: TimeInterval) {
        guard isScrollEnabled, scroll.state.drag == nil else { return }
        endMotion()
        // The delegate may have removed the view.
        guard window != nil, scroll.state.drag == nil else { return }
        var drag = ScrollDrag(
            touches: [], start: .zero, last: .zero, free: freeOffset(), origin: bounds.origin,
            heading: bounds.origin)
        drag.speed.add(drag.way, at: time)
        scroll.state = scroll.state.with(.dragging(drag))
    }

    /// Moves the content by the distance that the fingers report, starting with their first movement.
    private func moveTrackpad(by way: CGVector, at time: TimeInterval) {
        guard way.dx != 0 || way.dy != 0, var drag = trackpadDrag else { return }
        drag.way.x -= way.dx
        drag.way.y -= way.dy
        drag.speed.add(drag.way, at: time)
        if drag.hasBegun {
            scroll.pan?.note(.changed, by: way, velocityOfContent: drag.speed.velocity(at: time))
        } else {
            if case .refused = drag.stage { return }
            let axes = axes(for: way, followers: scrollPan.inputs.first?.followers ?? [])
            let moves = axes.contains(.horizontal) && way.dx != 0 || axes.contains(.vertical) && way.dy != 0
            guard moves, begin(&drag, along: axes, gone: way, part: 1, time) else {
                scroll.state = scroll.state.with(drag)
                return
            }
        }
        carry(drag, by: way)
    }

    // MARK: Wheels

    /// Handles a notch of a wheel. The content moves by the given distance from the target of earlier notches, but not
    /// past its edges. If it cannot move, the notch is left to an enclosing scroll view.
    private func turn(by way: CGVector, at time: TimeInterval) {
        guard isScrollEnabled, scroll.state.drag == nil, let input = scrollPan.inputs.first else { return }
        let axes = axes(for: way, followers: input.followers)
        let before = wheelTarget ?? bounds.origin
        let target = wheelTarget(
            from: before,
            by: CGVector(dx: axes.contains(.horizontal) ? way.dx : 0, dy: axes.contains(.vertical) ? way.dy : 0))
        guard target != before, case .free = standing(of: scrollPan, among: scrollPan.rivals) else { return }
        scrollPan.prepare([], way: way, velocityOfContent: .zero)
        guard scrollPan.isWanted else { return }
        scrollPan.note(.began, by: way, velocityOfContent: .zero)
        scrollPan.failWaiting()
        input.give(to: scrollPan)
        showIndicators()
        roll(to: target)
        scrollPan.deliverState()
        // A handler may have stopped the gesture.
        guard scrollPan.progress.state == .began else { return }
        scrollPan.note(.ended, velocityOfContent: .zero)
        scrollPan.deliverState()
    }

    /// The target of earlier notches while the content is moving.
    private var wheelTarget: CGPoint? {
        guard case .animating(let animation) = scroll.state, animation.isByWheel,
            case .offset(let motion) = animation.motion
        else { return nil }
        return CGPoint(x: motion.x.end, y: motion.y.end)
    }

    private func wheelTarget(from start: CGPoint, by way: CGVector) -> CGPoint {
        let range = offsetRange
        func target(from: Double, direction way: Double, in range: ClosedRange<Double>, length: Double) -> Double {
            guard way != 0 else { return from }
            // A notch turns a page.
            let page = way < 0 ? (from / length).rounded(.down) + 1 : (from / length).rounded(.up) - 1
            let there = isPagingEnabled && length > 0 ? page * length : onPixel(from - way)
            return min(max(there, range.lowerBound), range.upperBound)
        }
        return CGPoint(
            x: target(from: start.x, direction: way.dx, in: range.x, length: bounds.width),
            y: target(from: start.y, direction: way.dy, in: range.y, length: bounds.height))
    }

    /// Starts moving to the target with the current velocity from earlier notches.
    private func roll(to target: CGPoint) {
        guard let now else { return go(to: target, false) }
        var velocity = CGVector.zero
        if wheelTarget != nil, case .offset(let motion) = scroll.state.motion {
            let elapsed = motion.elapsed(at: now)
            velocity = CGVector(dx: motion.x.velocity(at: elapsed), dy: motion.y.velocity(at: elapsed))
        } else {
            endMotionAndBounce()
        }
        let here = bounds.origin
        func motion(from here: Double, to target: Double, velocity: Double) -> AxisMotion {
            here == target
                ? AxisMotion(at: target)
                : AxisMotion(.spring(rest: target, distance: here - target, velocity: velocity))
        }
        let way = OffsetMotion(
            start: now, x: motion(from: here.x, to: target.x, velocity: velocity.dx),
            y: motion(from: here.y, to: target.y, velocity: velocity.dy))
        start(.animating(ScrollAnimation(motion: .offset(way), isByWheel: true)))
    }
}
