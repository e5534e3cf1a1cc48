/// Whether touches come with their force. Raw values are UIKit's.
public enum UIForceTouchCapability: Int, Sendable {
    case unknown = 0
    case unavailable = 1
    case available = 2
}
