/// The position of a bar, which determines the side of its shadow and how far its background extends.
public enum UIBarPosition: Int, Hashable, Sendable {
    case any = 0
    /// The bar is at the bottom of its container. The background extends below the safe area, and the shadow is above.
    case bottom = 1
    /// The bar is at the top of its container. The shadow is below.
    case top = 2
    /// The bar is at the top of the screen. The background extends behind the status bar, and the shadow is below.
    case topAttached = 3
}

/// An object with a bar position.
public protocol UIBarPositioning: AnyObject {
    var barPosition: UIBarPosition { get }
}

/// A delegate that determines a bar's position.
public protocol UIBarPositioningDelegate: AnyObject {
    /// Returns the position of a bar that is added to a window.
    func position(for bar: any UIBarPositioning) -> UIBarPosition
}

extension UIBarPositioningDelegate {
    /// Returns `any`, so the bar's default position applies.
    public func position(for bar: any UIBarPositioning) -> UIBarPosition { .any }
}
