import Foundation
import TileLayout

/// A view or a guide in an engine: its alignment rect as variables, in the coordinates of the view that it is in.
final class LayoutMember {
    enum Part {
        case x, y, width, height
        /// The origin of a scroll view's bounds.
        case scrolledX, scrolledY
    }

    let node: LayoutNode
    let x, y, width, height: SolverVariable
    private(set) var scrolled: (x: SolverVariable, y: SolverVariable)?

    /// Constraints in the solver that have one of the variables.
    var uses = 0
    /// What it needs itself has been made.
    var isSetUp = false
    /// It has left; what still uses it is on its way out.
    var isGone = false
    /// Of the view's content.
    var content = Content()
    /// What places it by its view's frame, or a guide by its view.
    var inputs: [PartConstraint] = []
    /// How wide the lines of its text are at most, as its layout has it.
    var lineWidth: CGFloat?

    struct Content {
        var across: ContentHold?
        var down: ContentHold?
    }

    /// What holds a view to the size of its content on an axis.
    struct ContentHold {
        var size: CGFloat
        var hugging: SolverConstraint?
        var huggingPriority: UILayoutPriority
        var resistance: SolverConstraint?
        var resistancePriority: UILayoutPriority
    }

    init(_ node: LayoutNode, in solver: LinearSolver) {
        self.node = node
        (x, y) = (solver.makeVariable(), solver.makeVariable())
        (width, height) = (solver.makeVariable(isLength: true), solver.makeVariable(isLength: true))
    }

    func makeScrolled(in solver: LinearSolver) {
        if scrolled == nil { scrolled = (solver.makeVariable(), solver.makeVariable()) }
    }

    subscript(part: Part) -> SolverVariable {
        switch part {
        case .x: x
        case .y: y
        case .width: width
        case .height: height
        case .scrolledX: scrolled!.x
        case .scrolledY: scrolled!.y
        }
    }

    var variables: [SolverVariable] {
        var all = [x, y, width, height]
        if let scrolled { all += [scrolled.x, scrolled.y] }
        return all
    }
}

/// A constraint that layout makes itself: of parts of members, and a number. It is in no view's `constraints`.
class PartConstraint: NSLayoutConstraint {
    struct Term {
        var node: LayoutNode
        var part: LayoutMember.Part
        var coefficient: CGFloat

        init(_ node: LayoutNode, _ part: LayoutMember.Part, _ coefficient: CGFloat = 1) {
            (self.node, self.part, self.coefficient) = (node, part, coefficient)
        }
    }

    /// Their sum is the constant.
    final let terms: [Term]
    /// What it says, with its constant put in.
    final let says: (CGFloat) -> String

    init(_ terms: [Term], constant: CGFloat, identifier: String? = nil, _ says: @escaping (CGFloat) -> String) {
        (self.terms, self.says) = (terms, says)
        super.init()
        self.constant = constant
        self.identifier = identifier
    }

    final override var parts: [Term]? { terms }

    final override var nodesOfTerms: [LayoutNode] {
        var nodes: [LayoutNode] = []
        for term in terms where !nodes.contains(where: { $0 === term.node }) { nodes.append(term.node) }
        return nodes
    }

    override var text: String { says(constant) }
}

/// Keeps a view that is placed by its frame where its mask wants it. Its name is UIKit's, for those who read logs.
final class NSAutoresizingMaskLayoutConstraint: PartConstraint {
    let mask: String

    init(_ mask: String, _ terms: [Term], constant: CGFloat, _ says: @escaping (CGFloat) -> String) {
        self.mask = mask
        super.init(terms, constant: constant, says)
    }

    override var text: String { "\(mask) \(says(constant))" }
}
