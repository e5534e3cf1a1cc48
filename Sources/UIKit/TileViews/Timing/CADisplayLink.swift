public import Foundation
public import TileGraphics
import TileLayers

/// Calls a method at each frame of a screen, before layout: what moves by itself is moved there.
///
///     let link = screen.displayLink { link in spin(at: link.timestamp) }
///     …
///     link.invalidate()
///
/// A screen makes frames when its program asks for them (`UIScreen.frame()`), at times of the screen's `clock`. Run
/// loops have no part in it: a link is at work from when it is added to one, whichever it is, until it is removed from
/// it, paused or invalidated.
open class CADisplayLink: NSObject {
    /// Nil once the screen is gone: then nothing calls the link any more.
    private weak var screen: UIScreen?
    private var action: ((CADisplayLink) -> Void)?
    /// The run loops' modes that it was added for.
    private var modes: Set<RunLoop.Mode> = []
    private var lastCall: CFTimeInterval?
    /// The frame in which it was put to work, or after which: it is called from the next one on. Nil for at once.
    private var startFrame: Int?

    /// A link to frames of the thread's main screen, which calls a method that the target has registered by name; it
    /// takes the link. The target is kept until `invalidate()`. Traps when the target is no `ActionTarget`.
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

    /// Puts the link to work: it is called from the next frame on, also when events of this one's were what put it to
    /// work. The screen keeps it alive until it is invalidated, or removed for all modes.
    open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        guard action != nil else { return }
        if modes.isEmpty { startFrame = screen?.layerHost.framesBegun }
        work(for: mode)
    }

    fileprivate final func work(for mode: RunLoop.Mode) {
        modes.insert(mode)
        screen?.layerHost.add(self, isHeld: true)
    }

    open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
        modes.remove(mode)
        if modes.isEmpty { screen?.layerHost.remove(self) }
    }

    /// Takes the link out of service for good, and lets go of the target.
    open func invalidate() {
        action = nil
        modes = []
        screen?.layerHost.remove(self)
    }

    /// Whether it is passed by.
    open var isPaused = false

    /// The time of the frame that is being made, in seconds on the screen's clock.
    public private(set) final var timestamp: CFTimeInterval = 0
    /// The time between two calls, in seconds.
    open var duration: CFTimeInterval { 1 / Double(callsPerSecond) }
    /// When the next call is due, in seconds on the screen's clock.
    open var targetTimestamp: CFTimeInterval { timestamp + duration }

    /// Calls a second; 0, as at first, for as many as the screen shows frames.
    open var preferredFramesPerSecond = 0 {
        didSet { precondition(preferredFramesPerSecond >= 0, "\(preferredFramesPerSecond) calls a second can't be") }
    }

    /// As `preferredFramesPerSecond`, by its preferred rate, or its highest where it prefers none.
    open var preferredFrameRateRange = CAFrameRateRange.default {
        didSet {
            let range = preferredFrameRateRange
            preferredFramesPerSecond = Int((range.preferred.flatMap { $0 > 0 ? $0 : nil } ?? range.maximum).rounded())
        }
    }

    /// Each how manieth frame it is called at.
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
        // Half a frame of the screen's early is in time: times of frames are seldom exact.
        let slack = 0.5 / Double(screenRate)
        if let lastCall, preferredFramesPerSecond > 0, time - lastCall < duration - slack { return }
        lastCall = time
        timestamp = time
        action(self)
    }
}

extension UIScreen {
    /// A link to frames of this screen, which calls a method that the target has registered by name.
    public final func displayLink(withTarget target: any ActionTarget, selector: Selector) -> CADisplayLink? {
        CADisplayLink(target: target, selector: selector, screen: self)
    }

    /// A link to frames of this screen that is at work at once: also in a frame whose events are being delivered.
    public final func displayLink(_ action: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
        let link = CADisplayLink(screen: self, action: action)
        link.work(for: .common)
        return link
    }
}
