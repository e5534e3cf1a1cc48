/// A class of jobs with similar durations. Jobs of one lane never delay those of another.
public enum TileLane: Hashable, Sendable {
    /// The tiles of a content.
    case content(ContentID)
    /// The rects of any size, of all contents together.
    case areas
}
