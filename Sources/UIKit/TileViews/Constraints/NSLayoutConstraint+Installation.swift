extension NSLayoutConstraint {
    /// The nodes that the constraint names, each once.
    var nodes: [LayoutNode] {
        var nodes: [LayoutNode] = []
        for node in [first?.node, first?.origin?.node, second?.node, second?.origin?.node] {
            if let node, !nodes.contains(where: { $0 === node }) { nodes.append(node) }
        }
        return nodes
    }

    /// Calls `body` with the nodes that the constraint names, each once.
    func forEachNode(_ body: (LayoutNode) -> Void) {
        guard let first else { return }
        guard first.origin == nil, second?.origin == nil else { return nodes.forEach(body) }
        body(first.node)
        if let second, second.node !== first.node { body(second.node) }
    }

    /// A Boolean value that indicates whether the constraint has items and all of them exist.
    var isOfPresentItems: Bool {
        var isPresent = first != nil
        forEachNode { if $0.item == nil { isPresent = false } }
        return isPresent
    }

    /// Adds the constraint to the nearest common ancestor of its items.
    func install() {
        guard owner == nil, isOfPresentItems else { return }
        var holder: UIView?
        forEachNode { node in
            guard let container = node.container else {
                preconditionFailure(
                    "Unable to activate constraint \(logText) because \(node.logName) has no owning view.")
            }
            holder = holder.map { $0.nearestCommonAncestor(with: container) } ?? container
            guard holder != nil else {
                preconditionFailure(
                    "Unable to activate constraint with anchors \(first!) and \(second.map(String.init(describing:)) ?? "nil") "
                        + "because they have no common ancestor. Does the constraint or its anchors reference items in "
                        + "different view hierarchies? That's illegal.")
            }
        }
        holder?.hold(self)
    }

    func uninstall() { owner?.letGo(of: self) }

    /// Schedules an update of the constraint with the next layout.
    func noteChange() { owner?.layoutNode.list(self) }
}

extension LayoutNode {
    func list(_ constraint: NSLayoutConstraint) {
        guard constraint.lister !== self else { return }
        constraint.lister = self
        changed.append(constraint)
        view?.markConstraints()
    }

    /// Returns the changed constraints and clears the list.
    func takeChanged() -> [NSLayoutConstraint] {
        defer { changed = [] }
        for constraint in changed where constraint.lister === self { constraint.lister = nil }
        return changed
    }
}

extension UIView {
    /// Returns the nearest view that is an ancestor of both views or one of them. Nil if they are in different trees.
    ///
    /// - Complexity: O(d) for d superviews.
    func nearestCommonAncestor(with other: UIView) -> UIView? {
        if self === other { return self }
        var (a, b): (UIView?, UIView?) = (self, other)
        var (depthA, depthB) = (depth, other.depth)
        while depthA > depthB { (a, depthA) = (a?.parent, depthA - 1) }
        while depthB > depthA { (b, depthB) = (b?.parent, depthB - 1) }
        while a !== b { (a, b) = (a?.parent, b?.parent) }
        return a
    }

    private var depth: Int {
        var (depth, view) = (0, parent)
        while let each = view { (depth, view) = (depth + 1, each.parent) }
        return depth
    }

    /// Adds a constraint to the view that the program chose as its holder.
    func takeConstraint(_ constraint: NSLayoutConstraint) {
        guard constraint.owner !== self else { return }
        guard constraint.isOfPresentItems else { return }
        precondition(
            constraint.nodes.allSatisfy { $0.container?.isDescendant(of: self) == true },
            "The view hierarchy is not prepared for the constraint: \(constraint.logText). When added to a view, the "
                + "constraint's items must be descendants of that view (or the view itself). The view is \(layoutNode.logName)."
        )
        constraint.uninstall()
        hold(constraint)
    }

    func hold(_ constraint: NSLayoutConstraint) {
        let node = layoutNode
        node.owned.append(constraint)
        constraint.owner = self
        constraint.isRemade = true
        constraint.forEachNode { named in
            named.mentions.append(constraint)
            cross(from: named, 1)
        }
        node.list(constraint)
    }

    func letGo(of constraint: NSLayoutConstraint) {
        guard constraint.owner === self, let node = rare?.layout else { return }
        constraint.noteChange()
        node.owned.remove(constraint)
        constraint.owner = nil
        constraint.isGivenUp = false
        constraint.forEachNode { named in
            named.mentions.remove(constraint)
            cross(from: named, -1)
        }
    }

    /// Updates the counts of crossing constraints for a constraint of this view that reaches down to an item.
    private func cross(from node: LayoutNode, _ difference: Int) {
        var view = node.container
        while let each = view, each !== self {
            let node = each.layoutNode
            let was = node.crossings
            node.crossings += difference
            if was == 0 || node.crossings == 0 { node.need(.home) }
            view = each.parent
        }
    }

    /// Deactivates the constraints held above the view that name it or something in it. Called when it leaves its
    /// superview.
    func endCrossings() {
        guard let node = rare?.layout, node.crossings > 0 else { return }
        var found: [NSLayoutConstraint] = []
        collectCrossings(of: self, &found)
        for constraint in found { constraint.uninstall() }
    }

    private func collectCrossings(of top: UIView, _ found: inout [NSLayoutConstraint]) {
        func collect(_ node: LayoutNode?) {
            guard let node else { return }
            for constraint in node.mentions where constraint.owner?.isDescendant(of: top) == false {
                found.append(constraint)
            }
        }
        collect(rare?.layout)
        for guide in rare?.guides ?? [] { collect(guide.node) }
        for guide in rare?.systemGuides ?? [] { collect(guide.node) }
        for child in children where (child.rare?.layout?.crossings ?? 0) > 0 {
            child.collectCrossings(of: top, &found)
        }
    }

    /// Deactivates the constraints that the view holds. Called when the view is deallocated.
    func endConstraints() {
        guard let node = rare?.layout else { return }
        for constraint in node.owned {
            constraint.owner = nil
            constraint.lister = nil
            for named in constraint.nodes where named !== node {
                named.mentions.remove(constraint)
                cross(from: named, -1)
            }
        }
        for constraint in node.changed { constraint.lister = nil }
        node.detach()
    }
}
