import Foundation
import TileDrawing
import TileLayout

/// A constraint in the variables of an engine: Σ `terms` + `sign` · constant + `offset` `relation` 0.
struct Equation {
    private(set) var terms: [LinearConstraint.Term] = []
    private(set) var relation: LinearConstraint.Relation
    private(set) var sign: CGFloat = -1
    private(set) var offset: CGFloat = 0
    /// The members that own the variables. A member can occur more than once.
    private(set) var members: [LayoutMember] = []

    init(_ constraint: NSLayoutConstraint, in engine: LayoutEngine) {
        relation = LinearConstraint.Relation(constraint.relation)
        if let parts = constraint.parts {
            for term in parts {
                add(engine.member(of: term.node), term.part, coefficient: term.coefficient, engine: engine)
            }
            return
        }
        guard let first = constraint.first, let holder = constraint.owner else { return }
        let isDirectional = first.attribute.isDirectional || constraint.second?.attribute.isDirectional == true
        let isRightToLeft = isDirectional && holder.effectiveUserInterfaceLayoutDirection == .rightToLeft
        add(first, 1, in: holder, isRightToLeft: isRightToLeft, engine: engine)
        if let second = constraint.second {
            add(second, -constraint.multiplier, in: holder, isRightToLeft: isRightToLeft, engine: engine)
        }
        guard isRightToLeft, first.isDirectional || constraint.second?.isDirectional == true else { return }
        // From right to left, larger distances have smaller x coordinates.
        sign = 1
        relation = LinearConstraint.Relation(constraint.relation.reversed)
    }

    private mutating func add(
        _ member: LayoutMember, _ part: LayoutMember.Part, coefficient: CGFloat, engine: LayoutEngine
    ) {
        if part == .scrolledX || part == .scrolledY { engine.makeScrolled(member) }
        terms.append(LinearConstraint.Term(member[part], Double(coefficient)))
        members.append(member)
    }

    private mutating func add(
        _ term: LayoutTerm, _ coefficient: CGFloat, in holder: UIView, isRightToLeft: Bool, engine: LayoutEngine
    ) {
        var coefficient = coefficient
        if let origin = term.origin {
            // A distance in the direction of text.
            if isRightToLeft, term.attribute.isDirectional { coefficient = -coefficient }
            add(
                origin.node, origin.attribute.resolved(isRightToLeft: isRightToLeft), coefficient: -coefficient,
                in: holder, engine: engine)
        }
        add(
            term.node, term.attribute.resolved(isRightToLeft: isRightToLeft), coefficient: coefficient, in: holder,
            engine: engine)
    }

    /// Adds an attribute of an item, in the coordinates of the holding view.
    ///
    /// - Parameter attribute: An attribute other than leading and trailing.
    private mutating func add(
        _ node: LayoutNode, _ attribute: NSLayoutConstraint.Attribute, coefficient: CGFloat, in holder: UIView,
        engine: LayoutEngine
    ) {
        switch attribute {
        case .width: add(engine.member(of: node), .width, coefficient: coefficient, engine: engine)
        case .height: add(engine.member(of: node), .height, coefficient: coefficient, engine: engine)
        case .lastBaseline, .firstBaseline: addBaseline(of: node, attribute, coefficient, in: holder, engine: engine)
        case .left, .leftMargin, .leading, .leadingMargin, .notAnAttribute:
            addPlace(of: node, .horizontal, 0, coefficient: coefficient, in: holder, engine: engine)
        case .right, .rightMargin, .trailing, .trailingMargin:
            addPlace(of: node, .horizontal, 1, coefficient: coefficient, in: holder, engine: engine)
        case .centerX, .centerXWithinMargins:
            addPlace(of: node, .horizontal, 0.5, coefficient: coefficient, in: holder, engine: engine)
        case .top, .topMargin: addPlace(of: node, .vertical, 0, coefficient: coefficient, in: holder, engine: engine)
        case .bottom, .bottomMargin:
            addPlace(of: node, .vertical, 1, coefficient: coefficient, in: holder, engine: engine)
        case .centerY, .centerYWithinMargins:
            addPlace(of: node, .vertical, 0.5, coefficient: coefficient, in: holder, engine: engine)
        }
        if attribute.isMargin, let view = node.view {
            offset += coefficient * attribute.inset(of: view.layoutMargins)
            node.knownMargins = view.layoutMargins
        }
    }

