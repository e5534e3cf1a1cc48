public import Foundation
import TileViews

/// The effect of a `UIVisualEffectView` on the content behind it.
open class UIVisualEffect: NSObject, NSCopying, NSSecureCoding {
    open class var supportsSecureCoding: Bool { true }

    public override init() {}

    public required init?(coder: NSCoder) {}

    open func encode(with coder: NSCoder) {}

    /// Returns the effect itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The look of the effect.
    var material: Material { .none }
}
