import Foundation
import TileGraphics
import TileViews

extension UICollectionView {
    private var maySelect: Bool {
        isEditing
            ? allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing
            : allowsSelection || allowsMultipleSelection
    }

    private var selectsMany: Bool { isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }

    /// Updates a cell with the selection, highlight and editing state of its item.
    func noteState(of cell: UICollectionViewCell, at path: IndexPath) {
        let (isSelected, isHighlighted) = (collection.selection.contains(path), collection.highlighted == path)
        if cell.isSelected != isSelected { cell.isSelected = isSelected }
        if cell.isHighlighted != isHighlighted { cell.isHighlighted = isHighlighted }
        if cell.isInEditingCollection != isEditing { cell.isInEditingCollection = isEditing }
    }

    func noteEditing() {
        if !maySelect { deselectAll() }
        for (key, element) in collection.visible where key.category == .cell {
            (element.view as? UICollectionViewCell)?.isInEditingCollection = isEditing
        }
        setNeedsLayout()
    }

    func deselectAll() { for path in collection.selection { deselect(path) } }

    func deselect(_ path: IndexPath) {
        collection.selection.removeAll { $0 == path }
        cellForItem(at: path)?.isSelected = false
    }

    private func mark(_ path: IndexPath) {
        if !collection.selection.contains(path) { collection.selection.append(path) }
        cellForItem(at: path)?.isSelected = true
    }

    func select(_ path: IndexPath?, animated: Bool, position: ScrollPosition) {
        guard let path else { return deselectAll() }
        guard maySelect else { return }
        if !selectsMany { for other in collection.selection where other != path { deselect(other) } }
        mark(path)
        if position != [] { scrollToItem(at: path, at: position, animated: animated) }
    }

    // MARK: Touches

    func beginTouch(_ touches: Set<UITouch>) {
        if let touch = touches.first, closesSwipe(touch) { return }
        guard collection.touched == nil, touches.count == 1, let touch = touches.first, !isDragging,
            let path = indexPathForItem(at: touch.location(in: self)), maySelect
        else { return }
        collection.touched = ObjectIdentifier(touch)
        guard collectionDelegate?.collectionView(self, shouldHighlightItemAt: path) ?? true else { return }
        highlight(path)
    }

    private func highlight(_ path: IndexPath) {
        collection.highlighted = path
        cellForItem(at: path)?.isHighlighted = true
        collectionDelegate?.collectionView(self, didHighlightItemAt: path)
    }

    private func unhighlight() {
        guard let path = collection.highlighted else { return }
        collection.highlighted = nil
        cellForItem(at: path)?.isHighlighted = false
        collectionDelegate?.collectionView(self, didUnhighlightItemAt: path)
    }

    private func followed(_ touches: Set<UITouch>) -> UITouch? {
        touches.first { ObjectIdentifier($0) == collection.touched }
    }

    func moveTouch(_ touches: Set<UITouch>) {
        guard let touch = followed(touches), let path = collection.highlighted else { return }
        if indexPathForItem(at: touch.location(in: self)) != path { unhighlight() }
    }

    func endTouch(_ touches: Set<UITouch>) {
        guard followed(touches) != nil else { return }
        collection.touched = nil
        guard let path = collection.highlighted else { return }
        tap(path)
    }

    func cancelTouch(_ touches: Set<UITouch>) {
        guard followed(touches) != nil else { return }
        collection.touched = nil
        unhighlight()
    }

    /// Performs the effect of a tap on an item.
    private func tap(_ path: IndexPath) {
        if let row = cellForItem(at: path) as? UICollectionViewListCell, row.togglesByTap {
            unhighlight()
            return row.toggleOutline()
        }
        let (delegate, isSelected) = (collectionDelegate, collection.selection.contains(path))
        if isSelected, selectsMany {
            let may = delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true
            unhighlight()
            guard may else { return }
            deselect(path)
            delegate?.collectionView(self, didDeselectItemAt: path)
            return
        }
        let may = delegate?.collectionView(self, shouldSelectItemAt: path) ?? true
        unhighlight()
        guard may else { return }
        if !selectsMany {
            for other in collection.selection where other != path {
                deselect(other)
                delegate?.collectionView(self, didDeselectItemAt: other)
            }
        }
        mark(path)
        let cell = cellForItem(at: path)
        delegate?.collectionView(self, didSelectItemAt: path)
        cell?.onSelection?()
        if delegate?.collectionView(self, canPerformPrimaryActionForItemAt: path) ?? false {
            delegate?.collectionView(self, performPrimaryActionForItemAt: path)
        }
    }
}
