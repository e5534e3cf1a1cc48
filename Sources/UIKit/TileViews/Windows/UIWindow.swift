public import Foundation
import TileDrawing
import TileLayers

/// The root of a tree of views on a screen.
///
///     let screen = UIScreen(size: CGSize(width: 800, height: 600), scale: 2)
///     let window = UIWindow(screen: screen)
///     window.addSubview(seatMap)
///     window.makeKeyAndVisible()
///     let tree = screen.frame()
///
/// A window is initially hidden. Only the program retains it.
///
/// A window is positioned on its screen, in the order of `windowLevel`. It cannot be a subview, and its layer cannot be
/// added to another layer: both trap. UIKit does not define windows as subviews, which would be on their screen and in
/// a view at the same time.
open class UIWindow: UIView {
    /// The level of a window. Windows with a higher level are in front of those with a lower one.
    public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public init(_ rawValue: CGFloat) { self.init(rawValue: rawValue) }

        public static let normal = Level(0)
        public static let statusBar = Level(1000)
        public static let alert = Level(2000)

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private var stage: UIScreen
    private weak var scene: UIWindowScene?
    private var level = Level.normal
    /// The responder that receives presses, motions and commands.
    final weak var firstResponder: UIResponder? {
        didSet { if firstResponder !== oldValue { stage.noteFirstResponder(of: self) } }
    }
    final var textMotion = TextMotion()
    private final lazy var windowUndoManager = UndoManager()

    /// The undo manager of the window, for all responders in it without one.
    open override var undoManager: UndoManager? { windowUndoManager }
    /// The touches that are down and belong to a view of the window, in the order in which they began.
    final var activeTouches: [UITouch] = []
    /// The presses that are down, or have an end that recognizers delay, in the order in which they began.
    final var activePresses: [UIPress] = []
    final var scrollUnderWay: ScrollInput?
    final let gestures = GestureEnvironment()
    /// The manager of the window's content.
    package final var rootManager: (any WindowControlling)?
    /// A Boolean value that indicates whether a manager in the window has ever added to the safe area.
    final var hasAddedSafeArea = false

    /// Creates a window that fills the thread's main screen.
    public convenience init() { self.init(frame: UIScreen.main.bounds) }

    /// Creates a window on the thread's main screen; see `UIScreen.main`.
    public override init(frame: CGRect) {
        stage = .main
        super.init(frame: frame)
        appear()
    }

    /// Creates a window that fills a screen.
    public convenience init(screen: UIScreen) { self.init(frame: screen.bounds, screen: screen, scene: nil) }

    /// Creates a window that fills the screen of a scene.
    public init(windowScene: UIWindowScene) {
        stage = windowScene.screen
        scene = windowScene
        super.init(frame: windowScene.screen.bounds)
        appear()
    }

    /// Creates a window with a frame in points of a screen.
    public init(frame: CGRect, screen: UIScreen, scene: UIWindowScene? = nil) {
        stage = screen
        self.scene = scene
        super.init(frame: frame)
        appear()
    }

