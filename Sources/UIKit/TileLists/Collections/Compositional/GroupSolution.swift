import Foundation
import TileDrawing
import TileGeometry

/// The positions of the items of one group, in the group's coordinates.
struct GroupSolution {
    struct Leaf {
        /// The item's frame before its insets are applied.
        var frame: CGRect
        let item: NSCollectionLayoutItem?
        var zIndex = 0
        var sizingAxes: SizingAxes = []

        /// The frame of the item's view.
        var viewFrame: CGRect { item.map { frame.inset(by: $0.contentInsets, along: sizingAxes) } ?? frame }
    }

    /// A supplementary view that belongs to the group or to a nested group.
    struct Extra {
        let item: NSCollectionLayoutSupplementaryItem
        var container: CGRect
        /// The index of the first leaf of the group that the view belongs to.
        let leaf: Int
    }

    var size: CGSize
    var leaves: [Leaf] = []
    var extras: [Extra] = []
}

extension CGRect {
    /// Returns the rectangle reduced by insets, except along axes on which the view determines its own size.
    func inset(by insets: NSDirectionalEdgeInsets, along free: SizingAxes) -> CGRect {
        var rect = self
        if !free.contains(.width) {
            rect.origin.x += insets.leading
            rect.size.width = max(0, width - insets.leading - insets.trailing)
        }
        if !free.contains(.height) {
            rect.origin.y += insets.top
            rect.size.height = max(0, height - insets.top - insets.bottom)
        }
        return rect
    }
}

/// Computes the positions of a group's items.
struct GroupSolver {
    /// Returns the preferred size of the view with a leaf index in the group.
    let measured: (Int) -> CGSize?
    let traits: UITraitCollection

    /// The maximum number of items in a group. Items of zero length would otherwise repeat without end.
    private static let mostItems = 1000
    private static let tolerance: CGFloat = 1e-3

    func solve(_ group: NSCollectionLayoutGroup, in container: CGSize) -> GroupSolution {
        solve(group, in: container, firstLeaf: 0)
    }

    private func solve(_ group: NSCollectionLayoutGroup, in container: CGSize, firstLeaf: Int) -> GroupSolution {
        let size = group.layoutSize.size(in: container)
        if case .custom(let provider) = group.arrangement { return custom(group, provider, size: size) }
        let isHorizontal = group.isHorizontal
        var solution = line(group, size: size, firstLeaf: firstLeaf)
        // A size across the group that depends on the content is known only now.
        let free = group.layoutSize.sizingAxes
        if free.contains(isHorizontal ? .height : .width) {
            var grown = size
            let breadth = contentBreadth(solution, isHorizontal)
            if isHorizontal { grown.height = breadth } else { grown.width = breadth }
            if grown != size { solution = line(group, size: grown, firstLeaf: firstLeaf) }
            solution.size = grown
        }
        if free.contains(isHorizontal ? .width : .height) {
            let insets = group.contentInsets
            if isHorizontal {
                solution.size.width = (solution.leaves.map(\.frame.maxX).max() ?? 0) + insets.trailing
            } else {
                solution.size.height = (solution.leaves.map(\.frame.maxY).max() ?? 0) + insets.bottom
            }
        }
        for item in group.supplementaryItems {
            solution.extras.append(
                GroupSolution.Extra(item: item, container: CGRect(origin: .zero, size: solution.size), leaf: 0))
        }
        return solution
    }

    private func contentBreadth(_ solution: GroupSolution, _ isHorizontal: Bool) -> CGFloat {
        let breadths = solution.leaves.compactMap { leaf -> CGFloat? in
            let size = leaf.item?.layoutSize
            let dimension = isHorizontal ? size?.heightDimension : size?.widthDimension
            // Fractions of the group's own breadth don't determine it.
            let isPart = isHorizontal ? dimension?.isFractionalHeight : dimension?.isFractionalWidth
            return isPart == true ? nil : isHorizontal ? leaf.frame.maxY : leaf.frame.maxX
        }
        return breadths.max() ?? (isHorizontal ? solution.size.height : solution.size.width)
    }

    private func custom(
        _ group: NSCollectionLayoutGroup, _ provider: NSCollectionLayoutGroupCustomItemProvider, size: CGSize
    ) -> GroupSolution {
        let environment = LayoutEnvironment(LayoutContainer(size, insets: group.contentInsets), traits)
        var solution = GroupSolution(size: size)
        solution.leaves = provider(environment).map { place in
            GroupSolution.Leaf(frame: place.frame, item: nil, zIndex: place.zIndex)
        }
        return solution
    }

    // MARK: A line of items

    /// An item of a line, complete except for its position along the line.
    private struct Part {
        var content: GroupSolution
        var length: CGFloat
        var before: CGFloat
        var after: CGFloat
        var flexibles: Int
        let isFlexibleBefore: Bool
        let across: CGFloat
    }

    private func line(_ group: NSCollectionLayoutGroup, size: CGSize, firstLeaf: Int) -> GroupSolution {
        let (isHorizontal, insets) = (group.isHorizontal, group.contentInsets)
        let inner = CGSize(
            width: max(0, size.width - insets.leading - insets.trailing),
            height: max(0, size.height - insets.top - insets.bottom))
        let length = isHorizontal ? inner.width : inner.height
        let between = group.interItemSpacing?.spacing ?? 0
        let parts = parts(of: group, inner, length, between: between, firstLeaf: firstLeaf)
        var used = between * CGFloat(max(0, parts.count - 1))
        for part in parts { used += part.before + part.length + part.after }
        // Flexible spaces share the remaining length.
        var flexibles = parts.reduce(0) { $0 + $1.flexibles }
        let growsBetween = group.interItemSpacing?.isFlexibleSpacing == true
        if growsBetween { flexibles += max(0, parts.count - 1) }
        let share = flexibles > 0 ? max(0, length - used) / CGFloat(flexibles) : 0
        var solution = GroupSolution(size: size)
        var place = isHorizontal ? insets.leading : insets.top
        for (index, part) in parts.enumerated() {
            if index > 0 { place += between + (growsBetween ? share : 0) }
            place += part.before + (part.isFlexibleBefore ? share : 0)
            let origin =
                isHorizontal
                ? CGPoint(x: place, y: insets.top + part.across)
                : CGPoint(x: insets.leading + part.across, y: place)
            solution.add(part.content, at: origin)
            place += part.length + part.after
            if part.flexibles > (part.isFlexibleBefore ? 1 : 0) { place += share }
        }
        return solution
    }

