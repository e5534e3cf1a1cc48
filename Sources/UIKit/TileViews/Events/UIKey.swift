public import Foundation

/// A key of a keyboard.
open class UIKey: NSObject {
    /// The text that the key types with the pressed modifiers.
    public final let characters: String
    /// The text that the key types without modifiers except shift.
    public final let charactersIgnoringModifiers: String
    public final let modifierFlags: UIKeyModifierFlags
    public final let keyCode: UIKeyboardHIDUsage

    /// Creates a key. The default of `charactersIgnoringModifiers` is `characters`.
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
