public import Foundation

// UIKit's boxes of geometry, for arrays and dictionaries of objects. Foundation on Linux has those of points, sizes, rects and
// edges under its own names.

extension NSValue {
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
    public convenience init(cgSize size: CGSize) { self.init(size: size) }
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

    /// The origin when it is no point.
    public var cgPointValue: CGPoint { pointValue }
    /// No size when it is none.
    public var cgSizeValue: CGSize { sizeValue }
    /// No rect when it is none.
    public var cgRectValue: CGRect { rectValue }
}
