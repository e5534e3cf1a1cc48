public import Foundation
import TileDrawing

/// A part of a program's user interface that comes and goes by itself. Here a program has one at most, on its screen:
/// it is connected when the program is launched; see `UIApplication.launch(_:on:)`.
open class UIScene: UIResponder {
    public enum ActivationState: Int, Hashable, Sendable {
        case unattached = -1
        case foregroundActive
        case foregroundInactive
        case background
    }

    /// What it is connected for: nothing in particular, here.
    public final class ConnectionOptions: NSObject {
        /// Addresses that it is to open.
        public internal(set) var urlContexts: Set<UIOpenURLContext> = []
        public var sourceApplication: String? { nil }
        public var handoffUserActivityType: String? { nil }

        override init() { super.init() }
    }

    public final let session: UISceneSession
    /// Hears of its life. Kept alive by the scene, as UIKit has it.
    open var delegate: (any UISceneDelegate)?
    open internal(set) var activationState = ActivationState.unattached
    /// Kept for the program.
    open var title: String! = ""
    open var subtitle = ""

    public init(session: UISceneSession, connectionOptions: ConnectionOptions) {
        self.session = session
        super.init()
        session.scene = self
    }

    /// The program, once it was launched.
    open override var next: UIResponder? { (self as? UIWindowScene)?.screen.launched }

    public static let willConnectNotification = NSNotification.Name("UISceneWillConnectNotification")
    public static let didDisconnectNotification = NSNotification.Name("UISceneDidDisconnectNotification")
    public static let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    public static let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
    public static let willEnterForegroundNotification = NSNotification.Name("UISceneWillEnterForegroundNotification")
    public static let didEnterBackgroundNotification = NSNotification.Name("UISceneDidEnterBackgroundNotification")
}

/// An address that a scene is to open.
public final class UIOpenURLContext: NSObject {
    public let url: URL

    init(_ url: URL) {
        self.url = url
        super.init()
    }
}

/// Hears of a scene's life.
public protocol UISceneDelegate: NSObjectProtocol {
    /// The scene has come: time for windows. It is shown after the next frame.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    func sceneDidDisconnect(_ scene: UIScene)
    func sceneDidBecomeActive(_ scene: UIScene)
    func sceneWillResignActive(_ scene: UIScene)
    func sceneWillEnterForeground(_ scene: UIScene)
    func sceneDidEnterBackground(_ scene: UIScene)
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>)
}

extension UISceneDelegate {
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {}
    public func sceneDidDisconnect(_ scene: UIScene) {}
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    public func sceneWillResignActive(_ scene: UIScene) {}
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    public func sceneDidEnterBackground(_ scene: UIScene) {}
    public func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {}
}

/// Hears of a scene of windows.
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// Its window. A delegate that makes none need not have it.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
