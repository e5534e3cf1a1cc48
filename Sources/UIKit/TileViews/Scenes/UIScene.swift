public import Foundation
import TileDrawing

/// A part of a program's user interface with a life cycle of its own. A program has at most one, on its screen, which
/// is connected at launch; see `UIApplication.launch(_:on:)`.
open class UIScene: UIResponder {
    public enum ActivationState: Int, Hashable, Sendable {
        case unattached = -1
        case foregroundActive
        case foregroundInactive
        case background
    }

    /// The reason for connecting a scene. It is always empty here.
    public final class ConnectionOptions: NSObject {
        /// The URLs that the scene should open.
        public internal(set) var urlContexts: Set<UIOpenURLContext> = []
        public var sourceApplication: String? { nil }
        public var handoffUserActivityType: String? { nil }

        override init() { super.init() }
    }

    public final let session: UISceneSession
    /// The delegate, which receives life cycle calls. The scene retains it, as in UIKit.
    open var delegate: (any UISceneDelegate)?
    open internal(set) var activationState = ActivationState.unattached
    /// A title that is stored for the program, without effect.
    open var title: String! = ""
    open var subtitle = ""

    public init(session: UISceneSession, connectionOptions: ConnectionOptions) {
        self.session = session
        super.init()
        session.scene = self
    }

    /// The program, after it was launched.
    open override var next: UIResponder? { (self as? UIWindowScene)?.screen.launched }

    public static let willConnectNotification = NSNotification.Name("UISceneWillConnectNotification")
    public static let didDisconnectNotification = NSNotification.Name("UISceneDidDisconnectNotification")
    public static let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    public static let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
    public static let willEnterForegroundNotification = NSNotification.Name("UISceneWillEnterForegroundNotification")
    public static let didEnterBackgroundNotification = NSNotification.Name("UISceneDidEnterBackgroundNotification")
}

/// A URL that a scene should open.
public final class UIOpenURLContext: NSObject {
    public let url: URL

    init(_ url: URL) {
        self.url = url
        super.init()
    }
}

/// A delegate that receives the life cycle calls of a scene.
public protocol UISceneDelegate: NSObjectProtocol {
    /// Called when the scene was created, to create its windows. The scene is shown after the next frame.
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

/// A delegate of a scene with windows.
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The window of the scene. The default implementation stores nothing.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
