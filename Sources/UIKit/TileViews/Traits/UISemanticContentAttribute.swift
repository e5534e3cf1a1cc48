/// What a view is about, which decides whether it is mirrored where text runs from right to left. Raw values are
/// UIKit's.
public enum UISemanticContentAttribute: Int, Sendable {
    case unspecified = 0
    /// Buttons of a player: never mirrored.
    case playback = 1
    /// Directions in space: never mirrored.
    case spatial = 2
    case forceLeftToRight = 3
    case forceRightToLeft = 4
}
