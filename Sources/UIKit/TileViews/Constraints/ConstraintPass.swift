import TileLayers
import TileLayout

// Between two layouts, changes of constraints are only recorded: the views that hold changed constraints are marked,
// and so are their superviews. Before layout, a pass over the marked views calls `updateConstraints()`, from the leaves
// up, and then solves the engines with changes.

extension UIView {
    /// A Boolean value that indicates whether the pass has work in this view or below.
    private var isMarkedForConstraints: Bool { needsUpdates || needsSolution }

    private var needsUpdates: Bool { !flags.isDisjoint(with: .updateMarks) }

    private var needsSolution: Bool { !flags.isDisjoint(with: .constraintMarks) }

    /// Propagates the view's marks to its new superviews after it moved in the hierarchy.
    func passConstraintMarksOn() {
        if needsUpdates {
            tellConstraintsBelow(.updateConstraintsBelow)
        }
        if needsSolution { tellConstraintsBelow(.constraintsBelow) }
        if flags.contains(.nodesBelow) { markNodes() }
    }

    func markForUpdate() {
        flags.insert(.needsUpdateConstraints)
        tellConstraintsBelow(.updateConstraintsBelow)
        setNeedsLayout()
    }

    /// The root of the view tree, usually a window.
    private var top: UIView {
        var view = self
        while let parent = view.parent { view = parent }
        return view
    }

    /// Makes the requested updates of properties and updates the constraints of the whole tree.
    func updateConstraintsOfTree() {
        let top = top
        top.updateRequestedProperties()
        top.updateConstraintsBelow()
    }

    /// Updates the constraints of this view and those below. A separate layout in a view with a frame that the next
    /// layout may set is postponed until then.
    func updateConstraintsBelow() {
        guard isMarkedForConstraints else { return }
        callUpdates()
        solveLayouts(.ready)
    }

    /// Updates the constraints of the view's own layout, on the way down during layout.
    func updateConstraintsForLayout() {
        guard isMarkedForConstraints else { return }
        callUpdates()
        solveLayouts(.own)
    }

    /// Calls `updateConstraints()` where it is due. A call may request another; one that always does is postponed to
    /// the next layout after `mostUpdates` rounds.
    private func callUpdates() {
        for _ in 0..<Self.mostUpdates where needsUpdates {
            callUpdateConstraints()
        }
    }

    /// The separate layouts inside a layout that are solved along with it.
    private enum Reach {
        case own
        /// The layouts of views that no pending layout is about to place.
        case ready
    }

    private func solveLayouts(_ reach: Reach) {
        guard needsSolution else { return }
        var engines: [LayoutEngine] = []
        let root = layoutRoot
        (reach == .own ? root : self).gatherConstraints(root, reach: reach, into: &engines)
        let top = top
        for engine in engines {
            engine.isQueued = false
            engine.solve()
            if engine.root !== top { top.layoutNode.warmLayouts.note(engine) }
        }
    }

    private static let mostUpdates = 8

    func callUpdateConstraintsForFitting() {
        if flags.contains(.needsUpdateProperties) || hasPropertyRequests { updateAllProperties() }
        if needsUpdates { callUpdateConstraints() }
    }

    private func callUpdateConstraints() {
        if flags.contains(.updateConstraintsBelow) {
            flags.remove(.updateConstraintsBelow)
            for child in children where child.parent === self { child.callUpdateConstraints() }
        }
        if flags.contains(.needsUpdateConstraints) {
            flags.remove(.needsUpdateConstraints)
            if let manager = rare?.manager { return manager.updateManagedConstraints() }
            tracking(.constraints) {
                $0.setNeedsUpdateConstraints()
            } _: {
                updateConstraints()
            }
        }
    }

    /// A Boolean value that indicates whether the view's content is laid out separately from its superview.
    var isLayoutRoot: Bool {
        guard parent != nil else { return true }
        return flags.contains(.placedByFrame) && (rare?.layout?.crossings ?? 0) == 0
    }

    /// The view with the engine that solves this view's content: the view itself if it is the root of a layout.
    private var layoutRoot: UIView {
        var view = self
        while !view.isLayoutRoot, let parent = view.parent { view = parent }
        return view
    }

