public import TileDrawing
public import TileGraphics

/// A command that a key triggers.
///
///     override var keyCommands: [UIKeyCommand]? {
///         [UIKeyCommand(input: "r", modifierFlags: .command, action: "reload:")]
///     }
///
/// A press of a key is compared with the commands of the responders in order, starting with the window's first
/// responder. The first command that matches, and that a responder in the chain can perform, handles the press; no
/// responder receives it then.
open class UIKeyCommand: UICommand {
    /// The text that the key types without modifiers, regardless of case, or one of the constants for keys without
    /// text.
    public final let input: String?
    /// The modifier keys that must be down; others must be up. Caps lock and the numeric pad matter only if specified.
    public final let modifierFlags: UIKeyModifierFlags

    public init(
        title: String = "", image: UIImage? = nil, action: Selector, input: String?,
        modifierFlags: UIKeyModifierFlags = [], propertyList: Any? = nil, discoverabilityTitle: String? = nil,
        attributes: Attributes = [], state: State = .off
    ) {
        self.input = input
        self.modifierFlags = modifierFlags
        super.init(
            title: title, image: image, action: action, propertyList: propertyList,
            discoverabilityTitle: discoverabilityTitle, attributes: attributes, state: state)
    }

    public convenience init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
        self.init(action: action, input: input, modifierFlags: modifierFlags)
    }

    public static let inputUpArrow = "UIKeyInputUpArrow"
    public static let inputDownArrow = "UIKeyInputDownArrow"
    public static let inputLeftArrow = "UIKeyInputLeftArrow"
    public static let inputRightArrow = "UIKeyInputRightArrow"
    public static let inputEscape = "UIKeyInputEscape"
    public static let inputPageUp = "UIKeyInputPageUp"
    public static let inputPageDown = "UIKeyInputPageDown"
    public static let inputHome = "UIKeyInputHome"
    public static let inputEnd = "UIKeyInputEnd"
    public static let inputDelete = "UIKeyInputDelete"

    /// Returns whether a key with its modifiers matches the command.
    func fits(_ key: UIKey) -> Bool {
        guard let input, !input.isEmpty, !attributes.contains(.disabled),
            input.lowercased() == key.charactersIgnoringModifiers.lowercased()
        else { return false }
        let unnamed = UIKeyModifierFlags([.alphaShift, .numericPad]).subtracting(modifierFlags)
        return key.modifierFlags.subtracting(unnamed) == modifierFlags
    }
}

extension UIResponder {
    /// Performs the first command in the chain from here that matches a key. Returns false if there is none that a
    /// responder can perform.
    func performCommand(of key: UIKey, for event: UIEvent) -> Bool {
        for responder in chain {
            for command in responder.keyCommands ?? [] where command.fits(key) {
                guard let target = target(forAction: command.action, withSender: command) as? any ActionTarget else {
                    continue
                }
                target.perform(command.action, with: command, for: event)
                return true
            }
        }
        return false
    }
}
