public import Foundation

/// A relation between two attributes of views or guides, or between an attribute and a number, that layout satisfies:
/// `first.attribute` `relation` `multiplier` · `second.attribute` + `constant`. Positions are in points in the
/// coordinates of the nearest common ancestor.
///
///     title.translatesAutoresizingMaskIntoConstraints = false
///     NSLayoutConstraint.activate([
///         title.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 12),
///         title.centerYAnchor.constraint(equalTo: card.centerYAnchor),
///     ])
///
/// If text runs from right to left in the view that holds the constraint, leading and trailing edges change sides, and
/// the sign of the constant changes.
///
/// An invalid constraint traps with UIKit's message. Invalid are: attributes on different axes; a leading or trailing
/// edge with a left or right one; a position that equals a number; numbers that are not finite; a priority outside the
/// range above 0 and up to 1000; and, on activation, items without a common ancestor.
///
/// The constraint does not retain its items. Once an item is deallocated, the constraint has no effect.
open class NSLayoutConstraint: NSObject {
    /// A relation between the two sides of a constraint. The raw values are UIKit's.
    public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal = 0
        case greaterThanOrEqual = 1
    }

    /// An attribute of an item. The raw values are UIKit's.
    public enum Attribute: Int, Sendable {
        case left = 1
        case right = 2
        case top = 3
        case bottom = 4
        case leading = 5
        case trailing = 6
        case width = 7
        case height = 8
        case centerX = 9
        case centerY = 10
        case lastBaseline = 11
        case firstBaseline = 12
        case leftMargin = 13
        case rightMargin = 14
        case topMargin = 15
        case bottomMargin = 16
        case leadingMargin = 17
        case trailingMargin = 18
        case centerXWithinMargins = 19
        case centerYWithinMargins = 20
        case notAnAttribute = 0

        public static let baseline = Attribute.lastBaseline
    }

    /// An axis of layout. The raw values are UIKit's.
    public enum Axis: Int, Sendable {
        case horizontal = 0
        case vertical = 1
    }

    private(set) final var first: LayoutTerm?
    private(set) final var second: LayoutTerm?

    public private(set) final var relation = Relation.equal
    public private(set) final var multiplier: CGFloat = 1
    private final var offset: CGFloat = 0
    private final var importance = UILayoutPriority.required
    /// The view that holds the constraint while it is active. `unowned(unsafe)`: the view clears it before it is
    /// deallocated.
    unowned(unsafe) final var owner: UIView?
    /// The node that lists the constraint as changed since the last layout. `unowned(unsafe)`: a node clears it when it
    /// drops its list.
    unowned(unsafe) final var lister: LayoutNode?
    /// A Boolean value that indicates whether the constraint was broken because it contradicted others. It is reset on
    /// deactivation.
    final var isGivenUp = false
    /// A Boolean value that indicates whether more than the constant has changed since the last update.
    final var isRemade = true

    /// Creates a constraint without items. It is a placeholder for a variable and has no effect when activated.
    ///
    /// The other initializers delegate to this one: a subclass in another module inherits them only if it inherits
    /// every designated initializer.
    public override init() { super.init() }

    /// Creates a constraint.
    ///
    /// - Parameters:
    ///   - view1: A view or a layout guide.
    ///   - view2: A view or a layout guide, or nil.
    ///   - multiplier: The factor of the second attribute. It has no effect without one.
    ///   - c: The constant, in points.
    public convenience init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
        attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
    ) {
        self.init(
            LayoutTerm(LayoutNode.of(view1), attr1), relation,
            second: view2.flatMap { attr2 == .notAnAttribute ? nil : LayoutTerm(LayoutNode.of($0), attr2) },
            multiplier: multiplier, constant: c)
    }

    convenience init(
        _ first: LayoutTerm, _ relation: Relation, second: LayoutTerm?, multiplier: CGFloat = 1,
        constant: CGFloat = 0, priority: UILayoutPriority = .required
    ) {
        precondition(
            multiplier.isFinite,
            "Multiplier is not finite! That's illegal. multiplier:\(multiplier) first:\(first) second:\(second as Any)")
        Self.check(constant, first: first, second: second)
        LayoutTerm.check(first, second, multiplier: multiplier)
        self.init()
        (self.first, self.second, self.relation) = (first, second, relation)
        (self.multiplier, offset, importance) = (multiplier, constant, priority)
    }

    private static func check(_ constant: CGFloat, first: LayoutTerm?, second: LayoutTerm?) {
        precondition(
            constant.isFinite,
            "Constant is not finite! That's illegal. constant:\(constant) first:\(first as Any) second:\(second as Any)"
        )
    }

    public final var firstItem: AnyObject? { first?.node.item ?? parts?.first?.node.item }
    public final var firstAttribute: Attribute {
        first?.attribute ?? parts?.first?.part.attribute ?? .notAnAttribute
    }
    public final var secondItem: AnyObject? { second?.node.item ?? secondPart?.node.item }
    public final var secondAttribute: Attribute {
        second?.attribute ?? secondPart?.part.attribute ?? .notAnAttribute
    }

    /// The anchor for the first item's attribute. Traps for a constraint without items.
    public final var firstAnchor: NSLayoutAnchor<AnyObject> {
        guard let term = first ?? parts?.first.map({ LayoutTerm($0.node, $0.part.attribute) }) else {
            preconditionFailure("a constraint of nothing has no anchors")
        }
        return NSLayoutAnchor(term)
    }

    /// The anchor for the second item's attribute, or nil if there is no second item.
    public final var secondAnchor: NSLayoutAnchor<AnyObject>? {
        (second ?? secondPart.map { LayoutTerm($0.node, $0.part.attribute) }).map { NSLayoutAnchor($0) }
    }

    /// The constant, in points. A change is inexpensive: views are moved, and nothing is rebuilt.
    open var constant: CGFloat {
        get { offset }
        set {
            guard newValue != offset else { return }
            Self.check(newValue, first: first, second: second)
            offset = newValue
            noteChange()
        }
    }

    /// The priority of the constraint. The default is required.
    open var priority: UILayoutPriority {
        get { importance }
        set {
            precondition(
                newValue.rawValue > 0 && newValue.rawValue <= UILayoutPriority.required.rawValue,
                "It's illegal to set priority:\(newValue.rawValue). Priorities must be greater than 0 and less or equal "
                    + "to UILayoutPriority.required, which is 1000.")
            guard newValue != importance else { return }
            importance = newValue
            isRemade = true
            noteChange()
        }
    }

    /// The name of the constraint in logs.
    open var identifier: String?

    /// A stored value without effect, for nibs.
    open var shouldBeArchived = false

    /// A Boolean value that indicates whether the constraint takes part in layout. Activation adds it to the nearest
    /// common ancestor of its items, which lists it in `constraints`. It stays active until it is deactivated or an
    /// item leaves that view.
    open var isActive: Bool {
        get { owner != nil }
        set { if newValue { install() } else { uninstall() } }
    }

    /// Activates constraints.
    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Deactivates constraints.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    /// The equation of the constraint as it appears in logs.
    var text: String { equationText }

    /// The terms of a constraint that layout itself created; nil for others.
    var parts: [PartConstraint.Term]? { nil }

    /// The first term with another item than the first one's.
    private var secondPart: PartConstraint.Term? {
        parts.flatMap { parts in parts.first { $0.node !== parts.first?.node } }
    }

    /// The nodes in the constraint, each once.
    var nodesOfTerms: [LayoutNode] { nodes }

    /// The constraint in the format of UIKit's log: its identifier, its equation, and whether it is active.
    open override var description: String { logText }
    open override var debugDescription: String { logText }
}
