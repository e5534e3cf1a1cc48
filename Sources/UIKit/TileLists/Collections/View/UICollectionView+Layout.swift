import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

extension UICollectionView {
    func startCollection() {
        collection.layout.collectionView = self
        restingPlace = { [unowned self] proposed, velocity in
            prepareLayoutIfNeeded()
            return collectionViewLayout.targetContentOffset(
                forProposedContentOffset: proposed, withScrollingVelocity: velocity)
        }
    }

    var collectionDelegate: (any UICollectionViewDelegate)? {
        let told = (self as UIScrollView).delegate
        if let known = collection.delegate, known === told { return known }
        return told as? any UICollectionViewDelegate
    }

    /// Pixels per point.
    var pixelScale: CGFloat {
        let scale = window?.screen.scale ?? traitCollection.displayScale
        return scale > 0 ? scale : 1
    }

    /// The visible bounds within the insets, in the layout's coordinates.
    var pinningBounds: CGRect { mirrored(bounds.inset(by: adjustedContentInset)) }

    func delegateTargetOffset(for proposed: CGPoint) -> CGPoint {
        collectionDelegate?.collectionView(self, targetContentOffsetForProposedContentOffset: proposed) ?? proposed
    }

    // MARK: Counts

    /// Returns the number of items by section, from the data source. Negative numbers count as 0.
    func currentCounts() -> [Int] {
        if let counts = collection.counts { return counts }
        let counts = askForCounts()
        collection.counts = counts
        return counts
    }

    func askForCounts() -> [Int] {
        guard let dataSource else { return [] }
        let sections = max(0, dataSource.numberOfSections(in: self))
        return (0..<sections).map { max(0, dataSource.collectionView(self, numberOfItemsInSection: $0)) }
    }

    // MARK: Invalidation

    func layoutWasInvalidated(_ layout: UICollectionViewLayout, _ context: UICollectionViewLayoutInvalidationContext) {
        guard layout === collection.layout else { return }
        let concernsData = context.invalidateEverything || context.invalidateDataSourceCounts
        collection.preparation = concernsData || collection.preparation == .data ? .data : .layout
        if collection.placing == .running { collection.placing = .outdated }
        let (offset, size) = (context.contentOffsetAdjustment, context.contentSizeAdjustment)
        if size != .zero {
            contentSize = CGSize(width: contentSize.width + size.width, height: contentSize.height + size.height)
        }
        if offset != .zero { contentOffset = CGPoint(x: contentOffset.x + offset.x, y: contentOffset.y + offset.y) }
        // While views are being placed, they are placed again anyway.
        if collection.placing == .none { setNeedsLayout() }
    }

    func boundsWillChange(to new: CGRect) {
        guard new.origin.x.isFinite, new.origin.y.isFinite else { return }
        let layout = collection.layout
        guard layout.collectionView === self else { return }
        let isAnother = layout.shouldInvalidateLayout(forBoundsChange: new)
        collection.movesWithBounds = isAnother && new.size == bounds.size
        if new.size != bounds.size { collection.asked = nil }
        guard isAnother else { return }
        layout.invalidateLayout(forBounds: layout.invalidationContext(forBoundsChange: new))
    }

    func noteReload() {
        collection.counts = nil
        collection.isReloading = true
        collection.selection = []
        collection.highlighted = nil
        collection.movement = nil
        invalidate(everything: true)
    }

    func invalidate(everything: Bool) {
        let context = collection.layout.makeContext()
        context.invalidateEverything = everything
        context.invalidateDataSourceCounts = true
        collection.layout.invalidateLayout(with: context)
    }

    func prepareLayoutIfNeeded() {
        guard collection.preparation != .none else { return }
        _ = currentCounts()
        // A layout that queries the collection's items during preparation receives those from before.
        collection.preparation = .none
        collection.layout.prepare()
        takeContentSizeOfLayout()
    }

    private func takeContentSizeOfLayout() {
        let size = collection.layout.collectionViewContentSize
        func sound(_ length: CGFloat) -> CGFloat { length.isFinite ? max(0, length) : 0 }
        let sane = CGSize(width: sound(size.width), height: sound(size.height))
        let distance = distanceToRightEnd
        if sane != contentSize { contentSize = sane }
        if let distance { keepRightEnd(distance) }
    }

    // MARK: Placing views

    /// The maximum number of layout passes per frame, because self-sizing views can change the layout.
    static let mostRounds = 12

    func layOutCollection() {
        guard collection.placing == .none else { return }
        collection.placing = .running
        defer { collection.placing = .none }
        if isSettled { return followSettled() }
        placeBackground()
        showListBackground()
        if collection.isReloading { clearViews() }
        for _ in 0..<Self.mostRounds {
            collection.placing = .running
            let anchor = collection.preparation != .none ? anchorItem() : nil
            prepareLayoutIfNeeded()
            if let anchor { keep(anchor) }
            positionViews()
            if collection.placing != .outdated { break }
        }
        if showsAllContent { orderElements() }
        noteSwipes()
        prefetch()
        collection.lastOffset = contentOffset
        if collection.preparation == .none, collection.movement == nil {
            collection.settled = collection.layout.settledBounds(around: bounds) ?? settledBoundsByElements()
        }
    }

