import Foundation

/// What a window's responder chain leads to: the windows of one program on one screen.
///
/// Apple's scenes come and go with sessions that the system keeps; headless a program makes one, if it wants one at
/// all.
open class UIWindowScene: UIResponder {
    /// The screen that its windows are on.
    public final let screen: UIScreen

    public init(screen: UIScreen) {
        self.screen = screen
        super.init()
    }

    /// The screen's coordinates.
    open var coordinateSpace: any UICoordinateSpace { screen }

    /// The screen's windows that belong to the scene, from the back to the front.
    open var windows: [UIWindow] { screen.windows.filter { $0.windowScene === self } }

    /// The screen's key window, if it belongs to the scene.
    open var keyWindow: UIWindow? { screen.keyWindow.flatMap { $0.windowScene === self ? $0 : nil } }
}
