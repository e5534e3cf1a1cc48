import Foundation
import TileLayout

/// A view or a guide in an engine: its alignment rectangle as variables, in the coordinates of its container.
final class LayoutMember {
    enum Part {
        case x, y, width, height
        /// The origin of a scroll view's bounds.
        case scrolledX, scrolledY
    }

    let node: LayoutNode
    let x, y, width, height: SolverVariable
    private(set) var scrolled: (x: SolverVariable, y: SolverVariable)?

    /// The number of constraints in the solver with one of the variables.
    var uses = 0
    /// A Boolean value that indicates whether the member's own constraints have been added.
    var isSetUp = false
    /// A Boolean value that indicates whether the node has left the engine. Constraints that still use the member are
    /// about to be removed.
    var isGone = false
    /// The constraints for the view's content size.
    var content = Content()
    /// The constraints that place the view by its frame, or a guide by its view.
    var inputs: [PartConstraint] = []
    /// The maximum width of the text's lines in the current layout, in points.
    var lineWidth: CGFloat?

    struct Content {
        var across: ContentHold?
        var down: ContentHold?
    }

    /// The constraints that hold a view to the size of its content on an axis.
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

/// A constraint that layout itself creates, as a sum of parts of members. It is active as long as it exists, and can't
/// be deactivated. `constraints` lists only those for autoresizing masks.
class PartConstraint: NSLayoutConstraint {
    struct Term {
        var node: LayoutNode
        var part: LayoutMember.Part
        var coefficient: CGFloat

        init(_ node: LayoutNode, _ part: LayoutMember.Part, coefficient: CGFloat = 1) {
            (self.node, self.part, self.coefficient) = (node, part, coefficient)
        }
    }

    /// The terms of a sum that equals the constant.
    final let terms: [Term]
    /// Returns the constraint as text with the given constant.
    final let says: (CGFloat) -> String

    init(_ terms: [Term], constant: CGFloat, identifier: String? = nil, _ says: @escaping (CGFloat) -> String) {
        (self.terms, self.says) = (terms, says)
        super.init()
        self.constant = constant
        self.identifier = identifier
    }

    final override var parts: [Term]? { terms }

    final override var isActive: Bool {
        get { true }
        set {}
    }

    final override var nodesOfTerms: [LayoutNode] {
        var nodes: [LayoutNode] = []
        for term in terms where !nodes.contains(where: { $0 === term.node }) { nodes.append(term.node) }
        return nodes
    }

    override var text: String { says(constant) }
}

/// A constraint that keeps a view in the place that its frame and mask determine. The name is UIKit's, because it
/// appears in logs.
final class NSAutoresizingMaskLayoutConstraint: PartConstraint {
    let mask: String

    init(_ mask: String, _ terms: [Term], constant: CGFloat, says: @escaping (CGFloat) -> String) {
        self.mask = mask
        super.init(terms, constant: constant, says)
    }

    override var text: String { "\(mask) \(says(constant))" }
}
