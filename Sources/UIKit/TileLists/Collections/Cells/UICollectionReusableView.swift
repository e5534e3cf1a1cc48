public import Foundation
import TileGeometry
import TileGraphics
import TileLayers
public import TileViews

/// A view that a collection uses again and again: a cell, a header, a decoration.
open class UICollectionReusableView: UIView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    final var reuseKey: ReuseKey?
    /// What it shows; nil while it waits.
    final var elementKey: ElementKey?
    final var shownZIndex = 0

    /// Under which it is made and waits to be used again.
    open var reuseIdentifier: String? { reuseKey?.identifier }

    /// It is about to be used for something else. Nothing by default; for subclasses, which call it.
    open func prepareForReuse() {}

    /// The layout has given it attributes, which frame and looks have already. Nothing by default; for subclasses.
    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

    open func willTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
    open func didTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}

    /// The attributes that it would like: by default, where the layout only estimates, with the size that its
    /// constraints, or else `sizeThatFits(_:)`, give it.
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

    /// The size that its content wants within the sides that are given.
    func fittingSize(_ attributes: UICollectionViewLayoutAttributes) -> CGSize {
        let (size, free) = (attributes.size, attributes.sizingAxes)
        let target = CGSize(
            width: free.contains(.width) ? 0 : size.width, height: free.contains(.height) ? 0 : size.height)
        var fitting = systemLayoutSizeFitting(
            target, withHorizontalFittingPriority: free.contains(.width) ? .fittingSizeLevel : .required,
            verticalFittingPriority: free.contains(.height) ? .fittingSizeLevel : .required)
        // Nothing is said by constraints.
        if fitting.width <= 0 || !free.contains(.width) { fitting.width = size.width }
        if fitting.height <= 0 || !free.contains(.height) { fitting.height = size.height }
        return fitting
    }

    /// Takes frame and looks from a layout's attributes.
    final func take(_ attributes: UICollectionViewLayoutAttributes) {
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
        (self as? UICollectionViewListCell)?.take(attributes.listPlace)
        apply(attributes)
    }
}
