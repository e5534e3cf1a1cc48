public import Foundation

/// Buttons or keys that went down, changed or came up.
///
/// A program sends it to a screen: `screen.sendEvent(UIPressesEvent(presses: [press], timestamp: 0.2))`. A press goes
/// to the first responder of the key window at its beginning, or to that window where there is none, and stays with it.
open class UIPressesEvent: UIEvent {
    let presses: [UIPress]

    public init(presses: [UIPress], timestamp: TimeInterval, modifierFlags: UIKeyModifierFlags = []) {
        self.presses = presses
        super.init(type: .presses, timestamp: timestamp, modifierFlags: modifierFlags)
    }

    open var allPresses: Set<UIPress> { Set(presses) }
}
