import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

extension UICollectionViewCompositionalLayout {
    var compositionSize: CGSize {
        let (length, size) = (composition.length, composition.container)
        return composition.isHorizontal
            ? CGSize(width: length, height: size.height) : CGSize(width: size.width, height: length)
    }

    private func offset(of section: Int) -> CGFloat {
        let offset = collectionView?.collection.orthogonalOffsets[section]
        guard composition.isMirrored else { return (composition.isHorizontal ? offset?.y : offset?.x) ?? 0 }
        // Mirrored content is measured from the end that is read first.
        let most = max(0, orthogonalLength(of: section) - composition.container.width)
        return most - (offset?.x ?? most)
    }

    /// Returns the scrollable length of an orthogonal section.
    private func orthogonalLength(of section: Int) -> CGFloat {
        let placed = composition.sections[section]
        return placed.leadingPad + placed.solution.groupsLength + placed.trailingPad
    }

    /// Returns the on-screen origin of a section's first group, at the section's current offset.
    private func origin(of section: Int) -> CGPoint {
        let placed = composition.sections[section]
        let insets = placed.solution.insets
        if placed.isOrthogonal {
            let across = placed.leadingPad - offset(of: section)
            return composition.isHorizontal
                ? CGPoint(x: placed.groupsStart, y: across) : CGPoint(x: across, y: placed.groupsStart)
        }
        return composition.isHorizontal
            ? CGPoint(x: placed.groupsStart, y: insets.top) : CGPoint(x: insets.leading, y: placed.groupsStart)
    }

    // MARK: Visible content