    /// Whether the visible views are unchanged since the last layout.
    private var isSettled: Bool {
        collection.movement == nil && collection.preparation == .none && collection.settled?.holds(bounds) == true
    }

    /// Handles scrolling within bounds that show the same views.
    private func followSettled() {
        placeBackground()
        // The next cells may be needed, and the prefetching data source is informed of the items ahead.
        if prefetchDataSource != nil || !hasAllReady { prefetch() }
        collection.lastOffset = contentOffset
    }

    private func placeBackground() {
        guard let backgroundView else { return }
        backgroundView.frame = bounds
        if showsAllContent { backgroundView.isHidden = true }
    }

    /// Applies the list's background color, unless the program has set one.
    private func showListBackground() {
        guard let color = (collection.layout as? UICollectionViewCompositionalLayout)?.composition.listColor else {
            return
        }
        if backgroundColor == nil || backgroundColor == collection.listColor { backgroundColor = color }
        collection.listColor = color
    }

    /// Removes all views for reuse after a reload.
    private func clearViews() {
        collection.isReloading = false
        for key in Array(collection.visible.keys) { retire(key) }
        for path in Array(collection.prepared.keys) { dropPrepared(path) }
        collection.prefetched = []
    }

    /// Returns the first visible item and its position, which is kept while self-sizing cells above it change size. Nil
    /// if cells don't size themselves.
    private func anchorItem() -> (path: IndexPath, origin: CGPoint)? {
        guard collection.layout.sizesItself, collection.preparation != .data, isScrolledDown else { return nil }
        let shown = collection.visible.filter { $0.key.category == .cell && $0.value.attributes.wasSized }
        guard let first = shown.min(by: { $0.key.indexPath < $1.key.indexPath }) else { return nil }
        return (first.key.indexPath, first.value.attributes.frame.origin)
    }

    private var isScrolledDown: Bool {
        contentOffset.y > -adjustedContentInset.top || contentOffset.x > -adjustedContentInset.left
    }

    private func keep(_ anchor: (path: IndexPath, origin: CGPoint)) {
        guard let now = askForItem(at: anchor.path)?.frame.origin else { return }
        let (dx, dy) = (now.x - anchor.origin.x, now.y - anchor.origin.y)
        guard dx.isFinite, dy.isFinite, abs(dx) > 0.01 || abs(dy) > 0.01 else { return }
        shiftContent(by: CGVector(dx: dx, dy: dy))
        prepareLayoutIfNeeded()
    }

    /// Returns the layout's attributes for the visible bounds. The last one is used if a view has several.
    func shownAttributes() -> [ElementKey: UICollectionViewLayoutAttributes] {
        let counts = currentCounts()
        var shown: [ElementKey: UICollectionViewLayoutAttributes] = [:]
        for attributes in elements(in: bounds)
        where attributes.isSound && !attributes.isHidden {
            if attributes.representedElementCategory == .cell { check(attributes.indexPath, in: counts) }
            attributes.collectionScroller = scroller(for: attributes)
            shown[attributes.key] = attributes
        }
        if let movement = collection.movement {
            let attributes = collection.layout.layoutAttributesForInteractivelyMovingItem(
                at: movement.target, withTargetPosition: movement.position)
            if attributes.isSound { shown[.cell(movement.target)] = attributes }
        }
        return shown
    }

    private func check(_ path: IndexPath, in counts: [Int]) {
        guard path.count == 2, counts.indices.contains(path.section), path.item >= 0, path.item < counts[path.section]
        else {
            ListInconsistency(
                "UICollectionView received layout attributes for a cell with an index path that does not exist: \(path)"
            ).raise()
        }
    }

    func positionViews() {
        placeScrollers()
        let shown = shownAttributes()
        for key in collection.visible.keys.filter({ shown[$0] == nil }) { retire(key) }
        let comers = shown.filter { collection.visible[$0.key] == nil }
        for (key, attributes) in shown {
            guard let element = collection.visible[key] else { continue }
            if element.attributes !== attributes, !element.attributes.isEqual(attributes) {
                element.view.applyAttributes(attributes)
                arrange(element.view, attributes)
            }
            let wasSized = element.attributes.wasSized
            attributes.wasSized = wasSized && element.attributes.size == attributes.size
            collection.visible[key]?.attributes = attributes
            if !attributes.wasSized { size(element.view, attributes) }
        }
        for (key, attributes) in comers.sorted(by: { $0.key.order < $1.key.order }) {
            guard collection.visible[key] == nil else { continue }
            show(attributes, for: key)
        }
    }

