import Foundation
import TileGeometry
import TileGraphics
import TileViews

extension UICollectionView {
    /// Returns the data source's index path for an item. The two differ only during interactive movement.
    func dataPath(of path: IndexPath) -> IndexPath { collection.movement?.update?.oldPath(of: path) ?? path }

    func beginMovement(_ path: IndexPath) -> Bool {
        prepareLayoutIfNeeded()
        guard collection.movement == nil, let dataSource,
            let attributes = askForItem(at: path),
            dataSource.collectionView(self, canMoveItemAt: path)
        else { return false }
        collection.movement = CollectionState.Movement(origin: path, target: path, position: attributes.center)
        return true
    }

    func updateMovement(_ position: CGPoint) {
        guard var movement = collection.movement, position.x.isFinite, position.y.isFinite else { return }
        let (layout, before) = (collection.layout, movement.position)
        movement.position = position
        collection.movement = movement
        let wished = layout.targetIndexPath(forInteractivelyMovingItem: movement.target, withPosition: position)
        let target =
            collectionDelegate?.collectionView(
                self, targetIndexPathForMoveOfItemFromOriginalIndexPath: movement.origin,
                atCurrentIndexPath: movement.target, toProposedIndexPath: wished) ?? wished
        layout.invalidateLayout(
            with: layout.invalidationContext(
                forInteractivelyMovingItems: [target], withTargetPosition: position,
                previousIndexPaths: [movement.target], previousPosition: before))
        if target != movement.target { moveHeld(to: target) }
        setNeedsLayout()
    }

    /// Moves the held item to another index path, which the data source isn't informed of yet.
    private func moveHeld(to target: IndexPath) {
        guard let movement = collection.movement, target.count == 2 else { return }
        let before = currentCounts()
        var after = before
        guard before.indices.contains(target.section) else { return }
        after[movement.target.section] -= 1
        after[target.section] += 1
        guard target.item >= 0, target.item < after[target.section] else { return }
        var (step, whole) = (ListBatch(), ListBatch())
        step.moveItem(from: movement.target, to: target)
        whole.moveItem(from: movement.origin, to: target)
        var origin = after
        origin[target.section] -= 1
        origin[movement.origin.section] += 1
        guard let update = try? ListUpdate(step, before: before, after: after, words: .collection),
            let total = try? ListUpdate(whole, before: origin, after: after, words: .collection)
        else { return }
        let old = collection.visible.mapValues { mirrored($0.attributes) }
        collection.counts = after
        collection.movement?.target = target
        collection.movement?.update = total
        collection.selection = collection.selection.compactMap { update.newPath(of: $0) }
        for path in Array(collection.prepared.keys) { dropPrepared(path) }
        invalidate(everything: false)
        let change = CollectionUpdate(update, from: old, in: collection.layout)
        transition(change, { _ in }) {
            $0.prepare(forCollectionViewUpdates: change.items)
        } finalize: {
            $0.finalizeCollectionViewUpdates()
        }
    }

    func endMovement(isCancelled: Bool) {
        guard let movement = collection.movement else { return }
        if isCancelled, movement.target != movement.origin { moveHeld(to: movement.origin) }
        collection.movement = nil
        let (layout, target) = (collection.layout, isCancelled ? movement.origin : movement.target)
        if target != movement.origin {
            dataSource?.collectionView(self, moveItemAt: movement.origin, to: target)
        }
        layout.invalidateLayout(
            with: layout.invalidationContextForEndingInteractiveMovementOfItems(
                toFinalIndexPaths: [target], previousIndexPaths: [movement.origin], movementCancelled: isCancelled))
        let change = CollectionUpdate(nil, from: collection.visible.mapValues(\.attributes), in: layout)
        transition(change, { _ in }) { _ in
        } finalize: { _ in
        }
    }
}
