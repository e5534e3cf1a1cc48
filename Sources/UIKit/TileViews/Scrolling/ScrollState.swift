/// The state of a scroll view's motion.
enum ScrollState {
    /// The content is at rest.
    case atRest
    /// Fingers are on the content.
    case touched(ScrollFingers)
    /// The content decelerates after a drag, or returns from beyond an edge.
    case decelerating(OffsetMotion)
    /// The scale returns to a limit.
    case bouncing(ZoomMotion)
    /// The program animates the content.
    case animating(ScrollAnimation)
}

/// The interaction of the fingers with the content.
enum ScrollFingers {
    /// The fingers drag the content or may begin to.
    case dragging(ScrollDrag)
    /// Two of the fingers zoom. They may have dragged before and may drag again after zooming.
    case pinching(ScrollPinch, ScrollDrag)

    var drag: ScrollDrag {
        get {
            switch self {
            case .dragging(let drag), .pinching(_, let drag): drag
            }
        }
        set {
            switch self {
            case .dragging: self = .dragging(newValue)
            case .pinching(let pinch, _): self = .pinching(pinch, newValue)
            }
        }
    }
}

/// An animation of the content by the program.
struct ScrollAnimation {
    var motion: ScrollMotion
    /// A Boolean value that indicates whether the delegate is notified at the end that the content is at its top.
    var isToTop = false
    /// A Boolean value that indicates whether a wheel moves the content. The next notch continues from the target.
    var isByWheel = false
    /// The fingers that are on the content meanwhile. They take over when they move.
    var fingers: ScrollFingers?
}

extension ScrollState {
    var fingers: ScrollFingers? {
        switch self {
        case .touched(let fingers): fingers
        case .animating(let animation): animation.fingers
        case .atRest, .decelerating, .bouncing: nil
        }
    }

    var drag: ScrollDrag? { fingers?.drag }

    var pinch: ScrollPinch? {
        if case .pinching(let pinch, _) = fingers { return pinch }
        return nil
    }

    var motion: ScrollMotion? {
        switch self {
        case .atRest, .touched: nil
        case .decelerating(let motion): .offset(motion)
        case .bouncing(let motion): .zoom(motion)
        case .animating(let animation): animation.motion
        }
    }

    /// A Boolean value that indicates whether the scale is changing without fingers.
    var isZoomInMotion: Bool {
        if case .zoom = motion { return true }
        return false
    }

    /// The state without the motion.
    var withoutMotion: ScrollState { fingers.map { .touched($0) } ?? .atRest }

    /// Returns the state with other fingers on the content, or none. New fingers stop content that moves after a drag.
    func with(_ fingers: ScrollFingers?) -> ScrollState {
        switch self {
        case .animating(var animation):
            animation.fingers = fingers
            return .animating(animation)
        case .decelerating where fingers == nil: return self
        case .bouncing where fingers == nil: return self
        case .atRest, .touched, .decelerating, .bouncing: return fingers.map { .touched($0) } ?? .atRest
        }
    }

    /// Returns the state with its drag replaced. A state without a drag is unchanged.
    func with(_ drag: ScrollDrag) -> ScrollState {
        guard var fingers else { return self }
        fingers.drag = drag
        return with(fingers)
    }
}
