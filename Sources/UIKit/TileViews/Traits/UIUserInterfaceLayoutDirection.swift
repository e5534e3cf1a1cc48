/// The side on which lines, and lists from side to side, begin. Raw values are UIKit's.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight = 0
    case rightToLeft = 1
}
