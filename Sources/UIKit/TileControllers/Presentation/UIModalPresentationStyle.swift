/// How a view controller that is presented covers what it is presented over.
public enum UIModalPresentationStyle: Int, Hashable, Sendable {
    /// As the system sees fit: `pageSheet`, for most controllers.
    case automatic = -2
    case none = -1
    case fullScreen = 0
    case pageSheet = 1
    case formSheet = 2
    case currentContext = 3
    /// As `UIViewController.transitioningDelegate` says.
    case custom = 4
    case overFullScreen = 5
    case overCurrentContext = 6
    case popover = 7
    case blurOverFullScreen = 8
}
