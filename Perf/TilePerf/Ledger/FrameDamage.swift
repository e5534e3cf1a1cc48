/// The part of a frame that was redrawn because one view or layer looks different. Pixels may also be part of the
/// damage of others.
public struct FrameDamage: Hashable, Sendable {
    /// The device pixels of its area that differ, those drawn more than once to show them, and the drawing operations
    /// in the area.
    public var dirty: Int
    public var overdrawn: Int
    public var operations: Int

    public init(dirty: Int, overdrawn: Int, operations: Int) {
        self.dirty = dirty
        self.overdrawn = overdrawn
        self.operations = operations
    }
}

extension FrameDamage: Codable {
    /// Decodes an array of three numbers.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        dirty = try container.decode(Int.self)
        overdrawn = try container.decode(Int.self)
        operations = try container.decode(Int.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for number in [dirty, overdrawn, operations] { try container.encode(number) }
    }
}
