import Foundation
import TileGeometry
import TileViews

/// The part of a collection in which a section scrolls across the rest.
final class OrthogonalScrollView: UIScrollView {
    var section: Int
    private weak var collection: UICollectionView?
    /// Told of each offset; whether views have to be placed anew.
    private let follower: Follower
    /// Where the content was when the drag began.
    private(set) var dragOrigin = CGPoint.zero
    /// Whether it scrolls down, in a layout that scrolls from left to right.
    var isVertical = false
    /// Taken once the content is as long.
    var firstOffset: CGPoint?

    override var contentSize: CGSize {
        didSet {
            guard let offset = firstOffset, contentSize.width > 0, bounds.width > 0 else { return }
            firstOffset = nil
            contentOffset = CGPoint(
                x: min(offset.x, max(0, contentSize.width - bounds.width)),
                y: min(offset.y, max(0, contentSize.height - bounds.height)))
        }
    }

    private final class Follower: UIScrollViewDelegate {
        weak var scroller: OrthogonalScrollView?
        func scrollViewDidScroll(_ scrollView: UIScrollView) { scroller?.noteOffset() }
        func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
            scroller?.dragOrigin = scrollView.contentOffset
        }
    }

    init(section: Int, of collection: UICollectionView) {
        (self.section, self.collection, follower) = (section, collection, Follower())
        super.init(frame: .zero)
        follower.scroller = self
        delegate = follower
        clipsToBounds = false
        showsHorizontalScrollIndicator = false
        showsVerticalScrollIndicator = false
        contentInsetAdjustmentBehavior = .never
    }

    required init?(coder: NSCoder) { nil }

    private func noteOffset() { collection?.sectionDidScroll(section, to: contentOffset) }

    /// A point of the collection in this view's coordinates.
    func inner(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x - frame.minX + contentOffset.x, y: point.y - frame.minY + contentOffset.y)
    }

    /// Where attributes that show at an offset lie in the content.
    func place(of attributes: UICollectionViewLayoutAttributes) -> CGRect? {
        let center = inner(attributes.center)
        let rect = CGRect(
            x: center.x - attributes.size.width / 2, y: center.y - attributes.size.height / 2,
            width: attributes.size.width, height: attributes.size.height)
        return rect.minX.isFinite && rect.minY.isFinite ? rect : nil
    }

    func reveal(_ rect: CGRect, _ position: UICollectionView.ScrollPosition, animated: Bool) {
        var target = CGPoint.zero
        if isVertical {
            target.y = UICollectionView.offset(
                rect.minY, rect.height, from: contentOffset.y, bounds.height,
                [position.contains(.top), position.contains(.centeredVertically), position.contains(.bottom)], 0)
            target.y = min(max(target.y, 0), max(0, contentSize.height - bounds.height))
        } else {
            target.x = UICollectionView.offset(
                rect.minX, rect.width, from: contentOffset.x, bounds.width,
                [position.contains(.left), position.contains(.centeredHorizontally), position.contains(.right)], 0)
            target.x = min(max(target.x, 0), max(0, contentSize.width - bounds.width))
        }
        if target != contentOffset { setContentOffset(target, animated: animated) }
    }
}
