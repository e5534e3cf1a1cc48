public import Foundation

/// A key of a keyboard.
open class UIKey: NSObject {
    /// What the key types with the modifiers that are down.
    public final let characters: String
    /// What the key types with no modifier but shift.
    public final let charactersIgnoringModifiers: String
    public final let modifierFlags: UIKeyModifierFlags
    public final let keyCode: UIKeyboardHIDUsage

    /// A key; without `charactersIgnoringModifiers` these are the characters.
    public init(
        characters: String, charactersIgnoringModifiers: String? = nil, modifierFlags: UIKeyModifierFlags = [],
        keyCode: UIKeyboardHIDUsage
    ) {
        self.characters = characters
        self.charactersIgnoringModifiers = charactersIgnoringModifiers ?? characters
        self.modifierFlags = modifierFlags
        self.keyCode = keyCode
    }
}
