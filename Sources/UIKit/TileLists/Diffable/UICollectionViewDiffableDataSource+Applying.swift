import Foundation
import TileGraphics
import TileViews

extension UICollectionViewDiffableDataSource {
    typealias Contents = SnapshotContents<SectionIdentifierType, ItemIdentifierType>

    func show(_ new: Contents, isAnimated: Bool, _ completion: (() -> Void)?) {
        guard let view = shownIn, view.dataSource === self else {
            state.show(new)
            completion?()
            return
        }
        let difference = SnapshotDifference(from: state.contents, to: new)
        let batch = difference.batch(from: &state, to: new)
        if isAnimated {
            apply(new, batch, to: view, completion: completion)
        } else {
            UIView.performWithoutAnimation { apply(new, batch, to: view, completion: completion) }
        }
    }

    private func apply(
        _ new: Contents, _ batch: ListBatch, to view: UICollectionView, completion: (() -> Void)?
    ) {
        let updates = {
            self.state.show(new)
            view.add(batch)
        }
        view.performBatchUpdates(updates) { _ in completion?() }
        view.reconfigureItems(at: new.reconfiguredItems.compactMap { state.path(of: $0) })
    }

    func reload(_ new: Contents, _ completion: (() -> Void)?) {
        state.show(new)
        shownIn?.reloadData()
        guard let completion else { return }
        UIView.animate(withDuration: 0, animations: {}, completion: { _ in completion() })
    }

    func show(
        _ outline: SectionOutline<ItemIdentifierType>, in section: SectionIdentifierType, isAnimated: Bool,
        _ completion: (() -> Void)?
    ) {
        var new = state.contents
        ListInconsistency.trapping { () throws(ListInconsistency) in
            if new.sectionIndexes[section] == nil { try new.insertSections([section], at: nil) }
            try new.replaceItems(of: section, with: outline.items(onlyVisible: true))
        }
        state.outlines[section] = outline
        show(new, isAnimated: isAnimated, completion)
        state.outlines[section] = outline
    }

    // MARK: Outlines

    func outlinePlace(at path: IndexPath) -> (level: Int, isExpanded: Bool)? {
        guard let item = state.item(at: path), let outline = state.outlines[state.contents.sections[path.section]],
            let level = try? outline.level(of: item)
        else { return nil }
        return (level, outline.expanded.contains(item))
    }

    func toggle(_ path: IndexPath) {
        guard let item = state.item(at: path) else { return }
        let section = state.contents.sections[path.section]
        guard var outline = state.outlines[section] else { return }
        let (handlers, isExpanded) = (sectionSnapshotHandlers, outline.expanded.contains(item))
        guard (isExpanded ? handlers.shouldCollapseItem : handlers.shouldExpandItem)?(item) ?? true else { return }
        (isExpanded ? handlers.willCollapseItem : handlers.willExpandItem)?(item)
        ListInconsistency.trapping { () throws(ListInconsistency) in
            if !isExpanded, let children = handlers.snapshotForExpandingParent {
                var known = SectionSnapshot()
                known.outline = try outline.part(below: item, includingParent: false)
                try outline.replaceChildren(of: item, with: children(item, known).outline)
            }
            try outline.setExpanded([item], !isExpanded)
        }
        show(outline, in: section, isAnimated: true, nil)
    }

    // MARK: Reordering

    /// Updates the contents after an interactive move, which the collection already shows.
    func reorder(_ from: IndexPath, _ to: IndexPath) {
        guard let item = state.item(at: from), state.contents.items.indices.contains(to.section) else { return }
        let old = snapshot()
        var new = state.contents
        let (section, target) = (state.contents.sections[from.section], state.contents.sections[to.section])
        ListInconsistency.trapping { () throws(ListInconsistency) in
            var list = new.items[from.section]
            list.remove(at: from.item)
            if section == target { list.insert(item, at: min(to.item, list.count)) }
            try new.replaceItems(of: section, with: list)
            guard section != target else { return }
            var other = new.items[to.section]
            other.insert(item, at: min(to.item, other.count))
            try new.replaceItems(of: target, with: other)
        }
        var final = Snapshot()
        final.contents = new
        let transaction = Transaction(
            initialSnapshot: old, finalSnapshot: final,
            difference: final.itemIdentifiers.difference(from: old.itemIdentifiers).inferringMoves(),
            sectionTransactions: transactions(from: state.contents, to: new, of: Set([section, target])))
        reorderingHandlers.willReorder?(transaction)
        state.show(new)
        reorderingHandlers.didReorder?(transaction)
    }

    private func transactions(
        from old: Contents, to new: Contents, of sections: Set<SectionIdentifierType>
    ) -> [NSDiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>] {
        old.sections.filter(sections.contains).map { section in
            func items(_ contents: Contents) -> [ItemIdentifierType] {
                contents.sectionIndexes[section].map { contents.items[$0] } ?? []
            }
            func outline(_ items: [ItemIdentifierType]) -> SectionSnapshot {
                var snapshot = SectionSnapshot()
                snapshot.append(items)
                return snapshot
            }
            let (before, after) = (items(old), items(new))
            return NSDiffableDataSourceSectionTransaction(
                sectionIdentifier: section, initialSnapshot: outline(before), finalSnapshot: outline(after),
                difference: after.difference(from: before).inferringMoves())
        }
    }
}

extension UICollectionView {
    /// Sets the changes of the open batch.
    func add(_ changes: ListBatch) { collection.batch = changes }
}
