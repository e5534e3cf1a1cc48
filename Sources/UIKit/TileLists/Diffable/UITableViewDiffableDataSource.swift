public import Foundation
import TileGraphics
import TileViews

/// A table's data source whose contents are a snapshot. It animates the difference to the next one.
///
/// Make all changes by applying snapshots, from one thread at a time. As in UIKit, rows can't be edited or moved by
/// default; a subclass can allow it.
open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
    NSObject, UITableViewDataSource
{
    public typealias CellProvider = (
        _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
    ) -> UITableViewCell?

    public typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

    private let cellProvider: CellProvider
    private weak var shownIn: UITableView?
    private var state = DiffableState<SectionIdentifierType, ItemIdentifierType>()

    /// The animation for inserting and deleting rows and sections.
    open var defaultRowAnimation = UITableView.RowAnimation.automatic

    /// Creates a data source and sets it as the table's. The table holds it weakly.
    public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
        self.cellProvider = cellProvider
        shownIn = tableView
        super.init()
        tableView.dataSource = self
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
    open func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (() -> Void)? = nil) {
        show(snapshot, isAnimated: animatingDifferences, completion)
    }

    /// Asynchronous form of `apply(_:animatingDifferences:completion:)`. Returns when the animations have ended.
    open func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation
    ) async {
        await withCheckedContinuation(isolation: isolation) { continuation in
            show(snapshot, isAnimated: animatingDifferences) { continuation.resume() }
        }
    }

    /// Applies a snapshot by reloading all data.
    open func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (() -> Void)? = nil) {
        reload(snapshot, completion)
    }

    /// Asynchronous form of `applySnapshotUsingReloadData(_:completion:)`. Returns when the snapshot is shown.
    open func applySnapshotUsingReloadData(
        _ snapshot: Snapshot, isolation: isolated (any Actor)? = #isolation
    ) async {
        await withCheckedContinuation(isolation: isolation) { continuation in
            reload(snapshot) { continuation.resume() }
        }
    }

    private func reload(_ new: Snapshot, _ completion: (() -> Void)?) {
        state.show(new.contents)
        shownIn?.reloadData()
        guard let completion else { return }
        UIView.animate(withDuration: 0, animations: {}, completion: { _ in completion() })
    }

    private func show(_ snapshot: Snapshot, isAnimated: Bool, _ completion: (() -> Void)?) {
        let new = snapshot.contents
        guard let table = shownIn, table.dataSource === self else {
            state.show(new)
            completion?()
            return
        }
        // The table must load the previous contents before the change.
        table.loadIfNeeded()
        let difference = SnapshotDifference(from: state.contents, to: new)
        let batch = difference.batch(from: &state, to: new)
        let animation = isAnimated ? defaultRowAnimation : .none
        func apply() {
            let updates = {
                self.state.show(new)
                table.add(batch, animation)
            }
            table.performBatchUpdates(updates) { _ in completion?() }
            table.reconfigureRows(at: new.reconfiguredItems.compactMap { state.path(of: $0) })
        }
        if isAnimated { apply() } else { UIView.performWithoutAnimation(apply) }
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

    open func numberOfSections(in tableView: UITableView) -> Int { state.contents.sections.count }

    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        state.contents.items.indices.contains(section) ? state.contents.items[section].count : 0
    }

    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        guard let item = state.item(at: indexPath), let cell = cellProvider(tableView, indexPath, item) else {
            ListInconsistency(
                "UITableView dataSource returned a nil cell for row at index path: \(indexPath). Table view:"
                    + " \(tableView), dataSource: \(self)"
            ).raise()
        }
        return cell
    }

    open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
    open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
    open func tableView(
        _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
    ) -> Int { index }
    open func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
    open func tableView(
        _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}
}

extension UITableView {
    /// Sets the changes of the open batch.
    func add(_ changes: ListBatch, _ animation: RowAnimation) {
        table.batch = changes
        table.animations.note(changes, animation)
    }
}
