extension UIView {
    /// The recognizers of the view, starting with the built-in ones of a scroll view; nil if there are none.
    var shownRecognizers: [UIGestureRecognizer]? {
        let own = rare?.gestureRecognizers ?? []
        let scrollView = self as? UIScrollView
        let builtIn = [scrollView?.scrollPan, scrollView?.pinchGestureRecognizer].compactMap(\.self)
        return own.isEmpty && builtIn.isEmpty ? nil : builtIn + own
    }

    func add(_ recognizer: UIGestureRecognizer) {
        // As in UIKit, a recognizer belongs to one view at a time.
        if let old = recognizer.view {
            guard old !== self else { return }
            old.remove(recognizer)
        }
        precondition(!recognizer.isBuiltIn, "a scroll view's own recognizers belong to it for good")
        recognizer.view = self
        rareState.gestureRecognizers.append(recognizer)
    }

    func remove(_ recognizer: UIGestureRecognizer) {
        guard recognizer.view === self, rare?.gestureRecognizers.contains(where: { $0 === recognizer }) == true else {
            return
        }
        recognizer.stop()
        for touch in recognizer.touches { touch.followers.removeAll { $0 === recognizer } }
        for input in recognizer.inputs { input.followers.removeAll { $0 === recognizer } }
        recognizer.resting = []
        recognizer.view = nil
        rare?.gestureRecognizers.removeAll { $0 === recognizer }
    }
}

extension UIGestureRecognizer {
    /// A Boolean value that indicates whether the recognizer is a built-in one of a scroll view.
    var isBuiltIn: Bool { self is ScrollPanGestureRecognizer || self is ScrollPinchGestureRecognizer }
}
