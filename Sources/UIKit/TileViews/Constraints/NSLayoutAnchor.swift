public import Foundation

/// A factory for constraints that use a position or a length of a view or a guide. Horizontal positions, vertical
/// positions and lengths have types of their own, so that invalid combinations do not compile.
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    final let term: LayoutTerm

    init(_ term: LayoutTerm) { self.term = term }

    /// Returns an inactive constraint.
    public final func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .equal, second: anchor.term)
    }

    /// Returns an inactive constraint.
    public final func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .greaterThanOrEqual, second: anchor.term)
    }

    /// Returns an inactive constraint.
    public final func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .lessThanOrEqual, second: anchor.term)
    }

    /// Returns an inactive constraint.
    public final func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .equal, second: anchor.term, constant: c)
    }

    /// Returns an inactive constraint.
    public final func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .greaterThanOrEqual, second: anchor.term, constant: c)
    }

    /// Returns an inactive constraint.
    public final func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .lessThanOrEqual, second: anchor.term, constant: c)
    }

    /// The name of the anchor's attribute, for logs.
    public final var name: String { term.attribute.logName }

    /// The view or guide of the anchor.
    public final var item: AnyObject? { term.node.item }

    /// A Boolean value that indicates whether other values would also satisfy the constraints, so that layout chose
    /// one.
    public final var hasAmbiguousLayout: Bool { term.node.isAmbiguous(along: term.axis) }

    /// The constraints that determine the anchor's value.
    public final var constraintsAffectingLayout: [NSLayoutConstraint] {
        term.node.constraintsAffectingLayout(for: term.axis)
    }

    /// Returns whether another anchor stands for the same attribute of the same item.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSLayoutAnchor<AnchorType> else { return false }
        return other.term.node === term.node && other.term.attribute == term.attribute
            && other.term.origin?.node === term.origin?.node
            && other.term.origin?.attribute == term.origin?.attribute
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(ObjectIdentifier(term.node))
        hasher.combine(term.attribute)
        return hasher.finalize()
    }

    open override var description: String { "<\(type(of: self)) \(term)>" }
}

/// UIKit's standard distance between neighbors, in points.
let systemSpacing: CGFloat = 8

/// A factory for constraints on a horizontal position.
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// Returns the distance from this position to another one as a dimension.
    public func anchorWithOffset(to otherAnchor: NSLayoutXAxisAnchor) -> NSLayoutDimension {
        NSLayoutDimension(LayoutTerm(from: term, to: otherAnchor.term))
    }

    /// Returns a constraint that places this position a multiple of 8 points after another one.
    public func constraint(equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(equalTo: anchor, constant: systemSpacing * multiplier)
    }

    /// Returns a constraint that places this position at least a multiple of 8 points after another one.
    public func constraint(greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(greaterThanOrEqualTo: anchor, constant: systemSpacing * multiplier)
    }

    /// Returns a constraint that places this position at most a multiple of 8 points after another one.
    public func constraint(lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(lessThanOrEqualTo: anchor, constant: systemSpacing * multiplier)
    }
}

/// A factory for constraints on a vertical position.
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// Returns the distance from this position to another one as a dimension.
    public func anchorWithOffset(to otherAnchor: NSLayoutYAxisAnchor) -> NSLayoutDimension {
        NSLayoutDimension(LayoutTerm(from: term, to: otherAnchor.term))
    }

    /// Returns a constraint that places this position a multiple of 8 points below another one. UIKit's spacing between
    /// baselines depends on the fonts; here it does not.
    public func constraint(equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(equalTo: anchor, constant: systemSpacing * multiplier)
    }

    /// Returns a constraint that places this position at least a multiple of 8 points below another one.
    public func constraint(greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(greaterThanOrEqualTo: anchor, constant: systemSpacing * multiplier)
    }

    /// Returns a constraint that places this position at most a multiple of 8 points below another one.
    public func constraint(lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(lessThanOrEqualTo: anchor, constant: systemSpacing * multiplier)
    }
}

/// A factory for constraints on a length on either axis.
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// Returns an inactive constraint.
    public func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .equal, second: nil, constant: c)
    }

    /// Returns an inactive constraint.
    public func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .greaterThanOrEqual, second: nil, constant: c)
    }

    /// Returns an inactive constraint.
    public func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .lessThanOrEqual, second: nil, constant: c)
    }

    /// Returns an inactive constraint.
    public func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .equal, second: anchor.term, multiplier: m)
    }

    /// Returns an inactive constraint.
    public func constraint(greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .greaterThanOrEqual, second: anchor.term, multiplier: m)
    }

    /// Returns an inactive constraint.
    public func constraint(lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .lessThanOrEqual, second: anchor.term, multiplier: m)
    }

    /// Returns an inactive constraint.
    public func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .equal, second: anchor.term, multiplier: m, constant: c)
    }

    /// Returns an inactive constraint.
    public func constraint(greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .greaterThanOrEqual, second: anchor.term, multiplier: m, constant: c)
    }

    /// Returns an inactive constraint.
    public func constraint(lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .lessThanOrEqual, second: anchor.term, multiplier: m, constant: c)
    }
}
