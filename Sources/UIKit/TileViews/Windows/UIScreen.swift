public import Foundation
public import TileDrawing
public import TileLayers
import TileSupport

/// A virtual screen: a size, a scale, and the windows on it. It makes frames.
///
/// Any number of them can be made. A screen with all windows on it belongs to one thread at a time; trees that are to
/// run on several threads at once need a screen each.
open class UIScreen: NSObject, UITraitEnvironment {
    /// The layer that holds the windows' layers.
    final let layer = CALayer()
    final let layerHost: LayerHost
    /// From the back to the front. Held weakly: a window takes itself out when it goes.
    private final var shown: [Unmanaged<UIWindow>] = []
    final weak var keyWindow: UIWindow?
    final var pending: [PendingInput] = []

    /// A screen of a size in points.
    ///
    /// - Parameters:
    ///   - scale: pixels per point.
    ///   - maximumFramesPerSecond: how often a display of this kind would show a frame. Nothing here waits for it.
    public init(size: CGSize, scale: CGFloat = 2, maximumFramesPerSecond: Int = 60) {
        precondition(
            size.width.isFinite && size.height.isFinite && size.width > 0 && size.height > 0,
            "a screen can't be \(size.width) by \(size.height) points: both must be positive and finite")
        precondition(scale.isFinite && scale > 0, "a screen's scale must be positive and finite, and is \(scale)")
        precondition(maximumFramesPerSecond > 0, "a screen shows at least one frame a second")
        self.scale = scale
        self.maximumFramesPerSecond = maximumFramesPerSecond
        layer.changesAtOnce = true
        layer.bounds = CGRect(origin: .zero, size: size)
        layer.position = CGPoint(x: size.width / 2, y: size.height / 2)
        layerHost = LayerHost(layer)
        layerHost.screen = LayerHost.Screen(scale: Double(scale), clock: clock)
        let current = UITraitCollection.current
        let idiom = current.userInterfaceIdiom
        base = current.modifyingTraits {
            $0.displayScale = scale
            if idiom == .unspecified { $0.userInterfaceIdiom = .pad }
        }
        interfaceOrientation = size.width > size.height ? .landscapeRight : .portrait
        madeOrientation = interfaceOrientation
        traits = base
        let mode = UIScreenMode(size: CGSize(width: size.width * scale, height: size.height * scale))
        preferredMode = mode
        currentMode = mode
        availableModes = [mode]
        super.init()
        traits = traits(for: size)
        layerHost.clock = clock
        layerHost.animatesImplicitly = true
        layerHost.add(self)
        layerHost.add(constraintStage, isHeld: true)
        constraintStage.screen = self
        layerHost.add(committed, isHeld: true)
    }

    final var pasteboards = Pasteboards()
    /// Told of what is posted for those who do not see the screen.
    package final var noticeHandler: ((UIAccessibility.Notification, Any?) -> Void)?
    private final var knownTextInput: TextInputHost?
    /// What shows input views and accessories, and says where a keyboard is.
    public private(set) final lazy var keyboard = ScreenKeyboard(of: self)

    /// The text that is being edited on the screen, for who has a keyboard.
    public final var textInput: TextInputHost {
        if let knownTextInput { return knownTextInput }
        let made = TextInputHost(of: self)
        knownTextInput = made
        return made
    }

    /// Who gets keys is another.
    final func noteFirstResponder(of window: UIWindow?) {
        guard window === keyWindow else { return }
        knownTextInput?.follow(keyWindow?.firstResponder)
        keyboard.update()
    }

    private final let constraintStage = ConstraintStage()
    final let committed = AfterCommit()

    private final let base: UITraitCollection
    private final var traits: UITraitCollection
    private final var overrides = TraitOverrides()

    /// The screen in points; the origin is 0.
    open var bounds: CGRect { layer.bounds }
    /// Pixels per point.
    public final let scale: CGFloat
    /// How often a display of this kind would show a frame.
    public final let maximumFramesPerSecond: Int
    /// The screen in pixels, as it was made: it stays when the screen is turned.
    open var nativeBounds: CGRect {
        let size = fixed.bounds.size
        return CGRect(x: 0, y: 0, width: size.width * scale, height: size.height * scale)
    }
    /// As `scale`: a virtual screen is not resampled.
    open var nativeScale: CGFloat { scale }
    /// The screen's own coordinates.
    open var coordinateSpace: any UICoordinateSpace { self }
    /// The coordinates of the screen as it was made, which stay on the glass when it is turned.
    open var fixedCoordinateSpace: any UICoordinateSpace { fixed }
    private final var fixed: FixedScreenSpace { FixedScreenSpace(self) }

