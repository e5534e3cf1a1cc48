import Foundation
import TileGeometry
import TileGraphics
import TileViews

extension UICollectionView {
    /// The duration of update animations, in seconds.
    static let updateSeconds = 0.3

    // MARK: Batches

    /// Performs a change as a batch of its own, or within the open batch.
    func batch(_ change: (inout ListBatch) -> Void) {
        if collection.openBatches == 0 { openBatch() }
        change(&collection.batch)
        if collection.openBatches == 0 { commitBatch() }
    }

    func batch(_ updates: (() -> Void)?, _ completion: ((Bool) -> Void)?) {
        if collection.openBatches == 0 { openBatch() }
        collection.openBatches += 1
        updates?()
        collection.openBatches -= 1
        if let completion { collection.completions.append(completion) }
        if collection.openBatches == 0 { commitBatch() }
    }

    /// Updates the layout to the data before the change.
    private func openBatch() {
        closeSwipe(animated: false)
        _ = currentCounts()
        if window != nil { layOutCollection() }
        collection.oldAttributes = nearAttributes()
    }

    /// Returns the attributes of visible and nearby views, in layout coordinates.
    private func nearAttributes() -> [ElementKey: UICollectionViewLayoutAttributes] {
        guard window != nil, collection.preparation == .none else {
            return collection.visible.mapValues { mirrored($0.attributes) }
        }
        let near = collection.layout.layoutAttributesForElements(
            in: mirrored(bounds.insetBy(dx: -bounds.width, dy: -bounds.height)))
        return Dictionary((near ?? []).filter(\.isSound).map { ($0.key, $0) }) { $1 }
    }

    private func commitBatch() {
        let (batch, completions) = (collection.batch, collection.completions)
        (collection.batch, collection.completions) = (ListBatch(), [])
        let finish: (Bool) -> Void = { isFinished in for each in completions { each(isFinished) } }
        let (before, after) = (currentCounts(), askForCounts())
        // A reload within the batch replaces everything.
        if collection.isReloading {
            collection.counts = after
            invalidate(everything: true)
            return afterwards(finish)
        }
        let update = ListInconsistency.trapping { () throws(ListInconsistency) in
            try ListUpdate(batch, before: before, after: after, words: .collection)
        }
        let shown = CollectionUpdate(
            batch.isEmpty ? nil : update, from: collection.oldAttributes, in: collection.layout)
        collection.oldAttributes = [:]
        collection.counts = after
        if !batch.isEmpty {
            takeOver(update)
            invalidate(everything: false)
        }
        transition(shown, finish) { layout in
            if !batch.isEmpty { layout.prepare(forCollectionViewUpdates: shown.items) }
        } finalize: { layout in
            if !batch.isEmpty { layout.finalizeCollectionViewUpdates() }
        }
    }

    private func afterwards(_ finish: @escaping (Bool) -> Void, isFinished: Bool = false) {
        UIView.animate(withDuration: 0, animations: {}, completion: { _ in finish(isFinished) })
    }

    /// Converts the state that is stored by index path to the new index paths.
    private func takeOver(_ update: ListUpdate) {
        collection.selection = collection.selection.compactMap { path in
            update.reloadedItems.contains(path) ? nil : update.newPath(of: path)
        }
        collection.highlighted = collection.highlighted.flatMap { update.newPath(of: $0) }
        for path in Array(collection.prepared.keys) { dropPrepared(path) }
        collection.prefetched = []
        var offsets: [Int: CGPoint] = [:]
        for (section, offset) in collection.orthogonalOffsets {
            if let new = update.newSection(of: section) { offsets[new] = offset }
        }
        collection.orthogonalOffsets = offsets
        var scrollers: [Int: OrthogonalScrollView] = [:]
        for (section, scroller) in collection.scrollers {
            if let new = update.newSection(of: section) {
                scroller.section = new
                scrollers[new] = scroller
            } else {
                scroller.removeFromSuperview()
            }
        }
        collection.scrollers = scrollers
    }

    // MARK: Animating a change

    private typealias Departure = (
        view: UICollectionReusableView, key: ElementKey, last: UICollectionViewLayoutAttributes?
    )

