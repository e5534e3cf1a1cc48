import Foundation
import TileDrawing
import TileGeometry
import TileViews

/// The state of a table.
struct TableState {
    /// The stages of loading the row counts from the data source.
    enum Loading {
        /// The counts must be loaded before the next layout or query.
        case needed
        case running
        case done
    }

    weak var delegate: (any UITableViewDelegate)?

    // The contents and their positions.
    var geometry = TableGeometry()
    var loading = Loading.needed
    /// A counter that increases with each load and each batch. Code that calls into the program compares it to detect
    /// changes.
    var epoch = 0
    var heights = RowHeightSource()
    /// The optional methods that the data source and the delegate don't implement, as far as known.
    var missing: MissingMethods = []

    // The visible views.
    /// The visible rows, in order.
    var shown: [ShownRow] = []
    var headers: [Int: ShownHeader] = [:]
    var footers: [Int: ShownHeader] = [:]
    /// The span of bounds in which the visible rows stay the same while nothing else changes.
    var settled: SettledSpan?
    var isFilling = false
    /// Whether the frames must be updated.
    var needsPlacing = false
    var width: CGFloat = 0
    /// The margin of the text from the cells' edges, in points.
    var margin: CGFloat = 16
    /// The insets of the cells from the table's edges, by sides.
    var inset: (left: CGFloat, right: CGFloat) = (0, 0)
    var separatorInset: UIEdgeInsets?
    var backgroundView: UIView?
    var headView: UIView?
    var footView: UIView?
    var index: SectionIndexBar?
    var hasAskedForIndex = false

    // Reusable views.
    var pool = ReusePool<UITableViewCell>()
    var headerPool = ReusePool<UITableViewHeaderFooterView>()
    /// The cell that is being reconfigured, which the next dequeue returns.
    var reconfigured: UITableViewCell?

    // The target of a scroll, regardless of how the heights on the way change.
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

    /// Whether the row counts have been loaded from the data source.
    var isLoaded: Bool { loading == .done }
}

/// A visible row.
struct ShownRow {
    var id: RowID
    let cell: UITableViewCell
    /// The frame that the cell was given.
    var frame: CGRect
}

/// A visible header or footer. It is a class because the frame of a floating one changes in every frame of the screen.
final class ShownHeader {
    let view: UIView
    /// The frame that the view was given.
    var frame: CGRect

    init(view: UIView, frame: CGRect) { (self.view, self.frame) = (view, frame) }
}

/// The ranges of the visible top and bottom within which the same rows are visible.
struct SettledSpan {
    var top: Range<Double>
    var bottom: ClosedRange<Double>
}

/// The source of the row heights.
struct RowHeightSource {
    /// Whether the delegate was asked for a row, which an empty table does not have.
    var isFound = false
    /// Whether the delegate implements `tableView(_:heightForRowAt:)`.
    var asksDelegate = false
    /// The height of all rows, if it is fixed.
    var fixed: Double?
}

/// The methods whose default implementation was reached when the table called them.
struct MissingMethods: OptionSet {
    let rawValue: UInt8
    static let canEdit = MissingMethods(rawValue: 1 << 0)
    static let canMove = MissingMethods(rawValue: 1 << 1)
    static let commit = MissingMethods(rawValue: 1 << 2)
    static let move = MissingMethods(rawValue: 1 << 3)
    static let indentation = MissingMethods(rawValue: 1 << 4)
}

/// The target of a scroll.
struct ScrollTarget {
    var row: RowID
    var position: UITableView.ScrollPosition
    /// The remaining number of layout passes that may adjust the offset.
    var tries = 16
}
