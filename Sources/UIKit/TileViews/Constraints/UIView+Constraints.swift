import Foundation
import TileDrawing
import TileLayers
import TileLayout

extension UIView {
    // MARK: Changes that affect constraints

    func setPlacedByFrame(_ isPlaced: Bool) {
        guard isPlaced != flags.contains(.placedByFrame) else { return }
        flags.set(.placedByFrame, isPlaced)
        parent?.setNeedsLayout()
        // A separate layout may begin or end below a view that is placed by constraints.
        layoutNode.need([.home, .frame, .contentSize])
        if let node = rare?.layout, let member = node.home?.presentMember(of: node) { node.home?.renew(member) }
    }

    /// Records that the frame has been set, for constraints, concentric corners and the edge effects below the view.
    func noteFrame() {
        noteTransform()
        guard flags.contains(.placedByFrame), let node = rare?.layout, node.home != nil else { return }
        node.need(.frame)
    }

    /// Records that the view's corners have moved, without a change of the frame that constraints know.
    func noteTransform() {
        if flags.contains(.followsCorners) { updateCorners() }
        noteOverEdge()
    }

    /// Records that the origin of the bounds has changed, which moves a scroll view's content.
    func noteScroll() {
        guard let scroll = self as? UIScrollView else { return }
        scroll.offsetFollower?(scroll)
        guard let node = rare?.layout,
            node.home?.presentMember(of: node)?.scrolled != nil
        else { return }
        node.need(.frame)
    }

    func noteContentSize() {
        guard let node = rare?.layout else { return }
        node.need(.contentSize)
    }

    func setContentPriority(
        _ priority: UILayoutPriority, _ axis: NSLayoutConstraint.Axis,
        _ path: ReferenceWritableKeyPath<LayoutNode, ContentPriorities>
    ) {
        precondition(
            priority.rawValue >= 0 && priority.rawValue <= UILayoutPriority.required.rawValue,
            "It's illegal to set priority:\(priority.rawValue). Priorities must be greater than 0 and less or equal to "
                + "UILayoutPriority.required, which is 1000.")
        let node = layoutNode
        var both = node[keyPath: path]
        both[axis] = priority
        guard both != node[keyPath: path] else { return }
        node[keyPath: path] = both
        node.need(.contentSize)
    }

    /// Schedules an update of constraints that measure from the margins or the safe area if these have changed.
    func noteGuideInsets() {
        guard let node = rare?.layout else { return }
        if let known = node.knownMargins, known != layoutMargins { node.need(.offsets) }
        for guide in rare?.systemGuides ?? [] {
            guard let node = guide.node, let known = node.knownInsets, known != insets(of: guide.kind) else { continue }
            node.need(.offsets)
        }
    }

    /// Returns the distances of a guide from the edges of its view.
    func insets(of kind: UILayoutGuide.Kind) -> UIEdgeInsets {
        let (inner, outer) = (frame(of: kind), bounds)
        return UIEdgeInsets(
            top: inner.minY - outer.minY, left: inner.minX - outer.minX, bottom: outer.maxY - inner.maxY,
            right: outer.maxX - inner.maxX)
    }

    /// Schedules an update after leading and trailing edges may have changed sides.
    func noteDirection() {
        rare?.layout?.need([.constraints, .offsets])
    }

    // MARK: Constraints for autoresizing masks

    /// The constraints that keep subviews in the places that their frames and masks determine, four for each subview
    /// that other constraints name. They exist once the view has been laid out.
    var maskConstraints: [NSLayoutConstraint] {
        guard flags.contains(.nodesBelow) else { return [] }
        return children.flatMap { child -> [NSLayoutConstraint] in
            guard child.flags.contains(.placedByFrame), let node = child.rare?.layout, let home = node.home,
                let member = home.presentMember(of: node)
            else { return [] }
            return child === home.root
                ? home.placeOfRoot() : member.inputs.filter { $0 is NSAutoresizingMaskLayoutConstraint }
        }
    }

