/// What a frame had to draw anew because one view or layer looks different. Where others look different too, the same
/// pixels are in theirs.
public struct FrameDamage: Hashable, Sendable {
    /// Device pixels of its area that differ; those drawn more than once to show it; drawing operations in it.
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
    /// Three numbers.
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
