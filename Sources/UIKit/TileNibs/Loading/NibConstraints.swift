import Foundation
import TileDrawing
import TileViews

/// The constraints of one loading.
struct NibConstraints {
    private let reading: NibReading
    private final class Held {
        var constraints: [NSLayoutConstraint] = []
    }
    private let held = Held()

    init(_ reading: NibReading) { self.reading = reading }

    /// Creates the constraints that a view holds, and follows the traits if the constraints or the view differ by size
    /// class.
    func make(of element: NibElement, in view: UIView) {
        var byID: [(id: String?, element: NibElement, constraint: NSLayoutConstraint)] = []
        let excluded = element.excluded(from: "constraints", for: reading.traits)
        for each in element.list("constraints") where each.name == "constraint" {
            // Placeholder constraints are for Interface Builder only.
            guard each["placeholder"] != "YES", let made = constraint(each, in: view) else { continue }
            byID.append((each.id, each, made))
            reading.note(made, as: each.id)
            if !excluded.contains(each.id ?? "") { held.constraints.append(made) }
        }
        let isVaried = element.hasVariations || element.list("constraints").contains { $0.hasVariations }
        if isVaried {
            NibVariations.follow(view, element, constraints: byID.map { ($0.element, $0.constraint) }, reading: reading)
        }
    }

    /// Activates the constraints whose items are in one view hierarchy.
    func install() {
        for constraint in held.constraints {
            guard Self.haveCommonView(constraint) else { continue }
            constraint.isActive = true
        }
    }

    static func haveCommonView(_ constraint: NSLayoutConstraint) -> Bool {
        guard let first = view(constraint.firstItem) else { return false }
        guard let item = constraint.secondItem else { return true }
        guard let second = view(item) else { return false }
        return root(first) === root(second)
    }

    private static func view(_ item: AnyObject?) -> UIView? { item as? UIView ?? (item as? UILayoutGuide)?.owningView }
    private static func root(_ view: UIView) -> UIView {
        var view = view
        while let next = view.superview { view = next }
        return view
    }

    private func constraint(_ element: NibElement, in view: UIView) -> NSLayoutConstraint? {
        func fail(_ text: String) -> NSLayoutConstraint? {
            reading.notes.add(.constraint, about: element, text + "; the constraint is left out")
            return nil
        }
        let current = element.varied(for: reading.traits)
        guard let first = end(current["firstItem"], current["firstAttribute"], in: view) else {
            return fail("its first item, \(current["firstItem"] ?? "the view"), is not there, or has no such attribute")
        }
        let relation: NSLayoutConstraint.Relation
        switch current["relation"] {
        case nil, "equal": relation = .equal
        case "greaterThanOrEqual": relation = .greaterThanOrEqual
        case "lessThanOrEqual": relation = .lessThanOrEqual
        case let other?: return fail("its relation \(other) is unknown")
        }
        var second: (item: NSObject, attribute: NSLayoutConstraint.Attribute)?
        if current["secondItem"] != nil || current["secondAttribute"] != nil {
            second = end(current["secondItem"], current["secondAttribute"], in: view)
            guard second != nil else {
                return fail("its second item, \(current["secondItem"] ?? "the view"), is not there")
            }
        }
        guard let multiplier = Self.multiplier(current["multiplier"]) else {
            return fail("its multiplier \(current["multiplier"] ?? "") is no number, and no ratio as in 3:2")
        }
        guard
            let made = Self.make(
                first, relation, second: second, multiplier: multiplier,
                constant: constant(current, first, second: second))
        else {
            return fail("its attributes can't be set in relation")
        }
        Self.set(current, made)
        return made
    }

    /// Sets the properties of a constraint that can change later.
    static func set(_ element: NibElement, _ constraint: NSLayoutConstraint) {
        if let number = element["priority"].flatMap({ Float($0) }), number > 0, number <= 1000 {
            constraint.priority = UILayoutPriority(number)
        }
        constraint.identifier = element["identifier"]
    }

    private func end(_ id: String?, _ name: String?, in view: UIView)
        -> (item: NSObject, attribute: NSLayoutConstraint.Attribute)?
    {
        guard let attribute = name.flatMap({ NibWords.attributes[$0] }) else { return nil }
        guard let id else { return (view, attribute) }
        switch reading.objects[id] {
        case let view as UIView: return (view, attribute)
        case let guide as UILayoutGuide: return (guide, attribute)
        case let bar as BarGuide: return bar.end(attribute)
        default: return nil
        }
    }

