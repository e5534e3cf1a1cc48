/// Whether colors are to stand out more. Raw values are UIKit's.
public enum UIAccessibilityContrast: Int, Sendable {
    case unspecified = -1
    case normal = 0
    case high = 1
}
