/// The size of the items in a Mac's toolbar. Raw values are UIKit's.
public enum UINSToolbarItemPresentationSize: Int, Sendable {
    case unspecified = -1
    case regular = 0
    case small = 1
    case large = 3
}