    /// Returns the constant of a constraint. A symbolic constraint is 20 points to the superview and 8 points between
    /// siblings.
    private func constant(
        _ element: NibElement, _ first: (item: NSObject, attribute: NSLayoutConstraint.Attribute),
        second: (item: NSObject, attribute: NSLayoutConstraint.Attribute)?
    ) -> CGFloat {
        if let number = element["constant"].flatMap({ Double($0) }), number.isFinite {
            return CGFloat(min(max(number, -NSCoder.largestNumber), NSCoder.largestNumber))
        }
        guard element["symbolic"] == "YES", let second else { return 0 }
        let one = first.item as? UIView
        let other = second.item as? UIView
        let areSiblings = one != nil && one?.superview === other?.superview
        return areSiblings ? 8 : 20
    }

    /// Returns a multiplier from a number or a ratio, such as "16:9" or "1/3".
    static func multiplier(_ text: String?) -> CGFloat? {
        guard let text else { return 1 }
        let parts = text.split(whereSeparator: { $0 == ":" || $0 == "/" }).map { Double($0) }
        guard let first = parts.first ?? nil, parts.count <= 2 else { return nil }
        let second = parts.count == 2 ? parts[1] : 1
        guard let second, second != 0 else { return nil }
        let value = first / second
        return value.isFinite && abs(value) <= 1e6 ? CGFloat(value) : nil
    }

    /// Returns a constraint, or `nil` if the layout would trap. A document can relate a width to a position.
    private static func make(
        _ first: (item: NSObject, attribute: NSLayoutConstraint.Attribute), _ relation: NSLayoutConstraint.Relation,
        second: (item: NSObject, attribute: NSLayoutConstraint.Attribute)?, multiplier: CGFloat,
        constant: CGFloat
    ) -> NSLayoutConstraint? {
        guard fit(first.attribute, second?.attribute, multiplier: multiplier) else { return nil }
        return NSLayoutConstraint(
            item: first.item, attribute: first.attribute, relatedBy: relation, toItem: second?.item,
            attribute: second?.attribute ?? .notAnAttribute, multiplier: multiplier, constant: constant)
    }

    private enum Axis { case horizontal, side, vertical, size }

    private static func axis(_ attribute: NSLayoutConstraint.Attribute) -> Axis {
        switch attribute {
        case .width, .height: .size
        case .left, .right, .leftMargin, .rightMargin: .side
        case .leading, .trailing, .leadingMargin, .trailingMargin, .centerX, .centerXWithinMargins: .horizontal
        default: .vertical
        }
    }

    private static func fit(
        _ first: NSLayoutConstraint.Attribute, _ second: NSLayoutConstraint.Attribute?, multiplier: CGFloat
    ) -> Bool {
        guard let second else { return axis(first) == .size }
        let isCentered: (NSLayoutConstraint.Attribute) -> Bool = { $0 == .centerX || $0 == .centerXWithinMargins }
        if axis(first) == axis(second) { return axis(first) == .size || multiplier != 0 }
        let pair = Set([axis(first), axis(second)])
        // A center can be combined with either kind of side.
        return pair == [.horizontal, .side] && (isCentered(first) || isCentered(second)) && multiplier != 0
    }
}

/// A layout guide of older documents, `<viewControllerLayoutGuide>`, which follows the safe area.
final class BarGuide: NSObject {
    private unowned let view: UIView
    private let isAtTop: Bool

    init(_ view: UIView, isAtTop: Bool) { (self.view, self.isAtTop) = (view, isAtTop) }

    func end(_ attribute: NSLayoutConstraint.Attribute)
        -> (item: NSObject, attribute: NSLayoutConstraint.Attribute)?
    {
        switch (attribute, isAtTop) {
        case (.bottom, true): (view.safeAreaLayoutGuide, .top)
        case (.top, false): (view.safeAreaLayoutGuide, .bottom)
        case (.top, true), (.bottom, false): (view, attribute)
        default: (view, attribute)
        }
    }
}
