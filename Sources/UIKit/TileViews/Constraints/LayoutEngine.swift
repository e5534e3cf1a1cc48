import Foundation
import TileLayers
import TileLayout

/// A solver for the constraints of a view and of the views in it, as far as constraints reach.
///
/// A view that is placed by its frame, and into which no constraint reaches from above, is the root of an engine of its
/// own, because changes inside it affect nothing outside. A board of many cards therefore has one small problem for
/// each card, and a card that is moved or reused keeps its solution.
///
/// Changes are collected until the next layout: a constraint that is activated and deactivated in between costs
/// nothing.
final class LayoutEngine {
    /// The root view of the layout, which owns the engine.
    unowned(unsafe) let root: UIView
    /// A Boolean value that indicates whether the engine only computes a fitting size and is then discarded.
    let isFitting: Bool
    private(set) var solver = LinearSolver()
    private(set) var members: [ObjectIdentifier: LayoutMember] = [:]
    /// The members by the index of their variables.
    private var ownersOfVariables: [LayoutMember?] = []
    private(set) var installations: [ObjectIdentifier: Installation] = [:]
    /// The constraints of the solver that are required or were broken, by handle.
    private var constraintsByHandle: [SolverConstraint: NSLayoutConstraint] = [:]
    /// The members that still need constraints of their own, such as those for frames.
    private var fresh: [LayoutMember] = []
    /// The members with text that is wrapped at the width that layout determines.
    private var wrapping: [LayoutMember] = []
    /// A Boolean value that indicates whether the root is gone, so that removing constraints is unnecessary.
    var isAbandoned = false
    var isQueued = false
    /// The constraints that were listed for the root's place in its superview.
    var rootPlace: [PartConstraint] = []
    /// The superview that they name.
    weak var rootPlaceParent: UIView?
    /// A Boolean value that indicates whether the solution was discarded to save memory. Frames stay as it determined
    /// them. See `WarmLayouts`.
    private(set) var isCold = false
    /// The time of the last solution, as counted by the tree's `WarmLayouts`.
    var lastUse = 0
    var counts = ConstraintCounts()

    /// A constraint in the solver.
    struct Installation {
        let constraint: NSLayoutConstraint
        let handle: SolverConstraint
        /// The sign of the constraint's constant in the solver's: `sign` · constant + `offset`.
        var sign: CGFloat
        var offset: CGFloat
        var terms: [LinearConstraint.Term]
        let members: [LayoutMember]
        let isBroken: Bool
    }

    init(_ root: UIView, isFitting: Bool = false) {
        self.root = root
        self.isFitting = isFitting
    }

    // MARK: Memory

    /// A Boolean value that indicates whether the engine can be rebuilt from the views with the same result.
    var canCool: Bool { !isCold && !isQueued && !members.values.contains { $0.scrolled != nil } }

    /// Discards the solution.
    func cool() {
        for member in members.values {
            if let guide = member.node.guide, let rect = alignmentRect(of: member.node) { guide.keep(rect) }
        }
        solver = LinearSolver()
        (members, ownersOfVariables, installations) = ([:], [], [:])
        (constraintsByHandle, fresh, wrapping) = ([:], [], [])
        isCold = true
    }

    /// Rebuilds the solution.
    func warm() {
        guard isCold else { return }
        isCold = false
        takeAll(in: root)
    }

    private func takeAll(in view: UIView) {
        if let node = view.rare?.layout {
            adopt(node)
            for guide in view.rare?.guides ?? [] { if let node = guide.node { adopt(node) } }
            for guide in view.rare?.systemGuides ?? [] { if let node = guide.node { adopt(node) } }
        }
        for child in view.children where child.flags.contains(.nodesBelow) && !child.isLayoutRoot {
            takeAll(in: child)
        }
    }

    private func adopt(_ node: LayoutNode) {
        node.needs.insert(.constraints)
        update(node)
    }

    // MARK: Members

    func member(of node: LayoutNode) -> LayoutMember {
        let key = ObjectIdentifier(node)
        if let member = members[key] { return member }
        if !isFitting, let home = node.home, home !== self {
            home.drop(node)
            node.need(.constraints)
        }
        let member = LayoutMember(node, in: solver)
        members[key] = member
        own(member.variables, member)
        if !isFitting { node.home = self }
        fresh.append(member)
        // The root's size is the basis of all other measurements, so it is added first.
        if node.view === root { updateInputs(of: member) }
        return member
    }