    /// Passes marked views to their engines.
    ///
    /// - Parameters:
    ///   - root: The root of the layout that this view belongs to.
    ///   - reach: The separate layouts further down that are also gathered.
    private func gatherConstraints(_ root: UIView, reach: Reach, into engines: inout [LayoutEngine]) {
        if flags.contains(.constraintsMarked) {
            flags.remove(.constraintsMarked)
            if let node = rare?.layout {
                if node.needs.contains(.home) { bringHome(node, root) }
                let engine = root.ownEngine
                engine.warm()
                engine.update(node)
                for guide in rare?.guides ?? [] { if let node = guide.node { engine.update(node) } }
                for guide in rare?.systemGuides ?? [] { if let node = guide.node { engine.update(node) } }
                if !engine.isQueued {
                    engine.isQueued = true
                    engines.append(engine)
                }
            }
        }
        guard flags.contains(.constraintsBelow) else { return }
        var isAnyLeft = false
        let isSettled = !layer.needsLayout()
        // Views that are marked for constraints are also marked for layout, so the few marked among many are found
        // quickly.
        layer.forEachMarkedChild { layer in
            // Only views own layers. Checking the type would take longer than the rest of the work for most children.
            guard let child = layer.owner.map({ unsafeDowncast($0 as AnyObject, to: UIView.self) }),
                child.parent === self,
                child.needsSolution
            else { return }
            if !child.isLayoutRoot {
                child.gatherConstraints(root, reach: reach, into: &engines)
            } else if reach == .ready, isSettled {
                child.gatherConstraints(child, reach: reach, into: &engines)
            }
            if child.needsSolution { isAnyLeft = true }
        }
        flags.set(.constraintsBelow, isAnyLeft)
    }

    /// Updates the layout's root. If the view's layout was merged into another or became separate, everything in it
    /// must be registered with the new engine.
    private func bringHome(_ node: LayoutNode, _ root: UIView) {
        node.needs.remove(.home)
        let engine = root.ownEngine
        if root !== self, node.engine != nil {
            node.engine?.isAbandoned = true
            node.engine = nil
            leaveHome(to: engine)
        } else if let home = node.home, home !== engine {
            leaveHome(to: engine)
        }
    }

    /// Marks everything that belongs to another engine, down to the roots of separate layouts.
    private func leaveHome(to engine: LayoutEngine) {
        if let node = rare?.layout, node.home !== engine {
            node.needs.insert(.constraints)
            flags.insert(.constraintsMarked)
        }
        for child in children where child.flags.contains(.nodesBelow) && !child.isLayoutRoot {
            child.leaveHome(to: engine)
            if child.needsSolution {
                flags.insert(.constraintsBelow)
            }
        }
    }

    private var ownEngine: LayoutEngine {
        let node = layoutNode
        if let engine = node.engine { return engine }
        let engine = LayoutEngine(self)
        node.engine = engine
        return engine
    }
}

extension LayoutEngine {
    /// Applies the recorded changes of a node.
    func update(_ node: LayoutNode) {
        let needs = node.needs
        node.needs = []
        if let home = node.home, home !== self {
            home.drop(node)
            node.home = nil
        }
        // The constraints that a view holds are in its engine even if the view itself is not.
        let isNew = node.home == nil
        node.home = self
        let changed = node.takeChanged()
        if isNew || needs.contains(.constraints) {
            for constraint in node.owned {
                constraint.isRemade = true
                refresh(constraint)
            }
        }
        for constraint in changed { refresh(constraint) }
        if let view = node.view, view !== root, !view.flags.contains(.placedByFrame), presentMember(of: node) == nil {
            takeIfContentWants(view, node)
        }
        guard let member = presentMember(of: node), member.isSetUp else { return }
        if needs.contains(.frame) || needs.contains(.offsets) { updateInputs(of: member) }
        if needs.contains(.contentSize) { updateContent(of: member) }
        if needs.contains(.offsets) || needs.contains(.contentSize) && node.isBaselineKnown {
            for constraint in node.mentions { remeasure(constraint) }
        }
    }

    /// Adds a view that no constraint names, if it has an intrinsic size.
    func takeIfContentWants(_ view: UIView, _ node: LayoutNode) {
        let size = view.intrinsicContentSize
        if size.width >= 0 || size.height >= 0 { _ = member(of: node) }
    }

    /// Solves the constraints and marks the superviews of views that have moved.
    func solve() {
        setUp()
        wrapLines()
        let counts = counts
        self.counts = ConstraintCounts()
        root.layer.countFrameWork {
            $0.layoutsSolved += 1
            $0.constraintsAdded += counts.added
            $0.constraintsRemoved += counts.removed
            $0.constraintsChanged += counts.changed
            $0.constraintsBroken += counts.broken
        }
        takeMoved { member in
            let node = member.node
            if let view = node.view {
                // Constraints do not move a view that is placed by its frame.
                if !view.flags.contains(.placedByFrame) { view.parent?.setNeedsLayout() }
            } else {
                node.guide?.owningView?.setNeedsLayout()
            }
        }
    }
}