    /// Creates a window from an archive on the thread's main screen. Like every new window it is hidden.
    public required init?(coder: NSCoder) {
        stage = .main
        super.init(coder: coder)
        if let number = coder.archivedLength(Key.level) { level = Level(number) }
        appear()
        if let view = coder.archivedObject(Key.rootView, of: UIView.self), view.superview === self { rootView = view }
        coder.settle(self, as: UIWindow.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(Double(level.rawValue), forKey: Key.level)
        // The root view is also archived as a subview; each object is encoded once.
        if rootView?.superview === self { coder.archive(rootView, forKey: Key.rootView) }
    }

    private enum Key {
        static let level = "UIWindowLevel"
        static let rootView = "UIWindowRootView"
    }

    private func appear() {
        layer.isHidden = true
        layer.isOfWindow = true
        host = self
        stage.add(self)
        followScale(of: stage)
        // A decoded window already contains views, which enter the window now.
        for child in children where child.parent === self && child.host !== self {
            let before = InheritedLooks(of: child)
            child.announceWindow(self)
            child.enterWindow(self)
            child.inheritLooks(after: before)
        }
    }

    deinit {
        // The layer must not call its delegate while the window is being deallocated.
        layer.owner = nil
        // Touches and their recognizers retain each other. No notifications are sent, because the window is gone.
        for touch in activeTouches { (touch.followers, touch.view) = ([], nil) }
        for press in activePresses { (press.followers, press.event) = ([], nil) }
        scrollUnderWay?.followers = []
        stage.remove(self, layer)
    }

    /// The scene or, without one, the program if it was launched.
    open override var next: UIResponder? { scene ?? stage.launched }

    /// The screen of the window. The frame stays the same when it changes.
    open var screen: UIScreen {
        get { stage }
        set {
            guard newValue !== stage else { return }
            let before = effectiveTraits
            if isKeyWindow { stage.makeKey(nil) }
            cancelTouches(in: self)
            stage.remove(self, layer)
            stage = newValue
            newValue.add(self)
            followScaleBelow(of: newValue)
            layOutForSafeArea()
            spreadTraits(from: before)
        }
    }

    /// The scene of the window. Setting it moves the window to the scene's screen.
    open var windowScene: UIWindowScene? {
        get { scene }
        set {
            let before = effectiveTraits
            scene = newValue
            if let newValue { screen = newValue.screen }
            spreadTraits(from: before)
        }
    }

    /// The traits that the window inherits, from its scene or its screen.
    final var windowTraits: UITraitCollection { scene?.traitCollection ?? stage.traitCollection }

    /// The level of the window. Among windows with the same level, the one that was shown last is in front.
    open var windowLevel: Level {
        get { level }
        set {
            precondition(!newValue.rawValue.isNaN, "a window's level can't be NaN")
            level = newValue
            stage.reorder(self)
        }
    }

    /// A Boolean value that indicates whether the window is hidden. The default is true. Hiding the key window makes it
    /// resign that status.
    open override var isHidden: Bool {
        get { super.isHidden }
        set {
            guard newValue != super.isHidden else { return }
            if !newValue { rootManager?.windowWillShow(self) }
            super.isHidden = newValue
            rootManager?.windowDidChangeVisibility(self)
            if newValue {
                cancelTouches(in: self)
                if isKeyWindow { stage.makeKey(nil) }
            } else {
                stage.reorder(self)
            }
            NotificationCenter.default.post(
                name: newValue ? UIWindow.didBecomeHiddenNotification : UIWindow.didBecomeVisibleNotification,
                object: self)
        }
    }

    /// The view that fills the window, behind other subviews, and is resized with it; nil for none.
    open var rootView: UIView? {
        willSet {
            if newValue !== rootView, rootView?.superview === self { rootView?.removeFromSuperview() }
        }
        didSet {
            guard let rootView, rootView !== oldValue else { return }
            rootView.frame = bounds
            rootView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            insertSubview(rootView, at: 0)
        }
    }

    // MARK: Key window

    /// A Boolean value that indicates whether the window is the key window of its screen, which receives presses,
    /// motions and commands; see `UIScreen.sendEvent(_:)`.
    open var isKeyWindow: Bool { stage.keyWindow === self }

    /// A Boolean value that indicates whether `makeKey()` has an effect. The default is true.
    open var canBecomeKey: Bool { true }

    /// Called after the window has become key. Override this method, but do not call it.
    open func becomeKey() {}

    /// Called after the window has resigned as key window. Override this method, but do not call it.
    open func resignKey() {}

    /// Makes the window the key window of its screen.
    open func makeKey() {
        if canBecomeKey { stage.makeKey(self) }
    }

    /// Shows the window in front of those with the same level, and makes it key.
    open func makeKeyAndVisible() {
        if isHidden { isHidden = false } else { stage.reorder(self) }
        makeKey()
    }

    // MARK: Events

    /// Delivers an event in the window: touches to their views, scrolls to recognizers under the pointer, and other
    /// events to the first responder or, without one, to the window. Overrides can observe events, or suppress them by
    /// not calling super.
    ///
    /// The screen's `sendEvent(_:)` calls this method for the receiving windows. A program that calls it directly sends
    /// the event to this window, even if another one is key.
    open func sendEvent(_ event: UIEvent) { deliver(event) }

    // MARK: Conversion

    /// Converts a point of this window to the coordinates of another one, or of the screen if the window is nil.
    open func convert(_ point: CGPoint, to window: UIWindow?) -> CGPoint {
        layer.convert(point, to: window?.layer ?? stage.layer)
    }
    open func convert(_ point: CGPoint, from window: UIWindow?) -> CGPoint {
        layer.convert(point, from: window?.layer ?? stage.layer)
    }
    open func convert(_ rect: CGRect, to window: UIWindow?) -> CGRect {
        layer.convert(rect, to: window?.layer ?? stage.layer)
    }
    open func convert(_ rect: CGRect, from window: UIWindow?) -> CGRect {
        layer.convert(rect, from: window?.layer ?? stage.layer)
    }
}

extension UIWindow {
    public static let didBecomeVisibleNotification = Notification.Name("UIWindowDidBecomeVisibleNotification")
    public static let didBecomeHiddenNotification = Notification.Name("UIWindowDidBecomeHiddenNotification")
    public static let didBecomeKeyNotification = Notification.Name("UIWindowDidBecomeKeyNotification")
    public static let didResignKeyNotification = Notification.Name("UIWindowDidResignKeyNotification")
}
