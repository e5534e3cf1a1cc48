public import Foundation
import TileGeometry
import TileGraphics
import TileLayers
public import TileViews

/// A view that a collection reuses: a cell, a header or a decoration.
open class UICollectionReusableView: UIView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    final var reuseKey: ReuseKey?
    /// The element that the view currently shows; nil while the view waits in the reuse pool.
    final var elementKey: ElementKey?
    final var shownZIndex = 0

    /// The identifier under which the view was registered and is reused.
    open var reuseIdentifier: String? { reuseKey?.identifier }

    /// Prepares the view to show another element. The default implementation does nothing; subclasses that override it
    /// call super.
    open func prepareForReuse() {}

    /// Applies the layout's attributes. Frame and appearance are already set. The default implementation does nothing;
    /// subclasses may override it.
    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

    open func willTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
    open func didTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}

    /// Returns the attributes that the view prefers. By default, if the layout only estimates the size, they have the
    /// size that the view's constraints yield, or else `sizeThatFits(_:)`.
    open func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        guard layoutAttributes.isEstimated else { return layoutAttributes }
        let fitting = fittingSize(layoutAttributes)
        guard fitting.width.isFinite, fitting.height.isFinite, fitting.width >= 0, fitting.height >= 0 else {
            return layoutAttributes
        }
        let preferred = layoutAttributes.copied()
        preferred.size = fitting
        return preferred
    }

    /// Returns the size that the content prefers within the given fixed sides.
    func fittingSize(_ attributes: UICollectionViewLayoutAttributes) -> CGSize {
        let (size, free) = (attributes.size, attributes.sizingAxes)
        let target = CGSize(
            width: free.contains(.width) ? 0 : size.width, height: free.contains(.height) ? 0 : size.height)
        var fitting = systemLayoutSizeFitting(
            target, withHorizontalFittingPriority: free.contains(.width) ? .fittingSizeLevel : .required,
            verticalFittingPriority: free.contains(.height) ? .fittingSizeLevel : .required)
        // Constraints yield no size along this axis.
        if fitting.width <= 0 || !free.contains(.width) { fitting.width = size.width }
        if fitting.height <= 0 || !free.contains(.height) { fitting.height = size.height }
        return fitting
    }

    /// Applies frame and appearance from a layout's attributes.
    final func applyAttributes(_ attributes: UICollectionViewLayoutAttributes) {
        let scroller = attributes.collectionScroller
        let center = scroller?.inner(attributes.center) ?? attributes.center
        let frame = CGRect(
            x: center.x - attributes.size.width / 2, y: center.y - attributes.size.height / 2,
            width: attributes.size.width, height: attributes.size.height)
        if CATransform3DIsIdentity(attributes.transform3D), CATransform3DIsIdentity(transform3D) {
            if self.frame != frame { self.frame = frame }
        } else {
            bounds.size = attributes.size
            self.center = center
            transform3D = attributes.transform3D
        }
        if alpha != attributes.alpha { alpha = attributes.alpha }
        (self as? UICollectionViewListCell)?.updatePlace(attributes.listPlace)
        apply(attributes)
    }
}
