public import Foundation
public import TileBars
public import TileDrawing
import TileGeometry
import TileGraphics
public import TileViews

/// A scroll view that shows rows of cells in sections, one below the other. Only visible rows have a cell.
///
///     let table = UITableView(frame: window.bounds, style: .insetGrouped)
///     table.register(UITableViewCell.self, forCellReuseIdentifier: "stop")
///     table.dataSource = stops
///
/// The number of rows is requested once, and again after `reloadData()`. The cell of a row is requested when the row
/// becomes visible, and so is its height, unless heights are fixed. Until then, the row has an estimated height. If a
/// row above the first visible one differs from its estimate, the offset is adjusted and nothing moves on the screen.
///
/// A cell whose row has left the screen is reused for the next row that appears, so no cells are made once the screen
/// is full. A frame in which no row appears costs O(1); one in which a row appears costs O(log n) plus the cell itself.
open class UITableView: UIScrollView {
    // Everything that subclasses may override is declared here, because Swift doesn't permit overriding declarations
    // from extensions.

    final var table = TableState()
    /// The appearance of sections.
    public final let style: Style

    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
        setUpTable()
    }

    public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

    /// Creates a table from an archive, with its style and properties.
    public required init?(coder: NSCoder) {
        style = coder.archivedCase("UIStyle", Style.self) ?? .plain
        super.init(coder: coder)
        setUpTable()
        restoreTable(from: coder)
        coder.settle(self, as: UITableView.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        storeTable(in: coder)
    }

    // MARK: Data source and delegate

    /// The object that provides the rows. Held weakly.
    open weak var dataSource: (any UITableViewDataSource)? {
        didSet { if dataSource !== oldValue { dataSourceChanged() } }
    }

    /// The object that is informed of events and controls heights, selection, display and editing. Held weakly. It is
    /// also the scroll view's delegate.
    @_nonoverride
    open weak var delegate: (any UITableViewDelegate)? {
        get { table.delegate }
        set { (self as UIScrollView).delegate = newValue }
    }

    /// The object that is informed of upcoming rows. Held weakly.
    open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
    /// Whether `prefetchDataSource` is informed of upcoming rows.
    open var isPrefetchingEnabled = true

    // MARK: Heights, in points

    /// The height of rows for which the delegate has none. With `automaticDimension`, cells determine it.
    open var rowHeight = UITableView.automaticDimension { didSet { heightsChanged(rowHeight, oldValue) } }
    open var sectionHeaderHeight = UITableView.automaticDimension {
        didSet { heightsChanged(sectionHeaderHeight, oldValue) }
    }
    open var sectionFooterHeight = UITableView.automaticDimension {
        didSet { heightsChanged(sectionFooterHeight, oldValue) }
    }
    /// The estimated height of rows that haven't been shown yet; 0 to request all heights at once.
    open var estimatedRowHeight = UITableView.automaticDimension {
        didSet { heightsChanged(estimatedRowHeight, oldValue) }
    }
    open var estimatedSectionHeaderHeight = UITableView.automaticDimension {
        didSet { heightsChanged(estimatedSectionHeaderHeight, oldValue) }
    }
    open var estimatedSectionFooterHeight = UITableView.automaticDimension {
        didSet { heightsChanged(estimatedSectionFooterHeight, oldValue) }
    }
    /// The height of rows below the last one. It has no effect, because no lines are drawn there.
    open var fillerRowHeight: CGFloat = 0
    /// The space above each header of a plain table; `automaticDimension` means 22.
    open var sectionHeaderTopPadding = UITableView.automaticDimension {
        didSet { heightsChanged(sectionHeaderTopPadding, oldValue) }
    }
    /// The policy for measuring a cell again after its content changes.
    open var selfSizingInvalidation = SelfSizingInvalidation.enabled

    // MARK: Appearance

    open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine { didSet { placesChanged() } }
    /// The color of separators; nil for the system's separator color.
    open var separatorColor: UIColor? = .separator { didSet { placesChanged() } }
    /// The visual effect of separators. It has no effect.
    open var separatorEffect: UIVisualEffect?
    /// The insets of the separators. Only left and right are used. By default, separators start at the text.
    open var separatorInset: UIEdgeInsets {
        get { table.separatorInset ?? UIEdgeInsets(top: 0, left: table.margin, bottom: 0, right: 0) }
        set {
            table.separatorInset = newValue
            placesChanged()
        }
    }
    open var separatorInsetReference = SeparatorInsetReference.fromCellEdges { didSet { placesChanged() } }
    /// Whether the cells' margins follow the readable width.
    open var cellLayoutMarginsFollowReadableWidth = false { didSet { placesChanged() } }
    /// Whether the content of cells stays within the safe area.
    open var insetsContentViewsToSafeArea = true { didSet { placesChanged() } }

    /// The view behind the rows, which doesn't scroll.
    open var backgroundView: UIView? {
        get { table.backgroundView }
        set { setBackgroundView(newValue) }
    }
    /// The view above the first section. Its height is used; its width is that of the table.
    open var tableHeaderView: UIView? {
        get { table.headView }
        set { setEnd(newValue, \.headView) }
    }
    /// The view below the last section.
    open var tableFooterView: UIView? {
        get { table.footView }
        set { setEnd(newValue, \.footView) }
    }

    // MARK: Contents

    open var numberOfSections: Int { loadedGeometry.sections.count }
    /// Returns the number of rows in a section; 0 if the section doesn't exist.
    open func numberOfRows(inSection section: Int) -> Int {
        let sections = loadedGeometry.sections
        return sections.indices.contains(section) ? sections[section].rows.count : 0
    }

    /// Returns the rectangle of a section in the table's coordinates, as do the following methods. It is estimated if
    /// rows above haven't been shown yet, and zero if the section doesn't exist.
    ///
    /// - Complexity: O(log n) for n rows.
    open func rect(forSection section: Int) -> CGRect { findRect(ofSection: section) }
    open func rectForHeader(inSection section: Int) -> CGRect { findRect(ofHeader: section) }
    open func rectForFooter(inSection section: Int) -> CGRect { findRect(ofFooter: section) }
    open func rectForRow(at indexPath: IndexPath) -> CGRect { findRect(ofRow: indexPath) }

    /// Returns the row at a point; nil if it is outside all rows.
    open func indexPathForRow(at point: CGPoint) -> IndexPath? { loadedGeometry.row(at: point.y)?.path }
    /// Returns the index path of a visible cell; nil for others.
    open func indexPath(for cell: UITableViewCell) -> IndexPath? { shownRow(of: cell)?.id.path }
    /// Returns the rows in a rectangle, in order; nil if it is outside all rows.
    ///
    /// - Complexity: O(log n + m) for n rows, m of them in the rectangle.
    open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? { findRows(in: rect) }

    /// Returns the cell of a visible row; nil for others.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { shownCell(at: indexPath) }
    /// The visible cells from top to bottom.
    open var visibleCells: [UITableViewCell] { laidOutRows.map(\.cell) }
    open var indexPathsForVisibleRows: [IndexPath]? { laidOutRows.map(\.id.path) }
    /// Returns the visible header of a section; nil if the section isn't visible or the header is of another class.
    open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        table.headers[section]?.view as? UITableViewHeaderFooterView
    }
    open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        table.footers[section]?.view as? UITableViewHeaderFooterView
    }

    // MARK: Scrolling

    /// Scrolls a row to a position. A row of `NSNotFound` means the top of the section. Rows that don't exist are
    /// ignored.
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        scroll(to: indexPath, scrollPosition, animated)
    }
    /// Scrolls the selected row that is nearest to the visible center to a position.
    open func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
        scrollToSelected(scrollPosition, animated)
    }

    // MARK: Changes

    /// Reloads everything from the data source. The selection is cleared; cells are created at the next layout.
    open func reloadData() { reloadAll() }

    open override class var actions: ActionTable { super.actions + [.action("reloadData", UITableView.reloadData)] }
    /// Reloads the titles of the index.
    open func reloadSectionIndexTitles() { reloadIndex() }

    /// Begins changes that are animated together until `endUpdates()`. Calls can be nested. `performBatchUpdates` does
    /// the same in one call.
    open func beginUpdates() { table.updateDepth += 1 }
    /// Applies the changes. The data source's new counts must match them; otherwise it traps with UIKit's message.
    open func endUpdates() { endUpdateBlock() }
    /// Performs changes in a closure and animates them. When the closure returns, the data source must have the new row
    /// counts.
    ///
    /// - Parameter completion: called at the end of the animations, with whether they finished.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        runBatch(updates, completion)
    }

    open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
        change(animation) { $0.insertSections(sections) }
    }
    open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
        change(animation) { $0.deleteSections(sections) }
    }
    open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        change(animation) { $0.reloadSections(sections) }
    }
    open func moveSection(_ section: Int, toSection newSection: Int) {
        change(.automatic) { $0.moveSection(from: section, to: newSection) }
    }
    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change(animation) { $0.insertItems(at: indexPaths) }
    }
    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change(animation) { $0.deleteItems(at: indexPaths) }
    }
    open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change(animation) { $0.reloadItems(at: indexPaths) }
    }
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change(.automatic) { $0.moveItem(from: indexPath, to: newIndexPath) }
    }
    /// Configures the cells of visible rows again. The data source's request for a cell must dequeue it, and receives
    /// the existing one.
    open func reconfigureRows(at indexPaths: [IndexPath]) { reconfigure(indexPaths) }
    /// Whether the data source may differ from the table, during changes.
    open var hasUncommittedUpdates: Bool { table.updateDepth > 0 || !table.batch.isEmpty }

    // MARK: Editing

    open var isEditing: Bool {
        get { table.isEditing }
        set { setEditing(newValue, animated: false) }
    }
    /// Shows or hides the controls for deleting, inserting, moving and selecting rows.
    open func setEditing(_ editing: Bool, animated: Bool) { changeEditing(editing, animated) }

    // MARK: Selection

    open var allowsSelection = true
    open var allowsSelectionDuringEditing = false
    open var allowsMultipleSelection = false { didSet { selectionRulesChanged() } }
    open var allowsMultipleSelectionDuringEditing = false { didSet { selectionRulesChanged() } }
    /// Whether the selection follows the focus. It has no effect, because there is no focus engine.
    open var selectionFollowsFocus = false
    open var allowsFocus = false
    open var allowsFocusDuringEditing = false
    open var remembersLastFocusedIndexPath = false
    /// Whether rows can be dragged. It has no effect, because rows can't be dragged out of a table here.
    open var dragInteractionEnabled = false
    open var isSpringLoaded = false
    open var hasActiveDrag: Bool { false }
    open var hasActiveDrop: Bool { false }

    /// The first selected row.
    open var indexPathForSelectedRow: IndexPath? { table.selected.min()?.path }
    /// The selected rows, in order; nil for none.
    open var indexPathsForSelectedRows: [IndexPath]? {
        table.selected.isEmpty ? nil : table.selected.sorted().map(\.path)
    }
    /// Selects a row and scrolls it to a position, without informing the delegate. Nil clears the selection. Rows that
    /// don't exist are ignored.
    open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        select(indexPath, animated: animated, position: scrollPosition)
    }
    open func deselectRow(at indexPath: IndexPath, animated: Bool) { deselect(RowID(indexPath), animated) }

    // MARK: Index

    /// The minimum number of rows for the index to appear.
    open var sectionIndexMinimumDisplayRowCount = 0 { didSet { reloadIndex() } }
    /// The color of the index titles; nil for the tint color.
    open var sectionIndexColor: UIColor? { didSet { indexLooksChanged() } }
    open var sectionIndexBackgroundColor: UIColor? { didSet { indexLooksChanged() } }
    /// The background color of the index while it is touched.
    open var sectionIndexTrackingBackgroundColor: UIColor? { didSet { indexLooksChanged() } }

    // MARK: Reusable views

    /// Registers a class for cells with an identifier. Nil removes the registration.
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        registerCells(Self.registration(cellClass, of: UITableViewCell.self), identifier)
    }
    open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
        registerHeaders(Self.registration(aClass, of: UITableViewHeaderFooterView.self), identifier)
    }
    /// Returns a reused cell, or a new one of the registered class or nib; nil without a registration.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        dequeueCell(identifier, for: nil)
    }
    /// Returns a cell for a row, as `dequeueReusableCell(withIdentifier:)`. Traps without a registration.
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        guard let cell = dequeueCell(identifier, for: indexPath) else {
            preconditionFailure(
                "NSInternalInconsistencyException: unable to dequeue a cell with identifier \(identifier) - must register"
                    + " a nib or a class for the identifier or connect a prototype cell in a storyboard")
        }
        return cell
    }
    open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
        dequeueHeader(ReuseKey(identifier))
    }

    // MARK: View

    open override func layoutSubviews() {
        layOutTable()
        super.layoutSubviews()
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        if !beginTouch(touches) { super.touchesBegan(touches, with: event) }
    }
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        if !moveTouch(touches) { super.touchesMoved(touches, with: event) }
    }
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        if !endTouch(touches) { super.touchesEnded(touches, with: event) }
    }
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        if !cancelTouch(touches) { super.touchesCancelled(touches, with: event) }
    }

    open override func touchesShouldCancel(in view: UIView) -> Bool { letsGo(of: view) }

    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        mayBegin(gestureRecognizer) && super.gestureRecognizerShouldBegin(gestureRecognizer)
    }

    open override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        placesChanged()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        traitsChanged(from: previousTraitCollection)
    }

    open override func willMove(toWindow newWindow: UIWindow?) {
        super.willMove(toWindow: newWindow)
        if newWindow !== window { endTouches() }
    }
}