    /// What the status bar leaves of the screen.
    open var applicationFrame: CGRect {
        CGRect(
            x: 0, y: statusBarFrame.height, width: bounds.width, height: bounds.height - statusBarFrame.height)
    }

    // MARK: Turning

    /// How the screen is held: upright when it was made higher than wide, else with its top at the left. See
    /// `rotate(to:)`.
    public private(set) final var interfaceOrientation: UIInterfaceOrientation
    private final let madeOrientation: UIInterfaceOrientation

    /// Who is told of each transition to another size before it begins: one, for the program.
    public final var transitionHandler: ((ScreenTransition) -> Void)?

    /// Quarters of a turn, counterclockwise, 0…3.
    final var turnsSinceMade: Int { (interfaceOrientation.quarterTurns - madeOrientation.quarterTurns + 4) % 4 }

    final func setOrientation(_ orientation: UIInterfaceOrientation) { interfaceOrientation = orientation }

    final func setSize(_ size: CGSize) {
        layer.bounds.size = size
        layer.position = CGPoint(x: size.width / 2, y: size.height / 2)
    }

    /// The height of a status bar in points: 0, none, unless a program says so, for views that leave its place free.
    /// It is part of the safe area.
    open var statusBarHeight: CGFloat = 0 {
        didSet {
            precondition(
                statusBarHeight.isFinite && statusBarHeight >= 0,
                "a status bar's height is finite and not negative, and is \(statusBarHeight)")
            guard statusBarHeight != oldValue else { return }
            for window in windows { window.layOutForSafeArea() }
        }
    }

    /// Whether the program hides the status bar; see `UIApplication.isStatusBarHidden`.
    final var statusBarIsHidden = false

    // MARK: Modes

    /// The sizes in pixels that the screen offers; the program may add some. Nothing keeps it from setting others.
    open var availableModes: [UIScreenMode]

    /// The mode that the screen was made with.
    public final let preferredMode: UIScreenMode?

    /// The screen's size in pixels. Setting another resizes the screen, at the same scale; its windows keep their
    /// frames.
    open var currentMode: UIScreenMode? {
        didSet {
            guard let mode = currentMode, mode !== oldValue else { return }
            let (width, height) = (mode.size.width / scale, mode.size.height / scale)
            setSize(
                turnsSinceMade % 2 == 0
                    ? CGSize(width: width, height: height) : CGSize(width: height, height: width))
            updateTraits()
            for window in windows { window.layOutForSafeArea() }
            NotificationCenter.default.post(name: UIScreen.modeDidChangeNotification, object: self)
        }
    }

    /// Never posted: a program's screens are those that it makes.
    public static let didConnectNotification = Notification.Name("UIScreenDidConnectNotification")
    /// Never posted.
    public static let didDisconnectNotification = Notification.Name("UIScreenDidDisconnectNotification")
    /// Posted by a screen whose size has changed.
    public static let modeDidChangeNotification = Notification.Name("UIScreenModeDidChangeNotification")

    // MARK: Traits and safe area

    /// What windows on the screen start from: the traits current when it was made, with its scale, the size classes of
    /// its size, and its overrides. Where nothing says of what kind it is, it is a tablet's.
    open var traitCollection: UITraitCollection { traits }

    /// Traits that the screen sets for all windows on it: what a device's settings do.
    open var traitOverrides: any UITraitOverrides {
        get { overrides }
        set {
            let new = TraitOverrides(newValue)
            overrides = new
            updateTraits()
        }
    }

    /// The traits that a size gives.
    final func traits(for size: CGSize) -> UITraitCollection {
        let idiom = overrides.applied(to: base).userInterfaceIdiom
        let classes = SizeClasses(of: size, idiom: idiom)
        return overrides.applied(
            to: base.modifyingTraits {
                $0.horizontalSizeClass = classes.horizontal
                $0.verticalSizeClass = classes.vertical
            })
    }

    final func updateTraits() { setTraits(traits(for: bounds.size)) }

    /// The traits have changed. Nothing by default; for subclasses.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// What rounded corners and bars of a device of this kind would cover along the edges, in points, as it is held.
    open var safeAreaInsets = UIEdgeInsets.zero {
        didSet {
            if safeAreaInsets != oldValue { for window in windows { window.layOutForSafeArea() } }
        }
    }

