import Foundation

/// An attribute of a view or a guide or, with an origin, the distance between two attributes.
struct LayoutTerm: CustomStringConvertible {
    let node: LayoutNode
    let attribute: NSLayoutConstraint.Attribute
    /// The attribute from which the distance is measured.
    private(set) var origin: (node: LayoutNode, attribute: NSLayoutConstraint.Attribute)?

    init(_ node: LayoutNode, _ attribute: NSLayoutConstraint.Attribute) {
        precondition(attribute != .notAnAttribute, "a constraint of an item needs an attribute of it")
        (self.node, self.attribute) = (node, attribute)
    }

    /// Creates the distance from one position to another.
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

    /// A Boolean value that indicates whether the term is a length rather than a position.
    private var isSize: Bool { origin != nil || attribute.isSize }

    /// A Boolean value that indicates whether the term is a position that changes sides with the direction of text.
    var isDirectional: Bool { origin == nil && attribute.isDirectional }

    /// Traps with UIKit's message if the terms do not form a valid constraint.
    static func check(_ first: LayoutTerm, _ second: LayoutTerm?, multiplier: CGFloat) {
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

    /// A Boolean value that indicates whether the attribute is leading or trailing.
    var isDirectional: Bool {
        switch self {
        case .leading, .trailing, .leadingMargin, .trailingMargin: true
        default: false
        }
    }

    /// A Boolean value that indicates whether the attribute is left, right, top or bottom. UIKit accepts pairs of such
    /// edges even on different axes.
    fileprivate var isEdge: Bool {
        switch self {
        case .left, .right, .top, .bottom: true
        default: false
        }
    }

    /// A Boolean value that indicates whether the attribute is left or right.
    var isAbsolute: Bool {
        switch self {
        case .left, .right, .leftMargin, .rightMargin: true
        default: false
        }
    }

    /// Returns left or right for leading or trailing.
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
