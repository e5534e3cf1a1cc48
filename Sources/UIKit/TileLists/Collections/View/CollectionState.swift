import Foundation
import TileDrawing
import TileGeometry

/// The state of a collection view.
struct CollectionState {
    /// A visible view and the layout's attributes for it.
    struct Element {
        let view: UICollectionReusableView
        var attributes: UICollectionViewLayoutAttributes
    }

    /// An item that is being moved interactively.
    struct Movement {
        let origin: IndexPath
        var target: IndexPath
        var position: CGPoint
        /// The update that moves the item to its target, which determines all positions during the movement.
        var update: ListUpdate?
    }

    /// The work that must be done before the layout is queried.
    enum Preparation {
        case none
        /// The layout must be prepared.
        case layout
        /// The layout must be prepared, and the data from the data source or the delegate may have changed.
        case data
    }

    /// The state of placing views.
    enum Placing {
        case none
        case running
        /// The layout changed while views were being placed, so that they must be placed again.
        case outdated
    }

    var layout: UICollectionViewLayout
    weak var delegate: (any UICollectionViewDelegate)?

    /// The number of items by section, from the data source; nil if it must be asked.
    var counts: [Int]?
    var preparation = Preparation.data {
        didSet { if preparation != .none { (settled, asked) = (nil, nil) } }
    }
    var isReloading = false { didSet { (settled, asked) = (nil, nil) } }
    var placing = Placing.none

    var visible: [ElementKey: Element] = [:] { didSet { settled = nil } }
    /// The bounds within which the visible views stay the same, at the same positions, while nothing else changes.
    var settled: SettledBounds?
    /// The layout's attributes for a larger area than the visible one.
    var asked: AskedElements?
    /// Whether the layout was invalidated by the last bounds change that kept the size.
    var movesWithBounds = false
    /// Whether the content of a mirrored layout has been scrolled to its right end.
    var hasRightEnd = false
    /// Cells prepared in advance that aren't visible yet.
    var prepared: [IndexPath: UICollectionReusableView] = [:]
    var pool = ReusePool<UICollectionReusableView>()
    /// The cell that the data source is configuring again.
    var reconfiguring: (path: IndexPath, cell: UICollectionViewCell)?
    /// The attributes of the view that is being dequeued.
    var coming: UICollectionViewLayoutAttributes?
    /// The scroll views of orthogonal sections.
    var scrollers: [Int: OrthogonalScrollView] = [:]
    var orthogonalOffsets: [Int: CGPoint] = [:]

    var selection: [IndexPath] = []
    var highlighted: IndexPath?
    var touched: ObjectIdentifier?

    var openBatches = 0
    var batch = ListBatch()
    /// The attributes of visible and nearby views before the batch.
    var oldAttributes: [ElementKey: UICollectionViewLayoutAttributes] = [:]
    var completions: [(Bool) -> Void] = []
    var movement: Movement?

    /// The index paths that the prefetching data source was informed of.
    var prefetched: Set<IndexPath> = []
    var lastOffset = CGPoint.zero
    /// The number of cells requested from the data source, counted for tests.
    var cellsAsked = 0

    var contextMenus: ListContextMenus?
    /// The row that is swiped aside.
    var swipe: ListSwipe?
    var swipePan: ListSwipePan?
    /// The background color that the view has from its list.
    var listColor: UIColor?

    init(layout: UICollectionViewLayout) { self.layout = layout }
}

/// The range of bounds in which a collection shows the same views. The bounds have one size and move along one axis.
struct SettledBounds {
    let bounds: CGRect
    let isHorizontal: Bool
    /// The exclusive limits of the origin along that axis.
    let low: CGFloat
    let high: CGFloat

    init(bounds: CGRect, isHorizontal: Bool, low: CGFloat, high: CGFloat) {
        (self.bounds, self.isHorizontal, self.low, self.high) = (bounds, isHorizontal, low, high)
    }

    /// Creates the range of bounds that show exactly the elements visible in the given bounds.
    ///
    /// - Parameters:
    ///   - from: the lowest origin for which the elements are known; `to` is the highest.
    ///   - elements: all elements visible at any of these origins.
    init(
        around bounds: CGRect, isHorizontal: Bool, from: CGFloat, to: CGFloat,
        _ elements: [UICollectionViewLayoutAttributes]
    ) {
        let (here, length) = isHorizontal ? (bounds.minX, bounds.width) : (bounds.minY, bounds.height)
        var (low, high) = (from, to)
        for element in elements where element.isSound && !element.isHidden {
            let frame = element.frame
            // Elements beside the path never become visible on it.
            let isBeside =
                isHorizontal
                ? frame.maxY <= bounds.minY || frame.minY >= bounds.maxY
                : frame.maxX <= bounds.minX || frame.minX >= bounds.maxX
            if isBeside { continue }
            let (start, end) = isHorizontal ? (frame.minX, frame.maxX) : (frame.minY, frame.maxY)
            if frame.shows(in: bounds) {
                (low, high) = (max(low, start - length), min(high, end))
            } else if start >= here + length {
                high = min(high, start - length)
            } else {
                low = max(low, end)
            }
        }
        self.init(bounds: bounds, isHorizontal: isHorizontal, low: low, high: high)
    }

    func holds(_ other: CGRect) -> Bool {
        guard other.size == bounds.size else { return false }
        let (place, across, was) =
            isHorizontal
            ? (other.minX, other.minY, bounds.minY) : (other.minY, other.minX, bounds.minX)
        return across == was && place > low && place < high
    }
}
