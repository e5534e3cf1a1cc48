import Foundation
import TileGeometry

/// The speed of a finger: how far its moves went in the last tenth of a second of them.
///
/// What counts are the moves: not the rest before the first, nor the time from the last until the finger leaves, unless
/// that is a tenth of a second too. Read off UIKit: three moves of 15 points at 16 ms are 0.9375 points a millisecond,
/// whenever within that time the finger leaves.
struct DragVelocity {
    private struct Place {
        var point: CGPoint
        var time: TimeInterval
        /// Where the finger came down: it may have rested there.
        var isTouchDown: Bool
    }

    /// How far back it looks, in seconds; read off UIKit by measurements.
    static let window = 0.1
    /// Places nearer in time are as if so far apart, in seconds: no screen tells of touches more often.
    private static let shortest = 1e-3
    /// Points a second beyond which nothing is told apart; touches come from anywhere.
    private static let highest = 1e9
    private var places: [Place] = []

    mutating func add(_ point: CGPoint, at time: TimeInterval) {
        // A clock that goes back starts over.
        if let last = places.last, time < last.time { places.removeAll(keepingCapacity: true) }
        let isTouchDown = places.isEmpty
        if let last = places.last, time == last.time {
            places[places.count - 1] = Place(point: point, time: time, isTouchDown: last.isTouchDown)
            return
        }
        places.append(Place(point: point, time: time, isTouchDown: isTouchDown))
        // One place from before the window stays, to start from.
        while places.count > 2, places[1].time <= time - Self.window { places.removeFirst() }
    }

    /// Points a second at `time`.
    func velocity(at time: TimeInterval) -> CGVector {
        guard let last = places.last, time - last.time < Self.window else { return .zero }
        var recent = places.drop { $0.time < last.time - Self.window }
        if recent.count > 2, recent.first?.isTouchDown == true { recent.removeFirst() }
        // Places further apart than the window tell by the way between them.
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
