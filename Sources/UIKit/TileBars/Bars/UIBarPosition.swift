/// Where a bar is, which decides the side of its shadow and how far its background goes.
public enum UIBarPosition: Int, Hashable, Sendable {
    case any = 0
    /// At the bottom of what it is in: the background goes on below the safe area, the shadow is above.
    case bottom = 1
    /// At the top of what it is in: the shadow is below.
    case top = 2
    /// As `top`, at the top of the screen: the background goes on behind the status bar.
    case topAttached = 3
}

/// What has a place as a bar.
public protocol UIBarPositioning: AnyObject {
    var barPosition: UIBarPosition { get }
}

/// Says where a bar is.
public protocol UIBarPositioningDelegate: AnyObject {
    /// Where a bar is that comes into a window.
    func position(for bar: any UIBarPositioning) -> UIBarPosition
}

extension UIBarPositioningDelegate {
    /// Nothing is said: the bar's own standard counts.
    public func position(for bar: any UIBarPositioning) -> UIBarPosition { .any }
}
