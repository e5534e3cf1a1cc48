public import Foundation
public import TileDrawing
public import TileViews

/// A view that floats above a tab bar, or beside it while it is minimized.
///
///     tabs.bottomAccessory = UITabAccessory(contentView: player)
open class UITabAccessory: NSObject {
    /// The place of an accessory.
    public enum Environment: Int, Hashable, Sendable {
        case unspecified = 0
        /// The view is in no accessory.
        case none = 1
        /// The accessory is above the tab bar, or at the bottom if that is hidden.
        case regular = 2
        /// The accessory is beside the minimized tab bar.
        case inline = 3
    }

    public init(contentView: UIView) { self.contentView = contentView }

    public final let contentView: UIView
}

/// The place of the accessory of a tab bar controller that contains the view.
public enum UITraitTabAccessoryEnvironment: UITraitDefinition {
    public static let defaultValue: UITabAccessory.Environment = .unspecified
}

extension UIMutableTraits {
    public var tabAccessoryEnvironment: UITabAccessory.Environment {
        get { self[UITraitTabAccessoryEnvironment.self] }
        set { self[UITraitTabAccessoryEnvironment.self] = newValue }
    }
}

extension UITraitCollection {
    public convenience init(tabAccessoryEnvironment: UITabAccessory.Environment) {
        self.init { $0[UITraitTabAccessoryEnvironment.self] = tabAccessoryEnvironment }
    }

    /// The place of the tab accessory that contains the view.
    public var tabAccessoryEnvironment: UITabAccessory.Environment { self[UITraitTabAccessoryEnvironment.self] }
}
