/// Whether an interface lies above others, as a sheet does. Raw values are UIKit's.
public enum UIUserInterfaceLevel: Int, Sendable {
    case unspecified = -1
    case base = 0
    case elevated = 1
}