    private func parts(
        of group: NSCollectionLayoutGroup, _ inner: CGSize, _ length: CGFloat, between: CGFloat, firstLeaf: Int
    ) -> [Part] {
        let isHorizontal = group.isHorizontal
        guard !group.subitems.isEmpty else { return [] }
        let followsContent = group.layoutSize.sizingAxes.contains(isHorizontal ? .width : .height)
        let equal = group.count.map { (length - between * CGFloat($0 - 1)) / CGFloat($0) }
        var (parts, used, leaf): ([Part], CGFloat, Int) = ([], 0, firstLeaf)
        while parts.count < Self.mostItems {
            if let count = group.count, parts.count == count { break }
            if followsContent, group.count == nil, parts.count == group.subitems.count { break }
            let item = group.subitems[parts.count % group.subitems.count]
            let part = part(
                item, inner, isHorizontal: isHorizontal, equal: followsContent ? nil : equal.map { max(0, $0) },
                leaf: leaf)
            let needed = part.before + part.length + part.after + (parts.isEmpty ? 0 : between)
            if group.count == nil, !followsContent, !parts.isEmpty, used + needed > length + Self.tolerance { break }
            used += needed
            leaf += part.content.leaves.count
            parts.append(part)
        }
        return uniform(parts, isHorizontal)
    }

    private func part(
        _ item: NSCollectionLayoutItem, _ inner: CGSize, isHorizontal: Bool, equal: CGFloat?, leaf: Int
    ) -> Part {
        var content: GroupSolution
        if let group = item as? NSCollectionLayoutGroup {
            content = solve(group, in: inner, firstLeaf: leaf)
        } else {
            var size = item.layoutSize.size(in: inner)
            let free = item.layoutSize.sizingAxes
            if !free.isEmpty, let preferred = measured(leaf) {
                if free.contains(.width) { size.width = preferred.width }
                if free.contains(.height) { size.height = preferred.height }
            }
            if let equal { if isHorizontal { size.width = equal } else { size.height = equal } }
            content = GroupSolution(size: size)
            content.leaves = [
                GroupSolution.Leaf(frame: CGRect(origin: .zero, size: size), item: item, sizingAxes: free)
            ]
        }
        let edges = item.edgeSpacing
        let (before, after) = isHorizontal ? (edges?.leading, edges?.trailing) : (edges?.top, edges?.bottom)
        let across = (isHorizontal ? edges?.top : edges?.leading)?.spacing ?? 0
        return Part(
            content: content, length: isHorizontal ? content.size.width : content.size.height,
            before: before?.spacing ?? 0, after: after?.spacing ?? 0,
            flexibles: (before?.isFlexibleSpacing == true ? 1 : 0) + (after?.isFlexibleSpacing == true ? 1 : 0),
            isFlexibleBefore: before?.isFlexibleSpacing == true, across: across)
    }

    /// Enlarges items with uniform dimensions to the largest of their siblings.
    private func uniform(_ parts: [Part], _ isHorizontal: Bool) -> [Part] {
        func isUniform(_ part: Part) -> (width: Bool, height: Bool) {
            guard part.content.leaves.count == 1, let size = part.content.leaves[0].item?.layoutSize else {
                return (false, false)
            }
            return (size.widthDimension.isUniformAcrossSiblings, size.heightDimension.isUniformAcrossSiblings)
        }
        let widest = parts.filter { isUniform($0).width }.map(\.content.size.width).max()
        let highest = parts.filter { isUniform($0).height }.map(\.content.size.height).max()
        guard widest != nil || highest != nil else { return parts }
        return parts.map { part in
            var part = part
            let grows = isUniform(part)
            if grows.width, let widest { part.content.size.width = widest }
            if grows.height, let highest { part.content.size.height = highest }
            guard grows.width || grows.height else { return part }
            part.content.leaves[0].frame.size = part.content.size
            part.length = isHorizontal ? part.content.size.width : part.content.size.height
            return part
        }
    }
}

extension GroupSolution {
    fileprivate mutating func add(_ other: GroupSolution, at origin: CGPoint) {
        let first = leaves.count
        for var leaf in other.leaves {
            leaf.frame.origin.x += origin.x
            leaf.frame.origin.y += origin.y
            leaves.append(leaf)
        }
        for extra in other.extras {
            extras.append(
                Extra(
                    item: extra.item, container: extra.container.offsetBy(dx: origin.x, dy: origin.y),
                    leaf: extra.leaf + first))
        }
    }
}

extension NSCollectionLayoutGroup {
    final var isHorizontal: Bool {
        if case .vertical = arrangement { return false }
        return true
    }

    /// Whether the size of the group, or of anything in it, depends on its content.
    final var followsContent: Bool {
        !layoutSize.sizingAxes.isEmpty
            || subitems.contains { item in
                (item as? NSCollectionLayoutGroup)?.followsContent ?? !item.layoutSize.sizingAxes.isEmpty
            }
    }
}
