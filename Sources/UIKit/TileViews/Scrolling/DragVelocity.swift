import Foundation
import TileGeometry

/// The velocity of a finger, computed from its movements within the last tenth of a second.
///
/// Only the time of movements counts: neither the rest before the first movement nor the time from the last one until
/// the finger lifts, unless that also reaches a tenth of a second. Measured in UIKit: three movements of 15 points at
/// intervals of 16 ms yield 0.9375 points per millisecond, whenever the finger lifts within that time.
struct DragVelocity {
    private struct Place {
        var point: CGPoint
        var time: TimeInterval
        /// A Boolean value that indicates whether the finger came down here, where it may have rested.
        var isTouchDown: Bool
    }

    /// The length of the time window in seconds, as measured in UIKit.
    static let window = 0.1
    /// The minimum time between two positions in seconds. No screen reports touches more often.
    private static let shortest = 1e-3
    /// The maximum velocity in points per second. Touches come from untrusted sources.
    private static let highest = 1e9
    private var places: [Place] = []

    mutating func add(_ point: CGPoint, at time: TimeInterval) {
        // A clock that goes back restarts the measurement.
        if let last = places.last, time < last.time { places.removeAll(keepingCapacity: true) }
        let isTouchDown = places.isEmpty
        if let last = places.last, time == last.time {
            places[places.count - 1] = Place(point: point, time: time, isTouchDown: last.isTouchDown)
            return
        }
        places.append(Place(point: point, time: time, isTouchDown: isTouchDown))
        // One position before the window is kept as the starting point.
        while places.count > 2, places[1].time <= time - Self.window { places.removeFirst() }
    }

    /// Returns the velocity at `time` in points per second.
    func velocity(at time: TimeInterval) -> CGVector {
        guard let last = places.last, time - last.time < Self.window else { return .zero }
        var recent = places.drop { $0.time < last.time - Self.window }
        if recent.count > 2, recent.first?.isTouchDown == true { recent.removeFirst() }
        // If positions are farther apart than the window, the last two determine the velocity.
        let first = recent.count > 1 ? recent[recent.startIndex] : places.dropLast().last ?? last
        let seconds = last.time - first.time
        guard seconds > 0 else { return .zero }
        func speed(_ way: CGFloat) -> CGFloat {
            let speed = way / max(seconds, Self.shortest)
            return speed.isFinite ? min(max(speed, -Self.highest), Self.highest) : 0
        }
        return CGVector(dx: speed(last.point.x - first.point.x), dy: speed(last.point.y - first.point.y))
    }
}
