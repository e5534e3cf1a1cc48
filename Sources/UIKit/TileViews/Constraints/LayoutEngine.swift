import Foundation
import TileLayers
import TileLayout

/// Solves the constraints of a view and of all in it, as far as constraints reach.
///
/// A view that is placed by its frame, and into which no constraint from above reaches, is the root of an engine of its
/// own: what changes in it concerns nothing outside. So a board of any number of cards has as many small problems, and
/// a card that is moved or used again takes its solution with it.
///
/// Changes are gathered until the next layout: what is activated and deactivated meanwhile costs nothing.
final class LayoutEngine {
    /// The view whose layout it is, which holds it.
    unowned(unsafe) let root: UIView
    /// Whether it is made to find a size, and then thrown away.
    let isFitting: Bool
    private(set) var solver = LinearSolver()
    private(set) var members: [ObjectIdentifier: LayoutMember] = [:]
    /// By the index of a variable.
    private var ownersOfVariables: [LayoutMember?] = []
    private(set) var installations: [ObjectIdentifier: Installation] = [:]
    /// Of the solver's required constraints, and of those that were broken.
    private var constraintsByHandle: [SolverConstraint: NSLayoutConstraint] = [:]
    /// Members whose own constraints are still to be made.
    private var fresh: [LayoutMember] = []
    /// Members with text that is broken into lines as wide as layout makes it.
    private var wrapping: [LayoutMember] = []
    /// Its root is gone: what is in it is not worth taking out.
    var isAbandoned = false
    var isQueued = false
    /// The solution was given up for its memory; frames are as it had them. See `WarmLayouts`.
    private(set) var isCold = false
    /// When it was last asked to solve, in the count of its `WarmLayouts`.
    var lastUse = 0
    var counts = ConstraintCounts()

    /// A constraint in the solver.
    struct Installation {
        let constraint: NSLayoutConstraint
        let handle: SolverConstraint
        /// Its constant in the solver is `sign` · constant + `offset`.
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

    /// Whether it can be built again from what views hold, with the same result.
    var canCool: Bool { !isCold && !isQueued && !members.values.contains { $0.scrolled != nil } }

    /// Gives the solution up.
    func cool() {
        for member in members.values {
            if let guide = member.node.guide, let rect = alignmentRect(of: member.node) { guide.keep(rect) }
        }
        solver = LinearSolver()
        (members, ownersOfVariables, installations) = ([:], [], [:])
        (constraintsByHandle, fresh, wrapping) = ([:], [], [])
        isCold = true
    }

    /// Builds it again.
    func warm() {
        guard isCold else { return }
        isCold = false
        takeAll(in: root)
    }

    private func takeAll(in view: UIView) {
        if let node = view.rare?.layout {
            take(node)
            for guide in view.rare?.guides ?? [] { if let node = guide.node { take(node) } }
            for guide in view.rare?.systemGuides ?? [] { if let node = guide.node { take(node) } }
        }
        for child in view.children where child.flags.contains(.nodesBelow) && !child.isLayoutRoot {
            takeAll(in: child)
        }
    }

    private func take(_ node: LayoutNode) {
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
        // The size that all else is measured from comes first.
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

    /// A node leaves, with all constraints that its view holds.
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

    /// Has the solver hold a constraint as it is now; or not, if it is not active.
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

    /// Reckons anew what a constraint measures beside its variables.
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

    /// Keeps a required constraint only as far as others let it.
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
            conflict.tell()
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

    /// Layouts are within this of their view's origin, in points: beyond, sums in binary are no longer exact enough to
    /// tell a contradiction from rounding.
    private static let farthest: CGFloat = 1e8

    static func limited(_ constant: CGFloat) -> CGFloat { min(max(constant, -farthest), farthest) }

    // MARK: Own constraints of members

    /// Makes what members that are new need, in the order in which constraints named them, until none is.
    func setUp() {
        while !fresh.isEmpty {
            let members = fresh
            fresh = []
            for member in members where !member.isGone { updateInputs(of: member) }
            holdContent(of: members)
            for member in members where !member.isGone {
                noteWrapping(of: member)
                member.isSetUp = true
                // Also where its variables are 0, as they were before: its frame may be another.
                if let view = member.node.view, !isFitting { view.parent?.setNeedsLayout() }
            }
        }
    }

    /// Whether what its content wants depends on its layout.
    func noteWrapping(of member: LayoutMember) {
        let wraps = member.node.view.map { $0.wrapsContent && hugsContent($0) } ?? false
        if wraps == wrapping.contains(where: { $0 === member }) { return }
        if wraps { wrapping.append(member) } else { wrapping.removeAll { $0 === member } }
        member.lineWidth = nil
    }

    /// Whether a view's content has a say in its size.
    private func hugsContent(_ view: UIView) -> Bool {
        !view.flags.contains(.placedByFrame) || isFitting && view === root
    }

    /// What is fixed from outside: frames, offsets of scroll views, margins.
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

    /// Holds views to the sizes of their contents. Of those that matter equally the first that was named gets what is
    /// left over, and keeps its size where there is too little: what comes first into the solver stays as it is.
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

    /// Notes a length; what is in the solver follows it, or is taken out.
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
            hold?.resistance = holdSize(of: variable, .greaterThanOrEqual, known.size, known.resistancePriority)
        }
        hold(&member.content.across, member.width)
        hold(&member.content.down, member.height)
    }

    private func hug(_ member: LayoutMember) {
        func hold(_ hold: inout LayoutMember.ContentHold?, _ variable: SolverVariable) {
            guard let known = hold, known.hugging == nil else { return }
            hold?.hugging = holdSize(of: variable, .lessThanOrEqual, known.size, known.huggingPriority)
        }
        hold(&member.content.across, member.width)
        hold(&member.content.down, member.height)
    }

    private func holdSize(
        of variable: SolverVariable, _ relation: LinearConstraint.Relation, _ size: CGFloat,
        _ priority: UILayoutPriority
    ) -> SolverConstraint? {
        guard priority.rawValue > 0 else { return nil }
        counts.added += 1
        return try? solver.add(
            LinearConstraint([.init(variable, 1)], constant: Double(-size), relation, .content(priority)))
    }

    // MARK: Solving

    /// What breaks into lines gets the width that it has, until that stays; a text's height may decide about widths
    /// again.
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

    /// Calls `body` with each member that may have come to lie elsewhere since the last call.
    func takeMoved(_ body: (LayoutMember) -> Void) {
        solver.takeChanges { variable in
            if variable.index < ownersOfVariables.count, let member = ownersOfVariables[variable.index] { body(member) }
        }
    }

    /// In the coordinates of the view that it is in.
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

/// What was done to a solver's constraints.
struct ConstraintCounts: Equatable {
    var added = 0
    var removed = 0
    /// Constants that changed.
    var changed = 0
    var broken = 0
}

extension Strength {
    /// A required constraint that could not hold, and matters more than all optional ones as long as it is active.
    static let broken = Strength(1000.5)

    init(_ priority: UILayoutPriority) {
        self = priority.rawValue >= UILayoutPriority.required.rawValue ? .required : Strength(Double(priority.rawValue))
    }

    /// Of a content's size: 1000 comes before all that is optional, but never contradicts what has to hold.
    static func content(_ priority: UILayoutPriority) -> Strength {
        priority.rawValue >= UILayoutPriority.required.rawValue
            ? Strength(1000.75) : Strength(Double(priority.rawValue))
    }
}
