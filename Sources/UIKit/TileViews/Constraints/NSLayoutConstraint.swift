public import Foundation

/// A relation between two attributes of views or guides, or of one and a number, that layout keeps:
/// `first.attribute` `relation` `multiplier` · `second.attribute` + `constant`, in points of the nearest view that both
/// are in.
///
///     title.translatesAutoresizingMaskIntoConstraints = false
///     NSLayoutConstraint.activate([
///         title.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 12),
///         title.centerYAnchor.constraint(equalTo: card.centerYAnchor),
///     ])
///
/// Where text runs from right to left, by the direction of the view that holds it, leading and trailing edges change
/// sides, and the constant its sign.
///
/// What can't be meant traps, with UIKit's words: an attribute of one axis with one of the other, leading or trailing
/// edges with left or right ones, a place that is to equal a number, numbers that are not finite, a priority that is
/// not above 0 and up to 1000, items that are in no tree together once it is active.
///
/// It does not keep its items alive; one of an item that is gone does nothing.
open class NSLayoutConstraint: NSObject {
    /// Raw values are UIKit's.
    public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal = 0
        case greaterThanOrEqual = 1
    }

    /// Raw values are UIKit's.
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

    /// Raw values are UIKit's.
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
    /// The view that holds it, while it is active.
    unowned(unsafe) final var owner: UIView?
    /// Who lists it as changed since the last layout.
    unowned(unsafe) final var lister: LayoutNode?
    /// It contradicted others, and was broken; until it is deactivated.
    final var isGivenUp = false
    /// Whether more than its constant has changed since.
    final var isRemade = true

    /// A constraint of nothing: a place to keep one for later. Activated, it does nothing.
    ///
    /// It is the one that others go through: a subclass elsewhere inherits them only if it can inherit all of these.
    public override init() { super.init() }

    /// - Parameters:
    ///   - view1: a view or a layout guide, as `view2`, if there is one.
    ///   - multiplier: of the second attribute; of no effect without one.
    ///   - c: in points.
    public convenience init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
        attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
    ) {
        self.init(
            LayoutTerm(LayoutNode.of(view1), attr1), relation,
            view2.flatMap { attr2 == .notAnAttribute ? nil : LayoutTerm(LayoutNode.of($0), attr2) },
            multiplier: multiplier, constant: c)
    }

    convenience init(
        _ first: LayoutTerm, _ relation: Relation, _ second: LayoutTerm?, multiplier: CGFloat = 1,
        constant: CGFloat = 0, priority: UILayoutPriority = .required
    ) {
        precondition(
            multiplier.isFinite,
            "Multiplier is not finite! That's illegal. multiplier:\(multiplier) first:\(first) second:\(second as Any)")
        Self.check(constant, first, second)
        LayoutTerm.check(first, second, multiplier)
        self.init()
        (self.first, self.second, self.relation) = (first, second, relation)
        (self.multiplier, offset, importance) = (multiplier, constant, priority)
    }

    private static func check(_ constant: CGFloat, _ first: LayoutTerm?, _ second: LayoutTerm?) {
        precondition(
            constant.isFinite,
            "Constant is not finite! That's illegal. constant:\(constant) first:\(first as Any) second:\(second as Any)"
        )
    }

    public final var firstItem: AnyObject? { first?.node.item }
    public final var firstAttribute: Attribute { first?.attribute ?? .notAnAttribute }
    public final var secondItem: AnyObject? { second?.node.item }
    public final var secondAttribute: Attribute { second?.attribute ?? .notAnAttribute }

    /// The first item's place or length. Traps for a constraint of nothing.
    public final var firstAnchor: NSLayoutAnchor<AnyObject> {
        guard let first else { preconditionFailure("a constraint of nothing has no anchors") }
        return NSLayoutAnchor(first)
    }

    /// The second item's place or length, if there is one.
    public final var secondAnchor: NSLayoutAnchor<AnyObject>? { second.map { NSLayoutAnchor($0) } }

    /// In points. Changing it is cheap: what has its place by it is moved, nothing is built anew.
    open var constant: CGFloat {
        get { offset }
        set {
            guard newValue != offset else { return }
            Self.check(newValue, first, second)
            offset = newValue
            noteChange()
        }
    }

    /// Required, by default.
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

    /// A name for logs.
    open var identifier: String?

    /// Kept for nibs.
    open var shouldBeArchived = false

    /// Whether layout keeps it. Activating it hands it to the nearest view that its items are in, whose `constraints`
    /// list it; it stays active until it is deactivated, or an item leaves that view.
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

    /// What it says, as logs have it.
    var text: String { equationText }

    /// Of what it is a sum, if it is one that layout makes itself.
    var parts: [PartConstraint.Term]? { nil }

    /// The nodes that are in it, each once.
    var nodesOfTerms: [LayoutNode] { nodes }

    /// As UIKit's log has it: its name, what it says, and whether it is active.
    open override var description: String { logText }
    open override var debugDescription: String { logText }
}
