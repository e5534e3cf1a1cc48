import Foundation
import TileLayers

/// Required constraints that can't all hold, none of which could be left out.
struct LayoutConflict {
    let rivals: [NSLayoutConstraint]
    /// The one that is given up: as measured of UIKit, the one of the item that comes last in its tree, breadth first.
    /// The order in which constraints were made and activated does not count.
    let victim: NSLayoutConstraint

    init(_ rivals: [NSLayoutConstraint]) {
        self.rivals = rivals
        victim = rivals.map { ($0, Rank($0)) }.max { $0.1 < $1.1 }!.0
    }

    /// Says it as UIKit does, once.
    func tell() {
        var text = "Unable to simultaneously satisfy constraints.\n(\n"
        text += rivals.map { "    \"\($0.logText)\"" }.joined(separator: ",\n")
        text += "\n)\n\nWill attempt to recover by breaking constraint\n\(victim.logText)\n\n"
        text += "Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger."
        alertForUnsatisfiableConstraints()
        FrameLog.write(text)
    }

    /// What decides which constraint is given up: the greatest.
    private struct Rank: Comparable {
        let last: ItemOrder?
        let other: ItemOrder?
        let relation: Int
        let attribute: Int
        let constant: CGFloat

        init(_ constraint: NSLayoutConstraint) {
            let nodes = constraint.nodesOfTerms.map { ($0, ItemOrder($0)) }.sorted { $0.1 > $1.1 }
            last = nodes.first?.1
            other = nodes.dropFirst().first?.1
            relation =
                switch constraint.relation {
                case .lessThanOrEqual: 2
                case .greaterThanOrEqual: 1
                case .equal: 0
                }
            let isSecondLast = constraint.second?.node === nodes.first?.0 && constraint.first?.node !== nodes.first?.0
            if let parts = constraint as? PartConstraint {
                attribute = parts.terms.first { $0.node === nodes.first?.0 }?.part.attribute.rawValue ?? 0
            } else {
                attribute = (isSecondLast ? constraint.secondAttribute : constraint.firstAttribute).rawValue
            }
            constant = isSecondLast ? -constraint.constant : constraint.constant
        }

        static func < (a: Rank, b: Rank) -> Bool {
            if a.last != b.last { return less(a.last, b.last) }
            if a.other != b.other { return less(a.other, b.other) }
            return (a.relation, a.attribute, a.constant) < (b.relation, b.attribute, b.constant)
        }

        private static func less(_ a: ItemOrder?, _ b: ItemOrder?) -> Bool {
            guard let b else { return false }
            guard let a else { return true }
            return a < b
        }
    }
}

/// Where an item is in its tree, breadth first: a view's guides come after its subviews.
private struct ItemOrder: Comparable {
    private let path: [Int]

    init(_ node: LayoutNode) {
        var path: [Int] = []
        var view = node.view
        if view == nil, let guide = node.guide, let owner = guide.owningView {
            let guides = owner.layoutGuides
            let index = guides.firstIndex { $0 === guide } ?? guides.count
            path.append(owner.children.count + index)
            view = owner
        }
        while let each = view, let parent = each.parent {
            path.append(parent.children.firstIndex { $0 === each } ?? 0)
            view = parent
        }
        self.path = path.reversed()
    }

    static func < (a: ItemOrder, b: ItemOrder) -> Bool {
        if a.path.count != b.path.count { return a.path.count < b.path.count }
        return a.path.lexicographicallyPrecedes(b.path)
    }
}

extension LayoutMember.Part {
    fileprivate var attribute: NSLayoutConstraint.Attribute {
        switch self {
        case .x, .scrolledX: .left
        case .y, .scrolledY: .top
        case .width: .width
        case .height: .height
        }
    }
}

/// Where a breakpoint stops at a conflict.
@_cdecl("UIViewAlertForUnsatisfiableConstraints")
@inline(never)
func alertForUnsatisfiableConstraints() {}
