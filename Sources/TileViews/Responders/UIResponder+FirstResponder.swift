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
    func endFirstResponder(_ force: Bool) -> Bool {
        guard let window = host, let view = window.firstResponder as? UIView, view.isDescendant(of: self) else {
            return true
        }
        if view.resignFirstResponder() { return true }
        if force { window.firstResponder = nil }
        return force
    }
}
