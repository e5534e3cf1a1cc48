public import Foundation

/// A place or a length of a view or a guide, to make constraints of: those of one axis, and lengths, are types of their
/// own, so that what can't be meant does not compile.
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    final let term: LayoutTerm

    init(_ term: LayoutTerm) { self.term = term }

    /// A constraint; it is not active yet.
    public final func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .equal, anchor.term)
    }

    /// A constraint; it is not active yet.
    public final func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .greaterThanOrEqual, anchor.term)
    }

    /// A constraint; it is not active yet.
    public final func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .lessThanOrEqual, anchor.term)
    }

    /// A constraint; it is not active yet.
    public final func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .equal, anchor.term, constant: c)
    }

    /// A constraint; it is not active yet.
    public final func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .greaterThanOrEqual, anchor.term, constant: c)
    }

    /// A constraint; it is not active yet.
    public final func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .lessThanOrEqual, anchor.term, constant: c)
    }

    /// What the anchor is of, for logs.
    public final var name: String { term.attribute.logName }

    /// The view or guide that it is of.
    public final var item: AnyObject? { term.node.item }

    /// Whether layout would do as well with another value, and so has picked one.
    public final var hasAmbiguousLayout: Bool { term.node.isAmbiguous(along: term.axis) }

    /// The constraints that decide about its value.
    public final var constraintsAffectingLayout: [NSLayoutConstraint] {
        term.node.constraintsAffectingLayout(for: term.axis)
    }

    /// As the same place of the same item.
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

/// What UIKit keeps free between neighbours where nothing else is said, in points.
let systemSpacing: CGFloat = 8

/// A place from side to side.
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// How far the other place is from this one.
    public func anchorWithOffset(to otherAnchor: NSLayoutXAxisAnchor) -> NSLayoutDimension {
        NSLayoutDimension(LayoutTerm(from: term, to: otherAnchor.term))
    }

    /// So many times 8 points after another place.
    public func constraint(equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(equalTo: anchor, constant: systemSpacing * multiplier)
    }

    /// At least so many times 8 points after another place.
    public func constraint(greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(greaterThanOrEqualTo: anchor, constant: systemSpacing * multiplier)
    }

    /// At most so many times 8 points after another place.
    public func constraint(lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(lessThanOrEqualTo: anchor, constant: systemSpacing * multiplier)
    }
}

/// A place from top to bottom.
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// How far the other place is from this one.
    public func anchorWithOffset(to otherAnchor: NSLayoutYAxisAnchor) -> NSLayoutDimension {
        NSLayoutDimension(LayoutTerm(from: term, to: otherAnchor.term))
    }

    /// So many times 8 points below another place. UIKit takes the fonts into account for baselines; here they don't
    /// count.
    public func constraint(equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(equalTo: anchor, constant: systemSpacing * multiplier)
    }

    /// At least so many times 8 points below another place.
    public func constraint(greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(greaterThanOrEqualTo: anchor, constant: systemSpacing * multiplier)
    }

    /// At most so many times 8 points below another place.
    public func constraint(lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat)
        -> NSLayoutConstraint
    {
        constraint(lessThanOrEqualTo: anchor, constant: systemSpacing * multiplier)
    }
}

/// A length, on either axis.
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// A constraint; it is not active yet.
    public func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .equal, nil, constant: c)
    }

    /// A constraint; it is not active yet.
    public func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .greaterThanOrEqual, nil, constant: c)
    }

    /// A constraint; it is not active yet.
    public func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .lessThanOrEqual, nil, constant: c)
    }

    /// A constraint; it is not active yet.
    public func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .equal, anchor.term, multiplier: m)
    }

    /// A constraint; it is not active yet.
    public func constraint(greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .greaterThanOrEqual, anchor.term, multiplier: m)
    }

    /// A constraint; it is not active yet.
    public func constraint(lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(term, .lessThanOrEqual, anchor.term, multiplier: m)
    }

    /// A constraint; it is not active yet.
    public func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .equal, anchor.term, multiplier: m, constant: c)
    }

    /// A constraint; it is not active yet.
    public func constraint(greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .greaterThanOrEqual, anchor.term, multiplier: m, constant: c)
    }

    /// A constraint; it is not active yet.
    public func constraint(lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(term, .lessThanOrEqual, anchor.term, multiplier: m, constant: c)
    }
}
