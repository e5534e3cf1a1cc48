import Foundation

/// The motion of an offset along one axis after the finger lifts, as a sequence of curves.
struct AxisMotion: Hashable {
    private(set) var curves: [ScrollCurve] = []
    /// The start times of the curves, in seconds since the beginning of the motion.
    private var starts: [Double] = []
    /// The duration in seconds.
    private(set) var duration = 0.0
    /// The final offset in points.
    private(set) var end: Double

    /// Creates a motion of zero duration.
    init(at offset: Double) { end = offset }

    /// Creates the motion after a finger released content at `offset` with a velocity in points per second: a
    /// deceleration, or a return into `range`.
    init(from offset: Double, velocity: Double, in range: ClosedRange<Double>, rate: Double, bounces: Bool) {
        self.init(at: offset)
        let free = ScrollCurve.deceleration(start: offset, velocity: velocity, rate: rate)
        let landing = free.end
        if !range.contains(offset) {
            let edge = min(max(offset, range.lowerBound), range.upperBound)
            let isLeaving = (offset - edge) * velocity >= 0
            if isLeaving || (landing - edge) * (offset - edge) >= 0 {
                append(Self.comeback(to: edge, from: offset, velocity: velocity))
                return
            }
        } else if abs(velocity) <= ScrollCurve.leastSpeed {
            return
        }
        guard !range.contains(landing) else {
            append(free)
            return
        }
        let edge = landing < range.lowerBound ? range.lowerBound : range.upperBound
        guard let time = free.time(reaching: edge) else {
            append(free)
            return
        }
        if time > 0 { append(free, for: time, until: edge) }
        if bounces { append(Self.comeback(to: edge, from: edge, velocity: free.velocity(at: time))) }
    }

    /// Creates a motion from `offset` to a chosen `target`: a deceleration if the target is ahead, otherwise a spring.
    init(from offset: Double, velocity: Double, to target: Double, rate: Double) {
        self.init(at: offset)
        guard target != offset else { return }
        let way = target - offset
        if way * velocity > 0, abs(velocity) > ScrollCurve.leastSpeed {
            let cut = way < 0 ? -ScrollCurve.leastSpeed : ScrollCurve.leastSpeed
            append(.deceleration(start: offset, velocity: cut + way / ScrollCurve.reach(rate), rate: rate))
        } else {
            append(.spring(rest: target, distance: -way, velocity: velocity))
        }
        end = target
    }

    /// Creates a motion with a single curve.
    init(_ curve: ScrollCurve) {
        self.init(at: curve.end)
        append(curve)
    }

    /// Translates the motion.
    mutating func shift(by way: Double) {
        curves = curves.map { $0.shifted(by: way) }
        end += way
    }

    /// Replaces the final offset by a nearby one on a pixel boundary.
    mutating func settle(at offset: Double) { end = offset }

    private static func comeback(to edge: Double, from offset: Double, velocity: Double) -> ScrollCurve {
        abs(velocity) < ScrollCurve.creepSpeed
            ? .creep(rest: edge, distance: offset - edge, velocity: velocity)
            : .spring(rest: edge, distance: offset - edge, velocity: velocity * ScrollCurve.thrownPart)
    }

    private mutating func append(_ curve: ScrollCurve) { append(curve, for: curve.duration, until: curve.end) }

    private mutating func append(_ curve: ScrollCurve, for time: Double, until end: Double) {
        curves.append(curve)
        starts.append(duration)
        duration += time
        self.end = end
    }

    /// Returns the offset in points, `time` seconds after the start.
    func offset(at time: Double) -> Double {
        guard time < duration, let (curve, start) = current(at: time) else { return end }
        return curve.offset(at: time - start)
    }

    /// Returns the velocity in points per second.
    func velocity(at time: Double) -> Double {
        guard time < duration, let (curve, start) = current(at: time) else { return 0 }
        return curve.velocity(at: time - start)
    }

    private func current(at time: Double) -> (ScrollCurve, Double)? {
        guard let index = starts.lastIndex(where: { $0 <= max(time, 0) }) else { return nil }
        return (curves[index], starts[index])
    }
}
