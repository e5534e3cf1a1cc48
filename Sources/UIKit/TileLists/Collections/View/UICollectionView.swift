public import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
public import TileViews

/// A scroll view that shows the items of a data source at the positions of a layout. It has views only for visible
/// items.
///
/// The data source provides a view when the layout positions an item in the visible bounds, and the view is reused
/// after it has left them. During scrolling, one upcoming cell is prepared per frame.
open class UICollectionView: UIScrollView {
    public enum ElementCategory: UInt, Sendable {
        case cell = 0
        case supplementaryView = 1
        case decorationView = 2
    }

    public enum ScrollDirection: Int, Sendable {
        case vertical = 0
        case horizontal = 1
    }

    /// The position of an item after scrolling to it, with at most one option per axis.
    public struct ScrollPosition: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let top = ScrollPosition(rawValue: 1)
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        public static let bottom = ScrollPosition(rawValue: 4)
        public static let left = ScrollPosition(rawValue: 8)
        public static let centeredHorizontally = ScrollPosition(rawValue: 16)
        public static let right = ScrollPosition(rawValue: 32)
    }

    /// The policy for measuring cells again after their content changes.
    public enum SelfSizingInvalidation: Int, Sendable {
        case disabled = 0
        case enabled = 1
        case enabledIncludingConstraints = 2
    }

    public class var elementKindSectionHeader: String { "UICollectionElementKindSectionHeader" }
    public class var elementKindSectionFooter: String { "UICollectionElementKindSectionFooter" }

    final var collection: CollectionState

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collection = CollectionState(layout: layout)
        super.init(frame: frame)
        startCollection()
    }

    public required init?(coder: NSCoder) {
        collection = CollectionState(layout: UICollectionViewFlowLayout())
        super.init(coder: coder)
        startCollection()
        coder.settle(self, as: UICollectionView.self)
    }

    // MARK: Data source and delegate

    /// The object that provides the items. Held weakly. Setting a different one reloads all data.
    open weak var dataSource: (any UICollectionViewDataSource)? {
        didSet { if dataSource !== oldValue { reloadData() } }
    }

    /// The object that is informed of events and controls selection, display and menus. Held weakly.
    // This has the name of the scroll view's property, but may be another type: see there.
    @_nonoverride open weak var delegate: (any UICollectionViewDelegate)? {
        get { collectionDelegate }
        set {
            super.delegate = newValue
            collection.delegate = newValue
            collection.preparation = .data
            noteContextMenus()
            collectionViewLayout.invalidateLayout()
        }
    }

    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
    /// Whether cells are prepared before they become visible.
    open var isPrefetchingEnabled = true

    // MARK: Layout

    /// The layout. Setting it applies the new layout at once; see `setCollectionViewLayout(_:animated:)`.
    open var collectionViewLayout: UICollectionViewLayout {
        get { collection.layout }
        set { exchangeLayout(for: newValue, animated: false, nil) }
    }

    /// Sets another layout. If animated, views move from their old positions to the new ones.
    open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
        exchangeLayout(for: layout, animated: animated, nil)
    }

    open func setCollectionViewLayout(
        _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
    ) { exchangeLayout(for: layout, animated: animated, completion) }

    /// The view behind all others, as large as the visible area.
    open var backgroundView: UIView? {
        didSet {
            guard backgroundView !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, at: 0) }
            setNeedsLayout()
        }
    }

    open var selfSizingInvalidation = SelfSizingInvalidation.enabled

    open override func layoutSubviews() {
        layOutCollection()
        super.layoutSubviews()
    }

    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let old = super.bounds
            guard newValue != old else { return }
            boundsWillChange(to: newValue)
            super.bounds = newValue
            setNeedsLayout()
        }
    }

    open override var frame: CGRect {
        get { super.frame }
        set {
            let old = super.bounds.size
            if newValue.size != old { boundsWillChange(to: CGRect(origin: super.bounds.origin, size: newValue.size)) }
            super.frame = newValue
            if newValue.size != old { setNeedsLayout() }
        }
    }

    open override func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        // As in UIKit, the layout is queried once more with the old bounds.
        if !animated, contentOffset != bounds.origin { layOutCollection() }
        super.setContentOffset(contentOffset, animated: animated)
    }

    open override func adjustedContentInsetDidChange() {
        super.adjustedContentInsetDidChange()
        collectionViewLayout.invalidateLayout()
    }

    // MARK: Making views

    /// Registers a class for cells with an identifier. Nil removes the registration.
    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        register((cellClass as? UIView.Type).map { .type($0) }, for: .cell(identifier))
    }

    /// Registers a class for supplementary views with a kind and an identifier. Nil removes the registration.
    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) { register((viewClass as? UIView.Type).map { .type($0) }, for: ReuseKey(identifier, kind: elementKind)) }

    /// Returns a cell for an identifier, either reused or new.
    open func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell { dequeueCell(identifier, indexPath) }

    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView { dequeueSupplementary(elementKind, identifier: identifier, at: indexPath) }

    /// Returns a cell for a registration, configured by its handler.
    open func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell { dequeue(registration, indexPath, item) }

    open func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
        using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
    ) -> Supplementary { dequeue(registration, indexPath) }

    // MARK: Contents

    open var numberOfSections: Int { currentCounts().count }

    open func numberOfItems(inSection section: Int) -> Int {
        let counts = currentCounts()
        return counts.indices.contains(section) ? counts[section] : 0
    }

    open var visibleCells: [UICollectionViewCell] {
        collection.visible.values.compactMap { $0.view as? UICollectionViewCell }
    }

    open var indexPathsForVisibleItems: [IndexPath] {
        collection.visible.keys.filter { $0.category == .cell }.map(\.indexPath)
    }

    /// Returns the cell of an item; nil if it has none.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        (collection.visible[.cell(indexPath)]?.view ?? collection.prepared[indexPath]) as? UICollectionViewCell
    }

    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
        guard let key = cell.elementKey, key.category == .cell else { return nil }
        return collection.visible[key]?.view === cell || collection.prepared[key.indexPath] === cell
            ? key.indexPath : nil
    }

    /// Returns the item at a point of the content.
    open func indexPathForItem(at point: CGPoint) -> IndexPath? { findItem(at: point) }

    open func supplementaryView(
        forElementKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView? {
        collection.visible[ElementKey(category: .supplementaryView, kind: elementKind, indexPath: indexPath)]?.view
    }

    open func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
        collection.visible.filter { $0.key.kind == elementKind && $0.key.category == .supplementaryView }.map(
            \.value.view)
    }

    open func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
        collection.visible.keys.filter { $0.kind == elementKind && $0.category == .supplementaryView }.map(\.indexPath)
    }

    open func indexPath(forSupplementaryView supplementaryView: UICollectionReusableView) -> IndexPath? {
        supplementaryView.elementKey.flatMap { collection.visible[$0]?.view === supplementaryView ? $0.indexPath : nil }
    }

    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        prepareLayoutIfNeeded()
        return askForItem(at: indexPath)
    }

    open func layoutAttributesForSupplementaryElement(
        ofKind kind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        prepareLayoutIfNeeded()
        return askForElement(ElementKey(category: .supplementaryView, kind: kind, indexPath: indexPath))
    }

    // MARK: Moving to an item

    /// Scrolls to an item at the given position. Along an axis without a position, it scrolls by the minimum that makes
    /// the item visible.
    open func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        goToItem(indexPath, at: scrollPosition, animated: animated)
    }

    // MARK: Changes

    /// Reloads everything from the data source before the next frame. The selection is cleared.
    open func reloadData() { noteReload() }

    open override class var actions: ActionTable {
        super.actions + [.action("reloadData", UICollectionView.reloadData)]
    }

    /// Animates several changes together. `updates` runs at once, and the data source must contain the changes when it
    /// returns. Deletions and reloads use index paths from before the changes, insertions those from after.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        batch(updates, completion)
    }

    open func insertItems(at indexPaths: [IndexPath]) { batch { $0.insertItems(at: indexPaths) } }
    open func deleteItems(at indexPaths: [IndexPath]) { batch { $0.deleteItems(at: indexPaths) } }
    open func reloadItems(at indexPaths: [IndexPath]) { batch { $0.reloadItems(at: indexPaths) } }
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        batch { $0.moveItem(from: indexPath, to: newIndexPath) }
    }
    open func insertSections(_ sections: IndexSet) { batch { $0.insertSections(sections) } }
    open func deleteSections(_ sections: IndexSet) { batch { $0.deleteSections(sections) } }
    open func reloadSections(_ sections: IndexSet) { batch { $0.reloadSections(sections) } }
    open func moveSection(_ section: Int, toSection newSection: Int) {
        batch { $0.moveSection(from: section, to: newSection) }
    }

    /// Configures cells again through the data source, without replacing them.
    open func reconfigureItems(at indexPaths: [IndexPath]) { reconfigure(indexPaths) }

    /// Whether a batch is open, whose changes are applied at its end.
    open var hasUncommittedUpdates: Bool { collection.openBatches > 0 }

    // MARK: Selection

    open var allowsSelection = true { didSet { if !allowsSelection { deselectAll() } } }
    open var allowsMultipleSelection = false
    open var allowsSelectionDuringEditing = false
    open var allowsMultipleSelectionDuringEditing = false
    open var allowsFocus = false
    open var allowsFocusDuringEditing = false
    open var remembersLastFocusedIndexPath = false
    open var selectionFollowsFocus = false

    /// Whether the collection is in editing mode, which cells receive in their state. Selection in this mode has its
    /// own properties.
    open var isEditing = false {
        didSet { if isEditing != oldValue { noteEditing() } }
    }

    open var indexPathsForSelectedItems: [IndexPath]? { collection.selection }

    /// Selects an item without informing the delegate. Nil deselects all items.
    open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        select(indexPath, animated: animated, position: scrollPosition)
    }

    /// Deselects an item without informing the delegate.
    open func deselectItem(at indexPath: IndexPath, animated: Bool) { deselect(indexPath) }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        beginTouch(touches)
        super.touchesBegan(touches, with: event)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        moveTouch(touches)
        super.touchesMoved(touches, with: event)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        endTouch(touches)
        super.touchesEnded(touches, with: event)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        cancelTouch(touches)
        super.touchesCancelled(touches, with: event)
    }

    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        mayBeginSwipe(gestureRecognizer) && super.gestureRecognizerShouldBegin(gestureRecognizer)
    }

    // MARK: Interactive movement

    /// Begins moving an item, if the data source permits it. Its cell then follows the target position.
    @discardableResult
    open func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool { beginMovement(indexPath) }

    /// Updates the position of the moved item, in content coordinates.
    open func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) { updateMovement(targetPosition) }

    /// Ends the movement and informs the data source.
    open func endInteractiveMovement() { endMovement(isCancelled: false) }

    /// Cancels the movement and returns the item to its original position.
    open func cancelInteractiveMovement() { endMovement(isCancelled: true) }
}
