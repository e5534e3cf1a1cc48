public import Foundation

/// Buttons or keys that went down, changed or came up.
///
/// A program sends it to a window: `window.sendEvent(UIPressesEvent(presses: [press], timestamp: 0.2))`. A press goes
/// to the window's first responder at its beginning, or to the window where there is none, and stays with it.
open class UIPressesEvent: UIEvent {
    let presses: [UIPress]

    public init(presses: [UIPress], timestamp: TimeInterval, modifierFlags: UIKeyModifierFlags = []) {
        self.presses = presses
        super.init(type: .presses, timestamp: timestamp, modifierFlags: modifierFlags)
    }

    open var allPresses: Set<UIPress> { Set(presses) }
}
