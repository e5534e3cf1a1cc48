import Foundation

/// What a program has posted and the next frame delivers.
enum PendingInput {
    case touches([TouchSample], TouchSequence)
    case event(UIEvent, UIWindow)
}

extension UIScreen {
    func post(_ samples: [TouchSample], of sequence: TouchSequence) {
        if case .touches(let waiting, let last) = pending.last, last === sequence {
            pending[pending.count - 1] = .touches(waiting + samples, sequence)
        } else {
            pending.append(.touches(samples, sequence))
        }
    }

    /// Delivers what was posted before the call; what its delivery posts waits for the next frame.
    func deliverPending() {
        guard !pending.isEmpty else { return }
        let inputs = pending
        pending = []
        for input in inputs {
            switch input {
            case .touches(let samples, let sequence): sequence.send(samples)
            case .event(let event, let window): window.sendEvent(event)
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
    /// Has an event sent at the beginning of its screen's next frame.
    public func post(_ event: UIEvent) { screen.pending.append(.event(event, self)) }
}
