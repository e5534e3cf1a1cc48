import TileLayers
import TileLayout

// Between two layouts changes of constraints are only noted: views that hold what changed are marked, and those above
// them are told. Before layout, a pass over what is marked calls `updateConstraints()`, from the leaves up, and then
// solves the engines that have something to do.

extension UIView {
    /// Whether the pass has anything to do here or below.
    private var isMarkedForConstraints: Bool { needsUpdates || needsSolution }

    private var needsUpdates: Bool { !flags.isDisjoint(with: .updateMarks) }

    private var needsSolution: Bool { !flags.isDisjoint(with: .constraintMarks) }

    /// Tells those above of marks here, after the view came into another superview.
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

    /// The view at the top of the tree: a window, as a rule.
    private var top: UIView {
        var view = self
        while let parent = view.parent { view = parent }
        return view
    }

    /// Brings the constraints of the whole tree up to date.
    func updateConstraintsOfTree() { top.updateConstraintsBelow() }

    /// Brings the constraints here and below up to date. A layout of its own, in a view whose frame the next layout may
    /// set, waits for that.
    func updateConstraintsBelow() {
        guard isMarkedForConstraints else { return }
        callUpdates()
        solveLayouts(.ready)
    }

    /// Brings the constraints of the view's own layout up to date, on the way down at layout.
    func updateConstraintsForLayout() {
        guard isMarkedForConstraints else { return }
        callUpdates()
        solveLayouts(.own)
    }

    /// A call may ask for another; one that always does is left for the next layout.
    private func callUpdates() {
        for _ in 0..<Self.mostUpdates where needsUpdates {
            callUpdateConstraints()
        }
    }

    /// Which layouts within a layout are solved with it.
    private enum Reach {
        case own
        /// Those of views that no layout is about to place.
        case ready
    }

    private func solveLayouts(_ reach: Reach) {
        guard needsSolution else { return }
        var engines: [LayoutEngine] = []
        let root = layoutRoot
        (reach == .own ? root : self).gatherConstraints(root, reach, &engines)
        let top = top
        for engine in engines {
            engine.isQueued = false
            engine.solve()
            if engine.root !== top { top.layoutNode.warmLayouts.note(engine) }
        }
    }

    private static let mostUpdates = 8

    func callUpdateConstraintsForFitting() {
        if needsUpdates { callUpdateConstraints() }
    }

    private func callUpdateConstraints() {
        if flags.contains(.updateConstraintsBelow) {
            flags.remove(.updateConstraintsBelow)
            for child in children where child.parent === self { child.callUpdateConstraints() }
        }
        if flags.contains(.needsUpdateConstraints) {
            flags.remove(.needsUpdateConstraints)
            if let manager = rare?.manager { manager.updateViewConstraints() } else { updateConstraints() }
        }
    }

    /// Whether what is in it is laid out apart from what it is in.
    var isLayoutRoot: Bool {
        guard parent != nil else { return true }
        return flags.contains(.placedByFrame) && (rare?.layout?.crossings ?? 0) == 0
    }

    /// The view whose engine solves what is in this one; itself if it is a layout's root.
    private var layoutRoot: UIView {
        var view = self
        while !view.isLayoutRoot, let parent = view.parent { view = parent }
        return view
    }

    /// Gives the engines what is marked.
    ///
    /// - Parameters:
    ///   - root: the view whose layout this one belongs to.
    ///   - reach: which layouts of their own, further down, are gathered too.
    private func gatherConstraints(_ root: UIView, _ reach: Reach, _ engines: inout [LayoutEngine]) {
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
        // Who is marked for constraints is for layout too: so few of many are found at once.
        layer.forEachMarkedChild { layer in
            // Only views own layers; asking for the type would take longer than all else that is done for most of them.
            guard let child = layer.owner.map({ unsafeDowncast($0 as AnyObject, to: UIView.self) }),
                child.parent === self,
                child.needsSolution
            else { return }
            if !child.isLayoutRoot {
                child.gatherConstraints(root, reach, &engines)
            } else if reach == .ready, isSettled {
                child.gatherConstraints(child, reach, &engines)
            }
            if child.needsSolution { isAnyLeft = true }
        }
        flags.set(.constraintsBelow, isAnyLeft)
    }

    /// If the view's layout has become a part of another, or has become one of its own, all in it is to be told.
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

    /// Marks all that belongs to another engine, down to layouts of their own.
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
    /// Takes what has changed of a node.
    func update(_ node: LayoutNode) {
        let needs = node.needs
        node.needs = []
        if let home = node.home, home !== self {
            home.drop(node)
            node.home = nil
        }
        // What it holds is in its engine, whether or not it is itself.
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

    /// A view that nothing names has a place only if its content wants one.
    func takeIfContentWants(_ view: UIView, _ node: LayoutNode) {
        let size = view.intrinsicContentSize
        if size.width >= 0 || size.height >= 0 { _ = member(of: node) }
    }

    /// Finds what is wanted, and marks the views whose subviews have come to lie elsewhere.
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
                // What is placed by its frame does not move by constraints.
                if !view.flags.contains(.placedByFrame) { view.parent?.setNeedsLayout() }
            } else {
                node.guide?.owningView?.setNeedsLayout()
            }
        }
    }
}
