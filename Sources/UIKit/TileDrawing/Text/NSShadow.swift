public import Foundation

/// A shadow beneath text: an offset and a blur in points, y down, and a color.
open class NSShadow: NSObject, NSCopying, NSSecureCoding {
    // The first property: see `AttributeObjectTag`.
    private let tag = AttributeObjectTag()

    open var shadowOffset = CGSize.zero
    /// The radius over which the edge fades; 0 for a sharp one.
    open var shadowBlurRadius: CGFloat = 0
    /// A `UIColor`; nil draws no shadow. UIKit's default is black at a third.
    open var shadowColor: Any? = UIColor(white: 0, alpha: 1 / 3)

    public override init() {}

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.archive(shadowOffset, forKey: "offset")
        coder.encode(Double(shadowBlurRadius), forKey: "blurRadius")
        coder.archive(shadowColor as? UIColor, forKey: "color")
    }

    /// A shadow from an archive: without an offset, blur or color that the archive does not hold.
    public required init?(coder: NSCoder) {
        shadowOffset = coder.archivedSize("offset") ?? .zero
        shadowBlurRadius = max(0, coder.archivedLength("blurRadius") ?? 0)
        shadowColor = coder.archivedObject("color", of: UIColor.self)
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSShadow()
        copy.shadowOffset = shadowOffset
        copy.shadowBlurRadius = shadowBlurRadius
        copy.shadowColor = shadowColor
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSShadow else { return false }
        return shadowOffset == other.shadowOffset && shadowBlurRadius == other.shadowBlurRadius
            && shadowColor as? UIColor == other.shadowColor as? UIColor
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(shadowOffset.width)
        hasher.combine(shadowOffset.height)
        hasher.combine(shadowBlurRadius)
        return hasher.finalize()
    }
}
