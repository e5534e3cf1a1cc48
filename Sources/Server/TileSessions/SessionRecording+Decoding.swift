extension SessionRecording.Touch {
    static let maxFingers = 20
    static let highestFinger = 1000

    /// Decodes touches, each as `[finger, phase, x, y]`, with each finger at most once.
    ///
    /// - Parameter farthest: The maximum coordinate.
    package static func list<Key: CodingKey>(
        _ values: KeyedDecodingContainer<Key>, _ key: Key, farthest: Double
    ) throws -> [Self] {
        var list = try values.nestedUnkeyedContainer(forKey: key)
        var touches: [Self] = []
        while !list.isAtEnd, touches.count <= maxFingers {
            var finger = try list.nestedUnkeyedContainer()
            touches.append(try Self(&finger, farthest: farthest))
        }
        guard (1...maxFingers).contains(touches.count) else {
            throw SessionClosure.refused("\(key.stringValue) must be of 1 to \(maxFingers) fingers")
        }
        guard Set(touches.map(\.finger)).count == touches.count else {
            throw SessionClosure.refused("\(key.stringValue) names a finger twice")
        }
        return touches
    }

    private init(_ values: inout any UnkeyedDecodingContainer, farthest: Double) throws {
        let number = try values.decode(Double.self)
        let name = try values.decode(String.self)
        let (x, y) = (try values.decode(Double.self), try values.decode(Double.self))
        guard values.isAtEnd, let finger = Int(exactly: number), (0...Self.highestFinger).contains(finger),
            let phase = SessionRecording.Phase(rawValue: name), abs(x) <= farthest, abs(y) <= farthest
        else {
            throw SessionClosure.refused(
                "a finger is [number, began, moved, ended or cancelled, x, y], and not “\(name.prefix(20))”")
        }
        self.init(finger: finger, phase: phase, x: x, y: y)
    }
}
