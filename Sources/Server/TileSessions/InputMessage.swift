/// A message from a viewer in a recorded session: its screen, touches on the picture, or a view position that was
/// changed in another way.
package struct InputMessage: Equatable, Decodable {
    package enum Kind: Equatable {
        case screen(SessionRecording.Screen)
        case touch([SessionRecording.Touch])
        case show(SessionRecording.Place)
    }

    /// The time in seconds on the viewer's clock.
    package var time: Double
    package var kind: Kind

    /// The maximum time in seconds, about thirty years.
    static let latest = 1e9
    /// The maximum side of a screen, in points and in pixels, that a trace can store.
    package static let longestSide = 16_384.0
    static let ratios = 0.1...16.0
    /// The maximum distance of a touch, in points.
    static let farthestTouch = 1e6
    static let farthestOffset = 1e12
    static let scales = 1e-6...1e6

    private enum CodingKeys: String, CodingKey { case at, screen, touch, show }

    package init(time: Double, kind: Kind) { (self.time, self.kind) = (time, kind) }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        time = try values.decode(Double.self, forKey: .at)
        guard (0...Self.latest).contains(time) else {
            throw SessionClosure.refused("at must be seconds from 0 to \(Int(Self.latest))")
        }
        switch values.allKeys.filter({ $0 != .at }) {
        case [.screen]:
            let numbers = try Self.numbers(values, .screen, "[width, height, ratio]")
            let sides = 1...Self.longestSide
            guard sides.contains(numbers[0]), sides.contains(numbers[1]), Self.ratios.contains(numbers[2]) else {
                throw SessionClosure.refused("screen is no screen's size and ratio")
            }
            kind = .screen(.init(width: numbers[0], height: numbers[1], ratio: numbers[2]))
        case [.touch]:
            kind = .touch(try SessionRecording.Touch.list(values, .touch, farthest: Self.farthestTouch))
        case [.show]:
            let numbers = try Self.numbers(values, .show, "[x, y, zoomScale]")
            guard abs(numbers[0]) <= Self.farthestOffset, abs(numbers[1]) <= Self.farthestOffset,
                Self.scales.contains(numbers[2])
            else { throw SessionClosure.refused("show is too far away, or of no scale") }
            kind = .show(.init(x: numbers[0], y: numbers[1], zoomScale: numbers[2]))
        default: throw SessionClosure.refused("input is one of screen, touch, and show")
        }
    }

    private static func numbers(
        _ values: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys, _ form: String
    ) throws -> [Double] {
        let numbers = try values.decode([Double].self, forKey: key)
        guard numbers.count == 3 else { throw SessionClosure.refused("\(key.stringValue) must be \(form)") }
        return numbers
    }
}
