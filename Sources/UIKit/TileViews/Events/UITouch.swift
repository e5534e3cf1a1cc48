public import Foundation
public import TileGeometry

/// A finger, a pencil or a pointer on the screen, from beginning to end.
///
/// The same object represents the touch throughout and changes; copy earlier states that you need. A program creates
/// touches with a `TouchSequence`.
open class UITouch: NSObject {
    public enum Phase: Int, Sendable {
        case began = 0
        case moved = 1
        /// The touch is down and has not moved since the previous event.
        case stationary = 2
        case ended = 3
        case cancelled = 4
        /// A pointer without a pressed button entered a region.
        case regionEntered = 5
        /// A pointer without a pressed button moved in a region.
        case regionMoved = 6
        /// A pointer without a pressed button left a region.
        case regionExited = 7
    }

    public enum TouchType: Int, Sendable {
        case direct = 0
        /// A touch on a surface apart from the screen.
        case indirect = 1
        case pencil = 2
        /// A mouse or trackpad with a visible pointer.
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

    /// Creates a touch in a state and a window. `TouchSequence` creates touches for programs; use this initializer to
    /// test code that receives touches.
    ///
    /// - Parameter sample: The state, with its location in points of the window.
    public init(_ sample: TouchSample, window: UIWindow?, view: UIView?, tapCount: Int = 1) {
        state = sample
        previous = sample.location
        self.window = window
        self.view = view
        self.tapCount = tapCount
    }

    /// Creates a touch that has begun at the origin outside a window, for tests.
    public override convenience init() {
        self.init(TouchSample(.began, at: .zero, timestamp: 0), window: nil, view: nil, tapCount: 0)
    }

    /// The current state. The location is in points of the window.
    final var state: TouchSample
    private var previous: CGPoint

    /// The window in which the touch began.
    public internal(set) weak final var window: UIWindow?
    /// The view that the touch belongs to, in which it began. Nil if no view accepts it.
    public internal(set) final var view: UIView?
    /// The number of taps at about this location in quick succession, including this one.
    public internal(set) final var tapCount: Int

    /// The recognizers that follow the touch, or nil if there are none.
    open var gestureRecognizers: [UIGestureRecognizer]? { followers.isEmpty ? nil : followers }

    /// The time at which the touch began or last changed, in seconds on the sender's clock.
    open var timestamp: TimeInterval { state.timestamp }
    open var phase: Phase { state.phase }
    open var type: TouchType { state.type }
    /// The radius in points.
    open var majorRadius: CGFloat { state.majorRadius }
    open var majorRadiusTolerance: CGFloat { state.majorRadiusTolerance }
    /// The force, with 1 for an average touch; 0 if the sender does not know it.
    open var force: CGFloat { state.force }
    open var maximumPossibleForce: CGFloat { state.maximumPossibleForce }
    /// The angle of the pencil to the surface, in radians: π/2 for an upright pencil.
    open var altitudeAngle: CGFloat { state.altitudeAngle }
    /// The rotation of the pencil about its own axis, in radians.
    open var rollAngle: CGFloat { state.rollAngle }
    /// The number that a later sample uses to update this one.
    open var estimationUpdateIndex: NSNumber? { state.estimationUpdateIndex.map { NSNumber(value: $0) } }
    open var estimatedProperties: Properties { state.estimatedProperties }
    open var estimatedPropertiesExpectingUpdates: Properties { state.estimatedPropertiesExpectingUpdates }

    /// Returns the location in points of a view, or of the window if the view is nil.
    open func location(in view: UIView?) -> CGPoint { map(state.location, in: view) }
    /// Returns the location at the previous event in points of a view, or of the window if the view is nil.
    open func previousLocation(in view: UIView?) -> CGPoint { map(previous, in: view) }
    /// Returns the value of `location(in:)`, which is as precise as the sender's data.
    open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }
    /// Returns the value of `previousLocation(in:)`.
    open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

    /// Returns the direction in which the pencil leans, as an angle from the view's x axis towards its y axis, in
    /// radians. A nil view stands for the window.
    open func azimuthAngle(in view: UIView?) -> CGFloat {
        let vector = azimuthUnitVector(in: view)
        return atan2(vector.dy, vector.dx)
    }

    /// Returns the direction in which the pencil leans, as a unit vector in the coordinate space of the view. A nil
    /// view stands for the window.
    open func azimuthUnitVector(in view: UIView?) -> CGVector {
        let angle = state.azimuthAngle
        let tip = CGPoint(x: state.location.x + cos(angle), y: state.location.y + sin(angle))
        let (from, to) = (map(state.location, in: view), map(tip, in: view))
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let length = (dx * dx + dy * dy).squareRoot()
        // In a view that is flattened to a line, directions are undefined.
        return length > 0 ? CGVector(dx: dx / length, dy: dy / length) : CGVector(dx: 0, dy: 0)
    }

    private func map(_ point: CGPoint, in view: UIView?) -> CGPoint {
        guard let view, let window else { return point }
        return window.convert(point, to: view)
    }

    /// A Boolean value that indicates whether the touch has ended.
    final var hasFinished: Bool { phase == .ended || phase == .cancelled || phase == .regionExited }

    /// The event of the touch.
    final weak var event: UIEvent?

    /// The recognizers that follow the touch, from the innermost view outward.
    final var followers: [UIGestureRecognizer] = []
    /// The receivers of the touch.
    final var delivery = TouchDelivery.toView
    /// The state in which the touch began; nil before its first event.
    final var beginning: TouchSample?

    /// A Boolean value that indicates whether the view knows that the touch began and not yet that it ended.
    final var isKnownToView = false

    /// Sets the first state, with the location in points of the window.
    final func start(at sample: TouchSample) {
        state = sample
        previous = sample.location
    }

    final func setPrevious(_ location: CGPoint) { previous = location }

    /// Ends the touch at its location. A pointer over a region leaves the region.
    final func cancel(at time: TimeInterval? = nil) {
        state.phase = phase.isHovering ? .regionExited : .cancelled
        if let time { state.timestamp = time }
    }

    /// Sets the next state.
    final func advance(to sample: TouchSample) {
        previous = state.location
        state = sample
    }

    /// Replaces the values of the current state. The phase stays the same.
    final func amend(with sample: TouchSample) {
        let phase = state.phase
        state = sample
        state.phase = phase
    }

    /// Marks the touch as not changed since the previous event.
    final func rest(at time: TimeInterval) {
        previous = state.location
        if state.phase == .began || state.phase == .moved { state.phase = .stationary }
    }

    /// Returns the touch in another state, for coalesced and predicted touches.
    final func copy(at sample: TouchSample, after earlier: CGPoint) -> UITouch {
        let copy = UITouch(sample, window: window, view: view, tapCount: tapCount)
        copy.previous = earlier
        return copy
    }
}
