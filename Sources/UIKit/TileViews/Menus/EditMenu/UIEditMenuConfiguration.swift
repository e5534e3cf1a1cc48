public import Foundation
import TileGraphics

/// To which side of its menu an arrow would point, and with that where the menu is: no arrow is drawn.
public enum UIEditMenuArrowDirection: Int, Hashable, Sendable {
    /// The menu is above its target, or below it where there is no room.
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

/// What an edit menu is presented for, and where.
open class UIEditMenuConfiguration: NSObject {
    /// - Parameters:
    ///   - identifier: by which a program knows what the menu is for; one of its own, if nil.
    ///   - sourcePoint: in the coordinates of the interaction's view.
    public init(identifier: AnyHashable?, sourcePoint: CGPoint) {
        (self.identifier, self.sourcePoint) = (identifier ?? AnyHashable(UUID()), sourcePoint)
        super.init()
    }

    public final let identifier: AnyHashable
    /// The menu is here, unless the delegate names a rect.
    public final let sourcePoint: CGPoint
    /// Where the menu is to be, as far as there is room.
    open var preferredArrowDirection = UIEditMenuArrowDirection.automatic
}
