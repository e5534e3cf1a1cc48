import Foundation

/// What an offset along one axis does by itself after a finger has left it: one curve after another.
struct AxisMotion: Hashable {
    private(set) var curves: [ScrollCurve] = []
    /// When each begins, in seconds since the motion's start.
    private var starts: [Double] = []
    /// Seconds.
    private(set) var duration = 0.0
    /// Where it ends, in points.
    private(set) var end: Double

    /// No motion.
    init(at offset: Double) { end = offset }

    /// After a finger left content at `offset` with a velocity in points a second: it slows down, or comes back into
    /// `range`.
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

    /// From `offset` to `target`, which somebody chose: slowing down where that lies ahead, else turning back.
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

    /// One curve.
    init(_ curve: ScrollCurve) {
        self.init(at: curve.end)
        append(curve)
    }

    /// The same motion, from elsewhere.
    mutating func shift(by way: Double) {
        curves = curves.map { $0.shifted(by: way) }
        end += way
    }

    /// Ends at another offset close by: on a pixel.
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

    /// In points, `time` seconds after the start.
    func offset(at time: Double) -> Double {
        guard time < duration, let (curve, start) = current(at: time) else { return end }
        return curve.offset(at: time - start)
    }

    /// In points a second.
    func velocity(at time: Double) -> Double {
        guard time < duration, let (curve, start) = current(at: time) else { return 0 }
        return curve.velocity(at: time - start)
    }

    private func current(at time: Double) -> (ScrollCurve, Double)? {
        guard let index = starts.lastIndex(where: { $0 <= max(time, 0) }) else { return nil }
        return (curves[index], starts[index])
    }
}
