import Foundation

/// An attribute of a view or a guide; or with an origin, how far it is from another one.
struct LayoutTerm: CustomStringConvertible {
    let node: LayoutNode
    let attribute: NSLayoutConstraint.Attribute
    /// What it is measured from.
    private(set) var origin: (node: LayoutNode, attribute: NSLayoutConstraint.Attribute)?

    init(_ node: LayoutNode, _ attribute: NSLayoutConstraint.Attribute) {
        precondition(attribute != .notAnAttribute, "a constraint of an item needs an attribute of it")
        (self.node, self.attribute) = (node, attribute)
    }

    /// How far a place is from another.
    init(from origin: LayoutTerm, to end: LayoutTerm) {
        (node, attribute) = (end.node, end.attribute)
        self.origin = (origin.node, origin.attribute)
    }

    var description: String {
        let end = "\(node.logName).\(attribute.logName)"
        guard let origin else { return end }
        return "(\(end) - \(origin.node.logName).\(origin.attribute.logName))"
    }

    var axis: NSLayoutConstraint.Axis { attribute.axis }

    /// Whether it is a length, and not a place.
    private var isSize: Bool { origin != nil || attribute.isSize }

    /// Whether it is a place that changes sides with the direction of text.
    var isDirectional: Bool { origin == nil && attribute.isDirectional }

    /// Traps, as UIKit does, for what is no constraint.
    static func check(_ first: LayoutTerm, _ second: LayoutTerm?, _ multiplier: CGFloat) {
        let method = "NSLayoutConstraint(item:attribute:relatedBy:toItem:attribute:multiplier:constant:)"
        precondition(
            first.isSize || second != nil && multiplier != 0,
            "\(method): A multiplier of 0 or a nil second item together with a location for the first attribute creates "
                + "an illegal constraint of a location equal to a constant. Location attributes must be specified in pairs."
        )
        guard let second else { return }
        precondition(
            first.isSize == second.isSize
                && (first.isSize || first.axis == second.axis || first.attribute.isEdge && second.attribute.isEdge),
            "\(method): Invalid pairing of layout attributes: \(first) and \(second)")
        precondition(
            first.isSize
                || !(first.isDirectional && second.attribute.isAbsolute)
                    && !(first.attribute.isAbsolute && second.isDirectional),
            "\(method): A constraint cannot be made between a leading/trailing attribute and a right/left attribute. "
                + "Use leading/trailing for both or neither: \(first) and \(second)")
    }
}

extension NSLayoutConstraint.Attribute {
    var isSize: Bool { self == .width || self == .height }

    var axis: NSLayoutConstraint.Axis {
        switch self {
        case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin, .leadingMargin,
            .trailingMargin, .centerXWithinMargins, .notAnAttribute:
            .horizontal
        case .top, .bottom, .height, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin,
            .centerYWithinMargins:
            .vertical
        }
    }

    /// Leading or trailing.
    var isDirectional: Bool {
        switch self {
        case .leading, .trailing, .leadingMargin, .trailingMargin: true
        default: false
        }
    }

    /// Left, right, top or bottom: UIKit takes such edges for each other, whatever their axis.
    fileprivate var isEdge: Bool {
        switch self {
        case .left, .right, .top, .bottom: true
        default: false
        }
    }

    /// Left or right.
    var isAbsolute: Bool {
        switch self {
        case .left, .right, .leftMargin, .rightMargin: true
        default: false
        }
    }

    /// Left or right for leading or trailing.
    func resolved(isRightToLeft: Bool) -> Self {
        switch self {
        case .leading: isRightToLeft ? .right : .left
        case .trailing: isRightToLeft ? .left : .right
        case .leadingMargin: isRightToLeft ? .rightMargin : .leftMargin
        case .trailingMargin: isRightToLeft ? .leftMargin : .rightMargin
        default: self
        }
    }
}
