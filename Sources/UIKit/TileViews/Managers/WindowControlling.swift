/// A manager of a window, which manages the view that fills it.
package protocol WindowControlling: ViewControlling {
    /// Called before the window is shown.
    func windowWillShow(_ window: UIWindow)
    /// Called after the window was shown or hidden.
    func windowDidChangeVisibility(_ window: UIWindow)
    /// Called when the screen is about to change its size, and so that of the window that fills it.
    func windowWillChange(with transition: ScreenTransition)
    /// Called when memory is low.
    func receiveMemoryWarning()
    /// The orientations that the screen may have.
    var allowedOrientations: UIInterfaceOrientationMask { get }
    /// The appearance of the status bar above the window; nil for the default.
    var statusBarLook: (style: UIStatusBarStyle, isHidden: Bool)? { get }
}