    func composedElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
        let range = composition.range(of: rect)
        var found: [UICollectionViewLayoutAttributes] = []
        for index in composition.sections(in: range) {
            let items = shownItems(of: index, in: composition.mirrored(rect))
            var own = items
            for boundary in composition.sections[index].boundaries {
                own.append(attributes(boundary, ofSection: index))
            }
            let section = composition.sections[index].solution.section
            own += section.decorationItems.map { decoration($0, ofSection: index) }
            if let handler = section.visibleItemsInvalidationHandler, let environment = composition.environment {
                let isOrthogonal = composition.sections[index].isOrthogonal
                let offset =
                    isOrthogonal
                    ? collectionView?.collection.orthogonalOffsets[index] ?? .zero
                    : collectionView?.contentOffset ?? .zero
                handler(own, offset, environment)
            }
            found += own.filter { $0.frame.shows(in: rect) }
        }
        for boundary in composition.boundaries {
            let attributes = attributes(boundary, ofSection: nil)
            if attributes.frame.shows(in: rect) { found.append(attributes) }
        }
        return found
    }

    /// Returns the attributes of a section's cells and their supplementary views that intersect a rectangle.
    private func shownItems(of index: Int, in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
        let (placed, origin) = (composition.sections[index], origin(of: index))
        let solution = placed.solution
        let (low, high) =
            solution.isHorizontal
            ? (rect.minX - origin.x, rect.maxX - origin.x) : (rect.minY - origin.y, rect.maxY - origin.y)
        guard low <= high else { return [] }
        var found: [UICollectionViewLayoutAttributes] = []
        for group in solution.groups(in: low...high) {
            let own = solution.solution(of: group)
            for (number, leaf) in own.leaves.enumerated() {
                let item = group * solution.perGroup + number
                guard item < solution.count else { break }
                let leaf = solution.moved(leaf, to: group)
                found.append(cell(item, leaf, ofSection: index))
                for badge in leaf.item?.supplementaryItems ?? [] {
                    found.append(self.badge(badge, item, frame: leaf.viewFrame, ofSection: index))
                }
            }
            for extra in own.extras where group * solution.perGroup + extra.leaf < solution.count {
                found.append(self.extra(extra, of: group, ofSection: index))
            }
        }
        let shown = composition.mirrored(rect)
        return found.filter { $0.frame.shows(in: shown) }
    }

    private func cell(_ item: Int, _ leaf: GroupSolution.Leaf, ofSection index: Int) -> UICollectionViewLayoutAttributes
    {
        let attributes = makeAttributes(.cell(IndexPath(item: item, section: index)))
        attributes.frame = shown(leaf.viewFrame, ofSection: index)
        attributes.zIndex = leaf.zIndex
        attributes.isEstimated = !leaf.sizingAxes.isEmpty
        attributes.sizingAxes = leaf.sizingAxes
        let solution = composition.sections[index].solution
        attributes.listPlace = solution.section.list?.listPlace(of: attributes.indexPath, count: solution.count)
        if composition.sections[index].isOrthogonal { attributes.orthogonalSection = index }
        return attributes
    }

    /// Converts a rectangle from group coordinates to its position on screen.
    private func shown(_ rect: CGRect, ofSection index: Int) -> CGRect {
        let origin = origin(of: index)
        return composition.snapped(composition.mirrored(rect.offsetBy(dx: origin.x, dy: origin.y)))
    }

    private func badge(
        _ item: NSCollectionLayoutSupplementaryItem, _ number: Int, frame: CGRect, ofSection index: Int
    ) -> UICollectionViewLayoutAttributes {
        let attributes = makeAttributes(
            ElementKey(
                category: .supplementaryView, kind: item.elementKind,
                indexPath: IndexPath(item: number, section: index)))
        let place = item.containerAnchor.frame(
            for: item.layoutSize.size(in: frame.size), in: frame, own: item.itemAnchor)
        attributes.frame = shown(place, ofSection: index)
        attributes.zIndex = item.zIndex
        if composition.sections[index].isOrthogonal { attributes.orthogonalSection = index }
        return attributes
    }

    private func extra(
        _ extra: GroupSolution.Extra, of group: Int, ofSection index: Int
    ) -> UICollectionViewLayoutAttributes {
        let solution = composition.sections[index].solution
        let start = solution.start(of: group)
        let frame =
            solution.isHorizontal
            ? extra.container.offsetBy(dx: start, dy: 0) : extra.container.offsetBy(dx: 0, dy: start)
        return badge(extra.item, group * solution.perGroup + extra.leaf, frame: frame, ofSection: index)
    }

    func composedItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard path.count == 2, composition.sections.indices.contains(path.section),
            let leaf = composition.sections[path.section].solution.leaf(of: path.item)
        else { return nil }
        return cell(path.item, leaf, ofSection: path.section)
    }

    // MARK: Supplementary and decoration views

    func composedSupplementary(_ kind: String, at path: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard path.count == 2 else {
            return composition.boundaries.first { $0.item.elementKind == kind && $0.path == path }.map {
                attributes($0, ofSection: nil)
            }
        }
        guard composition.sections.indices.contains(path.section) else { return nil }
        let placed = composition.sections[path.section]
        if let boundary = placed.boundaries.first(where: { $0.item.elementKind == kind && $0.path == path }) {
            return attributes(boundary, ofSection: path.section)
        }
        let solution = placed.solution
        guard let leaf = solution.leaf(of: path.item) else { return nil }
        if let item = leaf.item?.supplementaryItems.first(where: { $0.elementKind == kind }) {
            return badge(item, path.item, frame: leaf.viewFrame, ofSection: path.section)
        }
        let group = path.item / solution.perGroup
        let extra = solution.solution(of: group).extras.first {
            $0.item.elementKind == kind && group * solution.perGroup + $0.leaf == path.item
        }
        return extra.map { self.extra($0, of: group, ofSection: path.section) }
    }

    func composedDecoration(_ kind: String, at path: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard path.count == 2, composition.sections.indices.contains(path.section) else { return nil }
        let section = composition.sections[path.section].solution.section
        return section.decorationItems.first { $0.elementKind == kind }.map { decoration($0, ofSection: path.section) }
    }

    /// Returns the attributes of a header or footer of a section, or of the whole layout.
    private func attributes(
        _ boundary: CompositionState.Boundary, ofSection index: Int?
    ) -> UICollectionViewLayoutAttributes {
        let item = boundary.item
        let attributes = makeAttributes(
            ElementKey(category: .supplementaryView, kind: item.elementKind, indexPath: boundary.path))
        let placed = index.map { composition.sections[$0] }
        let space = placed?.solution.section.spaceBefore ?? 0
        var (start, end) = ((placed?.start ?? 0) + space, placed?.end ?? composition.length)
        if let placed, !item.extendsBoundary {
            // The view overlaps the content.
            (start, end) = (start + placed.headerLength - space, end - placed.footerLength)
        }
        let whole = composition.container
        let insets =
            placed.map { $0.solution.section.supplementariesFollowContentInsets ? $0.solution.insets : .zero } ?? .zero
        let isHorizontal = composition.isHorizontal
        let room =
            isHorizontal
            ? CGRect(x: start, y: insets.top, width: end - start, height: whole.height - insets.top - insets.bottom)
            : CGRect(
                x: insets.leading, y: start, width: whole.width - insets.leading - insets.trailing, height: end - start)
        var frame = aligned(boundary.size, item.alignment, in: room)
        frame.origin.x += item.offset.x
        frame.origin.y += item.offset.y
        frame = composition.mirrored(frame)
        if item.pinToVisibleBounds, let collectionView, !collectionView.showsAllContent {
            let visible = collectionView.pinningBounds
            pin(&frame, boundary, section: start...max(start, end), visible: visible, placed: placed)
        }
        attributes.frame = composition.snapped(frame)
        attributes.zIndex = item.zIndex
        attributes.isEstimated = !item.layoutSize.sizingAxes.isEmpty
        attributes.sizingAxes = item.layoutSize.sizingAxes
        return attributes
    }

    private func aligned(_ size: CGSize, _ alignment: NSRectAlignment, in room: CGRect) -> CGRect {
        CGRect(
            x: alignment.isLeading
                ? room.minX : alignment.isTrailing ? room.maxX - size.width : room.midX - size.width / 2,
            y: alignment.isTop ? room.minY : alignment.isBottom ? room.maxY - size.height : room.midY - size.height / 2,
            width: size.width, height: size.height)
    }

    private func pin(
        _ frame: inout CGRect, _ boundary: CompositionState.Boundary, section: ClosedRange<CGFloat>,
        visible: CGRect, placed: CompositionState.Placed?
    ) {
        let isHorizontal = composition.isHorizontal
        let length = isHorizontal ? frame.width : frame.height
        let origin = isHorizontal ? frame.minX : frame.minY
        let (from, to) = isHorizontal ? (visible.minX, visible.maxX) : (visible.minY, visible.maxY)
        let pinned: CGFloat
        if boundary.isFooter {
            pinned = min(origin, max(to - length, section.lowerBound + (placed?.headerLength ?? 0)))
        } else {
            pinned = max(origin, min(from, section.upperBound - (placed?.footerLength ?? 0) - length))
        }
        if isHorizontal { frame.origin.x = pinned } else { frame.origin.y = pinned }
    }

    private func decoration(
        _ item: NSCollectionLayoutDecorationItem, ofSection index: Int
    ) -> UICollectionViewLayoutAttributes {
        let placed = composition.sections[index]
        let attributes = makeAttributes(
            ElementKey(
                category: .decorationView, kind: item.elementKind, indexPath: IndexPath(item: 0, section: index)))
        let size = composition.container
        let whole =
            composition.isHorizontal
            ? CGRect(x: placed.start, y: 0, width: placed.end - placed.start, height: size.height)
            : CGRect(x: 0, y: placed.start, width: size.width, height: placed.end - placed.start)
        attributes.frame = composition.snapped(
            composition.mirrored(whole.inset(by: item.contentInsets, along: [])))
        // Decorations are behind the cells by default.
        attributes.zIndex = item.zIndex == 0 ? -1 : item.zIndex
        return attributes
    }

    // MARK: Orthogonal sections

    func composedOrthogonals(in rect: CGRect) -> [OrthogonalSection] {
        composition.sections(in: composition.range(of: rect)).compactMap { index in
            let placed = composition.sections[index]
            let section = placed.solution.section
            guard placed.isOrthogonal else { return nil }
            let breadth = placed.solution.groupsBreadth
            let whole = orthogonalLength(of: index)
            let size = composition.container
            let isHorizontal = composition.isHorizontal
            return OrthogonalSection(
                section: index,
                frame: isHorizontal
                    ? CGRect(x: placed.groupsStart, y: 0, width: breadth, height: size.height)
                    : CGRect(x: 0, y: placed.groupsStart, width: size.width, height: breadth),
                contentSize: isHorizontal
                    ? CGSize(width: breadth, height: whole) : CGSize(width: whole, height: breadth),
                behavior: section.orthogonalScrollingBehavior,
                groupLength: placed.solution.usualGroupLength + section.interGroupSpacing,
                bounces: section.orthogonalProperties.bounce != .never, isVertical: isHorizontal,
                isMirrored: composition.isMirrored)
        }
    }
}
