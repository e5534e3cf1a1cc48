public import Foundation

/// A data source whose contents are a snapshot. It animates the difference to the next one.
///
/// Make all changes by applying snapshots, from one thread at a time. The collection holds its data source weakly, so
/// keep a reference to it.
open class UICollectionViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
    NSObject, UICollectionViewDataSource, OutlineDataSource
{
    public typealias CellProvider = (
        _ collectionView: UICollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
    ) -> UICollectionViewCell?

    public typealias SupplementaryViewProvider = (
        _ collectionView: UICollectionView, _ elementKind: String, _ indexPath: IndexPath
    ) -> UICollectionReusableView?

    public typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    public typealias SectionSnapshot = NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
    public typealias Transaction = NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>

    /// The closures that control interactive reordering and are informed of it.
    public struct ReorderingHandlers {
        public var canReorderItem: ((ItemIdentifierType) -> Bool)?
        public var willReorder: ((Transaction) -> Void)?
        public var didReorder: ((Transaction) -> Void)?
        public init() {}
    }

    /// The closures that control interactive expansion and collapse and are informed of it.
    public struct SectionSnapshotHandlers<Item: Hashable> {
        public var shouldExpandItem: ((Item) -> Bool)?
        public var willExpandItem: ((Item) -> Void)?
        public var shouldCollapseItem: ((Item) -> Bool)?
        public var willCollapseItem: ((Item) -> Void)?
        /// A closure that returns the descendants of an item when it is expanded.
        public var snapshotForExpandingParent:
            ((Item, NSDiffableDataSourceSectionSnapshot<Item>) -> NSDiffableDataSourceSectionSnapshot<Item>)?
        public init() {}
    }

    private let cellProvider: CellProvider
    final weak var shownIn: UICollectionView?
    final var state = DiffableState<SectionIdentifierType, ItemIdentifierType>()

    open var supplementaryViewProvider: SupplementaryViewProvider?
    open var reorderingHandlers = ReorderingHandlers()
    open var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemIdentifierType>()

    /// Creates a data source and sets it as the collection's. The collection holds it weakly.
    public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
        self.cellProvider = cellProvider
        shownIn = collectionView
        super.init()
        collectionView.dataSource = self
    }

    // MARK: Snapshots

    /// Returns the current contents.
    open func snapshot() -> Snapshot {
        var snapshot = Snapshot()
        snapshot.contents = state.contents
        return snapshot
    }

    /// Applies a snapshot and shows the difference from the current contents, optionally animated.
    ///
    /// - Parameter completion: called when the animations have ended.
    /// - Complexity: O(n) for n items before and after.
    open func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) { show(snapshot.contents, isAnimated: animatingDifferences, completion) }

    /// Asynchronous form of `apply(_:animatingDifferences:completion:)`. Returns when the animations have ended.
    open func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await withCheckedContinuation(isolation: isolation) { continuation in
            show(snapshot.contents, isAnimated: animatingDifferences) { continuation.resume() }
        }
    }

    /// Applies a snapshot by reloading all data.
    open func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (() -> Void)? = nil) {
        reload(snapshot.contents, completion)
    }

    /// Asynchronous form of `applySnapshotUsingReloadData(_:completion:)`. Returns when the snapshot is shown.
    open func applySnapshotUsingReloadData(
        _ snapshot: Snapshot, isolation: isolated (any Actor)? = #isolation
    ) async {
        await withCheckedContinuation(isolation: isolation) { continuation in
            reload(snapshot.contents) { continuation.resume() }
        }
    }

    /// Returns the outline of a section, including collapsed items.
    open func snapshot(for section: SectionIdentifierType) -> SectionSnapshot {
        var snapshot = SectionSnapshot()
        if let outline = state.outlines[section] {
            snapshot.outline = outline
        } else if let number = state.contents.sectionIndexes[section] {
            snapshot.append(state.contents.items[number])
        }
        return snapshot
    }

    /// Applies an outline to a section, which is added if it doesn't exist.
    open func apply(
        _ snapshot: SectionSnapshot, to section: SectionIdentifierType, animatingDifferences: Bool = true,
        completion: (() -> Void)? = nil
    ) { show(snapshot.outline, in: section, isAnimated: animatingDifferences, completion) }

    /// Asynchronous form of `apply(_:to:animatingDifferences:completion:)`. Returns when the animations have ended.
    open func apply(
        _ snapshot: SectionSnapshot, to section: SectionIdentifierType, animatingDifferences: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await withCheckedContinuation(isolation: isolation) { continuation in
            show(snapshot.outline, in: section, isAnimated: animatingDifferences) { continuation.resume() }
        }
    }

    // MARK: Places

    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
        state.contents.sections.indices.contains(index) ? state.contents.sections[index] : nil
    }

    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
        state.contents.sectionIndexes[sectionIdentifier]
    }

    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { state.item(at: indexPath) }

    /// Returns the index path of an item.
    ///
    /// - Complexity: O(1), but O(n) for n items on the first call after a change.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { state.path(of: itemIdentifier) }

    // MARK: Data source

    open func numberOfSections(in collectionView: UICollectionView) -> Int { state.contents.sections.count }

    open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        state.contents.items.indices.contains(section) ? state.contents.items[section].count : 0
    }

    open func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        guard let item = state.item(at: indexPath), let cell = cellProvider(collectionView, indexPath, item) else {
            ListInconsistency(
                "UICollectionView dataSource returned a nil cell for item at index path: \(indexPath), collectionView:"
                    + " \(collectionView)"
            ).raise()
        }
        return cell
    }

    open func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        guard let view = supplementaryViewProvider?(collectionView, kind, indexPath) else {
            ListInconsistency(
                "the supplementaryViewProvider of the data source returned no view for the element kind \(kind) at"
                    + " index path: \(indexPath)"
            ).raise()
        }
        return view
    }

    open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        guard let item = state.item(at: indexPath) else { return false }
        return reorderingHandlers.canReorderItem?(item) ?? false
    }

    open func collectionView(
        _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath
    ) { reorder(sourceIndexPath, destinationIndexPath) }

    open func indexTitles(for collectionView: UICollectionView) -> [String]? { nil }

    open func collectionView(
        _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath { IndexPath(item: 0, section: 0) }

    // MARK: Outlines

    final func outlineState(at path: IndexPath) -> (level: Int, isExpanded: Bool)? { outlinePlace(at: path) }
    final func toggleExpansion(at path: IndexPath) { toggle(path) }
}

/// A data source with sections that may be outlines.
protocol OutlineDataSource: AnyObject {
    /// Returns an item's nesting level and whether it is expanded; nil if its section isn't an outline.
    func outlineState(at path: IndexPath) -> (level: Int, isExpanded: Bool)?
    func toggleExpansion(at path: IndexPath)
}
