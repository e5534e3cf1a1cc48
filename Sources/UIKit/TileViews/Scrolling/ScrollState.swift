/// What moves a scroll view's content, or holds it.
enum ScrollState {
    /// Nothing does.
    case atRest
    /// Fingers are on the content.
    case touched(ScrollFingers)
    /// It goes on after a drag, or comes back from beyond an edge.
    case decelerating(OffsetMotion)
    /// Its scale comes back to a limit.
    case bouncing(ZoomMotion)
    /// The program has set it going.
    case animating(ScrollAnimation)
}

/// What the fingers on the content do.
enum ScrollFingers {
    /// They drag it, or may come to.
    case dragging(ScrollDrag)
    /// Two of them zoom; they may have dragged before, and may again when they no longer zoom.
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

/// Content on its way to where the program wants it.
struct ScrollAnimation {
    var motion: ScrollMotion
    /// Whether the delegate is to hear at its end that the content is at its top.
    var isToTop = false
    /// Whether a wheel moves it: its next notch goes on from there.
    var isByWheel = false
    /// Those on the content meanwhile. They take it back when they move.
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

    /// Whether the scale moves by itself.
    var isZoomInMotion: Bool {
        if case .zoom = motion { return true }
        return false
    }

    /// The same without what moves by itself.
    var withoutMotion: ScrollState { fingers.map { .touched($0) } ?? .atRest }

    /// The same with other fingers on the content, or with none. Those that come to content that moves after a drag
    /// hold it.
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

    /// The same with another drag in the place of the one that there is; without one it stays as it is.
    func with(_ drag: ScrollDrag) -> ScrollState {
        guard var fingers else { return self }
        fingers.drag = drag
        return with(fingers)
    }
}
