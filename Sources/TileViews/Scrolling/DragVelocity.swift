import Foundation
import TileGeometry

/// The speed of a finger: how far it went in the last tenth of a second.
struct DragVelocity {
    private struct Place {
        var point: CGPoint
        var time: TimeInterval
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
        if let last = places.last, time == last.time { places.removeLast() }
        places.append(Place(point: point, time: time))
        // One place from before the window stays, to start from.
        while places.count > 2, places[1].time <= time - Self.window { places.removeFirst() }
    }

    /// The content was moved under the finger, which says nothing about how fast the finger is.
    mutating func shift(by way: CGVector) {
        for index in places.indices {
            places[index].point.x += way.dx
            places[index].point.y += way.dy
        }
    }

    /// Points a second at `time`. A finger that has rested for the whole window has none.
    func velocity(at time: TimeInterval) -> CGVector {
        let recent = places.drop { $0.time < time - Self.window }
        guard let last = recent.last else { return .zero }
        // Places further apart than the window tell by the way between them.
        let first = recent.count > 1 ? recent[recent.startIndex] : places.dropLast().last ?? last
        let seconds = max(time, last.time) - first.time
        guard seconds > 0 else { return .zero }
        func speed(_ way: CGFloat) -> CGFloat {
            let speed = way / max(seconds, Self.shortest)
            return speed.isFinite ? min(max(speed, -Self.highest), Self.highest) : 0
        }
        return CGVector(dx: speed(last.point.x - first.point.x), dy: speed(last.point.y - first.point.y))
    }
}
