public import Foundation

/// Buttons or keys that went down, changed or came up.
///
/// A program sends it to a screen: `screen.sendEvent(UIPressesEvent(presses: [press], timestamp: 0.2))`. A press goes
/// to the first responder of the key window at its beginning, or to that window where there is none, and stays with it.
/// Recognizers of that responder's view, and of those that it is in, see it before, where `allowedPressTypes` names its
/// type.
open class UIPressesEvent: UIEvent {
    let presses: [UIPress]

    public init(presses: [UIPress], timestamp: TimeInterval, modifierFlags: UIKeyModifierFlags = []) {
        self.presses = presses
        super.init(type: .presses, timestamp: timestamp, modifierFlags: modifierFlags)
    }

    open var allPresses: Set<UIPress> { Set(presses) }

    /// The presses that the recognizer follows.
    open func presses(for gesture: UIGestureRecognizer) -> Set<UIPress> {
        Set(presses.lazy.filter { $0.followers.contains { $0 === gesture } })
    }
}
