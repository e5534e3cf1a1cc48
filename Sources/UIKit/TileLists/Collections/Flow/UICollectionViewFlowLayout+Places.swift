import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

extension UICollectionViewFlowLayout {
    var pins: Bool { pinsHeaders || pinsFooters }
    private var pinsHeaders: Bool { sectionHeadersPinToVisibleBounds && collectionView?.showsAllContent != true }
    private var pinsFooters: Bool { sectionFootersPinToVisibleBounds && collectionView?.showsAllContent != true }

    private var flowDelegate: (any UICollectionViewDelegateFlowLayout)? {
        collectionView?.delegate as? any UICollectionViewDelegateFlowLayout
    }

    func noteFlow(_ context: UICollectionViewLayoutInvalidationContext) {
        let flowContext = context as? UICollectionViewFlowLayoutInvalidationContext
        let isWhole = context.invalidateEverything || context.invalidateDataSourceCounts
        if context.invalidateEverything { flow.measured = [:] }
        if isWhole || flowContext?.invalidateFlowLayoutDelegateMetrics ?? true { flow.needsMetrics = true }
        if isWhole || flowContext?.invalidateFlowLayoutAttributes ?? true { flow.needsPlaces = true }
    }

    func breadthChanges(with bounds: CGRect) -> Bool {
        guard let old = collectionView?.bounds.size else { return false }
        return scrollDirection == .horizontal ? bounds.height != old.height : bounds.width != old.width
    }

    // MARK: Preparing

    func prepareFlow() {
        guard let collectionView else { return }
        let insets = collectionView.adjustedContentInset
        let isHorizontal = scrollDirection == .horizontal
        let breadth =
            isHorizontal
            ? collectionView.bounds.height - insets.top - insets.bottom
            : collectionView.bounds.width - insets.left - insets.right
        if flow.breadth != max(0, breadth) || flow.isHorizontal != isHorizontal { flow.needsPlaces = true }
        if let update = takeNewUpdate(), !flow.measured.isEmpty {
            flow.measured = Dictionary(
                flow.measured.compactMap { path, size in update.newPath(of: path).map { ($0, size) } }
            ) { first, _ in first }
        }
        guard flow.needsPlaces || flow.needsMetrics else { return }
        flow.isHorizontal = isHorizontal
        flow.breadth = max(0, breadth)
        flow.scale = collectionView.pixelScale
        if flow.needsMetrics { flow.delegateSizes = askForSizes(collectionView) }
        positionSections(in: collectionView)
        (flow.needsMetrics, flow.needsPlaces) = (false, false)
    }

    /// Returns the delegate's item sizes by section; empty without a delegate.
    private func askForSizes(_ view: UICollectionView) -> [[CGSize]] {
        guard let delegate = flowDelegate else { return [] }
        return (0..<view.numberOfSections).map { section in
            let count = view.numberOfItems(inSection: section)
            let sizes = (0..<count).map { item in
                delegate.collectionView(
                    view, layout: self, sizeForItemAt: IndexPath(item: item, section: section))
            }
            // A single size for the whole section needs no list.
            guard let first = sizes.first, sizes.contains(where: { $0 != first }) else { return Array(sizes.prefix(1)) }
            return sizes
        }
    }

    private func positionSections(in view: UICollectionView) {
        var measured: [Int: [(Int, CGSize)]] = [:]
        for (path, size) in flow.measured { measured[path.section, default: []].append((path.item, size)) }
        flow.sections = (0..<view.numberOfSections).map { section in
            FlowSection(
                metrics(of: section, view),
                items: items(of: section, count: view.numberOfItems(inSection: section), measured[section] ?? []),
                breadth: flow.breadth)
        }
        flow.starts = [0]
        flow.starts.reserveCapacity(flow.sections.count + 1)
        for section in flow.sections { flow.starts.append(flow.length + section.length) }
    }

    private func items(of section: Int, count: Int, _ measured: [(Int, CGSize)]) -> FlowSection.Items {
        let known = section < flow.delegateSizes.count ? flow.delegateSizes[section] : []
        let standard = standardSize(known.first)
        if known.count <= 1, measured.isEmpty { return .uniform(count: count, flow.extent(standard)) }
        var extents =
            known.count == count && count > 1
            ? known.map { flow.extent(standardSize($0)) }
            : [FlowSection.Extent](repeating: flow.extent(standard), count: count)
        for (item, size) in measured where item < count { extents[item] = flow.extent(size) }
        return .measured(extents)
    }

    /// Returns the size of an item whose cell has not been measured.
    private func standardSize(_ asked: CGSize?) -> CGSize {
        let own = itemSize == Self.automaticSize ? CGSize(width: 50, height: 50) : itemSize
        guard let asked, asked != itemSize else {
            return estimatedItemSize == .zero || estimatedItemSize == Self.automaticSize ? own : estimatedItemSize
        }
        return asked == Self.automaticSize ? own : asked
    }

