import Foundation

/// The constraints and guides that a stack has created to lay out its views.
struct StackArrangement {
    var constraints: [NSLayoutConstraint] = []
    var guides: [UILayoutGuide] = []
    var isStale = true
}

extension UIStackView {
    /// Schedules new constraints before the next layout.
    func rearrange() {
        guard !arrangement.isStale || !needsUpdateConstraints() else { return }
        arrangement.isStale = true
        setNeedsUpdateConstraints()
    }

    func noteHiding(of view: UIView) {
        if arranges(view) { rearrange() }
    }

    /// Returns whether the stack lays out a view.
    func arranges(_ view: UIView) -> Bool { arranged.contains { $0 === view } }

    func arrange() {
        guard arrangement.isStale else { return }
        arrangement.isStale = false
        NSLayoutConstraint.deactivate(arrangement.constraints)
        for guide in arrangement.guides { removeLayoutGuide(guide) }
        arrangement.guides = []
        var maker = StackConstraints(self)
        maker.make()
        arrangement.constraints = maker.constraints
        arrangement.guides = maker.guides
        NSLayoutConstraint.activate(maker.constraints)
    }
}

/// The constraints of a stack, with UIKit's identifiers.
///
/// Identifiers and priorities are those that Arranged (Alexander Grebenyuk, MIT license) has found in UIKit.
private struct StackConstraints {
    private(set) var constraints: [NSLayoutConstraint] = []
    private(set) var guides: [UILayoutGuide] = []
    private let stack: UIStackView
    private let shown: [UIView]
    private let isRow: Bool
    /// The area of the views: the stack itself, or the area inside its margins.
    private let canvas: LayoutNode

    /// The edges and lengths along the stack and across it.
    private let near, far, length, middle: NSLayoutConstraint.Attribute
    private let crossNear, crossFar, crossLength, crossMiddle: NSLayoutConstraint.Attribute

    init(_ stack: UIStackView) {
        self.stack = stack
        shown = stack.arranged.filter { !$0.isHidden }
        isRow = stack.axis == .horizontal
        canvas = stack.isLayoutMarginsRelativeArrangement ? stack.layoutMarginsGuide.layoutNode : stack.layoutNode
        let row = (
            NSLayoutConstraint.Attribute.leading, NSLayoutConstraint.Attribute.trailing,
            NSLayoutConstraint.Attribute.width, NSLayoutConstraint.Attribute.centerX
        )
        let column = (
            NSLayoutConstraint.Attribute.top, NSLayoutConstraint.Attribute.bottom, NSLayoutConstraint.Attribute.height,
            NSLayoutConstraint.Attribute.centerY
        )
        (near, far, length, middle) = isRow ? row : column
        (crossNear, crossFar, crossLength, crossMiddle) = isRow ? column : row
    }

    mutating func make() {
        park()
        guard let first = shown.first, let last = shown.last else {
            // An empty stack is as small as other constraints allow.
            for attribute in [length, crossLength] {
                add("UISV-canvas-fit", LayoutTerm(stack.layoutNode, attribute), relation: .equal, b: nil, priority: 49)
            }
            return
        }
        add("UISV-canvas-connection", term(first, near), relation: .equal, b: LayoutTerm(canvas, near))
        add("UISV-canvas-connection", LayoutTerm(canvas, far), relation: .equal, b: term(last, far))
        distribute()
        align()
    }

    private mutating func add(
        _ name: String, _ a: LayoutTerm, relation: NSLayoutConstraint.Relation, b: LayoutTerm?,
        multiplier: CGFloat = 1, constant: CGFloat = 0, priority: Float = 1000
    ) {
        let constraint = NSLayoutConstraint(
            a, relation, second: b, multiplier: multiplier, constant: constant, priority: UILayoutPriority(priority))
        constraint.identifier = name
        constraints.append(constraint)
    }

    private func term(_ item: any LayoutItem, _ attribute: NSLayoutConstraint.Attribute) -> LayoutTerm {
        LayoutTerm(item.layoutNode, attribute)
    }

