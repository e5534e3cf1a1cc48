import Foundation
import TileDrawing
import TileLayout

/// What a view, or a guide, has to do with constraints; made when the first one names it.
final class LayoutNode {
    /// Whose it is: one of the two, until that is gone.
    unowned(unsafe) private(set) var view: UIView?
    unowned(unsafe) private(set) var guide: UILayoutGuide?

    /// The constraints that the view holds, in the order of their activation.
    var owned = ConstraintList()
    /// Those that name it, wherever they are held.
    var mentions = ConstraintList()
    /// How many constraints from above the view name it, or something in it: while there are any, the superview's
    /// layout and the view's are one.
    var crossings = 0
    /// Constraints that the view holds, or held, which have changed since the last layout.
    var changed: [NSLayoutConstraint] = []

    /// Where its variables are.
    var home: LayoutEngine?
    /// Solves the view's layout where no constraint from above reaches into it.
    var engine: LayoutEngine?
    /// Of the view at the top of a tree: the layouts within it whose solutions are kept.
    var warmLayouts = WarmLayouts()

    var needs: Needs = []
    var hugging = ContentPriorities.low
    var compressionResistance = ContentPriorities.high

    /// The view's margins as constraints last measured from them.
    var knownMargins: UIEdgeInsets?
    /// How far within its view's edges a guide was that follows it, when constraints were last told.
    var knownInsets: UIEdgeInsets?
    /// Whether constraints measure from lines of its text.
    var isBaselineKnown = false

    /// What is to be looked at anew at the next layout.
    struct Needs: OptionSet {
        let rawValue: UInt8

        /// The content's size, or how much it matters.
        static let contentSize = Needs(rawValue: 1 << 0)
        /// Where a view is that is placed by its frame.
        static let frame = Needs(rawValue: 1 << 1)
        /// Margins, safe area, insets and baselines: what constraints measure beside the variables.
        static let offsets = Needs(rawValue: 1 << 2)
        /// All constraints that it holds.
        static let constraints = Needs(rawValue: 1 << 3)
        /// Which engine it belongs to.
        static let home = Needs(rawValue: 1 << 4)
    }

    init(_ view: UIView) {
        self.view = view
        hugging = type(of: view).standardHugging
    }

    init(_ guide: UILayoutGuide) { self.guide = guide }

    /// The node of what a program names in a constraint; traps for what is neither a view nor a guide.
    static func of(_ item: Any) -> LayoutNode {
        if let view = item as? UIView { return view.layoutNode }
        guard let guide = item as? UILayoutGuide else {
            preconditionFailure("a constraint is of views and layout guides, and \(type(of: item)) is neither")
        }
        return guide.layoutNode
    }

    var item: AnyObject? { view ?? guide }

    /// The view that it is, or that the guide is in.
    var container: UIView? { view ?? guide?.owningView }

    /// The item goes.
    func leave() {
        engine?.isAbandoned = true
        if let home { home.drop(self) }
        (home, engine) = (nil, nil)
        // Constraints keep their nodes: what is left of them here would keep itself.
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

    /// Notes in all views above that there is a node.
    func markNodes() {
        var view = self
        while !view.flags.contains(.nodesBelow) {
            view.flags.insert(.nodesBelow)
            guard let parent = view.parent else { return }
            view = parent
        }
    }

    /// Has the next layout look at what constraints of the view have changed.
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

/// How much the size of a view's content matters.
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
