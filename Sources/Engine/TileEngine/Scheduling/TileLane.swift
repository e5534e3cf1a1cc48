/// What jobs have in common that take long or do not: those of one lane never hold up those of the others.
public enum TileLane: Hashable, Sendable {
    /// Tiles of a content.
    case content(ContentID)
    /// Rects of any size, of all contents together.
    case areas
}
