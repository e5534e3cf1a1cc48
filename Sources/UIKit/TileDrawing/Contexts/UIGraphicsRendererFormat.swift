public import Foundation

/// The drawing attributes of a renderer.
open class UIGraphicsRendererFormat: NSObject, NSCopying {
    /// The part of the plane that is drawn, in points. Set when a renderer is created with the format.
    open internal(set) var bounds = CGRect.zero

    public override required init() {}

    /// A format for the current traits.
    open class func `default`() -> Self { Self() }

    /// A format for the current traits; the same as `default()` here.
    open class func preferred() -> Self { Self() }

    /// Returns a copy for a renderer to keep.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.takeOver(self)
        return copy
    }

    func takeOver(_ other: UIGraphicsRendererFormat) { bounds = other.bounds }

    func with(_ bounds: CGRect) -> Self {
        let copy = Self()
        copy.takeOver(self)
        copy.bounds = bounds
        return copy
    }
}
