public import Foundation
public import TileGeometry

/// A finger, a pencil or a pointer on the screen, from its beginning to its end.
///
/// One object stands for it all the while and changes; who wants to know an earlier state must have copied it. A
/// program makes touches with a `TouchSequence`.
open class UITouch: NSObject {
    public enum Phase: Int, Sendable {
        case began = 0
        case moved = 1
        /// It is down, and has not moved since the event before.
        case stationary = 2
        case ended = 3
        case cancelled = 4
        /// A pointer without a pressed button came over a region, …
        case regionEntered = 5
        /// … moved in it, …
        case regionMoved = 6
        /// … and left it.
        case regionExited = 7
    }

    public enum TouchType: Int, Sendable {
        case direct = 0
        /// On a surface apart from the screen.
        case indirect = 1
        case pencil = 2
        /// A mouse or trackpad that shows a pointer.
        case indirectPointer = 3
    }

    public struct Properties: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let force = Properties(rawValue: 1)
        public static let azimuth = Properties(rawValue: 2)
        public static let altitude = Properties(rawValue: 4)
        public static let location = Properties(rawValue: 8)
        public static let roll = Properties(rawValue: 16)
    }

    /// A touch in a state, in a window. `TouchSequence` makes them; this is for code that is given touches and tests it
    /// alone.
    ///
    /// - Parameter sample: the state, its location in the window's points.
    public init(_ sample: TouchSample, window: UIWindow?, view: UIView?, tapCount: Int = 1) {
        state = sample
        previous = sample.location
        self.window = window
        self.view = view
        self.tapCount = tapCount
    }

    /// A touch that has begun at the origin, in no window: for code that is tested alone.
    public override convenience init() {
        self.init(TouchSample(.began, at: .zero, timestamp: 0), window: nil, view: nil, tapCount: 0)
    }

    /// The present state; the location is in the window's points.
    final var state: TouchSample
    private var previous: CGPoint

    /// The window that it began in.
    public internal(set) weak final var window: UIWindow?
    /// The view that it began in and belongs to; nil when none takes it.
    public internal(set) final var view: UIView?
    /// How many times the finger came down at about this place in quick succession, this time included.
    public internal(set) final var tapCount: Int

    /// The recognizers that follow it; nil for none.
    open var gestureRecognizers: [UIGestureRecognizer]? { followers.isEmpty ? nil : followers }

    /// Seconds on the sender's clock: when it began, or last changed.
    open var timestamp: TimeInterval { state.timestamp }
    open var phase: Phase { state.phase }
    open var type: TouchType { state.type }
    /// In points.
    open var majorRadius: CGFloat { state.majorRadius }
    open var majorRadiusTolerance: CGFloat { state.majorRadiusTolerance }
    /// 1 is an average touch; 0 where the sender knows none.
    open var force: CGFloat { state.force }
    open var maximumPossibleForce: CGFloat { state.maximumPossibleForce }
    /// The pencil's angle to the surface, in radians: π/2 when it stands upright.
    open var altitudeAngle: CGFloat { state.altitudeAngle }
    /// The pencil's turn about its own axis, in radians.
    open var rollAngle: CGFloat { state.rollAngle }
    /// By which a later sample tells that it betters this one.
    open var estimationUpdateIndex: NSNumber? { state.estimationUpdateIndex.map { NSNumber(value: $0) } }
    open var estimatedProperties: Properties { state.estimatedProperties }
    open var estimatedPropertiesExpectingUpdates: Properties { state.estimatedPropertiesExpectingUpdates }

    /// Where it is, in a view's points; nil stands for the window.
    open func location(in view: UIView?) -> CGPoint { map(state.location, in: view) }
    /// Where it was at the event before, in a view's points; nil stands for the window.
    open func previousLocation(in view: UIView?) -> CGPoint { map(previous, in: view) }
    /// As `location(in:)`: a sender's locations are as precise as it makes them.
    open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }
    /// As `previousLocation(in:)`.
    open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

    /// Where the pencil leans, as an angle from the view's x axis towards its y axis, in radians; nil stands for the
    /// window.
    open func azimuthAngle(in view: UIView?) -> CGFloat {
        let vector = azimuthUnitVector(in: view)
        return atan2(vector.dy, vector.dx)
    }

    /// Where the pencil leans, as a vector of length 1 in the view's space; nil stands for the window.
    open func azimuthUnitVector(in view: UIView?) -> CGVector {
        let angle = state.azimuthAngle
        let tip = CGPoint(x: state.location.x + cos(angle), y: state.location.y + sin(angle))
        let (from, to) = (map(state.location, in: view), map(tip, in: view))
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let length = (dx * dx + dy * dy).squareRoot()
        // A view flattened to a line has no direction to give.
        return length > 0 ? CGVector(dx: dx / length, dy: dy / length) : CGVector(dx: 0, dy: 0)
    }

    private func map(_ point: CGPoint, in view: UIView?) -> CGPoint {
        guard let view, let window else { return point }
        return window.convert(point, to: view)
    }

    /// Whether it has come to an end.
    final var hasFinished: Bool { phase == .ended || phase == .cancelled || phase == .regionExited }

    /// The event that it is sent in.
    final weak var event: UIEvent?

    /// The recognizers that follow it, from the inside out.
    final var followers: [UIGestureRecognizer] = []
    /// Who hears of it.
    final var delivery = TouchDelivery.toView
    /// When it began; nil before its first event.
    final var beginning: TimeInterval?

    /// Whether its view has been told that it began, and not yet that it is over.
    final var isKnownToView = false

    /// Takes on its first state, in the window's points.
    final func start(at sample: TouchSample) {
        state = sample
        previous = sample.location
    }

    final func setPrevious(_ location: CGPoint) { previous = location }

    /// Comes to its end where it is; a pointer's, by leaving its region.
    final func cancel(at time: TimeInterval? = nil) {
        state.phase = phase.isHovering ? .regionExited : .cancelled
        if let time { state.timestamp = time }
    }

    /// Takes on a newer state.
    final func advance(to sample: TouchSample) {
        previous = state.location
        state = sample
    }

    /// A state given by better values for an earlier sample: it did not move.
    final func amend(with sample: TouchSample) {
        let phase = state.phase
        state = sample
        state.phase = phase
    }

    /// Nothing has happened to it by this time.
    final func rest(at time: TimeInterval) {
        previous = state.location
        if state.phase == .began || state.phase == .moved { state.phase = .stationary }
    }

    /// The same touch in another state, for coalesced and predicted touches.
    final func copy(at sample: TouchSample, after earlier: CGPoint) -> UITouch {
        let copy = UITouch(sample, window: window, view: view, tapCount: tapCount)
        copy.previous = earlier
        return copy
    }
}
