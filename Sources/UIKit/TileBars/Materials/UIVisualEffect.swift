public import Foundation

/// What a `UIVisualEffectView` does to what is behind it.
open class UIVisualEffect: NSObject, NSCopying, NSSecureCoding {
    open class var supportsSecureCoding: Bool { true }

    public override init() {}

    public required init?(coder: NSCoder) {}

    open func encode(with coder: NSCoder) {}

    /// Effects are immutable: the effect itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
