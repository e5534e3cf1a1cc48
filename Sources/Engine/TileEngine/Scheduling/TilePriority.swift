/// The urgency of a tile. Lower values are done first.
public struct TilePriority: Hashable, Sendable, Comparable {
    /// The purpose of a tile, from the most urgent down.
    public enum Bin: Int, Hashable, Sendable, CaseIterable {
        /// The tile is on a screen, or a client waits for it.
        case visible
        /// The tile will be on a screen within a second or so.
        case soon
        /// The tile may come onto a screen.
        case eventually
    }

    public var bin: Bin
    /// Whether the tile shows the effect of a touch that somebody waits for. These tiles come first within a bin, ahead
    /// of animations and timers of other contents.
    public var isAnswer: Bool
    /// Whether the tile is a draft. Drafts come first within a bin: while a viewport moves, anything is better than
    /// nothing.
    public var isDraft: Bool
    /// The squared distance from the viewport's center to the tile's, in pixels². Never NaN.
    public var squaredDistance: Double

    public init(_ bin: Bin, isAnswer: Bool = false, isDraft: Bool = false, squaredDistance: Double = 0) {
        precondition(!squaredDistance.isNaN, "a distance that is not a number can't be ordered")
        self.bin = bin
        self.isAnswer = isAnswer
        self.isDraft = isDraft
        self.squaredDistance = squaredDistance
    }

    /// The priority for clients that wait and show nothing until they have the tile.
    public static let visible = TilePriority(.visible)

    public static func < (a: TilePriority, b: TilePriority) -> Bool {
        if a.bin != b.bin { return a.bin.rawValue < b.bin.rawValue }
        if a.isAnswer != b.isAnswer { return a.isAnswer }
        if a.isDraft != b.isDraft { return a.isDraft }
        return a.squaredDistance < b.squaredDistance
    }
}
