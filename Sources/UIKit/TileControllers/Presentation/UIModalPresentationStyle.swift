/// The way in which a presented view controller covers its presenter.
public enum UIModalPresentationStyle: Int, Hashable, Sendable {
    /// The default style of the system: `pageSheet` for most controllers.
    case automatic = -2
    case none = -1
    case fullScreen = 0
    case pageSheet = 1
    case formSheet = 2
    case currentContext = 3
    /// A style determined by `UIViewController.transitioningDelegate`.
    case custom = 4
    case overFullScreen = 5
    case overCurrentContext = 6
    case popover = 7
    case blurOverFullScreen = 8
}
