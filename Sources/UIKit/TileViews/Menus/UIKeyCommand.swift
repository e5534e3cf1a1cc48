public import TileDrawing
public import TileGraphics

/// A command that a key performs.
///
///     override var keyCommands: [UIKeyCommand]? {
///         [UIKeyCommand(input: "r", modifierFlags: .command, action: "reload:")]
///     }
///
/// A press of a key is held against the commands of the responders from the window's first on, in their order. One that
/// fits, and whose action somebody along the chain performs, takes the press: no responder hears of it then.
open class UIKeyCommand: UICommand {
    /// What the key types without modifiers, upper or lower case alike; one of the constants for keys that type
    /// nothing.
    public final let input: String?
    /// The modifier keys that are down, and no others. Caps lock and the numeric pad count only if they are named.
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

    /// Whether the key with its modifiers is the command's.
    func fits(_ key: UIKey) -> Bool {
        guard let input, !input.isEmpty, !attributes.contains(.disabled),
            input.lowercased() == key.charactersIgnoringModifiers.lowercased()
        else { return false }
        let unnamed = UIKeyModifierFlags([.alphaShift, .numericPad]).subtracting(modifierFlags)
        return key.modifierFlags.subtracting(unnamed) == modifierFlags
    }
}

extension UIResponder {
    /// Performs the first command of the chain from here that fits a key; false when there is none, or nobody who
    /// performs it.
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
