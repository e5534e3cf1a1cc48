import Foundation

// The text of constraints in logs, in UIKit's familiar format, which tools can also parse. Spaces between neighbors and
// edges are written as in the visual format, other relations as equations.

extension NSLayoutConstraint {
    /// The constraint's address, identifier, and equation, and the names of the views in it.
    var logText: String {
        let kind = self is NSAutoresizingMaskLayoutConstraint ? "NSAutoresizingMaskLayoutConstraint" : "\(className)"
        var text = "<\(kind):\(address(of: self))"
        if let identifier { text += " '\(identifier)'" }
        text += " \(self.text)   (\(isHeld ? "active" : "inactive")"
        let names = names
        if !names.isEmpty { text += ", names: " + names.joined(separator: ", ") + " " }
        return text + ")>"
    }

    private var className: String {
        let name = "\(type(of: self))"
        return self is PartConstraint ? "NSLayoutConstraint" : name
    }

    private var isHeld: Bool { isActive || self is PartConstraint }

    /// A legend for `|`, the containing view, and for views with an identifier.
    private var names: [String] {
        var names: [String] = []
        for node in nodesOfTerms {
            guard let view = node.view, let name = view.accessibilityIdentifier, !name.isEmpty else { continue }
            names.append("\(name):\(address(of: view))")
        }
        if let edge = edgeNode, let view = edge.view { names.append("'|':\(view.logName)") }
        return names
    }

    private var edgeNode: LayoutNode? {
        guard let parts = self as? PartConstraint else { return spacing?.edge }
        guard text.contains("|-") || text.contains("-|") else { return nil }
        return parts.terms.lazy.compactMap { $0.node.view == nil ? nil : $0.node }.first
    }

    /// A distance between two facing edges.
    private struct Spacing {
        var before: LayoutNode?
        var after: LayoutNode?
        /// The view that contains the other one and is written as `|`.
        var edge: LayoutNode?
        var relation: Relation
        var constant: CGFloat
    }

    private var spacing: Spacing? {
        guard let first, let second, multiplier == 1, first.origin == nil, second.origin == nil else { return nil }
        guard first.node !== second.node else { return nil }
        let (a, b) = (first.attribute.edge, second.attribute.edge)
        guard let a, let b else { return nil }
        if a == b {
            // An edge of a view and the same edge of its container.
            let isNear = a == .near
            if second.node.view != nil, first.node.isIn(second.node) {
                return isNear
                    ? Spacing(after: first.node, edge: second.node, relation: relation, constant: constant)
                    : Spacing(before: first.node, edge: second.node, relation: relation.reversed, constant: -constant)
            }
            if first.node.view != nil, second.node.isIn(first.node) {
                return isNear
                    ? Spacing(after: second.node, edge: first.node, relation: relation.reversed, constant: -constant)
                    : Spacing(before: second.node, edge: first.node, relation: relation, constant: constant)
            }
            return nil
        }
        guard !first.node.isIn(second.node), !second.node.isIn(first.node) else { return nil }
        return a == .near
            ? Spacing(before: second.node, after: first.node, relation: relation, constant: constant)
            : Spacing(before: first.node, after: second.node, relation: relation.reversed, constant: -constant)
    }

    var equationText: String {
        guard let first else { return "nothing" }
        let importance =
            priority.rawValue < UILayoutPriority.required.rawValue ? "@\(CGFloat(priority.rawValue).logText)" : ""
        if let spacing {
            let sign = spacing.relation == .equal ? "" : spacing.relation.logText
            let gap = "-(\(sign)\(spacing.constant.logText)\(importance))-"
            let direction = first.isDirectional ? (isRightToLeft ? "(RTL)" : "(LTR)") : ""
            let before = spacing.before.map { "[\($0.logName)]" } ?? "|"
            let after = spacing.after.map { "[\($0.logName)]" } ?? "|"
            return "\(first.axis == .horizontal ? "H" : "V"):\(before)\(gap)\(after)\(direction)"
        }
        var text = "\(first) \(relation.logText) "
        if let second {
            if multiplier != 1 { text += "\(multiplier.logText)*" }
            text += "\(second)"
            if constant != 0 { text += " \(constant < 0 ? "-" : "+") \(abs(constant).logText)" }
        } else {
            text += constant.logText
        }
        return text + importance
    }

    private var isRightToLeft: Bool { owner?.effectiveUserInterfaceLayoutDirection == .rightToLeft }
}

extension NSLayoutConstraint.Relation {
    var logText: String {
        switch self {
        case .lessThanOrEqual: "<="
        case .equal: "=="
        case .greaterThanOrEqual: ">="
        }
    }

    var reversed: Self {
        switch self {
        case .lessThanOrEqual: .greaterThanOrEqual
        case .equal: .equal
        case .greaterThanOrEqual: .lessThanOrEqual
        }
    }
}

extension NSLayoutConstraint.Attribute {
    fileprivate enum Edge { case near, far }

    fileprivate var edge: Edge? {
        switch self {
        case .left, .leading, .top: .near
        case .right, .trailing, .bottom: .far
        default: nil
        }
    }

    var logName: String { "\(self)" }
}

extension LayoutNode {
    /// The class and address of the item, with details that help a person recognize it.
    var logName: String {
        if let view { return view.logName }
        guard let guide else { return "nothing" }
        let name = guide.identifier.isEmpty ? "" : "'\(guide.identifier)'"
        return "\(type(of: guide)):\(address(of: guide))\(name)"
    }

    fileprivate func isIn(_ other: LayoutNode) -> Bool {
        guard let container, let outer = other.view else { return false }
        return view == nil ? container.isDescendant(of: outer) : view !== outer && container.isDescendant(of: outer)
    }
}

extension LayoutMember.Part {
    var logName: String {
        switch self {
        case .x: "minX"
        case .y: "minY"
        case .width: "width"
        case .height: "height"
        case .scrolledX: "contentOffset.x"
        case .scrolledY: "contentOffset.y"
        }
    }
}

extension UIView {
    /// The view's name in logs: its accessibility identifier, or else its class, address and text.
    var logName: String {
        if let name = accessibilityIdentifier, !name.isEmpty { return name }
        let text = (self as? UILabel)?.text ?? (self as? UIButton)?.titleLabel?.text
        return "\(type(of: self)):\(address(of: self))" + (text.map { "'\($0)'" } ?? "")
    }
}

extension UIView.AutoresizingMask {
    /// The margins and the length on each axis, as UIKit writes them: `&` is flexible and `-` fixed. If nothing is
    /// flexible, the second margin is.
    var logText: String {
        func text(_ parts: [Self]) -> String {
            let text = parts.map { contains($0) ? "&" : "-" }.joined()
            return text == "---" ? "--&" : text
        }
        return "h=\(text([.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin])) "
            + "v=\(text([.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin]))"
    }
}

extension CGFloat {
    /// The number in the format `%g`, without the sign of a negative zero.
    var logText: String { String(format: "%g", Double(self) + 0) }
}

func address(of object: AnyObject) -> String {
    "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16)
}
