public import Foundation
public import TileDrawing
import TileSupport

/// The program, as far as one without a device asks for it: its windows, its delegate and its scene, and where actions
/// without a target go.
///
/// There is one for each screen; `shared` is that of the thread's main screen.
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

    /// What a program may be launched for. Here it is launched for nothing in particular.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The address of a program's settings, which nothing here opens.
    public static let openSettingsURLString = "app-settings:"

    private weak var ownScreen: UIScreen?
    final var life = ApplicationLife()

    /// That of the thread's main screen.
    open class var shared: UIApplication { UIScreen.main.application }

    init(on screen: UIScreen) {
        ownScreen = screen
        super.init()
    }

    /// The screen that it is on: the thread's main screen, once its own is gone.
    final var screen: UIScreen { ownScreen ?? .main }

    /// Hears of the program's life; made by `launch(_:on:)`. Another that is set in its place is not kept alive.
    open weak var delegate: (any UIApplicationDelegate)?

    /// The delegate, if it is a responder that is in no chain of its own.
    open override var next: UIResponder? { delegate as? UIResponder }

    /// Active, unless something sent the program to the background; see `enterBackground()`.
    open var applicationState: State { life.state }

    /// The scene, where the program has one.
    open var connectedScenes: Set<UIScene> { life.scene.map { [$0] } ?? [] }
    open var openSessions: Set<UISceneSession> { life.scene.map { [$0.session] } ?? [] }
    /// Nothing here shows more than one scene of a program.
    open var supportsMultipleScenes: Bool { false }

    /// Those of its screen, from the back to the front.
    open var windows: [UIWindow] { screen.windows }

    /// Touches that nobody made anything of have come to the end of their chain.
    package final var touchHandler: ((Set<UITouch>) -> Void)?

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        touchHandler?(touches)
        super.touchesBegan(touches, with: event)
    }

    /// The one that is key.
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }

    // MARK: Status bar and orientation of its screen

    /// How its screen is held.
    open var statusBarOrientation: UIInterfaceOrientation { screen.interfaceOrientation }
    /// In its screen's points; empty where there is none to see.
    open var statusBarFrame: CGRect { screen.statusBarFrame }
    /// Whether there is none to see, or setting it, whether there is to be none.
    open var isStatusBarHidden: Bool {
        get { screen.isStatusBarHidden }
        set {
            let before = screen.statusBarFrame
            screen.statusBarIsHidden = newValue
            screen.postStatusBarChange(from: before)
        }
    }
    /// Kept: nothing is drawn in the status bar.
    open var statusBarStyle = UIStatusBarStyle.default

    public static let willChangeStatusBarOrientationNotification = NSNotification.Name(
        "UIApplicationWillChangeStatusBarOrientationNotification")
    public static let didChangeStatusBarOrientationNotification = NSNotification.Name(
        "UIApplicationDidChangeStatusBarOrientationNotification")
    public static let didChangeStatusBarFrameNotification = NSNotification.Name(
        "UIApplicationDidChangeStatusBarFrameNotification")
    /// Before: the orientation to come; after: the one that was; a raw value.
    public static let statusBarOrientationUserInfoKey = "UIApplicationStatusBarOrientationUserInfoKey"
    /// The frame that was.
    public static let statusBarFrameUserInfoKey = "UIApplicationStatusBarFrameUserInfoKey"

    // MARK: Kept

    /// Kept, and used for nothing: no screen sleeps.
    open var isIdleTimerDisabled = false
    open var applicationIconBadgeNumber = 0
    open var isNetworkActivityIndicatorVisible = false

    open var preferredContentSizeCategory: UIContentSizeCategory {
        UITraitCollection.current.preferredContentSizeCategory
    }

    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        UIView.userInterfaceLayoutDirection(for: .unspecified)
    }

    /// Nothing here opens other programs' addresses.
    open func canOpenURL(_ url: URL) -> Bool { false }

    /// Opens nothing, and says so.
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
