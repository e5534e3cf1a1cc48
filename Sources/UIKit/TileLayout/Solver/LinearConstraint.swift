/// A variable of a `LinearSolver`. It can have any value, including negative ones, unless it was created as a length.
public struct SolverVariable: Hashable, Sendable {
    let symbol: Int32

    /// A small number, below the maximum number of variables and constraints that the solver ever held at the same
    /// time. It is reused after the variable is removed, so it can serve as an array index.
    public var index: Int { Int(symbol) }
}

/// A constraint held by a `LinearSolver`, from `add` to `remove`.
public struct SolverConstraint: Hashable, Sendable {
    let number: Int32
}

/// The priority of a constraint, compared strictly: a stronger constraint is never violated in favor of weaker ones,
/// however many there are. Constraints of equal strength that cannot all hold are violated so that the sum of their
/// errors is minimal.
public struct Strength: Hashable, Comparable, Sendable {
    /// The strength, above 0; infinite for a required constraint.
    public let value: Double

    /// The strength of a constraint that must hold.
    public static let required = Strength(.infinity)

    public init(_ value: Double) {
        precondition(value > 0, "a strength is above 0")
        self.value = value
    }

    public var isRequired: Bool { value == .infinity }

    public static func < (a: Strength, b: Strength) -> Bool { a.value < b.value }
}

/// A linear equation or inequality: `Σ coefficient · variable + constant` `relation` 0.
public struct LinearConstraint: Hashable, Sendable {
    public enum Relation: Hashable, Sendable {
        case lessThanOrEqual
        case equal
        case greaterThanOrEqual
    }

    public struct Term: Hashable, Sendable {
        public var variable: SolverVariable
        /// The coefficient, which must be finite.
        public var coefficient: Double

        public init(_ variable: SolverVariable, _ coefficient: Double) {
            self.variable = variable
            self.coefficient = coefficient
        }
    }

    /// The terms. A variable can occur more than once.
    public var terms: [Term]
    /// The constant, which must be finite.
    public var constant: Double
    public var relation: Relation
    public var strength: Strength

    public init(_ terms: [Term], constant: Double, _ relation: Relation, _ strength: Strength = .required) {
        self.terms = terms
        self.constant = constant
        self.relation = relation
        self.strength = strength
    }
}

/// An error that reports that a required constraint cannot hold. It contains a minimal set of constraints that
/// contradict one another.
public struct SolverConflict: Error, Hashable, Sendable {
    /// The constraints that currently hold, in the order of their numbers. A constraint that was to be added is not
    /// included; one with a constant that was to be changed is.
    public var constraints: [SolverConstraint]
}
