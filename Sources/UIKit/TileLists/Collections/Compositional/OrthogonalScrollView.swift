import Foundation
import TileGeometry
import TileViews

/// The scroll view of a section that scrolls orthogonally to its collection.
final class OrthogonalScrollView: UIScrollView {
    var section: Int
    private weak var collection: UICollectionView?
    /// The delegate that forwards each offset and each start of a drag to this view.
    private let follower: Follower
    /// The content offset at the start of the drag.
    private(set) var dragOrigin = CGPoint.zero
    /// Whether the section scrolls vertically, in a layout that scrolls horizontally.
    var isVertical = false
    /// The initial offset, applied once the content and the bounds have a width.
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

    /// Converts a point from the collection's coordinates to this view's.
    func inner(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x - frame.minX + contentOffset.x, y: point.y - frame.minY + contentOffset.y)
    }

    /// Returns the frame in this view's content for attributes positioned at the current offset.
    func innerFrame(of attributes: UICollectionViewLayoutAttributes) -> CGRect? {
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
                rect.minY, rect.height, from: contentOffset.y, visible: bounds.height,
                wishes: [position.contains(.top), position.contains(.centeredVertically), position.contains(.bottom)],
                inset: 0)
            target.y = min(max(target.y, 0), max(0, contentSize.height - bounds.height))
        } else {
            target.x = UICollectionView.offset(
                rect.minX, rect.width, from: contentOffset.x, visible: bounds.width,
                wishes: [
                    position.contains(.left), position.contains(.centeredHorizontally), position.contains(.right),
                ], inset: 0)
            target.x = min(max(target.x, 0), max(0, contentSize.width - bounds.width))
        }
        if target != contentOffset { setContentOffset(target, animated: animated) }
    }
}