    /// The insets of the way that the screen isn't held, upright or on its side, once it was.
    private final var otherSafeAreaInsets: UIEdgeInsets?

    /// Changes the insets for those of the other way.
    final func turnSafeArea() {
        let here = safeAreaInsets
        safeAreaInsets =
            otherSafeAreaInsets
            ?? UIEdgeInsets(
                top: interfaceOrientation.isPortrait ? max(here.left, here.right) : 0,
                left: interfaceOrientation.isPortrait ? 0 : here.top, bottom: here.bottom,
                right: interfaceOrientation.isPortrait ? 0 : here.top)
        otherSafeAreaInsets = here
    }

    // MARK: What a display would do

    /// How bright the display is, 0…1; what lies beyond is cut. A virtual screen has no lamp: it keeps the number and
    /// posts `brightnessDidChangeNotification`, for code that follows it.
    open var brightness: CGFloat {
        get { panel.brightness }
        set { setBrightness(newValue) }
    }

    /// Whether a program may make the picture darker than the lamp can; kept, and of no effect without one.
    open var wantsSoftwareDimming: Bool {
        get { panel.wantsSoftwareDimming }
        set { panel.wantsSoftwareDimming = newValue }
    }

    /// Whether somebody records the screen or shows it elsewhere, as the program that does so says. Setting another
    /// value posts `capturedDidChangeNotification`.
    open var isCaptured: Bool {
        get { panel.isCaptured }
        set { setCaptured(newValue) }
    }

    /// How overscan is dealt with; kept, and of no effect: a virtual screen has none.
    open var overscanCompensation: OverscanCompensation {
        get { panel.overscanCompensation }
        set { panel.overscanCompensation = newValue }
    }

    final var panel = ScreenPanel()

    /// From when on fingers on it count as a gesture.
    open var gesturePolicy = GesturePolicy()

    // MARK: Main screen

    private static let mains = ThreadLocal<UIScreen> { UIScreen(size: CGSize(width: 1024, height: 768)) }

    /// The main screen of the current thread: 1024 by 768 points at scale 2, unless `asMain(_:)` says otherwise.
    ///
    /// UIKit has one for the process. Here trees live on any thread, so each thread has its own, made when it is first
    /// asked for. Nothing needs it but `UIWindow(frame:)` and code that asks for it. A window that is to move to
    /// another thread should be made on a screen of its own, for all windows of one screen must be on one thread.
    public static var main: UIScreen { mains.value }

    final var isMain: Bool { self === Self.mains.value }

    /// The program on it: the one that was launched; else one that nothing is known of.
    final var application: UIApplication { launched ?? bareApplication }
    private final lazy var bareApplication = UIApplication(on: self)
    /// Held by who launched it: it holds its windows, and they the screen.
    final weak var launched: UIApplication?
    /// Nil until the program asks for one.
    final var appearanceProxies: AppearanceProxies?
    /// Those of bars' items, which the room of bars has.
    package final var barItemProxies: AnyObject?

    /// As UIKit's `screens`, but of the thread: its main screen.
    public static var screens: [UIScreen] { [main] }

