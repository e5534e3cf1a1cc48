public import Foundation

/// How a status bar's text stands out from what is below it.
public enum UIStatusBarStyle: Int, Hashable, Sendable {
    case `default` = 0
    case lightContent = 1
    case darkContent = 3
}

/// How a status bar comes and goes; kept, for nothing is drawn in it.
public enum UIStatusBarAnimation: Int, Hashable, Sendable {
    case none = 0
    case fade = 1
    case slide = 2
}

/// What there is to know of a scene's status bar: where it is. Nothing is drawn in it.
public final class UIStatusBarManager: NSObject {
    private unowned let scene: UIWindowScene

    init(_ scene: UIWindowScene) { self.scene = scene }

    /// In the screen's points; empty while it is hidden, or the screen has none.
    public var statusBarFrame: CGRect { scene.screen.statusBarFrame }
    /// Whether there is none to see: on a screen without one, where the program hides it, and where the height is
    /// compact.
    public var isStatusBarHidden: Bool { scene.screen.isStatusBarHidden }
    /// As the view controller in front prefers; else as the program's; see `UIApplication.statusBarStyle`.
    public var statusBarStyle: UIStatusBarStyle { scene.screen.statusBarStyle }
}
