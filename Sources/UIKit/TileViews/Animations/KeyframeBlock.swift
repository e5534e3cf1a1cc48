import Foundation
import TileLayers

/// The changes in a block of `UIView.animateKeyframes`, collected by layer and property until the block ends.
final class KeyframeBlock {
    private struct Change {
        let start: Double
        let end: Double
        let from: Any?
        let to: Any?
    }

    private struct Target {
        let layer: CALayer
        let key: String
        var changes: [Change]
    }

    private let mode: CAAnimationCalculationMode
    private var targets: [Target] = []
    /// The current keyframe's part of the whole duration.
    private var part = (start: 0.0, end: 1.0)

    init(_ mode: CAAnimationCalculationMode) { self.mode = mode }

    /// Runs code and assigns its changes to a part of the whole duration, from 0 to 1.
    func keyframe(start: Double, duration: Double, _ body: () -> Void) {
        func cut(_ value: Double) -> Double { value.isNaN ? 0 : min(1, max(0, value)) }
        let outer = part
        part = (cut(start), max(cut(start), cut(start + duration)))
        defer { part = outer }
        body()
    }

    func note(_ layer: CALayer, _ key: String, from: Any?, to: Any?) {
        let change = Change(start: part.start, end: part.end, from: from, to: to)
        if let index = targets.firstIndex(where: { $0.layer === layer && $0.key == key }) {
            targets[index].changes.append(change)
        } else {
            targets.append(Target(layer: layer, key: key, changes: [change]))
        }
    }

    /// Adds an animation for each property that changed.
    func finish(_ block: ViewAnimation) {
        for target in targets {
            let changes = target.changes.enumerated().sorted {
                ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
            }
            .map(\.element)
            guard let first = changes.first else { continue }
            var values = [target.changes[0].from as Any]
            var times = [0.0]
            func add(_ value: Any?, at time: Double) {
                guard let value, let last = times.last, time >= last else { return }
                if time == last, times.count > 1 {
                    values[values.count - 1] = value
                } else {
                    values.append(value)
                    times.append(time)
                }
            }
            var current = first.from
            for change in changes {
                if change.start > times[times.count - 1] { add(current, at: change.start) }
                current = change.to
                if change.end > change.start {
                    add(current, at: change.end)
                } else {
                    // The keyframe has no duration: the value changes immediately.
                    values.append(current as Any)
                    times.append(change.start)
                }
            }
            if let last = times.last, last < 1 { add(current, at: 1) }
            let animation = CAKeyframeAnimation(keyPath: target.key)
            animation.values = values
            animation.keyTimes = times.map { NSNumber(value: $0) }
            animation.calculationMode = mode
            animation.duration = block.duration
            if case .curve(let function) = block.pace { animation.timingFunction = function }
            block.start(animation, on: target.layer, key: target.key)
        }
    }
}
