import Foundation
public import TileDrawing

/// The windows of a program on a screen, which follow the windows in the responder chain.
///
/// Apple's scenes are created and destroyed with sessions that the system manages. Here the launch of a program that
/// uses scenes creates one; other programs create one themselves if they need it.
open class UIWindowScene: UIScene, UITraitEnvironment {
    /// The screen of the windows.
    public final let screen: UIScreen

    /// Creates a scene of a screen that is not connected.
    public init(screen: UIScreen) {
        self.screen = screen
        super.init(session: UISceneSession(role: .windowApplication), connectionOptions: ConnectionOptions())
    }

    /// Creates a scene of the thread's main screen.
    public override init(session: UISceneSession, connectionOptions: UIScene.ConnectionOptions) {
        screen = .main
        super.init(session: session, connectionOptions: connectionOptions)
    }

    /// The coordinate space of the screen.
    open var coordinateSpace: any UICoordinateSpace { screen }

    /// The traits of the screen with those that the scene overrides.
    open var traitCollection: UITraitCollection { overrides.applied(to: screen.traitCollection) }

    /// The traits that the scene overrides for its windows.
    open var traitOverrides: any UITraitOverrides {
        get { overrides }
        set {
            let new = TraitOverrides(newValue)
            let own = traitCollection
            let before = windows.map { ($0, $0.effectiveTraits) }
            overrides = new
            if traitCollection != own { traitCollectionDidChange(own) }
            for (window, traits) in before { window.spreadTraits(from: traits) }
        }
    }

    private final var overrides = TraitOverrides()

    /// The manager of the screen's status bar.
    open private(set) lazy var statusBarManager: UIStatusBarManager? = UIStatusBarManager(self)

    /// Called when the traits of the scene have changed. The default implementation does nothing.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// The windows of the screen that belong to the scene, from back to front.
    open var windows: [UIWindow] { screen.windows.filter { $0.windowScene === self } }

    /// The key window of the screen, if it belongs to the scene.
    open var keyWindow: UIWindow? { screen.keyWindow.flatMap { $0.windowScene === self ? $0 : nil } }
}
