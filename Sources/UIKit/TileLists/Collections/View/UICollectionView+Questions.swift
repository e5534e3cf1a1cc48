import Foundation
import TileGeometry
import TileGraphics
import TileViews

/// The layout's attributes for a rectangle, cached while they are valid.
struct AskedElements {
    /// The rectangle, in the collection's content. The elements are in the same coordinates.
    let rect: CGRect
    let elements: [UICollectionViewLayoutAttributes]
    let isMirrored: Bool
}

/// The collection's queries to its layout, in content coordinates. The attributes of a mirrored layout are converted.
extension UICollectionView {
    /// Whether the collection mirrors the layout, which was designed for the opposite direction.
    var mirrorsLayout: Bool {
        let layout = collection.layout
        return layout.flipsHorizontallyInOppositeLayoutDirection && !layout.mirrorsItself
            && layout.developmentLayoutDirection != effectiveUserInterfaceLayoutDirection
    }

    /// Converts a rectangle between layout and content coordinates. The conversion is its own inverse.
    func mirrored(_ rect: CGRect) -> CGRect {
        guard mirrorsLayout else { return rect }
        return CGRect(x: contentSize.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height)
    }

    /// Returns the layout's attributes in content coordinates.
    func mirrored(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionViewLayoutAttributes {
        guard mirrorsLayout else { return attributes }
        // The layout may have stored these attributes, so a copy is changed.
        let copy = attributes.copied()
        copy.center.x = contentSize.width - copy.center.x
        return copy
    }

    func askForItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? {
        collection.layout.layoutAttributesForItem(at: path).map { mirrored($0) }
    }

    func askForElement(_ key: ElementKey) -> UICollectionViewLayoutAttributes? {
        collection.layout.attributes(for: key).map { mirrored($0) }
    }

    private func ask(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
        let elements = collection.layout.layoutAttributesForElements(in: mirrored(rect)) ?? []
        return mirrorsLayout ? elements.map { mirrored($0) } : elements
    }

    // MARK: In a rect

    /// The additional area for which the layout is queried during scrolling, ahead and behind, as multiples of the
    /// visible size. The layout is thus queried once per screen.
    private static let reachAhead: CGFloat = 1
    private static let reachBehind: CGFloat = 0.5

    /// Returns the elements in a rectangle. If the layout doesn't depend on the offset, a larger area is cached during
    /// scrolling, and the layout isn't queried again within it.
    func elements(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
        if let asked = collection.asked, asked.rect.contains(rect), asked.isMirrored == mirrorsLayout {
            return asked.elements.filter { $0.frame.shows(in: rect) }
        }
        guard keepsElements else { return ask(in: rect) }
        let wide = widened(rect)
        let elements = ask(in: wide)
        collection.asked = AskedElements(rect: wide, elements: elements, isMirrored: mirrorsLayout)
        return elements.filter { $0.frame.shows(in: rect) }
    }

    /// Whether the content is scrolling and the layout's attributes stay valid while it does.
    private var keepsElements: Bool {
        contentOffset != collection.lastOffset && !collection.movesWithBounds && collection.movement == nil
            && !showsAllContent && !collection.layout.followsOffset && collection.preparation == .none
    }

    private func widened(_ rect: CGRect) -> CGRect {
        let (here, last, size) = (contentOffset, collection.lastOffset, bounds.size)
        func reach(_ way: CGFloat, _ length: CGFloat) -> (before: CGFloat, after: CGFloat) {
            if way == 0 { return (0, 0) }
            let (ahead, behind) = (length * Self.reachAhead, length * Self.reachBehind)
            return way > 0 ? (behind, ahead) : (ahead, behind)
        }
        // The visible bounds are included, because they are queried in any case.
        let all = rect.union(bounds)
        let across = reach(here.x - last.x, size.width)
        let along = reach(here.y - last.y, size.height)
        return CGRect(
            x: all.minX - across.before, y: all.minY - along.before,
            width: all.width + across.before + across.after, height: all.height + along.before + along.after)
    }

    /// Returns the bounds that show the same elements, derived from the cached ones.
    func settledBoundsByElements() -> SettledBounds? {
        guard let asked = collection.asked, asked.isMirrored == mirrorsLayout, asked.rect.contains(bounds),
            !collection.layout.followsOffset
        else { return nil }
        let isHorizontal = asked.rect.height <= bounds.height && asked.rect.width > bounds.width
        let (low, high) =
            isHorizontal
            ? (asked.rect.minX, asked.rect.maxX - bounds.width) : (asked.rect.minY, asked.rect.maxY - bounds.height)
        return SettledBounds(around: bounds, isHorizontal: isHorizontal, from: low, to: high, asked.elements)
    }

    // MARK: Right-to-left content

    /// The distance of a mirrored layout's content from its right end, where it starts; nil for other layouts.
    var distanceToRightEnd: CGFloat? {
        guard mirrorsLayout, bounds.width > 0 else { return nil }
        return collection.hasRightEnd ? rightEnd - contentOffset.x : 0
    }

    private var rightEnd: CGFloat {
        let insets = adjustedContentInset
        return max(-insets.left, contentSize.width + insets.right - bounds.width)
    }

    /// Keeps the distance from the right end after the content size has changed.
    func keepRightEnd(_ distance: CGFloat) {
        collection.hasRightEnd = contentSize.width > 0
        let x = rightEnd - distance
        if x != contentOffset.x { contentOffset.x = x }
    }
}
