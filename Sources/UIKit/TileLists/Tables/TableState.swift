import Foundation
import TileDrawing
import TileGeometry
import TileViews

/// What a table keeps.
struct TableState {
    weak var delegate: (any UITableViewDelegate)?

    // What there is, and where.
    var geometry = TableGeometry()
    /// Whether the data source was asked how many rows there are.
    var isLoaded = false
    var isLoading = false
    /// Goes up with each load and each batch: who called code of the program's looks whether it is another.
    var epoch = 0
    var heights = RowHeightSource()
    /// What of the data source's and the delegate's methods was found not to be implemented.
    var missing: MissingMethods = []

    // What shows.
    /// In order.
    var shown: [ShownRow] = []
    var headers: [Int: ShownHeader] = [:]
    var footers: [Int: ShownHeader] = [:]
    /// In which the rows that show are all that do, while nothing else changes.
    var settled: SettledSpan?
    var isFilling = false
    /// Whether frames have to be looked at anew.
    var needsPlacing = false
    var width: CGFloat = 0
    /// Of text from the cells' edges, in points.
    var margin: CGFloat = 16
    /// Of cells from the table's edges, by sides.
    var inset: (left: CGFloat, right: CGFloat) = (0, 0)
    var separatorInset: UIEdgeInsets?
    var backgroundView: UIView?
    var headView: UIView?
    var footView: UIView?
    var index: SectionIndexBar?
    var hasAskedForIndex = false

    // Views that are used again.
    var pool = ReusePool<UITableViewCell>()
    var headerPool = ReusePool<UITableViewHeaderFooterView>()
    /// The cell that is configured anew: the next one that is dequeued.
    var reconfigured: UITableViewCell?

    // Where a scroll is to come to, whatever the heights on the way turn out to be.
    var target: ScrollTarget?

    // Selection.
    var selected: Set<RowID> = []
    var highlighted: RowID?
    var touch: UITouch?

    // Changes.
    var updateDepth = 0
    var batch = ListBatch()
    var animations = BatchAnimations()
    var completions: [(Bool) -> Void] = []
    var isEditing = false
    var swipe: RowSwipe?
    var swipePan: SwipePan?
    var reorder: RowReorder?
    var prefetch = RowPrefetch()
    var contextMenus: ListContextMenus?
}

/// A row that shows.
struct ShownRow {
    var id: RowID
    let cell: UITableViewCell
    /// Where it was put.
    var frame: CGRect
}

/// A header or footer that shows. A class: while it floats its frame changes in each frame of the screen.
final class ShownHeader {
    let view: UIView
    /// Where it was put.
    var frame: CGRect

    init(view: UIView, frame: CGRect) { (self.view, self.frame) = (view, frame) }
}

/// The places of the visible top and bottom between which the same rows show.
struct SettledSpan {
    var top: Range<Double>
    var bottom: ClosedRange<Double>
}

/// Where heights of rows come from.
struct RowHeightSource {
    /// Whether the delegate implements `tableView(_:heightForRowAt:)`.
    var asksDelegate = false
    /// Of all rows, where it is fixed.
    var fixed: Double?
}

/// Methods that a table has found to have their default, when it called them.
struct MissingMethods: OptionSet {
    let rawValue: UInt8
    static let canEdit = MissingMethods(rawValue: 1 << 0)
    static let canMove = MissingMethods(rawValue: 1 << 1)
    static let commit = MissingMethods(rawValue: 1 << 2)
    static let move = MissingMethods(rawValue: 1 << 3)
    static let indentation = MissingMethods(rawValue: 1 << 4)
}

/// Where a scroll is to come to.
struct ScrollTarget {
    var row: RowID
    var position: UITableView.ScrollPosition
    /// Of layouts that still may lead there.
    var tries = 16
}
