extension UIResponder {
    func takeFirstResponder() -> Bool {
        guard let window = chainWindow else { return false }
        if window.firstResponder === self { return true }
        guard canBecomeFirstResponder else { return false }
        if let present = window.firstResponder {
            guard present.canResignFirstResponder, present.resignFirstResponder() else { return false }
        }
        // Resigning runs the program's code, which may have moved this responder elsewhere.
        guard chainWindow === window, window.firstResponder == nil else { return false }
        window.firstResponder = self
        return true
    }

    func giveUpFirstResponder() -> Bool {
        guard let window = chainWindow, window.firstResponder === self else { return true }
        guard canResignFirstResponder else { return false }
        window.firstResponder = nil
        return true
    }
}

extension UIView {
    /// The window's first responder, if it is this view, in it, or a responder whose chain leads there.
    private func firstResponder(of window: UIWindow) -> UIResponder? {
        window.firstResponder.flatMap { $0.chainView?.isDescendant(of: self) == true ? $0 : nil }
    }

    func endFirstResponder(_ force: Bool) -> Bool {
        guard let window = host, let responder = firstResponder(of: window) else { return true }
        if responder.resignFirstResponder() { return true }
        if force { window.firstResponder = nil }
        return force
    }

    /// Before the view leaves a window.
    func endFirstResponder(of window: UIWindow) {
        guard let responder = firstResponder(of: window) else { return }
        responder.resignFirstResponder()
        // One that refuses, or another in the view that took its turn, can't stay first in a window that it leaves.
        if firstResponder(of: window) != nil { window.firstResponder = nil }
    }
}
