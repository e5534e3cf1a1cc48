extension UIButton {
    /// The looks that a button begins with.
    public enum ButtonType: Int, Sendable {
        /// None: white title, no image.
        case custom = 0
        /// A title and template images in the tint color, pale while pressed.
        case system = 1
        /// An i in a circle.
        case detailDisclosure = 2
        /// As `detailDisclosure`.
        case infoLight = 3
        /// As `detailDisclosure`.
        case infoDark = 4
        /// A plus in a circle.
        case contactAdd = 5
        /// A cross on a grey disc.
        case close = 7

        /// The same as `system`.
        public static let roundedRect = ButtonType.system
    }

    /// What a button is for.
    public enum Role: Int, Sendable {
        case normal = 0
        /// It is what the user most likely wants.
        case primary = 1
        case cancel = 2
        /// It destroys something: configured buttons are red.
        case destructive = 3
    }
}

/// Which platform's habits a control follows.
public enum UIBehavioralStyle: UInt, Sendable {
    case automatic = 0
    case pad = 1
    case mac = 2
}
