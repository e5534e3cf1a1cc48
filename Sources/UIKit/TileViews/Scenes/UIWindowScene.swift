import Foundation
public import TileDrawing

/// What a window's responder chain leads to: the windows of one program on one screen.
///
/// Apple's scenes come and go with sessions that the system keeps. Here one comes when a program is launched that has
/// scenes; any other program makes one, if it wants one at all.
open class UIWindowScene: UIScene, UITraitEnvironment {
    /// The screen that its windows are on.
    public final let screen: UIScreen

    /// A scene of a screen, that nobody connects.
    public init(screen: UIScreen) {
        self.screen = screen
        super.init(session: UISceneSession(role: .windowApplication), connectionOptions: ConnectionOptions())
    }

    /// A scene of the thread's main screen.
    public override init(session: UISceneSession, connectionOptions: UIScene.ConnectionOptions) {
        screen = .main
        super.init(session: session, connectionOptions: connectionOptions)
    }

    /// The screen's coordinates.
    open var coordinateSpace: any UICoordinateSpace { screen }

    /// The screen's traits, with the scene's own.
    open var traitCollection: UITraitCollection { overrides.applied(to: screen.traitCollection) }

    /// Traits that the scene sets for its windows.
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

    /// Of the screen's status bar.
    open private(set) lazy var statusBarManager: UIStatusBarManager? = UIStatusBarManager(self)

    /// The scene's own traits have changed. Nothing by default; for subclasses.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// The screen's windows that belong to the scene, from the back to the front.
    open var windows: [UIWindow] { screen.windows.filter { $0.windowScene === self } }

    /// The screen's key window, if it belongs to the scene.
    open var keyWindow: UIWindow? { screen.keyWindow.flatMap { $0.windowScene === self ? $0 : nil } }
}
