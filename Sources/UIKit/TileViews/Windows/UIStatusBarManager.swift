public import Foundation

/// The contrast of the status bar's text.
public enum UIStatusBarStyle: Int, Hashable, Sendable {
    case `default` = 0
    case lightContent = 1
    case darkContent = 3
}

/// The animation with which the status bar appears and disappears. It has no effect, because its content is not drawn.
public enum UIStatusBarAnimation: Int, Hashable, Sendable {
    case none = 0
    case fade = 1
    case slide = 2
}

/// The state of a scene's status bar. Its content is not drawn.
public final class UIStatusBarManager: NSObject {
    private unowned let scene: UIWindowScene

    init(_ scene: UIWindowScene) { self.scene = scene }

    /// The frame in points of the screen; empty if the status bar is hidden or the screen has none.
    public var statusBarFrame: CGRect { scene.screen.statusBarFrame }
    /// A Boolean value that indicates whether the status bar is invisible: on a screen without one, if the program
    /// hides it, and in compact height.
    public var isStatusBarHidden: Bool { scene.screen.isStatusBarHidden }
    /// The style that the front view controller prefers, or else that of the program; see
    /// `UIApplication.statusBarStyle`.
    public var statusBarStyle: UIStatusBarStyle { scene.screen.statusBarStyle }
}
