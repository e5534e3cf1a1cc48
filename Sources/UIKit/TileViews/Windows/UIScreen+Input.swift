import Foundation

/// What a program has posted and the next frame delivers. It keeps nobody alive: who makes events and who gets them
/// hold the screen, and a screen without frames would hold them for ever.
enum PendingInput {
    case touches([TouchSample], from: Weak<TouchSequence>)
    case event(UIEvent, to: Weak<UIWindow>)
    /// For the window that is key by then.
    case keyEvent(UIEvent)

    struct Weak<Object: AnyObject> {
        private(set) weak var object: Object?

        init(_ object: Object) { self.object = object }
    }
}

extension UIScreen {
    /// Sends an event to whom it is for, as UIKit's application does: touches to the windows in which they began; a
    /// scroll to the window under the pointer; presses, motions and commands, which have no place, to the key window,
    /// which gives them to its first responder.
    ///
    /// Without a key window nobody gets these, except that presses stay with the responder that they began with.
    public func sendEvent(_ event: UIEvent) {
        switch event.type {
        case .touches:
            for window in windows(of: event) { window.sendEvent(event) }
        case .presses:
            let window = keyWindow ?? (event as? UIPressesEvent)?.presses.lazy.compactMap(\.window).first
            window?.sendEvent(event)
        case .scroll: (event as? ScrollEvent).flatMap(window(for:))?.sendEvent(event)
        case .motion, .remoteControl, .hover, .transform: keyWindow?.sendEvent(event)
        }
    }

    /// Has an event sent at the beginning of the next frame; see `sendEvent(_:)`.
    public func post(_ event: UIEvent) { pending.append(.keyEvent(event)) }

    /// The windows in which an event's touches began, from the back.
    func windows(of event: UIEvent) -> [UIWindow] {
        windows.filter { window in event.touches.contains { $0.window === window } }
    }

    func post(_ samples: [TouchSample], of sequence: TouchSequence) {
        if case .touches(let waiting, let last) = pending.last, last.object === sequence {
            pending[pending.count - 1] = .touches(waiting + samples, from: last)
        } else {
            pending.append(.touches(samples, from: .init(sequence)))
        }
    }

    /// Delivers what was posted before the call; what its delivery posts waits for the next frame.
    func deliverPending() {
        guard !pending.isEmpty else { return }
        let inputs = pending
        pending = []
        for input in inputs {
            switch input {
            case .touches(let samples, let sequence): sequence.object?.send(samples)
            case .event(let event, let window): window.object?.sendEvent(event)
            case .keyEvent(let event): sendEvent(event)
            }
        }
    }

    /// The frontmost window that takes a touch at a point of the screen, and the view of it.
    func target(at point: CGPoint, with event: UIEvent) -> (UIWindow?, UIView?) {
        for window in windows.reversed() where !window.isHidden {
            let local = window.layer.convert(point, from: layer)
            guard local.x.isFinite, local.y.isFinite else { continue }
            if let view = window.hitTest(local, with: event) { return (window, view) }
        }
        return (nil, nil)
    }
}

extension UIWindow {
    /// Has an event sent at the beginning of its screen's next frame, to this window, also when another is key.
    public func post(_ event: UIEvent) { screen.pending.append(.event(event, to: .init(self))) }
}
