/// Whether a scene is being recorded or mirrored. Raw values are UIKit's.
public enum UISceneCaptureState: Int, Sendable {
    case unspecified = -1
    case inactive = 0
    case active = 1
}
