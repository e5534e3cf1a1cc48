import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

extension UICollectionViewCompositionalLayout {
    func noteComposition(_ context: UICollectionViewLayoutInvalidationContext) {
        if composition.onlySizes, !context.invalidateEverything, !context.invalidateDataSourceCounts {
            composition.onlySizes = false
            return
        }
        composition.onlySizes = false
        composition.needsSections = true
        if context.invalidateEverything {
            composition.sections = []
            composition.boundarySizes = [:]
        }
    }

    func noteSize(_ preferred: UICollectionViewLayoutAttributes, _ original: UICollectionViewLayoutAttributes) {
        guard preferred.isSound else { return }
        var size = original.size
        if original.sizingAxes.contains(.width) { size.width = preferred.size.width }
        if original.sizingAxes.contains(.height) { size.height = preferred.size.height }
        let path = original.indexPath
        guard original.representedElementCategory == .cell else {
            composition.boundarySizes[original.key] = size
            return
        }
        guard composition.sections.indices.contains(path.section) else { return }
        composition.sections[path.section].solution.note(size, of: path.item)
    }

    func prepareComposition() {
        guard let view = collectionView else { return }
        let insets = view.adjustedContentInset
        let container = CGSize(
            width: max(0, view.bounds.width - insets.left - insets.right),
            height: max(0, view.bounds.height - insets.top - insets.bottom))
        if composition.needsSections || container != composition.container {
            composition.container = container
            composition.isHorizontal = configuration.scrollDirection == .horizontal
            composition.isMirrored =
                !composition.isHorizontal && flipsHorizontallyInOppositeLayoutDirection
                && view.effectiveUserInterfaceLayoutDirection != developmentLayoutDirection
            composition.scale = view.pixelScale
            solveSections(view)
            composition.needsSections = false
        }
        placeSections()
        composition.followsOffset =
            composition.boundaries.contains(where: \.item.pinToVisibleBounds)
            || composition.sections.contains { placed in
                placed.boundaries.contains(where: \.item.pinToVisibleBounds)
                    || placed.solution.section.visibleItemsInvalidationHandler != nil
            }
    }

    private func solveSections(_ view: UICollectionView) {
        let old = composition.sections.map(\.solution.measured)
        let update = takeNewUpdate()
        if let update {
            composition.boundarySizes = Dictionary(
                composition.boundarySizes.compactMap { key, size in update.newKey(of: key).map { ($0, size) } }
            ) { first, _ in first }
        }
        var measured: [Int: [Int: CGSize]] = [:]
        for (section, sizes) in old.enumerated() {
            for (item, size) in sizes {
                let path = IndexPath(item: item, section: section)
                guard let new = update == nil ? path : update?.newPath(of: path) else { continue }
                measured[new.section, default: [:]][new.item] = size
            }
        }
        let environment = LayoutEnvironment(LayoutContainer(composition.container), view.traitCollection)
        composition.environment = environment
        composition.sections = (0..<view.numberOfSections).map { number in
            guard let section = section(number, environment) else {
                ListInconsistency("section provider returned nil for section \(number), which has to have one").raise()
            }
            let sizes = (measured[number] ?? [:]).filter { $0.key < view.numberOfItems(inSection: number) }
            return solve(section, number, view: view, measured: sizes)
        }
        let lists = composition.sections.compactMap(\.solution.section.list?.configuration)
        composition.listColor = lists.first?.shownBackground
        composition.hasSwipes = lists.contains { list in
            list.leadingSwipeActionsConfigurationProvider != nil
                || list.trailingSwipeActionsConfigurationProvider != nil
        }
        composition.boundaries = boundaries(configuration.boundarySupplementaryItems) { IndexPath(index: $0) }
        composition.followsContent =
            composition.sections.contains {
                $0.solution.section.group.followsContent
                    || $0.boundaries.contains { !$0.item.layoutSize.sizingAxes.isEmpty }
            }
            || composition.boundaries.contains { !$0.item.layoutSize.sizingAxes.isEmpty }
    }

