public import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
public import TileViews

/// Shows items of a data source where a layout has them, and has views only for those that show.
///
/// Views are taken from the data source when layout puts their items into the visible bounds, and used again for others
/// once they have left them. When content moves, one cell more is made ready a frame, of those that come next.
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

    /// Where an item is put when content moves to it: one for each direction at most.
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

    /// When cells whose content changes are asked for their size again.
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

    // MARK: Who is asked and told

    /// Has the items. Held weakly. One that is set anew is asked for everything.
    open weak var dataSource: (any UICollectionViewDataSource)? {
        didSet { if dataSource !== oldValue { reloadData() } }
    }

    /// Is told of, and asked for, much. Held weakly.
    // Under the name of the scroll view's own, which may be another kind: see there.
    @_nonoverride open weak var delegate: (any UICollectionViewDelegate)? {
        get { collectionDelegate }
        set {
            super.delegate = newValue
            collection.delegate = newValue
            collection.needsLayoutData = true
            noteContextMenus()
            collectionViewLayout.invalidateLayout()
        }
    }

    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
    /// Whether cells are made before they show.
    open var isPrefetchingEnabled = true

    // MARK: Layout

    /// Setting it changes it at once; see `setCollectionViewLayout(_:animated:)`.
    open var collectionViewLayout: UICollectionViewLayout {
        get { collection.layout }
        set { exchangeLayout(for: newValue, animated: false, nil) }
    }

    /// Takes another layout; animated, views move from their old places to the new.
    open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
        exchangeLayout(for: layout, animated: animated, nil)
    }

    open func setCollectionViewLayout(
        _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
    ) { exchangeLayout(for: layout, animated: animated, completion) }

    /// Behind all; as large as what is visible.
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
        // As UIKit does it: the layout is asked once more, on the bounds that are still the old ones.
        if !animated, contentOffset != bounds.origin { layOutCollection() }
        super.setContentOffset(contentOffset, animated: animated)
    }

    open override func adjustedContentInsetDidChange() {
        super.adjustedContentInsetDidChange()
        collectionViewLayout.invalidateLayout()
    }

    // MARK: Making views

    /// The class of cells of an identifier; nil for none any more.
    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        register((cellClass as? UIView.Type).map { .type($0) }, for: .cell(identifier))
    }

    /// The class of views of a kind and an identifier; nil for none any more.
    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) { register((viewClass as? UIView.Type).map { .type($0) }, for: ReuseKey(identifier, kind: elementKind)) }

    /// A cell of an identifier: one that waits to be used again, or a new one.
    open func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell { dequeueCell(identifier, indexPath) }

    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView { dequeueSupplementary(elementKind, identifier, indexPath) }

    /// A cell by a registration, set up by it.
    open func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell { dequeue(registration, indexPath, item) }

    open func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
        using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
    ) -> Supplementary { dequeue(registration, indexPath) }

    // MARK: What is there

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

    /// The cell of an item; nil for one that has none.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        (collection.visible[.cell(indexPath)]?.view ?? collection.prepared[indexPath]) as? UICollectionViewCell
    }

    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
        guard let key = cell.elementKey, key.category == .cell else { return nil }
        return collection.visible[key]?.view === cell || collection.prepared[key.indexPath] === cell
            ? key.indexPath : nil
    }

    /// The item at a point of the content.
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

    /// Moves the content so that an item is where the position says; as little as shows all of it, when it says
    /// nothing of a direction.
    open func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        goToItem(indexPath, scrollPosition, animated)
    }

    // MARK: Changes

    /// Has everything asked for anew, before the next frame. Nothing stays selected.
    open func reloadData() { noteReload() }

    open override class var actions: ActionTable {
        super.actions + [.action("reloadData", UICollectionView.reloadData)]
    }

    /// Makes changes together, and shows them, animated. `updates` runs at once; the data source has to have the
    /// changes by its end. Deletions and reloads name items by their places before, insertions by those after.
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

    /// Has the data source set up cells once more; they stay the same.
    open func reconfigureItems(at indexPaths: [IndexPath]) { reconfigure(indexPaths) }

    /// Whether changes within an open batch wait for its end.
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

    /// Whether items are edited: cells are told by their state. What a person may select then is said apart.
    open var isEditing = false {
        didSet { if isEditing != oldValue { noteEditing() } }
    }

    open var indexPathsForSelectedItems: [IndexPath]? { collection.selection }

    /// Selects an item without telling the delegate; nil deselects all.
    open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        select(indexPath, animated, scrollPosition)
    }

    /// Deselects an item without telling the delegate.
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

    // MARK: Moving items by hand

    /// Takes an item up, if the data source lets it; its cell then follows the position.
    @discardableResult
    open func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool { beginMovement(indexPath) }

    /// Where the held item is, in the content's coordinates.
    open func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) { updateMovement(targetPosition) }

    /// Puts the held item down; the data source is told.
    open func endInteractiveMovement() { endMovement(isCancelled: false) }

    /// Puts the held item back.
    open func cancelInteractiveMovement() { endMovement(isCancelled: true) }
}
