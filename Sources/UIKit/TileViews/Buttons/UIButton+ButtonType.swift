extension UIButton {
    /// The style of a button.
    public enum ButtonType: Int, Sendable {
        /// No style: a white title and no image.
        case custom = 0
        /// A title and template images in the tint color, paler while pressed.
        case system = 1
        /// An i in a circle.
        case detailDisclosure = 2
        /// The same as `detailDisclosure`.
        case infoLight = 3
        /// The same as `detailDisclosure`.
        case infoDark = 4
        /// A plus in a circle.
        case contactAdd = 5
        /// A cross on a gray disc.
        case close = 7

        /// The same as `system`.
        public static let roundedRect = ButtonType.system
    }

    /// The purpose of a button.
    public enum Role: Int, Sendable {
        case normal = 0
        /// The action that the user most likely chooses.
        case primary = 1
        case cancel = 2
        /// An action that destroys data. Configured buttons are red.
        case destructive = 3
    }
}

/// The platform that determines the conventions of a control.
public enum UIBehavioralStyle: UInt, Sendable {
    case automatic = 0
    case pad = 1
    case mac = 2
}