    /// Runs code, on the current thread, for which this is the main screen.
    public final func asMain<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let before = Self.mains.value
        Self.mains.value = self
        defer { Self.mains.value = before }
        return try MediaClock.with(clock, body)
    }

    // MARK: Frames

    /// What frames take their time from: the machine's clock at first. Touches are to be of the same clock.
    open var clock: any FrameClock = SystemClock() {
        didSet {
            layerHost.clock = clock
            layerHost.screen?.clock = clock
        }
    }
    /// Whether tiled layers draw all of themselves, as content of any scale needs them, and not what the screen shows.
    package final var drawsTiledLayersWhole: Bool {
        get { layerHost.screen == nil }
        set { layerHost.screen = newValue ? nil : LayerHost.Screen(scale: Double(scale), clock: clock) }
    }

    /// Whether time passes for animations. Else they have ended when they begin, and those that never end show as they
    /// are at the clock's time.
    package final var runsAnimations: Bool {
        get { layerHost.runsAnimations }
        set { layerHost.runsAnimations = newValue }
    }

    /// Whether something is animated that comes to an end.
    package final var hasEndingAnimations: Bool { layerHost.hasEndingAnimations }

    /// Runs a frame: delivers the events that were posted, calls display links, lays out, draws and commits what was
    /// marked; in this order.
    ///
    /// Returns what the screen now shows: a value that any thread may raster. When nothing changed it is the same tree
    /// as before, and nothing was laid out or drawn: see `counters`.
    open func frame() -> RenderTree { layerHost.frame() }

    /// Whether the next frame would do more than show the same again: something is marked, posted, or moves by itself,
    /// or a touch waits to be told of.
    public final var isFramePending: Bool { layerHost.isAnythingPending }

    /// Whether another frame would change what the screen shows, as far as its layers are marked.
    package final var hasMarks: Bool { layerHost.isFramePending }

    /// A view that shows what the screen shows now, and goes on showing it.
    ///
    /// - Parameter afterScreenUpdates: whether a frame is made first; else it shows the last one.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView {
        let picture = afterUpdates ? frame().picture : layer.committedPicture ?? frame().picture
        return SnapshotView(picture, of: bounds)
    }

    /// What the frames so far have done.
    open var counters: FrameCounters { layerHost.counters }

    // MARK: Windows

    /// The windows on the screen, hidden ones too, from the back to the front.
    open var windows: [UIWindow] { shown.map { $0.takeUnretainedValue() } }

    /// Calls `body` with each window, from the back to the front, without an array of them being made.
    final func forEachWindow(_ body: (UIWindow) -> Void) {
        // By number: what is called may take windows out.
        var index = 0
        while index < shown.count {
            body(shown[index].takeUnretainedValue())
            index += 1
        }
    }

    final func add(_ window: UIWindow) {
        let index = shown.firstIndex { $0.takeUnretainedValue().windowLevel > window.windowLevel } ?? shown.count
        shown.insert(.passUnretained(window), at: index)
        // A window's layer that the program took out is no sublayer.
        let before = shown[(index + 1)...].lazy.map { $0.takeUnretainedValue().layer }
        if let front = before.first(where: { $0.superlayer === self.layer }) {
            layer.insertSublayer(window.layer, below: front)
        } else {
            layer.addSublayer(window.layer)
        }
    }

    /// Takes a window out; its layer is named apart because a window that is going away may be asked for nothing.
    final func remove(_ window: UIWindow, _ windowLayer: CALayer) {
        let key = Unmanaged.passUnretained(window).toOpaque()
        shown.removeAll { $0.toOpaque() == key }
        windowLayer.removeFromSuperlayer()
    }

    /// Puts a window in front of those of its level.
    final func reorder(_ window: UIWindow) {
        remove(window, window.layer)
        add(window)
    }

    private final func setTraits(_ new: UITraitCollection) {
        let before = windows.map { ($0, $0.effectiveTraits) }
        let old = traits
        guard new != old else { return }
        traits = new
        traitCollectionDidChange(old)
        for (window, traits) in before { window.spreadTraits(from: traits) }
    }

    final func makeKey(_ window: UIWindow?) {
        let before = keyWindow
        guard before !== window else { return }
        if let before {
            keyWindow = nil
            noteFirstResponder(of: nil)
            before.resignKey()
            NotificationCenter.default.post(name: UIWindow.didResignKeyNotification, object: before)
        }
        // Resigning runs the program's code, which may have made another window key.
        guard let window, keyWindow == nil else { return }
        keyWindow = window
        noteFirstResponder(of: window)
        window.becomeKey()
        NotificationCenter.default.post(name: UIWindow.didBecomeKeyNotification, object: window)
    }
}

extension UIScreen: FrameParticipant {
    package final var frameStage: FrameStage { .events }

    package final var wantsFrame: Bool {
        !pending.isEmpty
            || shown.contains {
                let window = $0.takeUnretainedValue()
                return window.gestures.isWaiting || window.activeTouches.contains { $0.delivery == .held }
            }
    }

    /// Delivers what was posted, and what was kept back for long enough.
    package final func takePart(in host: LayerHost, at time: TimeInterval) {
        deliverPending()
        forEachWindow {
            $0.gestures.advance(to: clock.now)
            $0.releaseHeld(at: clock.now)
            $0.releasePresses()
        }
    }
}

extension UIScreen: UICoordinateSpace {
    public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
        LayerSpace(self, layer).convert(point, to: coordinateSpace)
    }

    public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
        LayerSpace(self, layer).convert(point, from: coordinateSpace)
    }

    public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
        LayerSpace(self, layer).convert(rect, to: coordinateSpace)
    }

    public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
        LayerSpace(self, layer).convert(rect, from: coordinateSpace)
    }
}
