extension UIResponder {
    func takeFirstResponder() -> Bool {
        guard let window = chainWindow else { return false }
        if window.firstResponder === self { return true }
        guard canBecomeFirstResponder else { return false }
        if let present = window.firstResponder {
            guard present.canResignFirstResponder, present.resignFirstResponder() else { return false }
        }
        // Resigning runs code of the program, which may have moved this responder.
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
    /// Returns the window's first responder if its view is this view or a subview.
    private func firstResponder(of window: UIWindow) -> UIResponder? {
        window.firstResponder.flatMap { $0.chainView?.isDescendant(of: self) == true ? $0 : nil }
    }

    func endFirstResponder(_ force: Bool) -> Bool {
        guard let window = host, let responder = firstResponder(of: window) else { return true }
        if responder.resignFirstResponder() { return true }
        if force { window.firstResponder = nil }
        return force
    }

    /// Makes a first responder in this view resign before the view leaves a window.
    func endFirstResponder(of window: UIWindow) {
        guard let responder = firstResponder(of: window) else { return }
        responder.resignFirstResponder()
        // A responder that refuses, or another one in the view that has replaced it, cannot remain first responder of
        // the window.
        if firstResponder(of: window) != nil { window.firstResponder = nil }
    }
}
