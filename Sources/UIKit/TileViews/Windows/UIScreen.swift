public import Foundation
public import TileDrawing
public import TileLayers
import TileSupport

/// A virtual screen with a size, a scale and windows, which creates frames.
///
/// A program can create any number of screens. A screen and all its windows belong to one thread at a time. Trees on
/// several threads need separate screens.
open class UIScreen: NSObject, UITraitEnvironment {
    /// The layer that contains the layers of the windows.
    final let layer = CALayer()
    package final let layerHost: LayerHost
    /// The windows from back to front. Unretained: a window removes itself before it is deallocated.
    private final var shown: [Unmanaged<UIWindow>] = []
    final weak var keyWindow: UIWindow?
    final var pending: [PendingInput] = []
    /// The number of calls of `UIApplication.beginIgnoringInteractionEvents()` that have not ended.
    final var ignoredInteractions = 0

    /// Creates a screen with a size in points.
    ///
    /// - Parameters:
    ///   - scale: The scale in pixels per point.
    ///   - maximumFramesPerSecond: The frame rate of a comparable display. Nothing here waits for it.
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
        for stage in propertyStages {
            layerHost.add(stage, isHeld: true)
            stage.screen = self
        }
        registerWithThread()
        layerHost.add(committed, isHeld: true)
    }

    final var pasteboards = Pasteboards()
    /// Called with accessibility notifications.
    package final var noticeHandler: ((UIAccessibility.Notification, Any?) -> Void)?
    private final var knownTextInput: TextInputHost?
    /// The input views, accessory views and keyboard area of the screen.
    public private(set) final lazy var keyboard = ScreenKeyboard(of: self)

    /// The text that is being edited on the screen, for a client with a keyboard.
    public final var textInput: TextInputHost {
        if let knownTextInput { return knownTextInput }
        let made = TextInputHost(of: self)
        knownTextInput = made
        return made
    }

    /// Updates text input and the keyboard after the first responder has changed.
    final func noteFirstResponder(of window: UIWindow?) {
        guard window === keyWindow else { return }
        knownTextInput?.follow(keyWindow?.firstResponder)
        keyboard.update()
    }

    private final let constraintStage = ConstraintStage()
    private final let propertyStages = [PropertyStage(.properties), PropertyStage(.layout)]
    /// The calls that changes on other threads have caused.
    package final let updateInbox = UpdateInbox()
    final let committed = AfterCommit()

    private final let base: UITraitCollection
    private final var traits: UITraitCollection
    private final var overrides = TraitOverrides()

    /// The bounds of the screen in points, with the origin at 0.
    open var bounds: CGRect { layer.bounds }
    /// The scale in pixels per point.
    public final let scale: CGFloat
    /// The frame rate of a comparable display.
    public final let maximumFramesPerSecond: Int
    /// The bounds of the screen in pixels, in its original orientation.
    open var nativeBounds: CGRect {
        let size = fixed.bounds.size
        return CGRect(x: 0, y: 0, width: size.width * scale, height: size.height * scale)
    }
    /// The value of `scale`, because a virtual screen is not resampled.
    open var nativeScale: CGFloat { scale }
    /// The coordinate space of the screen in its current orientation.
    open var coordinateSpace: any UICoordinateSpace { self }
    /// The coordinate space of the screen in its original orientation, which is fixed on the panel.
    open var fixedCoordinateSpace: any UICoordinateSpace { fixed }
    private final var fixed: FixedScreenSpace { FixedScreenSpace(self) }

    /// The area of the screen without the status bar.
    open var applicationFrame: CGRect {
        CGRect(
            x: 0, y: statusBarFrame.height, width: bounds.width, height: bounds.height - statusBarFrame.height)
    }

    // MARK: Rotation

    /// The orientation of the screen. Initially portrait if the screen is at least as high as wide, and otherwise
    /// landscape with the top of the panel at the left. See `rotate(to:)`.
    public private(set) final var interfaceOrientation: UIInterfaceOrientation
    private final let madeOrientation: UIInterfaceOrientation

    /// Called with each transition to another size before it begins. There is one handler, for the program.
    public final var transitionHandler: ((ScreenTransition) -> Void)?

    /// The number of counterclockwise quarter turns since creation, 0…3.
    final var turnsSinceMade: Int { (interfaceOrientation.quarterTurns - madeOrientation.quarterTurns + 4) % 4 }

    final func setOrientation(_ orientation: UIInterfaceOrientation) { interfaceOrientation = orientation }

    final func setSize(_ size: CGSize) {
        layer.bounds.size = size
        layer.position = CGPoint(x: size.width / 2, y: size.height / 2)
    }

    /// The height of a status bar in points. The default of 0 means none. A program sets it for views that keep the
    /// area free. It is part of the safe area.
    open var statusBarHeight: CGFloat = 0 {
        didSet {
            precondition(
                statusBarHeight.isFinite && statusBarHeight >= 0,
                "a status bar's height is finite and not negative, and is \(statusBarHeight)")
            guard statusBarHeight != oldValue else { return }
            for window in windows { window.layOutForSafeArea() }
        }
    }

    /// A Boolean value that indicates whether the program hides the status bar; see `UIApplication.isStatusBarHidden`.
    final var statusBarIsHidden = false

    // MARK: Modes

    /// The modes that the screen offers, to which a program can add. Other modes can be set too.
    open var availableModes: [UIScreenMode]

    /// The initial mode of the screen.
    public final let preferredMode: UIScreenMode?

    /// The mode, which is the screen's size in pixels. Setting another one resizes the screen at the same scale.
    /// Windows keep their frames.
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

    /// Never posted: a program's screens are those that it creates.
    public static let didConnectNotification = Notification.Name("UIScreenDidConnectNotification")
    /// Never posted.
    public static let didDisconnectNotification = Notification.Name("UIScreenDidDisconnectNotification")
    /// Posted by a screen when its size has changed.
    public static let modeDidChangeNotification = Notification.Name("UIScreenModeDidChangeNotification")

    // MARK: Traits and safe area

    /// The traits that windows on the screen inherit: the current ones at its creation, with the scale, the size
    /// classes of its size, and its overrides. The default idiom is that of a tablet.
    open var traitCollection: UITraitCollection { traits }

    /// The traits that the screen overrides for all windows on it, like the settings of a device.
    open var traitOverrides: any UITraitOverrides {
        get { overrides }
        set {
            let new = TraitOverrides(newValue)
            overrides = new
            updateTraits()
        }
    }

    /// Returns the traits for a size.
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

    /// Called after the traits have changed. The default implementation does nothing.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// The insets in points of the area that rounded corners and bars of a comparable device would cover, in the
    /// current orientation.
    open var safeAreaInsets = UIEdgeInsets.zero {
        didSet {
            if safeAreaInsets != oldValue { for window in windows { window.layOutForSafeArea() } }
        }
    }

    /// The insets for the other orientation, portrait or landscape, after the first rotation.
    private final var otherSafeAreaInsets: UIEdgeInsets?

    /// Exchanges the insets for those of the other orientation.
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

    // MARK: Display properties

    /// The brightness of the display, from 0 to 1; other values are clamped. A virtual screen stores the value and
    /// posts `brightnessDidChangeNotification` for observers.
    open var brightness: CGFloat {
        get { panel.brightness }
        set { setBrightness(newValue) }
    }

    /// A stored value without effect: whether the image may be darker than the display allows.
    open var wantsSoftwareDimming: Bool {
        get { panel.wantsSoftwareDimming }
        set { panel.wantsSoftwareDimming = newValue }
    }

    /// A Boolean value that indicates whether the screen is being recorded or shown elsewhere. The recording program
    /// sets it. A change posts `capturedDidChangeNotification`.
    open var isCaptured: Bool {
        get { panel.isCaptured }
        set { setCaptured(newValue) }
    }

    /// A stored value without effect: a virtual screen has no overscan.
    open var overscanCompensation: OverscanCompensation {
        get { panel.overscanCompensation }
        set { panel.overscanCompensation = newValue }
    }

    final var panel = ScreenPanel()

    /// The thresholds for gestures on the screen.
    open var gesturePolicy = GesturePolicy()

    // MARK: Program

    /// The program on the screen: the launched one or, if there is none, one without a delegate.
    final var application: UIApplication { launched ?? bareApplication }
    private final lazy var bareApplication = UIApplication(on: self)
    /// The launched program. Weak, because the caller of the launch retains it and it retains its windows, which retain
    /// the screen.
    final weak var launched: UIApplication?
    /// The appearance proxies; nil until the program requests one.
    final var appearanceProxies: AppearanceProxies?
    /// The appearance proxies of bar items, which the module for bars manages.
    package final var barItemProxies: AnyObject?

    // MARK: Frames

    /// The clock of the frames. The default is the system clock. Touches must use the same clock.
    ///
    /// With a `VirtualClock`, calls of the program wait for it as well: see `runUntilIdle()`.
    open var clock: any FrameClock = SystemClock() {
        didSet {
            layerHost.clock = clock
            layerHost.screen?.clock = clock
            guard makesCallsInFrames else { return }
            timeline = clock is VirtualClock ? timeline ?? ScreenTimeline(of: self) : nil
        }
    }
    /// A Boolean value that indicates whether tiled layers draw all of their content, for rendering at any scale,
    /// rather than only the visible part.
    package final var drawsTiledLayersWhole: Bool {
        get { layerHost.screen == nil }
        set { layerHost.screen = newValue ? nil : LayerHost.Screen(scale: Double(scale), clock: clock) }
    }

    /// A Boolean value that indicates whether time advances for animations. Otherwise they end when they begin, and
    /// endless ones show their state at the time of the clock.
    package final var runsAnimations: Bool {
        get { layerHost.runsAnimations }
        set { layerHost.runsAnimations = newValue }
    }

    /// A Boolean value that indicates whether an animation with an end is running.
    package final var hasEndingAnimations: Bool { layerHost.hasEndingAnimations }

    /// Runs a frame: makes calls that are due on a `VirtualClock`, delivers posted events, calls display links, lays
    /// out, draws and commits marked layers, in this order.
    ///
    /// Returns the content of the screen as a value that any thread can rasterize. If nothing has changed, it is the
    /// previous tree, and nothing was laid out or drawn: see `counters`.
    open func frame() -> RenderTree {
        if makesCallsInFrames { makeDueCalls() }
        if !updateInbox.isEmpty { updateInbox.makeCalls() }
        return layerHost.frame()
    }

    /// A Boolean value that indicates whether the next frame would do more than show the same content: something is
    /// marked, posted or in motion, a touch is waiting for delivery, or a call is due.
    public final var isFramePending: Bool {
        layerHost.isAnythingPending || !updateInbox.isEmpty || timeline?.isDue(at: clock.now) == true
    }

    /// A Boolean value that indicates whether another frame would change the content, according to marks in its layers
    /// and requests of updates.
    package final var hasMarks: Bool { layerHost.isFramePending || hasPropertyRequests }

    /// Returns a view with the current content of the screen.
    ///
    /// - Parameter afterScreenUpdates: Whether a frame is run first. Otherwise the view shows the last one.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView {
        let picture = afterUpdates ? frame().picture : layer.committedPicture ?? frame().picture
        return SnapshotView(picture, of: bounds)
    }

    /// The statistics of all frames so far.
    open var counters: FrameCounters { layerHost.counters }

    // MARK: Windows

    /// The windows on the screen, including hidden ones, from back to front.
    open var windows: [UIWindow] { shown.map { $0.takeUnretainedValue() } }

    /// Calls `body` with each window from back to front, without creating an array.
    final func forEachWindow(_ body: (UIWindow) -> Void) {
        // By index, because the closure may remove windows.
        var index = 0
        while index < shown.count {
            body(shown[index].takeUnretainedValue())
            index += 1
        }
    }

    final func add(_ window: UIWindow) {
        let index = shown.firstIndex { $0.takeUnretainedValue().windowLevel > window.windowLevel } ?? shown.count
        shown.insert(.passUnretained(window), at: index)
        // The layer of a window may have been removed by the program.
        let before = shown[(index + 1)...].lazy.map { $0.takeUnretainedValue().layer }
        if let front = before.first(where: { $0.superlayer === self.layer }) {
            layer.insertSublayer(window.layer, below: front)
        } else {
            layer.addSublayer(window.layer)
        }
    }

    /// Removes a window. The layer is a separate parameter, because a window in `deinit` must not be accessed.
    final func remove(_ window: UIWindow, _ windowLayer: CALayer) {
        let key = Unmanaged.passUnretained(window).toOpaque()
        shown.removeAll { $0.toOpaque() == key }
        windowLayer.removeFromSuperlayer()
    }

    /// Moves a window in front of those with the same level.
    final func reorder(_ window: UIWindow) {
        remove(window, window.layer)
        add(window)
    }

    /// The calls that wait for the clock; nil if they wait for the machine's.
    package final var timeline: ScreenTimeline?
    /// A Boolean value that indicates whether frames make the calls that are due. Otherwise the owner does.
    final var makesCallsInFrames = true

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
        // Resigning runs code of the program, which may have made another window key.
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

    /// Delivers posted input, and touches that were delayed long enough.
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