    func show(_ attributes: UICollectionViewLayoutAttributes, for key: ElementKey) {
        // Setup by the program is never animated, even inside an animation block.
        var made: UICollectionReusableView?
        UIView.performWithoutAnimation { made = makeView(attributes) }
        guard let view = made else { return }
        view.elementKey = key
        collection.visible[key] = CollectionState.Element(view: view, attributes: attributes)
        UIView.performWithoutAnimation {
            view.applyAttributes(attributes)
            arrange(view, attributes)
            view.isHidden = false
        }
        if let cell = view as? UICollectionViewCell { noteState(of: cell, at: key.indexPath) }
        tellOfComing(view, key)
        size(view, attributes)
    }

    /// Asks a view for its preferred size and passes it to the layout.
    private func size(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
        attributes.wasSized = true
        guard attributes.representedElementCategory != .decorationView else { return }
        let preferred = view.preferredLayoutAttributesFitting(attributes.copied())
        let layout = collection.layout
        guard
            layout.shouldInvalidateLayout(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes)
        else { return }
        layout.invalidateLayout(
            with: layout.invalidationContext(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes))
    }

    /// Marks a visible cell for a new measurement after a change of its content, unless the program forbids it.
    func contentDidChange(of cell: UICollectionViewCell) {
        guard selfSizingInvalidation != .disabled, collection.placing == .none, let key = cell.elementKey,
            let element = collection.visible[key], element.view === cell, element.attributes.isEstimated
        else { return }
        element.attributes.wasSized = false
        collection.settled = nil
        setNeedsLayout()
    }

    func tellOfComing(_ view: UICollectionReusableView, _ key: ElementKey) {
        guard let delegate = collectionDelegate else { return }
        if let cell = view as? UICollectionViewCell, key.category == .cell {
            delegate.collectionView(self, willDisplay: cell, forItemAt: key.indexPath)
        } else if let kind = key.kind {
            delegate.collectionView(
                self, willDisplaySupplementaryView: view, forElementKind: kind, at: key.indexPath)
        }
    }

    func tellOfGoing(_ view: UICollectionReusableView, _ key: ElementKey) {
        guard let delegate = collectionDelegate else { return }
        if let cell = view as? UICollectionViewCell, key.category == .cell {
            delegate.collectionView(self, didEndDisplaying: cell, forItemAt: key.indexPath)
        } else if let kind = key.kind {
            delegate.collectionView(
                self, didEndDisplayingSupplementaryView: view, forElementOfKind: kind, at: key.indexPath)
        }
    }

    /// Inserts a view into its section's scroll view or the collection, in its stacking order.
    func arrange(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
        let host: UIView = scroller(for: attributes) ?? self
        guard view.superview !== host || view.shownZIndex != attributes.zIndex else { return }
        view.shownZIndex = attributes.zIndex
        var index = host.subviews.count
        while index > 0 {
            let other = host.subviews[index - 1]
            if other !== view {
                let level = (other as? UICollectionReusableView)?.shownZIndex
                guard level.map({ $0 > attributes.zIndex }) ?? isAbove(other, attributes.zIndex) else { break }
            }
            index -= 1
        }
        if view.superview === host, let old = host.subviews.firstIndex(of: view), old < index { index -= 1 }
        host.insertSubview(view, at: index)
    }

    /// Whether a view that isn't an element is in front of the elements with a z-index: views that the program has
    /// added, scroll indicators, and the cells of orthogonal sections if the index is negative.
    private func isAbove(_ view: UIView, _ zIndex: Int) -> Bool {
        view is OrthogonalScrollView ? zIndex < 0 : view !== backgroundView && view !== refreshControl
    }

    /// Removes a view that is no longer visible and stores it for reuse.
    func retire(_ key: ElementKey) {
        guard let element = collection.visible.removeValue(forKey: key) else { return }
        store(element.view, key)
    }

    func store(_ view: UICollectionReusableView, _ key: ElementKey) {
        forgetSwipe(of: view)
        view.elementKey = nil
        tellOfGoing(view, key)
        give(view)
    }

    /// Returns the frontmost item at a point.
    func findItem(at point: CGPoint) -> IndexPath? {
        prepareLayoutIfNeeded()
        guard point.x.isFinite, point.y.isFinite else { return nil }
        let near = CGRect(x: point.x, y: point.y, width: 1, height: 1)
        let found = elements(in: near).filter {
            $0.representedElementCategory == .cell && $0.isSound && !$0.isHidden && $0.frame.contains(point)
        }
        return found.max { ($0.zIndex, $0.indexPath) < ($1.zIndex, $1.indexPath) }?.indexPath
    }
}

extension ElementKey {
    /// The order in which views are created: decorations, supplementary views, then cells, each by index path.
    var order: ElementOrder { ElementOrder(category: category.rawValue, path: indexPath, kind: kind ?? "") }
}

struct ElementOrder: Comparable {
    let category: UInt
    let path: IndexPath
    let kind: String

    static func < (one: ElementOrder, other: ElementOrder) -> Bool {
        if one.category != other.category { return one.category < other.category }
        return one.path == other.path ? one.kind < other.kind : one.path < other.path
    }
}
