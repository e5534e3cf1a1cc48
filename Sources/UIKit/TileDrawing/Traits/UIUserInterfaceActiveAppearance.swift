/// Whether a window looks as the one in use. Raw values are UIKit's.
public enum UIUserInterfaceActiveAppearance: Int, Sendable {
    case unspecified = -1
    case inactive = 0
    case active = 1
}
