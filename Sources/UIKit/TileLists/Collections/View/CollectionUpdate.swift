import Foundation
import TileGraphics

/// A change of items, or of the layout, that is being shown: what was where before, and where it goes.
final class CollectionUpdate {
    /// Nil when only the layout changes.
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

    /// The view that shows the same afterwards; nil for one that goes. What is reloaded goes, and comes anew.
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
        // Headers and their like go with their section. What belongs to an item is made anew where items move.
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

    /// How what comes into view looks at first: as it was, if it was near; else faded out where it will be.
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

    /// How what goes out of view looks at last: as it will be, if it stays; else faded out where it was.
    func final(for key: ElementKey) -> UICollectionViewLayoutAttributes? {
        if let new = newKey(of: key), let attributes = layout?.attributes(for: new) { return attributes }
        let copy = oldAttributes[key]?.copied()
        copy?.alpha = 0
        return copy
    }

    /// The changes, as layouts hear of them.
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