    private func metrics(of section: Int, _ view: UICollectionView) -> FlowSection.Metrics {
        let delegate = flowDelegate
        var inset = delegate?.collectionView(view, layout: self, insetForSectionAt: section) ?? sectionInset
        let added: UIEdgeInsets =
            switch sectionInsetReference {
            case .fromContentInset: .zero
            case .fromSafeArea: view.safeAreaInsets
            case .fromLayoutMargins: view.layoutMargins
            }
        if scrollDirection == .horizontal {
            inset.top += added.top
            inset.bottom += added.bottom
        } else {
            inset.left += added.left
            inset.right += added.right
        }
        let header =
            delegate?.collectionView(view, layout: self, referenceSizeForHeaderInSection: section)
            ?? headerReferenceSize
        let footer =
            delegate?.collectionView(view, layout: self, referenceSizeForFooterInSection: section)
            ?? footerReferenceSize
        let isHorizontal = flow.isHorizontal
        return FlowSection.Metrics(
            headerLength: flow.extent(header).length, footerLength: flow.extent(footer).length,
            insetBefore: isHorizontal ? inset.left : inset.top, insetAfter: isHorizontal ? inset.right : inset.bottom,
            insetStart: isHorizontal ? inset.top : inset.left, insetEnd: isHorizontal ? inset.bottom : inset.right,
            lineSpacing: delegate?.collectionView(view, layout: self, minimumLineSpacingForSectionAt: section)
                ?? minimumLineSpacing,
            itemSpacing: delegate?.collectionView(view, layout: self, minimumInteritemSpacingForSectionAt: section)
                ?? minimumInteritemSpacing)
    }

    // MARK: Queries

    var flowContentSize: CGSize {
        flow.isHorizontal
            ? CGSize(width: flow.length, height: flow.breadth) : CGSize(width: flow.breadth, height: flow.length)
    }

    func flowElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
        let range = flow.range(of: rect)
        var found: [UICollectionViewLayoutAttributes] = []
        for index in flow.sections(in: range) {
            let (section, start) = (flow.sections[index], flow.starts[index])
            for item in section.items(in: (range.lowerBound - start)...(range.upperBound - start)) {
                let attributes = self.item(item, of: index)
                if attributes.frame.shows(in: rect) { found.append(attributes) }
            }
            for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter] {
                if let attributes = flowSupplementary(kind, at: IndexPath(item: 0, section: index)),
                    attributes.frame.shows(in: rect)
                {
                    found.append(attributes)
                }
            }
        }
        return found
    }

    private func item(_ item: Int, of section: Int) -> UICollectionViewLayoutAttributes {
        let attributes = makeAttributes(.cell(IndexPath(item: item, section: section)))
        flow.attributesMade += 1
        let place = flow.sections[section].position(of: item)
        attributes.frame = flow.rect(
            offset: flow.starts[section] + place.offset, start: place.start, extent: place.extent)
        attributes.isEstimated = estimatedItemSize != .zero
        return attributes
    }

    func flowItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard path.count == 2, flow.sections.indices.contains(path.section),
            (0..<flow.sections[path.section].count).contains(path.item)
        else { return nil }
        return item(path.item, of: path.section)
    }

    func flowSupplementary(_ kind: String, at path: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard path.count == 2, path.item == 0, flow.sections.indices.contains(path.section) else { return nil }
        let (section, start, end) =
            (flow.sections[path.section], flow.starts[path.section], flow.starts[path.section + 1])
        let visible = flow.range(of: collectionView?.pinningBounds ?? .zero)
        var (offset, length): (CGFloat, CGFloat)
        switch kind {
        case UICollectionView.elementKindSectionHeader:
            (offset, length) = (start, section.metrics.headerLength)
            if pinsHeaders {
                let last = end - section.metrics.footerLength - length
                offset = max(offset, min(visible.lowerBound, last))
            }
        case UICollectionView.elementKindSectionFooter:
            (offset, length) = (start + section.footerOffset, section.metrics.footerLength)
            if pinsFooters {
                let first = start + section.metrics.headerLength
                offset = min(offset, max(visible.upperBound - length, first))
            }
        default: return nil
        }
        guard length > 0 else { return nil }
        let attributes = makeAttributes(ElementKey(category: .supplementaryView, kind: kind, indexPath: path))
        attributes.frame = flow.rect(
            offset: offset, start: 0, extent: FlowSection.Extent(length: length, breadth: flow.breadth))
        attributes.zIndex = 10
        return attributes
    }
}