    func presentMember(of node: LayoutNode) -> LayoutMember? { members[ObjectIdentifier(node)] }

    func makeScrolled(_ member: LayoutMember) {
        guard member.scrolled == nil else { return }
        member.makeScrolled(in: solver)
        own([member[.scrolledX], member[.scrolledY]], member)
        fresh.append(member)
    }

    private func own(_ variables: [SolverVariable], _ member: LayoutMember?) {
        for variable in variables {
            while ownersOfVariables.count <= variable.index { ownersOfVariables.append(nil) }
            ownersOfVariables[variable.index] = member
        }
    }

    /// Removes a node, with all constraints that its view holds.
    func drop(_ node: LayoutNode) {
        guard !isAbandoned else { return }
        for constraint in node.owned { remove(constraint) }
        for constraint in node.changed { remove(constraint) }
        guard let member = members.removeValue(forKey: ObjectIdentifier(node)) else { return }
        removeOwn(of: member)
        member.isGone = true
        fresh.removeAll { $0 === member }
        wrapping.removeAll { $0 === member }
        if member.uses == 0 { free(member) }
    }

    private func removeOwn(of member: LayoutMember) {
        for input in member.inputs { remove(input) }
        member.inputs = []
        setContent(of: member, \.across, nil)
        setContent(of: member, \.down, nil)
    }

    private func free(_ member: LayoutMember) {
        own(member.variables, nil)
        for variable in member.variables { solver.remove(variable) }
    }

    // MARK: Constraints

    /// Updates a constraint in the solver to its current state, or removes it if it is not active.
    func refresh(_ constraint: NSLayoutConstraint) {
        guard let holder = constraint.owner, holder.rare?.layout?.home === self || isFitting else {
            return remove(constraint)
        }
        guard let installation = installations[ObjectIdentifier(constraint)], !constraint.isRemade || isFitting else {
            remove(constraint)
            if !isFitting { constraint.isRemade = false }
            if constraint.isOfPresentItems { add(constraint, isBroken: constraint.isGivenUp) }
            return
        }
        move(constraint, installation, offset: installation.offset)
    }

    /// Recomputes the part of a constraint that is not in its variables, such as margins and baselines.
    func remeasure(_ constraint: NSLayoutConstraint) {
        guard let installation = installations[ObjectIdentifier(constraint)] else { return }
        let equation = Equation(constraint, in: self)
        if equation.terms == installation.terms, equation.sign == installation.sign {
            move(constraint, installation, offset: equation.offset)
        } else {
            remove(constraint)
            add(constraint)
        }
    }

    private func move(_ constraint: NSLayoutConstraint, _ installation: Installation, offset: CGFloat) {
        let key = ObjectIdentifier(constraint)
        installations[key]!.offset = offset
        let wanted = Self.limited(installation.sign * constraint.constant + offset)
        guard wanted != solver.constant(of: installation.handle) else { return }
        counts.changed += 1
        do {
            try solver.setConstant(of: installation.handle, to: wanted)
        } catch {
            let rivals = error.constraints.compactMap { constraintsByHandle[$0] }
            let victim = breakOne(of: rivals.isEmpty ? [constraint] : rivals)
            demote(victim)
            if victim !== constraint {
                remove(constraint)
                add(constraint)
            }
        }
    }

    func add(_ constraint: NSLayoutConstraint, isBroken: Bool = false) {
        let equation = Equation(constraint, in: self)
        var isBroken = isBroken
        var linear = LinearConstraint(
            equation.terms, constant: Double(Self.limited(equation.sign * constraint.constant + equation.offset)),
            equation.relation, isBroken ? .broken : Strength(constraint.priority))
        counts.added += 1
        while true {
            do {
                let handle = try solver.add(linear)
                if linear.strength.isRequired || isBroken { constraintsByHandle[handle] = constraint }
                installations[ObjectIdentifier(constraint)] = Installation(
                    constraint: constraint, handle: handle, sign: equation.sign, offset: equation.offset,
                    terms: equation.terms, members: equation.members, isBroken: isBroken)
                for member in equation.members { member.uses += 1 }
                return
            } catch {
                let victim = breakOne(of: error.constraints.compactMap { constraintsByHandle[$0] } + [constraint])
                if victim === constraint {
                    isBroken = true
                    linear.strength = .broken
                } else {
                    demote(victim)
                }
            }
        }
    }

