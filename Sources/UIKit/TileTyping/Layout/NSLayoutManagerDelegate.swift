public import Foundation

/// An object that is informed of layout. All methods are optional.
public protocol NSLayoutManagerDelegate: AnyObject {
    func layoutManagerDidInvalidateLayout(_ sender: NSLayoutManager)
    func layoutManager(
        _ layoutManager: NSLayoutManager, textContainer: NSTextContainer, didChangeGeometryFrom oldSize: CGSize)
}

extension NSLayoutManagerDelegate {
    public func layoutManagerDidInvalidateLayout(_ sender: NSLayoutManager) {}
    public func layoutManager(
        _ layoutManager: NSLayoutManager, textContainer: NSTextContainer, didChangeGeometryFrom oldSize: CGSize
    ) {}
}
