public import Foundation

/// The effect of a `UIVisualEffectView` on the content behind it.
open class UIVisualEffect: NSObject, NSCopying, NSSecureCoding {
    open class var supportsSecureCoding: Bool { true }

    public override init() {}

    public required init?(coder: NSCoder) {}

    open func encode(with coder: NSCoder) {}

    /// Returns the effect itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
