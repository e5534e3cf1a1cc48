/// A variable of a `LinearSolver`, which may have any value, below zero too, unless it was made as a length.
public struct SolverVariable: Hashable, Sendable {
    let symbol: Int32

    /// A small number, below that of all variables and constraints that the solver ever held at once, and given again
    /// when the variable is gone: by it an array tells what is whose.
    public var index: Int { Int(symbol) }
}

/// A constraint that a `LinearSolver` holds, from `add` to `remove`.
public struct SolverConstraint: Hashable, Sendable {
    let number: Int32
}

/// How much a constraint matters, exactly: a stronger one is never given up for any number of weaker ones. Those of one
/// strength share what can't be had, so that the sum of what they miss is least.
public struct Strength: Hashable, Comparable, Sendable {
    /// Above 0; infinite when the constraint has to hold.
    public let value: Double

    /// It has to hold.
    public static let required = Strength(.infinity)

    public init(_ value: Double) {
        precondition(value > 0, "a strength is above 0")
        self.value = value
    }

    public var isRequired: Bool { value == .infinity }

    public static func < (a: Strength, b: Strength) -> Bool { a.value < b.value }
}

/// `Σ coefficient · variable + constant` `relation` 0.
public struct LinearConstraint: Hashable, Sendable {
    public enum Relation: Hashable, Sendable {
        case lessThanOrEqual
        case equal
        case greaterThanOrEqual
    }

    public struct Term: Hashable, Sendable {
        public var variable: SolverVariable
        /// Finite.
        public var coefficient: Double

        public init(_ variable: SolverVariable, _ coefficient: Double) {
            self.variable = variable
            self.coefficient = coefficient
        }
    }

    /// A variable may come more than once.
    public var terms: [Term]
    /// Finite.
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

/// Why a required constraint cannot hold: with those it contradicts, none of which could be left out of the proof.
public struct SolverConflict: Error, Hashable, Sendable {
    /// That hold now, in the order of their numbers. Without the one that was to be added; with the one whose constant
    /// was to be changed.
    public var constraints: [SolverConstraint]
}
