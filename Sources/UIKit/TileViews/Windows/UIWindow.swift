public import Foundation
import TileDrawing
import TileLayers

/// The top of a tree of views, on a screen.
///
///     let screen = UIScreen(size: CGSize(width: 800, height: 600), scale: 2)
///     let window = UIWindow(screen: screen)
///     window.addSubview(seatMap)
///     window.makeKeyAndVisible()
///     let tree = screen.frame()
///
/// A window is hidden until it is told otherwise. Nobody keeps it alive but the program.
///
/// Its place is on its screen, in the order of `windowLevel`. It is the top of its tree and can't be a subview, as its
/// layer can't be put into another layer: both trap. UIKit says nothing of windows as subviews, which would be on their
/// screen and in a view at once.
open class UIWindow: UIView {
    /// How far in front a window is: those of a higher level are in front of those of a lower one.
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
    /// Which of its responders gets presses, motions and commands.
    final weak var firstResponder: UIResponder? {
        didSet { if firstResponder !== oldValue { stage.noteFirstResponder(of: self) } }
    }
    final var textMotion = TextMotion()
    private final lazy var windowUndoManager = UndoManager()

    /// The window's own, for all responders in it that have none.
    open override var undoManager: UndoManager? { windowUndoManager }
    /// Touches that are down and belong to a view of the window, in the order in which they began.
    final var activeTouches: [UITouch] = []
    /// Presses that are down, or whose end recognizers keep from responders, in the order in which they began.
    final var activePresses: [UIPress] = []
    final var scrollUnderWay: ScrollInput?
    final let gestures = GestureEnvironment()
    /// Who looks after what the window shows.
    package final var rootManager: (any WindowManager)?
    /// Whether a manager of a view in it adds, or added, to the safe area.
    final var hasAddedSafeArea = false

    /// A window on the thread's main screen; see `UIScreen.main`.
    public override convenience init(frame: CGRect) { self.init(frame: frame, screen: .main, scene: nil) }

    /// A window that fills a screen.
    public convenience init(screen: UIScreen) { self.init(frame: screen.bounds, screen: screen, scene: nil) }

    /// A window that fills a scene's screen.
    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: windowScene.screen.bounds, screen: windowScene.screen, scene: windowScene)
    }

    /// A window of a frame in a screen's points.
    public init(frame: CGRect, screen: UIScreen, scene: UIWindowScene? = nil) {
        stage = screen
        self.scene = scene
        super.init(frame: frame)
        appear()
    }

    /// A window from an archive, on the thread's main screen. It is hidden, as each new window.
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
        // It is among the subviews, too: an object is written once.
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
        // An archive's window has views already: they come into it with it.
        for child in children where child.parent === self && child.host !== self {
            let before = InheritedLooks(of: child)
            child.announceWindow(self)
            child.enterWindow(self)
            child.inheritLooks(after: before)
        }
    }

    deinit {
        // What the layer asks its delegate while it leaves is no question for an object half gone.
        layer.owner = nil
        // Who follows a touch keeps it, and is kept by it. Nobody is told: there is no window any more to ask for.
        for touch in activeTouches { (touch.followers, touch.view) = ([], nil) }
        for press in activePresses { (press.followers, press.event) = ([], nil) }
        scrollUnderWay?.followers = []
        stage.remove(self, layer)
    }

    /// Its scene; for one without, the program, if that was launched.
    open override var next: UIResponder? { scene ?? stage.launched }

    /// The screen that it is on. A window that changes screens keeps its frame.
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

    /// The scene that it belongs to; setting one puts the window on its screen.
    open var windowScene: UIWindowScene? {
        get { scene }
        set {
            let before = effectiveTraits
            scene = newValue
            if let newValue { screen = newValue.screen }
            spreadTraits(from: before)
        }
    }

    /// What the window's traits start from: its scene's, or its screen's.
    final var windowTraits: UITraitCollection { scene?.traitCollection ?? stage.traitCollection }

    /// Which windows it is in front of. Among those of one level the one that was shown last is in front.
    open var windowLevel: Level {
        get { level }
        set {
            precondition(!newValue.rawValue.isNaN, "a window's level can't be NaN")
            level = newValue
            stage.reorder(self)
        }
    }

    /// Windows begin hidden. A key window that is hidden is no longer key.
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

    /// The view that fills the window: resized with it, behind all others; nil for none.
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

    /// Whether it is its screen's key window: the one that presses, motions and commands go to; see
    /// `UIScreen.sendEvent(_:)`.
    open var isKeyWindow: Bool { stage.keyWindow === self }

    /// Whether `makeKey()` does anything: true, unless a class says otherwise.
    open var canBecomeKey: Bool { true }

    /// It has become the key window. For subclasses; not to be called.
    open func becomeKey() {}

    /// It is no longer the key window. For subclasses; not to be called.
    open func resignKey() {}

    /// Makes it its screen's key window.
    open func makeKey() {
        if canBecomeKey { stage.makeKey(self) }
    }

    /// Shows it in front of the windows of its level, and makes it the key window.
    open func makeKeyAndVisible() {
        if isHidden { isHidden = false } else { stage.reorder(self) }
        makeKey()
    }

    // MARK: Events

    /// Hands an event to those in the window it is for: touches to their views, scrolls to recognizers under the
    /// pointer, others to the first responder, or to the window where there is none. An override may look at events, or
    /// keep them back by not calling super.
    ///
    /// A screen's `sendEvent(_:)` calls it for the windows that an event is for. A program that calls it itself says so
    /// that the event is this window's, also when another is key.
    open func sendEvent(_ event: UIEvent) { deliver(event) }

    // MARK: Conversion

    /// A point of this window in another window's coordinates; nil stands for the screen.
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