    private mutating func makeGuide(_ name: String) -> UILayoutGuide {
        let guide = UILayoutGuide()
        guide.identifier = name
        stack.addLayoutGuide(guide)
        guides.append(guide)
        return guide
    }

    // MARK: Along the stack

    private mutating func distribute() {
        let isExact: Bool
        switch stack.distribution {
        case .fill, .fillEqually, .fillProportionally: isExact = true
        case .equalSpacing, .equalCentering: isExact = false
        }
        for (before, after) in zip(shown, shown.dropFirst()) {
            let isByBaseline = !isRow && stack.isBaselineRelativeArrangement
            add(
                "UISV-spacing", term(after, isByBaseline ? .firstBaseline : near),
                relation: isExact ? .equal : .greaterThanOrEqual, b: term(before, isByBaseline ? .lastBaseline : far),
                constant: spacing(after: before))
        }
        switch stack.distribution {
        case .fill: break
        case .fillEqually: fillEqually()
        case .fillProportionally: fillProportionally()
        case .equalSpacing: makeGaps(from: far, to: near, priority: 1000)
        case .equalCentering: makeGaps(from: middle, to: middle, priority: 149)
        }
    }

    private func spacing(after view: UIView) -> CGFloat {
        let spacing = stack.customSpacings[ObjectIdentifier(view)] ?? stack.spacing
        return spacing == UIStackView.spacingUseSystem ? systemSpacing : spacing
    }

    private mutating func fillProportionally() {
        let wanted = shown.map { view in
            let size = view.intrinsicContentSize
            return max(0, isRow ? size.width : size.height)
        }
        let count = wanted.lazy.filter { $0 > 0 }.count
        guard count > 0 else { return fillEqually() }
        let gaps = shown.dropLast().reduce(0) { $0 + spacing(after: $1) }
        let total = wanted.reduce(gaps, +)
        let isExact = count == 1 && (shown.count == 1 || gaps == 0)
        for (index, view) in shown.enumerated() {
            if wanted[index] > 0 {
                // Spacings are part of the length, so later views are shorter by the difference.
                add(
                    "UISV-fill-proportionally", term(view, length), relation: .equal,
                    b: LayoutTerm(stack.layoutNode, length),
                    multiplier: wanted[index] / total, priority: isExact ? 1000 : Float(max(1, 999 - index)))
            } else {
                add("UISV-fill-proportionally", term(view, length), relation: .equal, b: nil)
            }
        }
    }

    private mutating func fillEqually() {
        for view in shown.dropFirst() {
            add("UISV-fill-equally", term(view, length), relation: .equal, b: term(shown[0], length))
        }
    }

    /// Adds guides of equal length between the views.
    private mutating func makeGaps(
        from end: NSLayoutConstraint.Attribute, to start: NSLayoutConstraint.Attribute, priority: Float
    ) {
        var firstGap: UILayoutGuide?
        for (before, after) in zip(shown, shown.dropFirst()) {
            let gap = makeGuide("UISV-distributing")
            add("UISV-distributing-edge", term(gap, near), relation: .equal, b: term(before, end))
            add("UISV-distributing-edge", term(gap, far), relation: .equal, b: term(after, start))
            if let firstGap {
                add(
                    "UISV-fill-equally", term(gap, length), relation: .equal, b: term(firstGap, length),
                    priority: priority)
            }
            firstGap = firstGap ?? gap
        }
        add("UISV-canvas-fit", LayoutTerm(stack.layoutNode, length), relation: .equal, b: nil, priority: 49)
    }

    // MARK: Across the stack

