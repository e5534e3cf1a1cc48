public import Foundation
public import TileBars
public import TileDrawing
import TileGeometry
import TileGraphics
public import TileViews

/// Rows of cells, one below the other, in sections; only those that show have a cell.
///
///     let table = UITableView(frame: window.bounds, style: .insetGrouped)
///     table.register(UITableViewCell.self, forCellReuseIdentifier: "stop")
///     table.dataSource = stops
///
/// How many rows there are is asked once, and after `reloadData()`; the cell of a row when it comes into view, its
/// height, unless it is fixed, then too: until then it has an estimate. What is above the first visible row and turns
/// out larger or smaller than its estimate moves nothing on the screen: the offset goes along.
///
/// A cell whose row has left the screen goes to where the next one comes in, so that none is made once the screen was
/// full. A frame in which no row comes in costs O(1), one in which one does O(log n) besides the cell itself.
open class UITableView: UIScrollView {
    // All that a subclass may override is declared here: Swift lets nothing that an extension declares be overridden.

    final var table = TableState()
    /// How sections look.
    public final let style: Style

    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
        setUpTable()
    }

    public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

    /// From an archive: its style, and what it was set to.
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

    // MARK: Who is asked

    /// Says what the table holds. Held weakly.
    open weak var dataSource: (any UITableViewDataSource)? {
        didSet { if dataSource !== oldValue { dataSourceChanged() } }
    }

    /// Is told of, and asked for, much. Held weakly. It is the scroll view's delegate, too.
    @_nonoverride
    open weak var delegate: (any UITableViewDelegate)? {
        get { table.delegate }
        set { (self as UIScrollView).delegate = newValue }
    }

    /// Is told which rows come up. Held weakly.
    open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
    /// Whether the one who is told of rows that come up is.
    open var isPrefetchingEnabled = true

    // MARK: Heights, in points

    /// Of rows for which the delegate says nothing; `automaticDimension` for as the cells want it.
    open var rowHeight = UITableView.automaticDimension { didSet { heightsChanged(rowHeight, oldValue) } }
    open var sectionHeaderHeight = UITableView.automaticDimension {
        didSet { heightsChanged(sectionHeaderHeight, oldValue) }
    }
    open var sectionFooterHeight = UITableView.automaticDimension {
        didSet { heightsChanged(sectionFooterHeight, oldValue) }
    }
    /// Of rows that were not shown yet; 0 to have all of them asked for at once.
    open var estimatedRowHeight = UITableView.automaticDimension {
        didSet { heightsChanged(estimatedRowHeight, oldValue) }
    }
    open var estimatedSectionHeaderHeight = UITableView.automaticDimension {
        didSet { heightsChanged(estimatedSectionHeaderHeight, oldValue) }
    }
    open var estimatedSectionFooterHeight = UITableView.automaticDimension {
        didSet { heightsChanged(estimatedSectionFooterHeight, oldValue) }
    }
    /// Kept for code that sets it: no lines are drawn below the last row.
    open var fillerRowHeight: CGFloat = 0
    /// Above each header of a plain table; `automaticDimension` for 22.
    open var sectionHeaderTopPadding = UITableView.automaticDimension {
        didSet { heightsChanged(sectionHeaderTopPadding, oldValue) }
    }
    /// When a cell whose content changes is measured anew.
    open var selfSizingInvalidation = SelfSizingInvalidation.enabled

    // MARK: Looks

    open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine { didSet { placesChanged() } }
    /// Nil for the separators' color of the system.
    open var separatorColor: UIColor? = .separator { didSet { placesChanged() } }
    /// Kept for code that sets it.
    open var separatorEffect: UIVisualEffect?
    /// How far lines are from the edges: of left and right alone. Until it is set they begin where text does.
    open var separatorInset: UIEdgeInsets {
        get { table.separatorInset ?? UIEdgeInsets(top: 0, left: table.margin, bottom: 0, right: 0) }
        set {
            table.separatorInset = newValue
            placesChanged()
        }
    }
    open var separatorInsetReference = SeparatorInsetReference.fromCellEdges { didSet { placesChanged() } }
    /// Whether cells are no wider than what can be read well.
    open var cellLayoutMarginsFollowReadableWidth = false { didSet { placesChanged() } }
    /// Whether what cells hold stays within the safe area.
    open var insetsContentViewsToSafeArea = true { didSet { placesChanged() } }

    /// Lies behind the rows, and does not move with them.
    open var backgroundView: UIView? {
        get { table.backgroundView }
        set { setBackgroundView(newValue) }
    }
    /// Above the first section; its height counts, its width is the table's.
    open var tableHeaderView: UIView? {
        get { table.headView }
        set { setEnd(newValue, \.headView) }
    }
    /// Below the last section.
    open var tableFooterView: UIView? {
        get { table.footView }
        set { setEnd(newValue, \.footView) }
    }

    // MARK: What there is

    open var numberOfSections: Int { loadedGeometry.sections.count }
    /// 0 for a section that there is not.
    open func numberOfRows(inSection section: Int) -> Int {
        let sections = loadedGeometry.sections
        return sections.indices.contains(section) ? sections[section].rows.count : 0
    }

    /// In the table's coordinates, like all rects here; estimated where rows above were not shown yet. Zero for what
    /// there is not.
    ///
    /// - Complexity: O(log n) for n rows.
    open func rect(forSection section: Int) -> CGRect { findRect(ofSection: section) }
    open func rectForHeader(inSection section: Int) -> CGRect { findRect(ofHeader: section) }
    open func rectForFooter(inSection section: Int) -> CGRect { findRect(ofFooter: section) }
    open func rectForRow(at indexPath: IndexPath) -> CGRect { findRect(ofRow: indexPath) }

    /// The row at a point; nil for what lies in no row.
    open func indexPathForRow(at point: CGPoint) -> IndexPath? { loadedGeometry.row(at: point.y)?.path }
    /// Of a cell that shows; nil for others.
    open func indexPath(for cell: UITableViewCell) -> IndexPath? { shownRow(of: cell)?.id.path }
    /// In order; nil for a rect outside of all rows.
    ///
    /// - Complexity: O(log n + m) for n rows, of which m are in it.
    open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? { findRows(in: rect) }

    /// The cell of a row that shows; nil for others.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { shownCell(at: indexPath) }
    /// From the top.
    open var visibleCells: [UITableViewCell] { laidOutRows.map(\.cell) }
    open var indexPathsForVisibleRows: [IndexPath]? { laidOutRows.map(\.id.path) }
    /// What shows as a section's header; nil for a section that does not show, or one whose header is of another class.
    open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        table.headers[section]?.view as? UITableViewHeaderFooterView
    }
    open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        table.footers[section]?.view as? UITableViewHeaderFooterView
    }

    // MARK: Scrolling

    /// Moves the content so that a row is at a place of the view; a path without a row stands for its section's top.
    /// Nothing happens for a row that there is not.
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        scroll(to: indexPath, scrollPosition, animated)
    }
    /// The same for the selected row that is nearest to what is visible.
    open func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
        scrollToSelected(scrollPosition, animated)
    }

    // MARK: Changes

    /// Asks the data source anew for everything. Rows are no longer selected; cells are made at the next layout.
    open func reloadData() { reloadAll() }

    open override class var actions: ActionTable { super.actions + [.action("reloadData", UITableView.reloadData)] }
    /// Asks for the titles of the index anew.
    open func reloadSectionIndexTitles() { reloadIndex() }

    /// Begins changes that are animated together, until `endUpdates()`; they can be nested. `performBatchUpdates` is
    /// the same in one call.
    open func beginUpdates() { table.updateDepth += 1 }
    /// Takes on what the data source says now, which must follow from the changes: else it traps in UIKit's words.
    open func endUpdates() { endUpdateBlock() }
    /// Runs changes in a block, and animates them. By the time it returns the numbers of rows are the new ones.
    ///
    /// - Parameter completion: told at the animations' end whether they came to it.
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
    /// Has the data source configure the cells of rows anew that show: it is asked for them, and is to dequeue, by
    /// which
    /// it gets the cell that is there.
    open func reconfigureRows(at indexPaths: [IndexPath]) { reconfigure(indexPaths) }
    /// Whether the data source may say otherwise than the table does: within changes, and while it reloads.
    open var hasUncommittedUpdates: Bool { table.updateDepth > 0 || !table.batch.isEmpty }

    // MARK: Editing

    open var isEditing: Bool {
        get { table.isEditing }
        set { setEditing(newValue, animated: false) }
    }
    /// Shows, or hides, the controls by which rows are deleted, inserted, moved and chosen.
    open func setEditing(_ editing: Bool, animated: Bool) { changeEditing(editing, animated) }

    // MARK: Selection

    open var allowsSelection = true
    open var allowsSelectionDuringEditing = false
    open var allowsMultipleSelection = false { didSet { selectionRulesChanged() } }
    open var allowsMultipleSelectionDuringEditing = false { didSet { selectionRulesChanged() } }
    /// Kept for code that sets it: nothing has a focus that moves.
    open var selectionFollowsFocus = false
    open var allowsFocus = false
    open var allowsFocusDuringEditing = false
    open var remembersLastFocusedIndexPath = false
    /// Kept for code that sets it: nothing is dragged out of a table.
    open var dragInteractionEnabled = false
    open var isSpringLoaded = false
    open var hasActiveDrag: Bool { false }
    open var hasActiveDrop: Bool { false }

    /// The first of the selected rows.
    open var indexPathForSelectedRow: IndexPath? { table.selected.min()?.path }
    /// In order; nil for none.
    open var indexPathsForSelectedRows: [IndexPath]? {
        table.selected.isEmpty ? nil : table.selected.sorted().map(\.path)
    }
    /// Selects a row, nil for none, and moves the content so that it is at a place. The delegate is not told. Does
    /// nothing for a row that there is not.
    open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        select(indexPath, animated, scrollPosition)
    }
    open func deselectRow(at indexPath: IndexPath, animated: Bool) { deselect(RowID(indexPath), animated) }

    // MARK: Index

    /// The index shows from so many rows on.
    open var sectionIndexMinimumDisplayRowCount = 0 { didSet { reloadIndex() } }
    /// Nil for the tint color.
    open var sectionIndexColor: UIColor? { didSet { indexLooksChanged() } }
    open var sectionIndexBackgroundColor: UIColor? { didSet { indexLooksChanged() } }
    /// While a finger is on the index.
    open var sectionIndexTrackingBackgroundColor: UIColor? { didSet { indexLooksChanged() } }

    // MARK: Views that are used again

    /// Has cells of an identifier made of a class; nil for no longer.
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        registerCells(Self.registration(cellClass, of: UITableViewCell.self), identifier)
    }
    open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
        registerHeaders(Self.registration(aClass, of: UITableViewHeaderFooterView.self), identifier)
    }
    /// A cell that waits to be used again, or a new one of what is registered; nil when nothing is.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        dequeueCell(identifier, for: nil)
    }
    /// The same for a row. Traps when nothing is registered.
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
