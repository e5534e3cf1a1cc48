import Foundation
import TileDrawing
import TileLayout

/// The constraint state of a view or guide. It is created when a constraint first names the item.
final class LayoutNode {
    /// The view or the guide; both are nil once the item is deallocated. `unowned(unsafe)`: the item calls `detach()`
    /// before it is deallocated.
    unowned(unsafe) private(set) var view: UIView?
    unowned(unsafe) private(set) var guide: UILayoutGuide?

    /// The constraints that the view holds, in the order of their activation.
    var owned = ConstraintList()
    /// The constraints that name the item, regardless of their holder.
    var mentions = ConstraintList()
    /// The number of constraints held above the view that name it or something in it. While it is positive, the view
    /// belongs to its superview's layout.
    var crossings = 0
    /// The constraints that the view holds, or held, and that changed since the last layout.
    var changed: [NSLayoutConstraint] = []

    /// The engine with the node's variables.
    var home: LayoutEngine?
    /// The engine of the view's own layout, used while no constraint from above reaches into it.
    var engine: LayoutEngine?
    /// The layouts in a tree that keep their solutions. Used in the node of the tree's root view.
    var warmLayouts = WarmLayouts()

    var needs: Needs = []
    var hugging = ContentPriorities.low
    var compressionResistance = ContentPriorities.high

    /// The view's margins when constraints last measured from them.
    var knownMargins: UIEdgeInsets?
    /// The insets of a guide from its view's edges when its constraints were last updated.
    var knownInsets: UIEdgeInsets?
    /// A Boolean value that indicates whether constraints measure from the baselines of its text.
    var isBaselineKnown = false

    /// The parts of a node to update at the next layout.
    struct Needs: OptionSet {
        let rawValue: UInt8

        /// The size of the content, or its priorities.
        static let contentSize = Needs(rawValue: 1 << 0)
        /// The frame of a view that is placed by it.
        static let frame = Needs(rawValue: 1 << 1)
        /// The margins, safe area, insets and baselines, which constraints measure in addition to the variables.
        static let offsets = Needs(rawValue: 1 << 2)
        /// All constraints that the view holds.
        static let constraints = Needs(rawValue: 1 << 3)
        /// The engine that the node belongs to.
        static let home = Needs(rawValue: 1 << 4)
    }

    init(_ view: UIView) {
        self.view = view
        hugging = type(of: view).standardHugging
    }

    init(_ guide: UILayoutGuide) { self.guide = guide }

    /// Returns the node of an item in a constraint. Traps if the item is neither a view nor a guide.
    static func of(_ item: Any) -> LayoutNode {
        if let view = item as? UIView { return view.layoutNode }
        guard let guide = item as? UILayoutGuide else {
            preconditionFailure("a constraint is of views and layout guides, and \(type(of: item)) is neither")
        }
        return guide.layoutNode
    }

    var item: AnyObject? { view ?? guide }

    /// The view itself, or the view that owns the guide.
    var container: UIView? { view ?? guide?.owningView }

    /// Detaches the node from its item, which is about to be deallocated.
    func detach() {
        engine?.isAbandoned = true
        if let home { home.drop(self) }
        (home, engine) = (nil, nil)
        // Constraints retain their nodes, so the lists are emptied to avoid reference cycles.
        (owned, mentions, changed) = (ConstraintList(), ConstraintList(), [])
        (view, guide) = (nil, nil)
    }

    func need(_ needs: Needs) {
        guard !self.needs.isSuperset(of: needs) else { return }
        self.needs.formUnion(needs)
        container?.markConstraints()
    }
}

extension UIView {
    var layoutNode: LayoutNode {
        if let node = rare?.layout { return node }
        let node = LayoutNode(self)
        rareState.layout = node
        markNodes()
        return node
    }

    /// Marks all superviews as containing a node.
    func markNodes() {
        var view = self
        while !view.flags.contains(.nodesBelow) {
            view.flags.insert(.nodesBelow)
            guard let parent = view.parent else { return }
            view = parent
        }
    }

    /// Schedules an update of the view's changed constraints with the next layout.
    func markConstraints() {
        flags.insert(.constraintsMarked)
        tellConstraintsBelow(.constraintsBelow)
        setNeedsLayout()
    }

    func tellConstraintsBelow(_ mark: ViewFlags) {
        var view = self
        while let parent = view.parent, !parent.flags.contains(mark) {
            parent.flags.insert(mark)
            view = parent
        }
    }
}

/// The priorities of a view's content size on both axes.
struct ContentPriorities: Equatable {
    var across: UILayoutPriority
    var down: UILayoutPriority

    static let low = ContentPriorities(across: .defaultLow, down: .defaultLow)
    static let high = ContentPriorities(across: .defaultHigh, down: .defaultHigh)

    subscript(isAcross: Bool) -> UILayoutPriority { isAcross ? across : down }

    subscript(axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        get { axis == .horizontal ? across : down }
        set { if axis == .horizontal { across = newValue } else { down = newValue } }
    }
}