    /// Animates a change of the layout. Remaining views move; views appear and disappear as the layout specifies.
    func transition(
        _ change: CollectionUpdate, _ finish: @escaping (Bool) -> Void,
        prepare: (UICollectionViewLayout) -> Void, finalize: @escaping (UICollectionViewLayout) -> Void
    ) {
        let layout = collection.layout
        let isAnimated = window != nil && UIView.areAnimationsEnabled
        layout.animatedUpdate = change
        collection.placing = .running
        let gone = rekey(change)
        prepareLayoutIfNeeded()
        prepare(layout)
        takeTargetOffset()
        let comers = placeComers()
        let shown = shownAttributes()
        var departures: [Departure] = gone.map {
            (
                $0.view, $0.key, layout.finalAttributes(for: $0.key).map { mirrored($0) }
            )
        }
        for key in collection.visible.keys.filter({ shown[$0] == nil }) {
            guard let element = collection.visible.removeValue(forKey: key) else { continue }
            departures.append((element.view, key, askForElement(key)))
        }
        guard isAnimated else {
            finalize(layout)
            settle(shown, departures)
            endTransition(layout)
            // As in UIKit, changes without animation are finished changes if the collection is on screen.
            return afterwards(finish, isFinished: window != nil)
        }
        for key in comers {
            guard let element = collection.visible[key],
                let first = layout.initialAttributes(for: key).map({ mirrored($0) }), first.isSound
            else { continue }
            first.collectionScroller = element.attributes.collectionScroller
            UIView.performWithoutAnimation { element.view.applyAttributes(first) }
        }
        for departure in departures { departure.view.elementKey = nil }
        UIView.animate(
            withDuration: Self.updateSeconds, delay: 0, options: [.allowUserInteraction],
            animations: { [self] in
                moveViews(to: shown)
                for departure in departures {
                    if let last = departure.last, last.isSound {
                        last.collectionScroller = scroller(for: last)
                        departure.view.applyAttributes(last)
                    }
                }
                finalize(layout)
            },
            completion: { [weak self] isFinished in
                for departure in departures { self?.store(departure.view, departure.key) }
                finish(isFinished)
            })
        endTransition(layout)
    }

    private func endTransition(_ layout: UICollectionViewLayout) {
        layout.animatedUpdate = nil
        collection.placing = .none
        setNeedsLayout()
    }

    /// Assigns the remaining views to their new index paths and returns the removed ones.
    private func rekey(_ change: CollectionUpdate) -> [(view: UICollectionReusableView, key: ElementKey)] {
        var (kept, gone): ([ElementKey: CollectionState.Element], [(UICollectionReusableView, ElementKey)]) = ([:], [])
        for (key, element) in collection.visible {
            guard let new = change.newKey(of: key) else {
                gone.append((element.view, key))
                continue
            }
            element.view.elementKey = new
            kept[new] = element
        }
        collection.visible = kept
        return gone
    }

    private func takeTargetOffset() {
        let target = collection.layout.targetContentOffset(forProposedContentOffset: contentOffset)
        guard target.x.isFinite, target.y.isFinite, target != contentOffset else { return }
        contentOffset = target
        prepareLayoutIfNeeded()
    }

    /// Creates the appearing views, which may report their sizes, and returns their keys.
    private func placeComers() -> [ElementKey] {
        var comers: [ElementKey] = []
        for _ in 0..<Self.mostRounds {
            collection.placing = .running
            prepareLayoutIfNeeded()
            placeScrollers()
            let new = shownAttributes().filter { collection.visible[$0.key] == nil }
            for (key, attributes) in new.sorted(by: { $0.key.order < $1.key.order }) {
                show(attributes, for: key)
                comers.append(key)
            }
            if collection.placing != .outdated { break }
        }
        return comers
    }

    private func moveViews(to shown: [ElementKey: UICollectionViewLayoutAttributes]) {
        for (key, attributes) in shown {
            guard let element = collection.visible[key] else { continue }
            attributes.wasSized = element.attributes.wasSized && element.attributes.size == attributes.size
            collection.visible[key]?.attributes = attributes
            element.view.applyAttributes(attributes)
            arrange(element.view, attributes)
            element.view.layoutIfNeeded()
        }
    }

    private func settle(_ shown: [ElementKey: UICollectionViewLayoutAttributes], _ departures: [Departure]) {
        moveViews(to: shown)
        for departure in departures { store(departure.view, departure.key) }
    }

    // MARK: Layout changes

    func exchangeLayout(for new: UICollectionViewLayout, animated: Bool, _ completion: ((Bool) -> Void)?) {
        let old = collection.layout
        guard old !== new else {
            completion?(true)
            return
        }
        if animated, window != nil { layOutCollection() }
        let before = animated ? nearAttributes() : [:]
        old.prepareForTransition(to: new)
        old.collectionView = nil
        new.collectionView = self
        collection.layout = new
        new.prepareForTransition(from: old)
        for element in collection.visible.values { element.view.willTransition(from: old, to: new) }
        dropScrollers()
        invalidate(everything: true)
        let views = collection.visible.values.map(\.view)
        let finish: (Bool) -> Void = { isFinished in
            for view in views { view.didTransition(from: old, to: new) }
            completion?(isFinished)
        }
        guard animated, window != nil else {
            old.finalizeLayoutTransition()
            new.finalizeLayoutTransition()
            setNeedsLayout()
            if completion != nil || !views.isEmpty { finish(true) }
            return
        }
        transition(CollectionUpdate(nil, from: before, in: new), finish) { _ in
        } finalize: { new in
            old.finalizeLayoutTransition()
            new.finalizeLayoutTransition()
        }
    }
}
