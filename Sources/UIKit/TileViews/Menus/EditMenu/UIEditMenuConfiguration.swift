public import Foundation
import TileGraphics

/// The direction of a menu's arrow, which determines the position of the menu. No arrow is drawn.
public enum UIEditMenuArrowDirection: Int, Hashable, Sendable {
    /// The menu is above its target, or below it if there is no space.
    case automatic = 0
    /// The menu is below its target.
    case up = 1
    /// The menu is above its target.
    case down = 2
    /// The menu is to the right of its target.
    case left = 3
    /// The menu is to the left of its target.
    case right = 4
}

/// The purpose and the position of an edit menu.
open class UIEditMenuConfiguration: NSObject {
    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - identifier: A value by which the program recognizes the menu. A unique one is generated if it is nil.
    ///   - sourcePoint: The position in the coordinates of the interaction's view.
    public init(identifier: AnyHashable?, sourcePoint: CGPoint) {
        (self.identifier, self.sourcePoint) = (identifier ?? AnyHashable(UUID()), sourcePoint)
        super.init()
    }

    public final let identifier: AnyHashable
    /// The position of the menu, unless the delegate provides a rectangle.
    public final let sourcePoint: CGPoint
    /// The preferred position of the menu, used if there is enough space.
    open var preferredArrowDirection = UIEditMenuArrowDirection.automatic
}
