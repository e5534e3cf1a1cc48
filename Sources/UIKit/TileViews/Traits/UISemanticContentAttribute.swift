/// The meaning of a view's content, which determines whether it is mirrored in right-to-left layouts. The raw values
/// are UIKit's.
public enum UISemanticContentAttribute: Int, Sendable {
    case unspecified = 0
    /// Playback controls, which are never mirrored.
    case playback = 1
    /// Directions in space, which are never mirrored.
    case spatial = 2
    case forceLeftToRight = 3
    case forceRightToLeft = 4
}
