import Foundation
import TileDrawing
import TileGeometry
import TileViews

/// What a cell has besides its content.
struct CellState {
    let contentView = UIView(frame: .zero)
}

extension UICollectionViewCell {
    func startCell() {
        contentView.frame = bounds
        insertSubview(contentView, at: 0)
    }

    func layOutCell() {
        for view in [backgroundView, selectedBackgroundView] where view?.frame != bounds { view?.frame = bounds }
        let frame = contentFrame
        if contentView.frame != frame { contentView.frame = frame }
    }

    func exchangeBackground(_ old: UIView?, for new: UIView?) {
        guard old !== new else { return }
        old?.removeFromSuperview()
        if let new {
            new.frame = bounds
            if new === selectedBackgroundView, let backgroundView, backgroundView.superview === self {
                insertSubview(new, aboveSubview: backgroundView)
            } else {
                insertSubview(new, at: 0)
            }
        }
        noteCellState()
    }

    func noteCellState() {
        selectedBackgroundView?.isHidden = !(isSelected || isHighlighted)
    }

    func fittingSizeOfCell(_ attributes: UICollectionViewLayoutAttributes) -> CGSize {
        let (size, free) = (attributes.size, attributes.sizingAxes)
        let around = CGSize(
            width: bounds.width - contentFrame.width, height: bounds.height - contentFrame.height)
        let target = CGSize(
            width: free.contains(.width) ? 0 : max(0, size.width - around.width),
            height: free.contains(.height) ? 0 : max(0, size.height - around.height))
        var fitting = contentView.systemLayoutSizeFitting(
            target, withHorizontalFittingPriority: free.contains(.width) ? .fittingSizeLevel : .required,
            verticalFittingPriority: free.contains(.height) ? .fittingSizeLevel : .required)
        fitting.width = free.contains(.width) && fitting.width > 0 ? fitting.width + around.width : size.width
        fitting.height = free.contains(.height) && fitting.height > 0 ? fitting.height + around.height : size.height
        return fitting
    }
}
