import Foundation
import TileLayers

/// A minimal set of required constraints that contradict one another: without any one of them, the others can hold.
struct LayoutConflict {
    let rivals: [NSLayoutConstraint]
    /// The constraint that is broken. As measured in UIKit, it is the one with the item that comes last in its tree,
    /// breadth first. The order in which constraints were created and activated has no influence.
    let victim: NSLayoutConstraint

    init(_ rivals: [NSLayoutConstraint]) {
        self.rivals = rivals
        victim = rivals.map { ($0, Rank($0)) }.max { $0.1 < $1.1 }!.0
    }

    /// Logs the conflict in UIKit's format.
    func log() {
        var text = "Unable to simultaneously satisfy constraints.\n(\n"
        text += rivals.map { "    \"\($0.logText)\"" }.joined(separator: ",\n")
        text += "\n)\n\nWill attempt to recover by breaking constraint\n\(victim.logText)\n\n"
        text += "Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger."
        alertForUnsatisfiableConstraints()
        FrameLog.write(text)
    }

    /// The order in which constraints are chosen to be broken: the greatest is.
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

/// The position of an item in its tree, breadth first. A view's guides come after its subviews.
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
    /// The attribute that other constraints use for the same part.
    var attribute: NSLayoutConstraint.Attribute {
        switch self {
        case .x, .scrolledX: .left
        case .y, .scrolledY: .top
        case .width: .width
        case .height: .height
        }
    }
}

/// A function for symbolic breakpoints, which is called at each conflict.
@_cdecl("UIViewAlertForUnsatisfiableConstraints")
@inline(never)
func alertForUnsatisfiableConstraints() {}