    // MARK: Results of constraints

    /// The frame without the view's transform, which constraints ignore.
    var untransformedFrame: CGRect {
        let (size, anchor, position) = (layer.bounds.size, layer.anchorPoint, layer.position)
        return CGRect(
            x: position.x - anchor.x * size.width, y: position.y - anchor.y * size.height, width: size.width,
            height: size.height)
    }

    /// Moves the subviews that constraints place to their frames in the solution.
    func takeSolution() {
        guard flags.contains(.nodesBelow) else { return }
        for child in children where !child.flags.contains(.placedByFrame) {
            guard let node = child.rare?.layout, let rect = node.home?.alignmentRect(of: node) else { continue }
            child.applyAlignmentRect(rect)
        }
        // No superview places the root of a tree: its own constraints determine its size.
        if parent == nil, !flags.contains(.placedByFrame), let node = rare?.layout,
            let size = node.home?.determinedSize(of: node)
        {
            let size = roundToPixels(frame(forAlignmentRect: CGRect(origin: .zero, size: size))).size
            if size != layer.bounds.size { bounds.size = size }
        }
    }

    private func applyAlignmentRect(_ rect: CGRect) {
        let frame = roundToPixels(frame(forAlignmentRect: rect))
        let anchor = layer.anchorPoint
        let center = CGPoint(
            x: frame.minX + anchor.x * frame.width, y: frame.minY + anchor.y * frame.height)
        // The center first: where the view is decides its safe area, which scroll views look up when they are resized.
        // A layer that needs layout does not look up the safe area at its new center and old size.
        if frame.size != layer.bounds.size { layer.setNeedsLayout() }
        if center != layer.position { self.center = center }
        if frame.size != layer.bounds.size { bounds.size = frame.size }
    }

    /// Rounds origin and size to whole pixels independently, halves away from zero.
    func roundToPixels(_ rect: CGRect) -> CGRect {
        let scale = (host?.screen ?? .main).scale
        func round(_ length: CGFloat) -> CGFloat {
            (length * scale).rounded(.toNearestOrAwayFromZero) / scale
        }
        return CGRect(
            x: round(rect.minX), y: round(rect.minY), width: max(0, round(rect.width)),
            height: max(0, round(rect.height)))
    }

    // MARK: Fitting

    func fittingSize(_ target: CGSize, across: UILayoutPriority, down: UILayoutPriority) -> CGSize {
        callUpdateConstraintsForFitting()
        let engine = LayoutEngine(self, isFitting: true)
        engine.addAll(of: self)
        return engine.fittingSize(target, across: across, down: down)
    }
}

extension LayoutEngine {
    /// Returns the constraints for the root's place in its superview. Other layouts place the superview, so these are
    /// only listed.
    func placeOfRoot() -> [NSLayoutConstraint] {
        let wanted = LayoutInputs.autoresizing(of: root, root.layoutNode)
        guard rootPlaceParent !== root.parent || wanted.map(\.text) != rootPlace.map(\.text) else { return rootPlace }
        (rootPlace, rootPlaceParent) = (wanted, root.parent)
        return wanted
    }

    /// Adds all constraints in a view, down to the roots of separate layouts.
    func addAll(of view: UIView) {
        if let node = view.rare?.layout {
            for constraint in node.owned { refresh(constraint) }
            if view === root || !view.flags.contains(.placedByFrame) { takeIfContentWants(view, node) }
        }
        for child in view.children where child.flags.contains(.nodesBelow) && !child.isLayoutRoot { addAll(of: child) }
    }

    func fittingSize(_ target: CGSize, across: UILayoutPriority, down: UILayoutPriority) -> CGSize {
        let member = member(of: root.layoutNode)
        setUp()
        let wish = root.alignmentRect(forFrame: CGRect(origin: .zero, size: target)).size
        addPreference(for: member.width, length: wish.width, priority: across)
        addPreference(for: member.height, length: wish.height, priority: down)
        wrapLines()
        let size = CGSize(
            width: max(0, solver.value(of: member.width)), height: max(0, solver.value(of: member.height)))
        return root.frame(forAlignmentRect: CGRect(origin: .zero, size: size)).size
    }

