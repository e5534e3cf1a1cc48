import Foundation
import TileGeometry
import TileViews

extension UICollectionView {
    func scroller(for attributes: UICollectionViewLayoutAttributes) -> OrthogonalScrollView? {
        attributes.orthogonalSection.flatMap { collection.scrollers[$0] }
    }

    /// Adds scroll views for the visible orthogonal sections and removes the others.
    func placeScrollers() {
        guard let layout = collection.layout as? any OrthogonalLayout else { return }
        var rest = Set(collection.scrollers.keys)
        for section in layout.orthogonalSections(in: mirrored(bounds)) {
            rest.remove(section.section)
            positionScroller(of: section, at: mirrored(section.frame))
        }
        for section in rest { dropScroller(section) }
    }

    private func positionScroller(of section: OrthogonalSection, at frame: CGRect) {
        let scroller = collection.scrollers[section.section] ?? makeScroller(section)
        UIView.performWithoutAnimation {
            if scroller.frame != frame { scroller.frame = frame }
            if scroller.contentSize != section.contentSize { scroller.contentSize = section.contentSize }
        }
        scroller.isPagingEnabled = section.behavior == .paging
        scroller.decelerationRate = section.behavior == .continuous ? .normal : .fast
        scroller.bounces = section.bounces
        scroller.isVertical = section.isVertical
        scroller.restingPlace = { [weak scroller] proposed, velocity in
            guard let scroller else { return proposed }
            if section.isVertical {
                let y = section.restingPlace(
                    proposed.y, from: scroller.dragOrigin.y, velocity: velocity.y, visible: scroller.bounds.height)
                return CGPoint(x: proposed.x, y: y)
            }
            let x = section.restingPlace(
                proposed.x, from: scroller.dragOrigin.x, velocity: velocity.x, visible: scroller.bounds.width)
            return CGPoint(x: x, y: proposed.y)
        }
    }

    private func makeScroller(_ made: OrthogonalSection) -> OrthogonalScrollView {
        let section = made.section
        let scroller = OrthogonalScrollView(section: section, of: self)
        // In front of the background and of decorations, behind all cells and headers.
        let index = subviews.firstIndex { view in
            if let element = view as? UICollectionReusableView { return element.shownZIndex >= 0 }
            return view !== backgroundView && view !== refreshControl
        }
        insertSubview(scroller, at: index ?? subviews.count)
        collection.scrollers[section] = scroller
        if let offset = collection.orthogonalOffsets[section] {
            // Restores the previous offset, which is clamped once the content size is set.
            scroller.firstOffset = offset
        } else if made.isMirrored {
            scroller.firstOffset = CGPoint(x: max(0, made.contentSize.width - made.frame.width), y: 0)
        }
        return scroller
    }

    private func dropScroller(_ section: Int) {
        for (key, element) in collection.visible where element.attributes.orthogonalSection == section { retire(key) }
        let scroller = collection.scrollers.removeValue(forKey: section)
        for view in scroller?.subviews ?? [] where view is UICollectionReusableView { addSubview(view) }
        scroller?.removeFromSuperview()
    }

    /// Removes all scroll views and returns their views to the collection, because the layout changes.
    func dropScrollers() {
        for section in Array(collection.scrollers.keys) {
            let scroller = collection.scrollers.removeValue(forKey: section)
            for view in scroller?.subviews ?? [] where view is UICollectionReusableView { addSubview(view) }
            scroller?.removeFromSuperview()
        }
        collection.orthogonalOffsets = [:]
    }

    func sectionDidScroll(_ section: Int, to offset: CGPoint) {
        guard collection.scrollers[section] != nil else { return }
        collection.orthogonalOffsets[section] = offset
        (collection.settled, collection.asked) = (nil, nil)
        (collection.layout as? any OrthogonalLayout)?.sectionDidScroll(section)
        setNeedsLayout()
    }
}
