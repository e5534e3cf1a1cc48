import Foundation

/// Input that a program has posted for delivery with the next frame. References are weak: senders and receivers of
/// events retain the screen, so a screen without frames would otherwise retain them forever.
enum PendingInput {
    case touches([TouchSample], from: Weak<TouchSequence>)
    case event(UIEvent, to: Weak<UIWindow>)
    /// An event for the window that is key at the time of delivery.
    case keyEvent(UIEvent)

    struct Weak<Object: AnyObject> {
        private(set) weak var object: Object?

        init(_ object: Object) { self.object = object }
    }
}

extension UIScreen {
    /// Sends an event to its receivers, as UIKit's application does: touches to the windows in which they began; a
    /// scroll to the window under the pointer; presses, motions and commands, which have no location, to the key
    /// window, which passes them to its first responder.
    ///
    /// Without a key window, such events are dropped, except that presses stay with the responder that received their
    /// beginning.
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

    /// Schedules an event for delivery at the beginning of the next frame; see `sendEvent(_:)`.
    public func post(_ event: UIEvent) { post(.keyEvent(event)) }

    fileprivate func post(_ input: PendingInput) {
        pending.append(input)
        layerHost.noteChange()
    }

    /// Returns the windows in which an event's touches began, from back to front.
    func windows(of event: UIEvent) -> [UIWindow] {
        windows.filter { window in event.touches.contains { $0.window === window } }
    }

    func post(_ samples: [TouchSample], of sequence: TouchSequence) {
        if case .touches(let waiting, let last) = pending.last, last.object === sequence {
            pending[pending.count - 1] = .touches(waiting + samples, from: last)
        } else {
            post(.touches(samples, from: .init(sequence)))
        }
    }

    /// Delivers the input that was posted before the call. Input that is posted meanwhile waits for the next frame.
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

    /// Returns the frontmost window that accepts a touch at a point of the screen, and its view at that point.
    func target(at point: CGPoint, with event: UIEvent) -> (UIWindow?, UIView?) {
        guard ignoredInteractions == 0 else { return (nil, nil) }
        for window in windows.reversed() where !window.isHidden {
            let local = window.layer.convert(point, from: layer)
            guard local.x.isFinite, local.y.isFinite else { continue }
            if let view = window.hitTest(local, with: event) { return (window, view) }
        }
        return (nil, nil)
    }
}

extension UIWindow {
    /// Schedules an event for delivery to this window at the beginning of its screen's next frame, even if another
    /// window is key.
    public func post(_ event: UIEvent) { screen.post(.event(event, to: .init(self))) }
}
