public import TileEngine

/// The reason why there is no space for an image's pixels.
public struct PixelRoom: Hashable, Sendable, CustomStringConvertible {
    /// The storage that is too small.
    public enum Place: Hashable, Sendable { case memory, disk }

    public var place: Place
    public var refusal: MemoryBudget.Refusal

    public init(_ place: Place, _ refusal: MemoryBudget.Refusal) {
        self.place = place
        self.refusal = refusal
    }

    /// Whether a later attempt may succeed.
    public var isTemporary: Bool { if case .inUse = refusal { true } else { false } }

    public var description: String {
        let name = place == .memory ? "memory" : "temporary disk"
        let option = place == .memory ? "`ContentLimits.memory`" : "`ContentLimits.disk`"
        switch refusal {
        case .tooLarge(let bytes, let limit):
            return "decoding it takes \(Self.megabytes(bytes)) of \(name), more than the limit of "
                + "\(Self.megabytes(limit)); make it smaller or raise \(option)"
        case .inUse(let bytes, let limit):
            return "decoding it takes \(Self.megabytes(bytes)) of \(name), and too much of the limit of "
                + "\(Self.megabytes(limit)) is in use; try again later or raise \(option)"
        }
    }

    /// Returns a size in megabytes, rounded up, with the unit.
    static func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }
}