    private func solve(
        _ section: NSCollectionLayoutSection, _ number: Int, view: UICollectionView, measured: [Int: CGSize]
    ) -> CompositionState.Placed {
        let isOrthogonal = section.orthogonalScrollingBehavior != .none
        let insets = insets(of: section, view)
        let container = CGSize(
            width: max(0, composition.container.width - insets.leading - insets.trailing),
            height: composition.isHorizontal
                ? max(0, composition.container.height - insets.top - insets.bottom) : composition.container.height)
        let solution = SectionSolution(
            section, count: view.numberOfItems(inSection: number), container: container, insets: insets,
            isHorizontal: composition.isHorizontal != isOrthogonal, measured: measured, traits: view.traitCollection)
        var placed = CompositionState.Placed(
            solution: solution,
            boundaries: boundaries(section.boundarySupplementaryItems) { IndexPath(item: $0, section: number) })
        placed.isOrthogonal = isOrthogonal
        let along = (insets.leading, insets.trailing, insets.top, insets.bottom)
        (placed.insetBefore, placed.insetAfter) = composition.isHorizontal ? (along.0, along.1) : (along.2, along.3)
        (placed.leadingPad, placed.trailingPad) = composition.isHorizontal ? (along.2, along.3) : (along.0, along.1)
        if section.orthogonalScrollingBehavior == .groupPagingCentered {
            // Padding centers the first and the last group, too.
            let breadth = composition.isHorizontal ? composition.container.height : composition.container.width
            let pad = max(0, (breadth - solution.usualGroupLength) / 2)
            (placed.leadingPad, placed.trailingPad) = (pad, pad)
        }
        return placed
    }

    private func insets(of section: NSCollectionLayoutSection, _ view: UICollectionView) -> NSDirectionalEdgeInsets {
        var reference = section.contentInsetsReference
        if reference == .automatic { reference = configuration.contentInsetsReference }
        var insets = section.contentInsets
        let added: UIEdgeInsets
        switch reference {
        case .none: return insets
        case .automatic, .safeArea: added = view.safeAreaInsets
        case .layoutMargins: added = view.layoutMargins
        case .readableContent:
            let frame = view.readableContentGuide.layoutFrame
            added = UIEdgeInsets(
                top: 0, left: max(0, frame.minX - view.bounds.minX), bottom: 0,
                right: max(0, view.bounds.maxX - frame.maxX))
        }
        // Along the scroll direction, the scroll view's own insets already include the safe area.
        if composition.isHorizontal {
            insets.top += added.top
            insets.bottom += added.bottom
        } else {
            insets.leading += added.left
            insets.trailing += added.right
        }
        return insets
    }

    private func boundaries(
        _ items: [NSCollectionLayoutBoundarySupplementaryItem], path: (Int) -> IndexPath
    ) -> [CompositionState.Boundary] {
        var numbers: [String: Int] = [:]
        return items.map { item in
            let number = numbers[item.elementKind, default: 0]
            numbers[item.elementKind] = number + 1
            let isFooter = composition.isHorizontal ? item.alignment.isTrailing : item.alignment.isBottom
            return CompositionState.Boundary(item: item, path: path(number), size: .zero, isFooter: isFooter)
        }
    }

    // MARK: Places

    private func placeSections() {
        let whole = composition.container
        composition.boundaries = composition.boundaries.map { sized($0, in: whole) }
        composition.headerLength = length(of: composition.boundaries, areFooters: false)
        composition.footerLength = length(of: composition.boundaries, areFooters: true)
        var start = composition.headerLength
        for index in composition.sections.indices {
            if index > 0 { start += configuration.interSectionSpacing }
            composition.sections[index].solution.settle()
            let solution = composition.sections[index].solution
            let room = solution.section.supplementariesFollowContentInsets ? solution.container : whole
            composition.sections[index].boundaries = composition.sections[index].boundaries.map { sized($0, in: room) }
            let boundaries = composition.sections[index].boundaries
            composition.sections[index].headerLength = length(of: boundaries, areFooters: false)
            composition.sections[index].footerLength = length(of: boundaries, areFooters: true)
            composition.sections[index].start = start
            composition.sections[index].headerLength += solution.section.spaceBefore
            start = composition.sections[index].end
        }
    }

    private func sized(_ boundary: CompositionState.Boundary, in container: CGSize) -> CompositionState.Boundary {
        var (boundary, size) = (boundary, boundary.item.layoutSize.size(in: container))
        let key = ElementKey(
            category: .supplementaryView, kind: boundary.item.elementKind, indexPath: boundary.path)
        if let known = composition.boundarySizes[key] {
            let free = boundary.item.layoutSize.sizingAxes
            if free.contains(.width) { size.width = known.width }
            if free.contains(.height) { size.height = known.height }
        }
        boundary.size = size
        return boundary
    }

    /// Returns the length that headers or footers occupy.
    private func length(of boundaries: [CompositionState.Boundary], areFooters: Bool) -> CGFloat {
        boundaries.filter { boundary in
            let isAtEdge =
                composition.isHorizontal
                ? boundary.item.alignment.isLeading || boundary.item.alignment.isTrailing
                : boundary.item.alignment.isTop || boundary.item.alignment.isBottom
            return isAtEdge && boundary.isFooter == areFooters && boundary.item.extendsBoundary
        }.map { composition.isHorizontal ? $0.size.width : $0.size.height }.max() ?? 0
    }
}
