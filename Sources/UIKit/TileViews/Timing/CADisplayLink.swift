public import Foundation
public import TileGraphics
import TileLayers

/// A timer that calls a method with each frame of a screen, before layout, for example to advance a motion.
///
///     let link = screen.displayLink { link in spin(at: link.timestamp) }
///     …
///     link.invalidate()
///
/// A screen creates frames when its program requests them (`UIScreen.frame()`), at times of the screen's `clock`. Run
/// loops are not involved: a link is active after it was added to any of them, until it is removed, paused or
/// invalidated.
open class CADisplayLink: NSObject {
    /// The screen. Once it is deallocated, the link is not called.
    private weak var screen: UIScreen?
    private var action: ((CADisplayLink) -> Void)?
    /// The run loop modes for which the link was added.
    private var modes: Set<RunLoop.Mode> = []
    private var lastCall: CFTimeInterval?
    /// The number of the frame in or after which the link was activated; calls start with the next one. Nil for an
    /// immediate start.
    private var startFrame: Int?

    /// Creates a link to the frames of the thread's main screen. It calls a method that the target has registered by
    /// name, with the link as the argument. The target is retained until `invalidate()`. Traps if the target is not an
    /// `ActionTarget`.
    public convenience init(target: Any, selector: Selector) {
        self.init(target: ActionTable.target(target, of: selector), selector: selector, screen: .main)
    }

    convenience init(target: any ActionTarget, selector: Selector, screen: UIScreen) {
        self.init(screen: screen) { link in target.perform(selector, with: link) }
    }

    init(screen: UIScreen, action: @escaping (CADisplayLink) -> Void) {
        self.screen = screen
        self.action = action
    }

    /// Activates the link. It is called from the next frame on, even if it is activated by an event of the current
    /// frame. The screen retains it until it is invalidated or removed for all modes.
    open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        guard action != nil else { return }
        if modes.isEmpty { startFrame = screen?.layerHost.framesBegun }
        work(for: mode)
    }

    fileprivate final func work(for mode: RunLoop.Mode) {
        modes.insert(mode)
        screen?.layerHost.add(self, isHeld: true)
        if !isPaused { screen?.layerHost.noteChange() }
    }

    open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
        modes.remove(mode)
        if modes.isEmpty { screen?.layerHost.remove(self) }
    }

    /// Deactivates the link permanently and releases the target.
    open func invalidate() {
        action = nil
        modes = []
        screen?.layerHost.remove(self)
    }

    /// A Boolean value that indicates whether calls are suspended.
    open var isPaused = false {
        didSet { if !isPaused, oldValue, !modes.isEmpty { screen?.layerHost.noteChange() } }
    }

    /// The time of the current frame, in seconds on the screen's clock.
    public private(set) final var timestamp: CFTimeInterval = 0
    /// The time between two calls, in seconds.
    open var duration: CFTimeInterval { 1 / Double(callsPerSecond) }
    /// The time of the next call, in seconds on the screen's clock.
    open var targetTimestamp: CFTimeInterval { timestamp + duration }

    /// The number of calls per second. The default of 0 stands for the frame rate of the screen.
    open var preferredFramesPerSecond = 0 {
        didSet { precondition(preferredFramesPerSecond >= 0, "\(preferredFramesPerSecond) calls a second can't be") }
    }

    /// The frame rate as a range. Its preferred rate, or its maximum if that is unspecified, sets
    /// `preferredFramesPerSecond`.
    open var preferredFrameRateRange = CAFrameRateRange.default {
        didSet {
            let range = preferredFrameRateRange
            preferredFramesPerSecond = Int((range.preferred.flatMap { $0 > 0 ? $0 : nil } ?? range.maximum).rounded())
        }
    }

    /// The number of frames per call.
    open var frameInterval: Int {
        get { max(1, screenRate / callsPerSecond) }
        set {
            precondition(newValue >= 1, "a display link can't be called each \(newValue) frames")
            preferredFramesPerSecond = max(1, screenRate / newValue)
        }
    }

    private var screenRate: Int { screen?.maximumFramesPerSecond ?? 60 }

    private var callsPerSecond: Int {
        preferredFramesPerSecond == 0 ? screenRate : min(preferredFramesPerSecond, screenRate)
    }

}

extension CADisplayLink: FrameParticipant {
    package final var frameStage: FrameStage { .links }
    package final var wantsFrame: Bool { !isPaused }

    package final func takePart(in host: LayerHost, at time: CFTimeInterval) {
        guard !isPaused, host.framesBegun != startFrame, let action else { return }
        // A frame may be early by half a frame of the screen, because frame times are rarely exact.
        let slack = 0.5 / Double(screenRate)
        if let lastCall, preferredFramesPerSecond > 0, time - lastCall < duration - slack { return }
        lastCall = time
        timestamp = time
        action(self)
    }
}

extension UIScreen {
    /// Creates a link to the frames of this screen that calls a method that the target has registered by name.
    public final func displayLink(withTarget target: any ActionTarget, selector: Selector) -> CADisplayLink? {
        CADisplayLink(target: target, selector: selector, screen: self)
    }

    /// Creates a link to the frames of this screen that is active immediately, even in a frame with events that are
    /// being delivered.
    public final func displayLink(_ action: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
        let link = CADisplayLink(screen: self, action: action)
        link.work(for: .common)
        return link
    }
}
