import Foundation
import TileDrawing
import TileGeometry

/// What a collection knows and shows.
struct CollectionState {
    /// A view that shows, and where the layout has it.
    struct Element {
        let view: UICollectionReusableView
        var attributes: UICollectionViewLayoutAttributes
    }

    /// An item that is held by hand.
    struct Movement {
        let origin: IndexPath
        var target: IndexPath
        var position: CGPoint
        /// Where everything is while the item is at its target.
        var update: ListUpdate?
    }

    var layout: UICollectionViewLayout
    weak var delegate: (any UICollectionViewDelegate)?

    /// Items by section, as the data source said; nil when it is to be asked.
    var counts: [Int]?
    /// Whether the layout is to be prepared before it is asked.
    var needsPrepare = true {
        didSet { if needsPrepare { (settled, asked) = (nil, nil) } }
    }
    /// Whether the data source and the delegate say other things than before.
    var needsLayoutData = true
    var isReloading = false { didSet { (settled, asked) = (nil, nil) } }
    var isLayingOut = false
    /// A change of the layout while views are placed: they are placed once more.
    var placesAgain = false

    var visible: [ElementKey: Element] = [:] { didSet { settled = nil } }
    /// In which the views that show are all that do, each where it is, while nothing else changes.
    var settled: SettledBounds?
    /// What the layout said of more than shows.
    var asked: AskedElements?
    /// Whether the layout was another for the last bounds of the same size.
    var movesWithBounds = false
    /// Whether a mirrored layout's content was moved to its right end.
    var hasRightEnd = false
    /// Cells that do not show yet.
    var prepared: [IndexPath: UICollectionReusableView] = [:]
    var pool = ReusePool<UICollectionReusableView>()
    /// Cells that the data source is to set up once more.
    var reconfiguring: (path: IndexPath, cell: UICollectionViewCell)?
    /// Where a view is about to come, for the one that is dequeued for it.
    var coming: UICollectionViewLayoutAttributes?
    /// The views in sections that scroll by themselves.
    var scrollers: [Int: OrthogonalScrollView] = [:]
    var orthogonalOffsets: [Int: CGPoint] = [:]

    var selection: [IndexPath] = []
    var highlighted: IndexPath?
    var touched: ObjectIdentifier?

    var openBatches = 0
    var batch = ListBatch()
    /// Where views were, and those around them, before the batch.
    var oldAttributes: [ElementKey: UICollectionViewLayoutAttributes] = [:]
    var completions: [(Bool) -> Void] = []
    var movement: Movement?

    /// The paths of which the prefetching data source was told.
    var prefetched: Set<IndexPath> = []
    var lastOffset = CGPoint.zero
    /// How many cells the data source was asked for: what tests count.
    var cellsAsked = 0

    var contextMenus: ListContextMenus?
    /// The row that is swiped aside, and what does that.
    var swipe: ListSwipe?
    var swipePan: ListSwipePan?
    /// The color that the view has from its list.
    var listColor: UIColor?

    init(layout: UICollectionViewLayout) { self.layout = layout }
}

/// Bounds between which a collection shows the same views: of one size, moved along one axis.
struct SettledBounds {
    let bounds: CGRect
    let isHorizontal: Bool
    /// Of the origin along that axis; the ends are not among them.
    let low: CGFloat
    let high: CGFloat

    init(bounds: CGRect, isHorizontal: Bool, low: CGFloat, high: CGFloat) {
        (self.bounds, self.isHorizontal, self.low, self.high) = (bounds, isHorizontal, low, high)
    }

    /// Bounds in which what shows in these does, and nothing else.
    ///
    /// - Parameters:
    ///   - from: the lowest origin for which the elements are known, up to the highest.
    ///   - elements: all that shows for any of them.
    init(
        around bounds: CGRect, isHorizontal: Bool, from: CGFloat, to: CGFloat,
        _ elements: [UICollectionViewLayoutAttributes]
    ) {
        let (here, length) = isHorizontal ? (bounds.minX, bounds.width) : (bounds.minY, bounds.height)
        var (low, high) = (from, to)
        for element in elements where element.isSound && !element.isHidden {
            let frame = element.frame
            // What lies beside the way never shows on it.
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
