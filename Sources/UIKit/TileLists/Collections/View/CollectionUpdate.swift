import Foundation
import TileGraphics

/// A change of the items or of the layout while it is animated: the previous positions, and how they map to new ones.
final class CollectionUpdate {
    /// The changes of items; nil if only the layout changes.
    let update: ListUpdate?
    private let oldAttributes: [ElementKey: UICollectionViewLayoutAttributes]
    private weak var layout: UICollectionViewLayout?

    init(
        _ update: ListUpdate?, from oldAttributes: [ElementKey: UICollectionViewLayoutAttributes],
        in layout: UICollectionViewLayout
    ) {
        (self.update, self.oldAttributes, self.layout) = (update, oldAttributes, layout)
    }

    func newPath(of old: IndexPath) -> IndexPath? {
        guard old.count == 2, let update else { return old }
        return update.newPath(of: old)
    }

    /// Returns the key under which the same view appears after the update; nil for a removed view. A reloaded element
    /// is removed and inserted.
    func newKey(of key: ElementKey) -> ElementKey? { map(key, isForward: true) }

    private func oldKey(of key: ElementKey) -> ElementKey? { map(key, isForward: false) }

    private func map(_ key: ElementKey, isForward: Bool) -> ElementKey? {
        let path = key.indexPath
        guard let update, path.count == 2 else { return key }
        func reloads(_ old: IndexPath) -> Bool {
            update.reloadedSections.contains(old.section) || update.reloadedItems.contains(old)
        }
        guard key.category != .cell else {
            guard let found = isForward ? update.newPath(of: path) : update.oldPath(of: path) else { return nil }
            return reloads(isForward ? path : found) ? nil : .cell(found)
        }
        // Headers and footers are kept with their section. Other supplementary views are recreated if items of the
        // section move.
        let section = isForward ? update.newSection(of: path.section) : update.oldSection(of: path.section)
        guard let section else { return nil }
        let old = isForward ? path.section : section
        let isOfSection =
            key.kind == UICollectionView.elementKindSectionHeader
            || key.kind == UICollectionView.elementKindSectionFooter
        guard !update.reloadedSections.contains(old), isOfSection || update.items[old]?.isIdentity ?? true else {
            return nil
        }
        return ElementKey(
            category: key.category, kind: key.kind, indexPath: IndexPath(item: path.item, section: section))
    }

    /// Returns the initial attributes of an appearing element: its previous ones if it was nearby, else its final ones,
    /// faded out.
    func initial(for key: ElementKey, in layout: UICollectionViewLayout) -> UICollectionViewLayoutAttributes? {
        if let old = oldKey(of: key).flatMap({ oldAttributes[$0] }) {
            let copy = old.copied()
            copy.indexPath = key.indexPath
            return copy
        }
        let copy = layout.attributes(for: key)?.copied()
        copy?.alpha = 0
        return copy
    }

    /// Returns the final attributes of a disappearing element: its new ones if it still exists, else its previous ones,
    /// faded out.
    func final(for key: ElementKey) -> UICollectionViewLayoutAttributes? {
        if let new = newKey(of: key), let attributes = layout?.attributes(for: new) { return attributes }
        let copy = oldAttributes[key]?.copied()
        copy?.alpha = 0
        return copy
    }

    /// The changes in the form that layouts receive.
    var items: [UICollectionViewUpdateItem] {
        guard let update else { return [] }
        func whole(_ section: Int) -> IndexPath { IndexPath(item: NSNotFound, section: section) }
        var items: [UICollectionViewUpdateItem] = []
        items += update.deletedSections.map { UICollectionViewUpdateItem(.delete, before: whole($0), after: nil) }
        items += update.deletedItems.map { UICollectionViewUpdateItem(.delete, before: $0, after: nil) }
        items += update.reloadedSections.map { section in
            UICollectionViewUpdateItem(
                .reload, before: whole(section), after: update.newSection(of: section).map(whole))
        }
        items += update.reloadedItems.map { path in
            UICollectionViewUpdateItem(.reload, before: path, after: update.newPath(of: path))
        }
        items += update.movedSections.sorted { $0.key < $1.key }.map {
            UICollectionViewUpdateItem(.move, before: whole($0.key), after: whole($0.value))
        }
        items += update.movedItems.sorted { $0.key < $1.key }.map {
            UICollectionViewUpdateItem(.move, before: $0.key, after: $0.value)
        }
        items += update.insertedSections.map { UICollectionViewUpdateItem(.insert, before: nil, after: whole($0)) }
        items += update.insertedItems.map { UICollectionViewUpdateItem(.insert, before: nil, after: $0) }
        return items
    }
}

extension UICollectionViewLayout {
    func attributes(for key: ElementKey) -> UICollectionViewLayoutAttributes? {
        switch key.category {
        case .cell: layoutAttributesForItem(at: key.indexPath)
        case .supplementaryView: layoutAttributesForSupplementaryView(ofKind: key.kind ?? "", at: key.indexPath)
        case .decorationView: layoutAttributesForDecorationView(ofKind: key.kind ?? "", at: key.indexPath)
        }
    }

    func initialAttributes(for key: ElementKey) -> UICollectionViewLayoutAttributes? {
        let (path, kind) = (key.indexPath, key.kind ?? "")
        return switch key.category {
        case .cell: initialLayoutAttributesForAppearingItem(at: path)
        case .supplementaryView: initialLayoutAttributesForAppearingSupplementaryElement(ofKind: kind, at: path)
        case .decorationView: initialLayoutAttributesForAppearingDecorationElement(ofKind: kind, at: path)
        }
    }

    func finalAttributes(for key: ElementKey) -> UICollectionViewLayoutAttributes? {
        let (path, kind) = (key.indexPath, key.kind ?? "")
        return switch key.category {
        case .cell: finalLayoutAttributesForDisappearingItem(at: path)
        case .supplementaryView: finalLayoutAttributesForDisappearingSupplementaryElement(ofKind: kind, at: path)
        case .decorationView: finalLayoutAttributesForDisappearingDecorationElement(ofKind: kind, at: path)
        }
    }
}