    private func addPreference(for variable: SolverVariable, length: CGFloat, priority: UILayoutPriority) {
        guard priority.rawValue > 0, length.isFinite else { return }
        let constraint = LinearConstraint(
            [.init(variable, 1)], constant: Double(-Self.limited(length)), .equal, Strength(priority))
        if (try? solver.add(constraint)) == nil {
            var weaker = constraint
            weaker.strength = .broken
            _ = try? solver.add(weaker)
        }
    }

    /// Returns the size of a view that no superview determines, or nil if its constraints are ambiguous.
    func determinedSize(of node: LayoutNode) -> CGSize? {
        guard let member = presentMember(of: node), member.uses > 0, !solver.isAmbiguous(member.width),
            !solver.isAmbiguous(member.height)
        else { return nil }
        return alignmentRect(of: node)?.size
    }

    /// Replaces the constraints of a member after its view switched between placement by frame and by constraints.
    func renew(_ member: LayoutMember) {
        updateInputs(of: member)
        updateContent(of: member)
        noteWrapping(of: member)
    }
}

extension UIView {
    /// Updates the tree's constraints and rebuilds this view's layout if its solution was discarded.
    func solveOfTree() {
        if rare?.layout?.home?.isCold == true { layoutNode.need(.constraints) }
        updateConstraintsOfTree()
    }
}

extension LayoutNode {
    private func variables(along axis: NSLayoutConstraint.Axis) -> [SolverVariable] {
        guard let member = home?.presentMember(of: self) else { return [] }
        return axis == .horizontal ? [member.x, member.width] : [member.y, member.height]
    }

    func isAmbiguous(along axis: NSLayoutConstraint.Axis) -> Bool {
        guard let home, view !== home.root else { return false }
        return variables(along: axis).contains { home.solver.isAmbiguous($0) }
    }

    func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
        guard let home else { return [] }
        var found: [NSLayoutConstraint] = []
        for variable in variables(along: axis) {
            for handle in home.solver.constraints(determining: variable) {
                guard let constraint = home.constraint(of: handle) else { continue }
                if !found.contains(where: { $0 === constraint }) { found.append(constraint) }
            }
        }
        return found
    }

    /// Moves the item if its layout is ambiguous, by requesting another position for a moment.
    func exerciseAmbiguity() {
        guard let home else { return }
        for axis in [NSLayoutConstraint.Axis.horizontal, .vertical] {
            for variable in variables(along: axis) where home.solver.isAmbiguous(variable) {
                let other = home.solver.value(of: variable) + Self.exercise
                if let wish = try? home.solver.add(
                    LinearConstraint([.init(variable, 1)], constant: -other, .equal, Strength(.leastNonzeroMagnitude)))
                {
                    home.solver.remove(wish)
                }
            }
        }
        home.solve()
    }

    /// The distance in points.
    private static let exercise = 20.0
}

extension UILayoutGuide {
    /// Deactivates the guide's constraints. Called when the guide leaves its view.
    func endConstraints() {
        guard let node else { return }
        for constraint in node.mentions { constraint.uninstall() }
        node.home?.drop(node)
        node.home = nil
    }
}

extension UIScrollView {
    /// Sets the content size if constraints determine it.
    func takeContentSize() {
        guard let node = rare?.systemGuides.first(where: { $0.kind == .scrollContent })?.node, let home = node.home,
            let member = home.presentMember(of: node), member.uses > member.inputs.count,
            let size = home.alignmentRect(of: node)?.size
        else { return }
        let rounded = roundToPixels(CGRect(origin: .zero, size: size)).size
        if rounded != contentSize { contentSize = rounded }
    }
}