    /// Replaces a required constraint by an optional one, which holds as far as the others allow.
    private func demote(_ constraint: NSLayoutConstraint) {
        remove(constraint)
        counts.removed -= 1
        add(constraint, isBroken: true)
        counts.added -= 1
    }

    private func breakOne(of rivals: [NSLayoutConstraint]) -> NSLayoutConstraint {
        let conflict = LayoutConflict(rivals)
        if !isFitting {
            counts.broken += 1
            conflict.victim.isGivenUp = true
            conflict.log()
        }
        return conflict.victim
    }

    func remove(_ constraint: NSLayoutConstraint) {
        guard let installation = installations.removeValue(forKey: ObjectIdentifier(constraint)) else { return }
        counts.removed += 1
        solver.remove(installation.handle)
        constraintsByHandle[installation.handle] = nil
        for member in installation.members {
            member.uses -= 1
            if member.uses == 0, member.isGone { free(member) }
        }
    }

    /// The maximum distance from a view's origin, in points. With larger numbers, sums in binary floating point are not
    /// exact enough to distinguish a contradiction from rounding.
    private static let farthest: CGFloat = 1e8

    static func limited(_ constant: CGFloat) -> CGFloat { min(max(constant, -farthest), farthest) }

    // MARK: Constraints of members

    /// Adds the constraints that new members need, in the order in which constraints named the members, until none are
    /// new.
    func setUp() {
        while !fresh.isEmpty {
            let members = fresh
            fresh = []
            for member in members where !member.isGone { updateInputs(of: member) }
            holdContent(of: members)
            for member in members where !member.isGone {
                noteWrapping(of: member)
                member.isSetUp = true
                // Marked even if its variables are still 0, because its frame may differ.
                if let view = member.node.view, !isFitting { view.parent?.setNeedsLayout() }
            }
        }
    }

    /// Updates whether the size of a member's content depends on its layout.
    func noteWrapping(of member: LayoutMember) {
        let wraps = member.node.view.map { $0.wrapsContent && hugsContent($0) } ?? false
        if wraps == wrapping.contains(where: { $0 === member }) { return }
        if wraps { wrapping.append(member) } else { wrapping.removeAll { $0 === member } }
        member.lineWidth = nil
    }

    /// Returns whether a view's content influences its size.
    private func hugsContent(_ view: UIView) -> Bool {
        !view.flags.contains(.placedByFrame) || isFitting && view === root
    }

    /// Updates the values that are fixed from outside: frames, offsets of scroll views, margins.
    func updateInputs(of member: LayoutMember) {
        let wanted = LayoutInputs.of(member, in: self)
        let isSame =
            wanted.count == member.inputs.count
            && zip(wanted, member.inputs).allSatisfy { new, old in
                new.terms.count == old.terms.count
                    && zip(new.terms, old.terms).allSatisfy {
                        $0.node === $1.node && $0.part == $1.part && $0.coefficient == $1.coefficient
                    }
            }
        if isSame {
            for (new, old) in zip(wanted, member.inputs) where new.constant != old.constant {
                old.constant = new.constant
                if let installation = installations[ObjectIdentifier(old)] {
                    move(old, installation, offset: installation.offset)
                }
            }
        } else {
            for input in member.inputs { remove(input) }
            member.inputs = wanted
            for input in wanted { add(input) }
        }
    }

    func updateContent(of member: LayoutMember) { holdContent(of: [member]) }

    /// Adds the constraints for the sizes of views' contents. Among views with equal priorities, the one that was named
    /// first takes up the remaining space, and keeps its size if there is too little, because earlier constraints take
    /// precedence in the solver.
    private func holdContent(of members: [LayoutMember]) {
        for member in members where !member.isGone {
            guard let view = member.node.view else { continue }
            let size = hugsContent(view) ? view.contentSize(lineWidth: member.lineWidth) : nil
            setContent(of: member, \.across, size?.width)
            setContent(of: member, \.down, size?.height)
        }
        for member in members where !member.isGone { resist(member) }
        for member in members.reversed() where !member.isGone { hug(member) }
    }

    private typealias ContentAxis = WritableKeyPath<LayoutMember.Content, LayoutMember.ContentHold?>