    /// Adds a position in an item, from 0 at its left or top edge to 1 at its right or bottom edge.
    private mutating func addPlace(
        of node: LayoutNode, _ axis: NSLayoutConstraint.Axis, _ place: CGFloat, coefficient: CGFloat,
        in holder: UIView, engine: LayoutEngine
    ) {
        let (origin, length): (LayoutMember.Part, LayoutMember.Part) =
            axis == .horizontal ? (.x, .width) : (.y, .height)
        if node.view === holder {
            // The holder's own edges in its bounds. In a scroll view these are the edges of its content.
            if let scrollView = holder as? UIScrollView {
                if place > 0 {
                    let content = scrollView.contentLayoutGuide.layoutNode
                    add(engine.member(of: content), length, coefficient: coefficient * place, engine: engine)
                }
                return
            }
            if place > 0 { add(engine.member(of: node), length, coefficient: coefficient * place, engine: engine) }
            let insets = holder.alignmentRectInsets
            offset += coefficient * (axis == .horizontal ? insets.left : insets.top)
            return
        }
        let member = engine.member(of: node)
        add(member, origin, coefficient: coefficient, engine: engine)
        if place > 0 { add(member, length, coefficient: coefficient * place, engine: engine) }
        var view = node.view?.parent ?? (node.view == nil ? node.guide?.owningView : nil)
        while let each = view, each !== holder {
            let member = engine.member(of: each.layoutNode)
            add(member, origin, coefficient: coefficient, engine: engine)
            let insets = each.alignmentRectInsets
            offset -= coefficient * (axis == .horizontal ? insets.left : insets.top)
            if each is UIScrollView {
                add(member, axis == .horizontal ? .scrolledX : .scrolledY, coefficient: -coefficient, engine: engine)
            }
            view = each.parent
        }
    }

    private mutating func addBaseline(
        of node: LayoutNode, _ attribute: NSLayoutConstraint.Attribute, _ coefficient: CGFloat, in holder: UIView,
        engine: LayoutEngine
    ) {
        guard var view = node.view else {
            return addPlace(of: node, .vertical, 1, coefficient: coefficient, in: holder, engine: engine)
        }
        // The text may be in a subview.
        for _ in 0..<Self.mostHops {
            if let baseline = (view as? UIButton)?.titleBaseline(isFirst: attribute == .firstBaseline) {
                view.layoutNode.isBaselineKnown = true
                addPlace(
                    of: view.layoutNode, .vertical, baseline.place, coefficient: coefficient, in: holder,
                    engine: engine)
                offset += coefficient * baseline.distance
                return
            }
            let next = attribute == .firstBaseline ? view.forFirstBaselineLayout : view.forLastBaselineLayout
            guard next !== view, next.isDescendant(of: view) else { break }
            view = next
        }
        view.layoutNode.isBaselineKnown = true
        let distances = view.baselineDistances
        if attribute == .firstBaseline, let distances {
            addPlace(of: view.layoutNode, .vertical, 0, coefficient: coefficient, in: holder, engine: engine)
            offset += coefficient * distances.first
        } else {
            addPlace(of: view.layoutNode, .vertical, 1, coefficient: coefficient, in: holder, engine: engine)
            offset -= coefficient * (distances?.last ?? 0)
        }
    }

    private static let mostHops = 32
}

extension LinearConstraint.Relation {
    fileprivate init(_ relation: NSLayoutConstraint.Relation) {
        self =
            switch relation {
            case .lessThanOrEqual: .lessThanOrEqual
            case .equal: .equal
            case .greaterThanOrEqual: .greaterThanOrEqual
            }
    }
}

extension NSLayoutConstraint.Attribute {
    /// A Boolean value that indicates whether the attribute is measured from a view's margins.
    var isMargin: Bool {
        switch self {
        case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin,
            .centerXWithinMargins, .centerYWithinMargins:
            true
        default: false
        }
    }

    /// Returns the distance by which the margins move the edge or the center, in points.
    fileprivate func inset(of margins: UIEdgeInsets) -> CGFloat {
        switch self {
        case .leftMargin: margins.left
        case .rightMargin: -margins.right
        case .topMargin: margins.top
        case .bottomMargin: -margins.bottom
        case .centerXWithinMargins: (margins.left - margins.right) / 2
        case .centerYWithinMargins: (margins.top - margins.bottom) / 2
        default: 0
        }
    }
}