    private mutating func align() {
        let first = shown[0]
        let attributes: [NSLayoutConstraint.Attribute] =
            switch stack.alignment {
            case .fill: [crossNear, crossFar]
            case .leading: [crossNear]
            case .trailing: [crossFar]
            case .center: [crossMiddle]
            case .firstBaseline: isRow ? [.firstBaseline] : [crossNear]
            case .lastBaseline: isRow ? [.lastBaseline] : [crossNear]
            }
        for view in shown.dropFirst() {
            for attribute in attributes {
                add("UISV-alignment", term(first, attribute), relation: .equal, b: term(view, attribute))
            }
        }
        // The edges at which views need not be aligned with the canvas.
        let isNearOpen = !attributes.contains(crossNear)
        let isFarOpen = !attributes.contains(crossFar)
        if shown.count > 1, isNearOpen || isFarOpen {
            connectSpanner(isNearOpen, isFarOpen)
        } else {
            connect(first.layoutNode, crossNear, isOpen: isNearOpen)
            connect(first.layoutNode, crossFar, isOpen: isFarOpen)
            if isNearOpen || isFarOpen { fitCanvas() }
        }
        if stack.alignment == .center {
            add(
                "UISV-canvas-connection", LayoutTerm(canvas, crossMiddle), relation: .equal, b: term(first, crossMiddle)
            )
        }
        guard isNearOpen || isFarOpen else { return }
        for view in shown {
            // Views without a length of their own have zero length.
            add("UISV-ambiguity-suppression", term(view, crossLength), relation: .equal, b: nil, priority: 25)
        }
    }

    /// Adds a guide that spans all views exactly, and connects the canvas to it.
    private mutating func connectSpanner(_ isNearOpen: Bool, _ isFarOpen: Bool) {
        let spanner = makeGuide("UISV-alignment-spanner")
        add("UISV-spanning-fit", term(spanner, crossLength), relation: .equal, b: nil, priority: 51)
        for view in shown {
            for (edge, isOpen) in [(crossNear, isNearOpen), (crossFar, isFarOpen)] {
                let outwards: NSLayoutConstraint.Relation = edge == crossNear ? .lessThanOrEqual : .greaterThanOrEqual
                add(
                    "UISV-spanning-boundary", term(spanner, edge), relation: isOpen ? outwards : .equal,
                    b: term(view, edge),
                    priority: isOpen ? 1000 : 999.5)
            }
        }
        let isFirstBaseline = isRow && stack.alignment == .firstBaseline
        let isLastBaseline = isRow && stack.alignment == .lastBaseline
        let first = shown[0].layoutNode
        connect(isNearOpen ? spanner.layoutNode : first, crossNear, isOpen: isFirstBaseline)
        connect(isFarOpen ? spanner.layoutNode : first, crossFar, isOpen: isLastBaseline)
        if isFirstBaseline || isLastBaseline { fitCanvas() }
    }

    /// Connects an edge of the canvas to that of an item, or only requires the item to be inside.
    private mutating func connect(_ node: LayoutNode, _ edge: NSLayoutConstraint.Attribute, isOpen: Bool) {
        let outwards: NSLayoutConstraint.Relation = edge == crossNear ? .lessThanOrEqual : .greaterThanOrEqual
        add(
            "UISV-canvas-connection", LayoutTerm(canvas, edge), relation: isOpen ? outwards : .equal,
            b: LayoutTerm(node, edge))
    }

    private mutating func fitCanvas() {
        add("UISV-canvas-fit", LayoutTerm(stack.layoutNode, crossLength), relation: .equal, b: nil, priority: 49)
    }

    // MARK: Hidden views

    /// Places hidden views where they would appear, with zero length.
    private mutating func park() {
        var before: UIView?
        for view in stack.arranged {
            guard view.isHidden else {
                before = view
                continue
            }
            add("UISV-hiding", term(view, length), relation: .equal, b: nil)
            if let before {
                let isLast = before === shown.last
                add(
                    "UISV-hiding", term(view, near), relation: .equal, b: term(before, far),
                    constant: isLast ? 0 : spacing(after: before) / 2)
            } else {
                add("UISV-hiding", term(view, near), relation: .equal, b: LayoutTerm(canvas, near))
            }
            add("UISV-hiding", term(view, crossNear), relation: .equal, b: LayoutTerm(canvas, crossNear), priority: 999)
            add("UISV-hiding", term(view, crossLength), relation: .equal, b: nil, priority: 999)
        }
    }
}