    /// Records the length of a content. Existing constraints in the solver are updated or removed.
    private func setContent(of member: LayoutMember, _ axis: ContentAxis, _ length: CGFloat?) {
        let hugging = member.node.hugging[axis == \.across]
        let resistance = member.node.compressionResistance[axis == \.across]
        let old = member.content[keyPath: axis]
        let length = length.flatMap { $0 >= 0 && $0.isFinite ? Self.limited($0) : nil }
        if let length, var hold = old, hold.huggingPriority == hugging, hold.resistancePriority == resistance {
            guard hold.size != length else { return }
            hold.size = length
            member.content[keyPath: axis] = hold
            for handle in [hold.hugging, hold.resistance] {
                guard let handle else { continue }
                counts.changed += 1
                do { try solver.setConstant(of: handle, to: Double(-length)) } catch {
                    preconditionFailure("a content's size that is not required contradicts others")
                }
            }
            return
        }
        if let old {
            for handle in [old.hugging, old.resistance] {
                guard let handle else { continue }
                counts.removed += 1
                solver.remove(handle)
            }
        }
        member.content[keyPath: axis] = length.map {
            LayoutMember.ContentHold(size: $0, huggingPriority: hugging, resistancePriority: resistance)
        }
    }

    private func resist(_ member: LayoutMember) {
        func hold(_ hold: inout LayoutMember.ContentHold?, _ variable: SolverVariable) {
            guard let known = hold, known.resistance == nil else { return }
            hold?.resistance = holdSize(
                of: variable, .greaterThanOrEqual, known.size, priority: known.resistancePriority)
        }
        hold(&member.content.across, member.width)
        hold(&member.content.down, member.height)
    }

    private func hug(_ member: LayoutMember) {
        func hold(_ hold: inout LayoutMember.ContentHold?, _ variable: SolverVariable) {
            guard let known = hold, known.hugging == nil else { return }
            hold?.hugging = holdSize(of: variable, .lessThanOrEqual, known.size, priority: known.huggingPriority)
        }
        hold(&member.content.across, member.width)
        hold(&member.content.down, member.height)
    }

    private func holdSize(
        of variable: SolverVariable, _ relation: LinearConstraint.Relation, _ size: CGFloat,
        priority: UILayoutPriority
    ) -> SolverConstraint? {
        guard priority.rawValue > 0 else { return nil }
        counts.added += 1
        return try? solver.add(
            LinearConstraint([.init(variable, 1)], constant: Double(-size), relation, .content(priority)))
    }

    // MARK: Solving

    /// Sets the line widths of wrapped text to the widths in the solution, until those are stable. The height of a text
    /// can influence widths again.
    func wrapLines() {
        for _ in 0..<Self.mostWraps {
            var isSettled = true
            for member in wrapping where !member.isGone {
                let width = CGFloat(solver.value(of: member.width))
                if let known = member.lineWidth, abs(known - width) < 0.01 { continue }
                member.lineWidth = max(0, width)
                updateContent(of: member)
                isSettled = false
            }
            if isSettled { return }
        }
    }

    private static let mostWraps = 4

    /// Calls `body` with each member that may have moved since the last call.
    func takeMoved(_ body: (LayoutMember) -> Void) {
        solver.takeChanges { variable in
            if variable.index < ownersOfVariables.count, let member = ownersOfVariables[variable.index] { body(member) }
        }
    }

    /// Returns the alignment rectangle of a node in the coordinates of its container.
    func alignmentRect(of node: LayoutNode) -> CGRect? {
        guard let member = members[ObjectIdentifier(node)] else { return nil }
        return CGRect(
            x: solver.value(of: member.x), y: solver.value(of: member.y),
            width: max(0, solver.value(of: member.width)), height: max(0, solver.value(of: member.height)))
    }

    func constraint(of handle: SolverConstraint) -> NSLayoutConstraint? {
        constraintsByHandle[handle] ?? installations.values.first { $0.handle == handle }?.constraint
    }
}

/// The numbers of changes to a solver's constraints.
struct ConstraintCounts: Equatable {
    var added = 0
    var removed = 0
    /// The number of changed constants.
    var changed = 0
    var broken = 0
}

extension Strength {
    /// The strength of a required constraint that could not hold: stronger than all optional ones while it is active.
    static let broken = Strength(1000.5)

    init(_ priority: UILayoutPriority) {
        self = priority.rawValue >= UILayoutPriority.required.rawValue ? .required : Strength(Double(priority.rawValue))
    }

    /// Returns the strength of a content size. Priority 1000 is stronger than all optional constraints, but it never
    /// contradicts required ones.
    static func content(_ priority: UILayoutPriority) -> Strength {
        priority.rawValue >= UILayoutPriority.required.rawValue
            ? Strength(1000.75) : Strength(Double(priority.rawValue))
    }
}
