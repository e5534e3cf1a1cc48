/// A solver for linear constraints, some of them required and others satisfied as far as stronger ones allow: the
/// incremental simplex algorithm of Cassowary (Badros, Borning and Stuckey, ACM TOCHI 8(4), 2001), with strengths that
/// are compared rather than weighted.
///
/// After each call the values are optimal. The cost of a call depends only on the affected part: constraints without
/// common variables, direct or indirect, do not affect each other. The same calls yield the same values on every
/// machine.
///
/// A solver must not be used by several threads at the same time.
public final class LinearSolver {
    private var simplex = Simplex()

    public init() {}

    /// Creates a variable without constraints. Its value is 0.
    ///
    /// - Parameter isLength: Whether the value must not be negative, as if a required constraint said so. The value is
    ///   0 if constraints leave it undetermined and another variable can change instead.
    public func makeVariable(isLength: Bool = false) -> SolverVariable { simplex.makeVariable(isLength: isLength) }

    /// Removes a variable without constraints.
    public func remove(_ variable: SolverVariable) { simplex.remove(variable) }

    /// Returns the value of a variable.
    ///
    /// - Complexity: O(1).
    public func value(of variable: SolverVariable) -> Double { simplex.value(of: variable) }

    /// Calls `body` with each variable that may have changed its value since the last call. The closure must not change
    /// the solver.
    public func takeChanges(_ body: (SolverVariable) -> Void) { simplex.takeChanges(body) }

    /// Returns whether the variable could have another value with all constraints equally satisfied.
    ///
    /// - Complexity: O(n) for the rows that determine its value.
    public func isAmbiguous(_ variable: SolverVariable) -> Bool { simplex.isAmbiguous(variable) }

    /// Returns the constraints that determine the value of a variable, in the order of their numbers.
    ///
    /// - Complexity: O(n) for the terms that determine its value.
    public func constraints(determining variable: SolverVariable) -> [SolverConstraint] {
        simplex.constraints(determining: variable)
    }

    /// Adds a constraint.
    ///
    /// - Throws: `SolverConflict` if the constraint is required and contradicts other required ones. The solver is
    ///   unchanged then.
    public func add(_ constraint: LinearConstraint) throws(SolverConflict) -> SolverConstraint {
        try simplex.add(constraint)
    }

    /// Removes a constraint.
    public func remove(_ constraint: SolverConstraint) { simplex.remove(constraint) }

    /// Changes the constant of a constraint.
    ///
    /// - Throws: `SolverConflict` if the constraint is required and then contradicts other required ones. The solver is
    ///   unchanged then.
    /// - Complexity: O(n) for the dependent rows if no inequality becomes active or inactive. No memory is allocated
    ///   then.
    public func setConstant(of constraint: SolverConstraint, to constant: Double) throws(SolverConflict) {
        try simplex.setConstant(of: constraint, to: constant)
    }

    /// Returns the constant of a constraint.
    public func constant(of constraint: SolverConstraint) -> Double { simplex.constant(of: constraint) }

    /// Traps if the internal state is inconsistent or the solution is not optimal. Intended for tests.
    ///
    /// - Complexity: O(n) for all terms and, for each symbol, its rows.
    public func _checkInvariants() { simplex.checkInvariants() }
}
