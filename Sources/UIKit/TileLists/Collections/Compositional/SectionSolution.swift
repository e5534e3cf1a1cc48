import Foundation
import TileDrawing
import TileGeometry

/// The positions of the parts of one section in a compositional layout. Lengths are along the direction in which the
/// groups follow each other. Positions are relative to the section's start.
struct SectionSolution {
    let section: NSCollectionLayoutSection
    let count: Int
    /// The size of the container in which the groups are laid out.
    let container: CGSize
    let insets: NSDirectionalEdgeInsets
    /// Whether groups follow each other horizontally.
    let isHorizontal: Bool
    private let traits: UITraitCollection
    /// The solution of a group before any view has reported its size.
    let template: GroupSolution
    let perGroup: Int
    let groupCount: Int
    private let followsContent: Bool
    /// The preferred sizes of views, by item.
    private(set) var measured: [Int: CGSize]
    /// The start of each group; empty while all groups have the same length.
    private var starts: [CGFloat] = []
    private var solved: [Int: GroupSolution] = [:]
    /// The first group whose size has changed since the groups were positioned.
    private var unsettled: Int?

    init(
        _ section: NSCollectionLayoutSection, count: Int, container: CGSize, insets: NSDirectionalEdgeInsets,
        isHorizontal: Bool, measured: [Int: CGSize], traits: UITraitCollection
    ) {
        (self.section, self.count, self.container, self.insets) = (section, count, container, insets)
        (self.isHorizontal, self.measured, self.traits) = (isHorizontal, measured, traits)
        template = GroupSolver(measured: { _ in nil }, traits: traits).solve(section.group, in: container)
        perGroup = max(1, template.leaves.count)
        groupCount = template.leaves.isEmpty ? 0 : (count + perGroup - 1) / perGroup
        followsContent = section.group.followsContent
        if followsContent, !measured.isEmpty { measure(from: 0) }
    }

    private func length(_ solution: GroupSolution) -> CGFloat {
        max(0, isHorizontal ? solution.size.width : solution.size.height)
    }

    // MARK: Measured views

    /// Records the preferred size of an item's view. Positions are updated by `settle()`.
    mutating func note(_ size: CGSize, of item: Int) {
        measured[item] = size
        let group = item / perGroup
        guard group < groupCount else { return }
        resolve(group)
        unsettled = min(unsettled ?? group, group)
    }

    /// Updates the positions of the groups after sizes have changed.
    ///
    /// - Complexity: O(n) additions for n groups after the first changed one.
    mutating func settle() {
        guard let group = unsettled else { return }
        unsettled = nil
        measure(from: group)
    }

    /// Positions the groups from the given one on. The first call also solves every group with a measured view.
    private mutating func measure(from group: Int) {
        if starts.isEmpty {
            let step = length(template) + section.interGroupSpacing
            starts = (0...groupCount).map { CGFloat($0) * step }
            for each in Set(measured.keys.map { $0 / perGroup }) where each < groupCount { resolve(each) }
            positionGroups(from: 0)
        } else {
            positionGroups(from: group)
        }
    }

    private mutating func resolve(_ group: Int) {
        let first = group * perGroup
        let (measured, traits) = (measured, traits)
        solved[group] = GroupSolver(measured: { measured[first + $0] }, traits: traits)
            .solve(section.group, in: container)
    }

    /// Positions the groups from the given one on.
    ///
    /// - Complexity: O(n) for n groups after the first changed one.
    private mutating func positionGroups(from group: Int) {
        let usual = length(template)
        for index in group..<max(group, groupCount) {
            let own = solved[index].map { length($0) } ?? usual
            starts[index + 1] = starts[index] + own + section.interGroupSpacing
        }
    }

    // MARK: Queries

    /// The total length of all groups.
    var groupsLength: CGFloat {
        guard groupCount > 0 else { return 0 }
        if let end = starts.last { return end - section.interGroupSpacing }
        return CGFloat(groupCount) * length(template) + CGFloat(groupCount - 1) * section.interGroupSpacing
    }

    /// The breadth of the largest group known so far.
    var groupsBreadth: CGFloat {
        let own = isHorizontal ? template.size.height : template.size.width
        return solved.values.reduce(solved.count == groupCount ? 0 : own) { most, each in
            max(most, isHorizontal ? each.size.height : each.size.width)
        }
    }

    var usualGroupLength: CGFloat { length(template) }

    func start(of group: Int) -> CGFloat {
        starts.isEmpty ? CGFloat(group) * (length(template) + section.interGroupSpacing) : starts[group]
    }

    func solution(of group: Int) -> GroupSolution { solved[group] ?? template }

    /// Returns the groups at least partly in a range.
    ///
    /// - Complexity: O(log n) for n groups.
    func groups(in range: ClosedRange<CGFloat>) -> Range<Int> {
        func first(where isPast: (Int) -> Bool) -> Int {
            var (low, high) = (0, groupCount)
            while low < high {
                let middle = (low + high) / 2
                if isPast(middle) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let from = first { start(of: $0) + length(solution(of: $0)) >= range.lowerBound }
        let end = first { start(of: $0) > range.upperBound }
        return from..<max(from, end)
    }

    /// Returns the leaf of an item, relative to the start of the first group.
    func leaf(of item: Int) -> GroupSolution.Leaf? {
        guard item >= 0, item < count, groupCount > 0 else { return nil }
        let group = item / perGroup
        let leaves = solution(of: group).leaves
        guard item % perGroup < leaves.count else { return nil }
        return moved(leaves[item % perGroup], to: group)
    }

    func moved(_ leaf: GroupSolution.Leaf, to group: Int) -> GroupSolution.Leaf {
        var leaf = leaf
        if isHorizontal { leaf.frame.origin.x += start(of: group) } else { leaf.frame.origin.y += start(of: group) }
        return leaf
    }
}
