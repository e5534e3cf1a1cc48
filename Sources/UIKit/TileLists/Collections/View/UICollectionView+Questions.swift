import Foundation
import TileGeometry
import TileGraphics
import TileViews

/// What a layout said is in a rect, kept while it holds.
struct AskedElements {
    /// In the collection's content, as is all that follows.
    let rect: CGRect
    let elements: [UICollectionViewLayoutAttributes]
    let isMirrored: Bool
}

/// What the collection asks its layout, in the coordinates of the content: those of a layout that is mirrored are the
/// other way round.
extension UICollectionView {
    /// Whether the layout is made for the other direction, and wants to be mirrored then.
    var mirrorsLayout: Bool {
        let layout = collection.layout
        return layout.flipsHorizontallyInOppositeLayoutDirection && !layout.mirrorsItself
            && layout.developmentLayoutDirection != effectiveUserInterfaceLayoutDirection
    }

    /// A rect of the layout in the content, or the other way round.
    func mirrored(_ rect: CGRect) -> CGRect {
        guard mirrorsLayout else { return rect }
        return CGRect(x: contentSize.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height)
    }

    /// What a layout says, in the content.
    func mirrored(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionViewLayoutAttributes {
        guard mirrorsLayout else { return attributes }
        // The layout may keep its own.
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

    /// How far beyond what is wanted a layout is asked while content moves: ahead and behind, in parts of what is
    /// visible. So it is asked once for each screen.
    private static let reachAhead: CGFloat = 1
    private static let reachBehind: CGFloat = 0.5

    /// What the layout has in a rect. Of a layout that does not follow the offset more is kept while content moves, and
    /// it is not asked again within that.
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

    /// Whether what a layout says holds while the offset moves, and it moves.
    private var keepsElements: Bool {
        contentOffset != collection.lastOffset && !collection.movesWithBounds && collection.movement == nil
            && !showsAllContent && !collection.layout.followsOffset && !collection.needsPrepare
    }

    private func widened(_ rect: CGRect) -> CGRect {
        let (here, last, size) = (contentOffset, collection.lastOffset, bounds.size)
        func reach(_ way: CGFloat, _ length: CGFloat) -> (before: CGFloat, after: CGFloat) {
            if way == 0 { return (0, 0) }
            let (ahead, behind) = (length * Self.reachAhead, length * Self.reachBehind)
            return way > 0 ? (behind, ahead) : (ahead, behind)
        }
        // With what is visible, which is asked for in any case.
        let all = rect.union(bounds)
        let across = reach(here.x - last.x, size.width)
        let along = reach(here.y - last.y, size.height)
        return CGRect(
            x: all.minX - across.before, y: all.minY - along.before,
            width: all.width + across.before + across.after, height: all.height + along.before + along.after)
    }

    /// In which bounds the same shows, by what is kept.
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

    // MARK: The end that is read first

    /// How far a mirrored layout's content is from its right end, where it starts; nil for other layouts.
    var distanceToRightEnd: CGFloat? {
        guard mirrorsLayout, bounds.width > 0 else { return nil }
        return collection.hasRightEnd ? rightEnd - contentOffset.x : 0
    }

    private var rightEnd: CGFloat {
        let insets = adjustedContentInset
        return max(-insets.left, contentSize.width + insets.right - bounds.width)
    }

    /// The content has another size: the offset stays as far from the right end.
    func keepRightEnd(_ distance: CGFloat) {
        collection.hasRightEnd = contentSize.width > 0
        let x = rightEnd - distance
        if x != contentOffset.x { contentOffset.x = x }
    }
}
