extension UIView {
    /// The recognizers that look at touches in the view, a scroll view's own first; nil for none.
    var shownRecognizers: [UIGestureRecognizer]? {
        let own = rare?.gestureRecognizers ?? []
        let builtIn: [UIGestureRecognizer] = (self as? UIScrollView).map { [$0.scrollPan] } ?? []
        return own.isEmpty && builtIn.isEmpty ? nil : builtIn + own
    }

    func add(_ recognizer: UIGestureRecognizer) {
        // As in UIKit it looks at one view's touches at a time.
        if let old = recognizer.view {
            guard old !== self else { return }
            old.remove(recognizer)
        }
        precondition(
            !(recognizer is ScrollPanGestureRecognizer), "a scroll view's pan belongs to its scroll view for good")
        recognizer.view = self
        rareState.gestureRecognizers.append(recognizer)
    }

    func remove(_ recognizer: UIGestureRecognizer) {
        guard recognizer.view === self, rare?.gestureRecognizers.contains(where: { $0 === recognizer }) == true else {
            return
        }
        recognizer.stop()
        for touch in recognizer.touches { touch.followers.removeAll { $0 === recognizer } }
        recognizer.resting = []
        recognizer.view = nil
        rare?.gestureRecognizers.removeAll { $0 === recognizer }
    }
}
