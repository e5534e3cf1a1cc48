public import Foundation
public import TileDrawing
import TileSupport

/// The program, with its windows, delegate and scene. It is the last receiver of actions without a target.
/// Features of devices are left out. Each screen has an application; `shared` is that of the thread's main screen.
open class UIApplication: UIResponder {
    public enum State: Int, Hashable, Sendable {
        case active
        case inactive
        case background
    }

    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// A key for the reason of a launch. The options are always empty here.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The URL of a program's settings. Nothing opens it here.
    public static let openSettingsURLString = "app-settings:"

    private weak var ownScreen: UIScreen?
    final var life = ApplicationLife()

    /// The application of the thread's main screen.
    open class var shared: UIApplication { UIScreen.main.application }

    init(on screen: UIScreen) {
        ownScreen = screen
        super.init()
    }

    /// The application's screen, or the thread's main screen once its own is deallocated.
    final var screen: UIScreen { ownScreen ?? .main }

    /// The object that receives life cycle calls. A delegate that `launch(_:on:)` created is retained; one that
    /// replaces it is not.
    open weak var delegate: (any UIApplicationDelegate)?

    /// The delegate, if it is a responder.
    open override var next: UIResponder? { delegate as? UIResponder }

    /// The state of the program: active until something sends it to the background; see `enterBackground()`.
    open var applicationState: State { life.state }

    /// The program's scene, if it has one.
    open var connectedScenes: Set<UIScene> { life.scene.map { [$0] } ?? [] }
    open var openSessions: Set<UISceneSession> { life.scene.map { [$0.session] } ?? [] }
    /// A Boolean value that is always false, because a program has at most one scene here.
    open var supportsMultipleScenes: Bool { false }

    /// The windows on the screen, from back to front.
    open var windows: [UIWindow] { screen.windows }

    /// A closure that receives touches that no responder in the chain has handled.
    package final var touchHandler: ((Set<UITouch>) -> Void)?

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        touchHandler?(touches)
        super.touchesBegan(touches, with: event)
    }

    /// The key window on the screen.
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }

    // MARK: Status bar and orientation

    /// The orientation of the screen.
    open var statusBarOrientation: UIInterfaceOrientation { screen.interfaceOrientation }
    /// The frame of the status bar in points of its screen; empty if it is not visible.
    open var statusBarFrame: CGRect { screen.statusBarFrame }
    /// A Boolean value that indicates whether the status bar is invisible. Setting it hides or shows the bar.
    open var isStatusBarHidden: Bool {
        get { screen.isStatusBarHidden }
        set {
            let before = screen.statusBarFrame
            screen.statusBarIsHidden = newValue
            screen.postStatusBarChange(from: before)
        }
    }
    /// A stored value without effect: no status bar content is drawn.
    open var statusBarStyle = UIStatusBarStyle.default

    public static let willChangeStatusBarOrientationNotification = NSNotification.Name(
        "UIApplicationWillChangeStatusBarOrientationNotification")
    public static let didChangeStatusBarOrientationNotification = NSNotification.Name(
        "UIApplicationDidChangeStatusBarOrientationNotification")
    public static let didChangeStatusBarFrameNotification = NSNotification.Name(
        "UIApplicationDidChangeStatusBarFrameNotification")
    /// The orientation's raw value: the new one in the notification before a change, the old one in that after it.
    public static let statusBarOrientationUserInfoKey = "UIApplicationStatusBarOrientationUserInfoKey"
    /// The status bar's frame before the change.
    public static let statusBarFrameUserInfoKey = "UIApplicationStatusBarFrameUserInfoKey"

    // MARK: Ignored events

    /// Suspends the delivery of touches and scrolls until `endIgnoringInteractionEvents()` has been called as often as
    /// this method. Touches that are down are cancelled.
    open func beginIgnoringInteractionEvents() {
        screen.ignoredInteractions += 1
        for window in windows { window.cancelTouches(in: window) }
    }

    /// Ends one call of `beginIgnoringInteractionEvents()`. Touches that came down meanwhile stay without effect.
    open func endIgnoringInteractionEvents() { screen.ignoredInteractions = max(0, screen.ignoredInteractions - 1) }

    open var isIgnoringInteractionEvents: Bool { screen.ignoredInteractions > 0 }

    // MARK: Stored values

    /// A stored value without effect: screens do not sleep.
    open var isIdleTimerDisabled = false
    open var applicationIconBadgeNumber = 0
    open var isNetworkActivityIndicatorVisible = false

    open var preferredContentSizeCategory: UIContentSizeCategory {
        UITraitCollection.current.preferredContentSizeCategory
    }

    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        UIView.userInterfaceLayoutDirection(for: .unspecified)
    }

    /// Returns false: URLs of other programs cannot be opened.
    open func canOpenURL(_ url: URL) -> Bool { false }

    /// Opens nothing and reports failure to the completion handler.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: ((Bool) -> Void)? = nil
    ) {
        completion?(false)
    }

    // MARK: Notifications

    public static let didFinishLaunchingNotification = NSNotification.Name(
        "UIApplicationDidFinishLaunchingNotification")
    public static let significantTimeChangeNotification = NSNotification.Name(
        "UIApplicationSignificantTimeChangeNotification")
    public static let didBecomeActiveNotification = NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    public static let willResignActiveNotification = NSNotification.Name("UIApplicationWillResignActiveNotification")
    public static let didEnterBackgroundNotification = NSNotification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    public static let willEnterForegroundNotification = NSNotification.Name(
        "UIApplicationWillEnterForegroundNotification")
    public static let willTerminateNotification = NSNotification.Name("UIApplicationWillTerminateNotification")
    public static let didReceiveMemoryWarningNotification = NSNotification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
}
