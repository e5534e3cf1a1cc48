public import Foundation

/// An event for buttons or keys that were pressed, changed or released.
///
/// A program sends it to a screen: `screen.sendEvent(UIPressesEvent(presses: [press], timestamp: 0.2))`. A press that
/// begins goes to the first responder of the key window, or to the window if it has none, and later events go to the
/// same responder. Before it, recognizers of the responder's view and of its superviews receive the press if
/// `allowedPressTypes` contains its type.
open class UIPressesEvent: UIEvent {
    let presses: [UIPress]

    public init(presses: [UIPress], timestamp: TimeInterval, modifierFlags: UIKeyModifierFlags = []) {
        self.presses = presses
        super.init(type: .presses, timestamp: timestamp, modifierFlags: modifierFlags)
    }

    open var allPresses: Set<UIPress> { Set(presses) }

    /// Returns the presses that a recognizer follows.
    open func presses(for gesture: UIGestureRecognizer) -> Set<UIPress> {
        Set(presses.lazy.filter { $0.followers.contains { $0 === gesture } })
    }
}
