/// Finds values for variables under linear constraints, some of which have to hold and others that are held as far as
/// stronger ones let them: the incremental simplex of Cassowary (Badros, Borning and Stuckey, ACM TOCHI 8(4), 2001),
/// with strengths that are compared and not weighed.
///
/// After each call the values are the best that there are. What a call costs is what it touches: constraints that have
/// no variable in common, not even over others, do not see each other. The same calls give the same values, everywhere.
///
/// Not safe from several threads.
public final class LinearSolver {
    private var simplex = Simplex()

    public init() {}

    /// A variable that is in no constraint; its value is 0.
    ///
    /// - Parameter isLength: whether it has to be 0 or more, as if a required constraint said so. It is 0 then where
    ///   others leave it open, if there is something else that may give.
    public func makeVariable(isLength: Bool = false) -> SolverVariable { simplex.makeVariable(isLength: isLength) }

    /// Forgets a variable that no constraint has any more.
    public func remove(_ variable: SolverVariable) { simplex.remove(variable) }

    /// - Complexity: O(1).
    public func value(of variable: SolverVariable) -> Double { simplex.value(of: variable) }

    /// Calls `body`, which must not change the solver, with each variable whose value may be another than at the last
    /// call.
    public func takeChanges(_ body: (SolverVariable) -> Void) { simplex.takeChanges(body) }

    /// Whether another value would do as well, all constraints held as far as they are now.
    ///
    /// - Complexity: O(n) for the rows of what its value depends on.
    public func isAmbiguous(_ variable: SolverVariable) -> Bool { simplex.isAmbiguous(variable) }

    /// The constraints that a variable has its value from, in the order of their numbers.
    ///
    /// - Complexity: O(n) for what its value depends on.
    public func constraints(determining variable: SolverVariable) -> [SolverConstraint] {
        simplex.constraints(determining: variable)
    }

    /// Holds a constraint from now on.
    ///
    /// - Throws: when it is required and contradicts required ones; then nothing has changed.
    public func add(_ constraint: LinearConstraint) throws(SolverConflict) -> SolverConstraint {
        try simplex.add(constraint)
    }

    /// Lets go of a constraint.
    public func remove(_ constraint: SolverConstraint) { simplex.remove(constraint) }

    /// Changes a constraint's constant.
    ///
    /// - Throws: when it is required and contradicts required ones then; in that case nothing has changed.
    /// - Complexity: O(n) for the rows that depend on it, as long as no inequality begins or ends to hold anything.
    ///   Nothing is allocated then.
    public func setConstant(of constraint: SolverConstraint, to constant: Double) throws(SolverConflict) {
        try simplex.setConstant(of: constraint, to: constant)
    }

    /// As it was given, or set last.
    public func constant(of constraint: SolverConstraint) -> Double { simplex.constant(of: constraint) }

    /// Traps where what is known of the equations contradicts itself, or a better solution is left. For tests.
    ///
    /// - Complexity: O(n) for all terms, and for each symbol its rows.
    public func _checkInvariants() { simplex.checkInvariants() }
}
