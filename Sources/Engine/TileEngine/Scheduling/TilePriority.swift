/// How soon a tile is wanted. The lesser is done first.
public struct TilePriority: Hashable, Sendable, Comparable {
    /// What a tile is wanted for; from the most urgent down.
    public enum Bin: Int, Hashable, Sendable, CaseIterable {
        /// It is on a screen, or somebody waits for it.
        case visible
        /// It will be on a screen within a second or so.
        case soon
        /// It may be.
        case eventually
    }

    public var bin: Bin
    /// Within a bin, drafts come before full tiles: while a viewport moves, anything is better than nothing.
    public var isDraft: Bool
    /// Squared distance from the viewport's centre to the tile's, in pixels². Never not-a-number.
    public var squaredDistance: Double

    public init(_ bin: Bin, isDraft: Bool = false, squaredDistance: Double = 0) {
        precondition(!squaredDistance.isNaN, "a distance that is not a number can't be ordered")
        self.bin = bin
        self.isDraft = isDraft
        self.squaredDistance = squaredDistance
    }

    /// For those who wait and see nothing until they have the tile.
    public static let visible = TilePriority(.visible)

    public static func < (a: TilePriority, b: TilePriority) -> Bool {
        if a.bin != b.bin { return a.bin.rawValue < b.bin.rawValue }
        if a.isDraft != b.isDraft { return a.isDraft }
        return a.squaredDistance < b.squaredDistance
    }
}
