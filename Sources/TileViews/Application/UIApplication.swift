public import Foundation
public import TileDrawing
import TileSupport

/// The program, as far as one without a device asks for it: its windows, and where actions without a target go.
///
/// There is one for each thread, as there is a main screen for each.
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

    private static let local = ThreadLocal<UIApplication> { UIApplication() }

    /// The thread's.
    open class var shared: UIApplication { local.value }

    private override init() { super.init() }

    /// Always active: nothing sends a program to the background here.
    open var applicationState: State { .active }

    /// Those of the main screen, from the back to the front.
    open var windows: [UIWindow] { UIScreen.main.windows }

    /// The one that is key.
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }

    // MARK: Status bar and orientation of the main screen

    /// How the main screen is held.
    open var statusBarOrientation: UIInterfaceOrientation { UIScreen.main.interfaceOrientation }
    /// In the main screen's points; empty where there is none to see.
    open var statusBarFrame: CGRect { UIScreen.main.statusBarFrame }
    /// Whether there is none to see, or setting it, whether there is to be none.
    open var isStatusBarHidden: Bool {
        get { UIScreen.main.isStatusBarHidden }
        set {
            let before = UIScreen.main.statusBarFrame
            UIScreen.main.statusBarIsHidden = newValue
            UIScreen.main.postStatusBarChange(from: before)
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

    // Posted by programs, or not at all.
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
