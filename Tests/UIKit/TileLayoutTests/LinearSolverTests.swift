import TestSupport
import Testing

@testable import TileLayout

@Suite("The solver of linear constraints")
struct LinearSolverTests {
    /// A solver and the exact form of the constraints that it holds.
    private final class Pair {
        let solver = LinearSolver()
        let variables: [SolverVariable]
        var held: [(id: SolverConstraint, exact: ExactConstraint)] = []

        /// The implied constraints that lengths are not negative.
        let implied: [ExactConstraint]

        init(variables count: Int, lengths: Set<Int> = []) {
            let solver = solver
            variables = (0..<count).map { solver.makeVariable(isLength: lengths.contains($0)) }
            implied = lengths.map { length in
                ExactConstraint(
                    coefficients: (0..<count).map { $0 == length ? 1 : 0 }, constant: 0,
                    relation: .greaterThanOrEqual, strength: nil)
            }
        }

        func linear(_ exact: ExactConstraint) -> LinearConstraint {
            LinearConstraint(
                zip(variables, exact.coefficients).filter { $1 != 0 }.map { LinearConstraint.Term($0, Double($1)) },
                constant: Double(exact.constant), exact.relation,
                exact.strength.map { Strength(Double($0)) } ?? .required)
        }

        /// The sum of errors for each strength, in descending order, computed from the values of the variables.
        var missed: [Double] {
            Set(held.compactMap(\.exact.strength)).sorted(by: >).map { strength in
                held.filter { $0.exact.strength == strength }.reduce(0) { $0 + missed(by: $1.exact) }
            }
        }

        private func missed(by exact: ExactConstraint) -> Double {
            let value = zip(variables, exact.coefficients).reduce(Double(exact.constant)) {
                $0 + solver.value(of: $1.0) * Double($1.1)
            }
            return switch exact.relation {
            case .equal: abs(value)
            case .lessThanOrEqual: max(0, value)
            case .greaterThanOrEqual: max(0, -value)
            }
        }

        /// Checks that the values are as good as the exact solution.
        func check(_ context: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation) {
            solver._checkInvariants()
            for exact in held.map(\.exact) + implied where exact.strength == nil {
                #expect(missed(by: exact) < 1e-6, "\(context()) \(exact)", sourceLocation: sourceLocation)
            }
            let exact = ExactProgram.solve(held.map(\.exact) + implied, variables: variables.count)
            let (wanted, found) = ((exact ?? []).map(\.value), missed)
            let isEqual = exact != nil && zip(wanted, found).allSatisfy { abs($0 - $1) < 1e-6 }
            #expect(
                isEqual, "\(context()) exact \(wanted), found \(found) of \(held.map(\.exact))",
                sourceLocation: sourceLocation)
        }

        /// Adds a constraint, and checks that a refusal is necessary and that its proof is valid.
        func add(_ exact: ExactConstraint) {
            do throws(SolverConflict) {
                held.append((try solver.add(linear(exact)), exact))
            } catch {
                checkConflict(error, with: [exact])
            }
        }

        func checkConflict(_ conflict: SolverConflict, with added: [ExactConstraint]) {
            let proof = conflict.constraints.map { id in held.first { $0.id == id }!.exact } + added
            #expect(proof.allSatisfy { $0.strength == nil })
            #expect(
                ExactProgram.solve(proof + implied, variables: variables.count) == nil, "no contradiction in \(proof)")
            // Constraints implied by lengths are not named. With some of them, each of the named constraints must be
            // necessary.
            let isLeast = (0..<1 << implied.count).contains { choice in
                let unnamed = implied.indices.filter { choice >> $0 & 1 == 1 }.map { implied[$0] }
                guard ExactProgram.solve(proof + unnamed, variables: variables.count) == nil else { return false }
                return proof.indices.allSatisfy { index in
                    var less = proof
                    less.remove(at: index)
                    return ExactProgram.solve(less + unnamed, variables: variables.count) != nil
                }
            }
            #expect(isLeast, "more than is needed in \(proof)")
        }
    }

    private static func constraints(_ coefficients: [[Int]], constants: [Int], strengths: [Int?])
        -> [ExactConstraint]
    {
        var all: [ExactConstraint] = []
        for coefficients in coefficients {
            for constant in constants {
                for strength in strengths {
                    for relation in [LinearConstraint.Relation.lessThanOrEqual, .equal, .greaterThanOrEqual] {
                        all.append(
                            ExactConstraint(
                                coefficients: coefficients, constant: constant, relation: relation, strength: strength))
                    }
                }
            }
        }
        return all
    }

    @Test("All pairs of small constraints are held as exact numbers say", arguments: [[], [0], [1], [0, 1]])
    func pairs(_ lengths: Set<Int>) {
        let all = Self.constraints(
            [[1, 0], [0, -1], [1, 1], [1, -2]], constants: [0, -3], strengths: [nil, 1, 2])
        for first in all {
            for second in all {
                let pair = Pair(variables: 2, lengths: lengths)
                pair.add(first)
                pair.add(second)
                pair.check()
            }
        }
    }

    @Test("All sets of three constraints on one variable are", arguments: [[], [0]])
    func triples(_ lengths: Set<Int>) {
        let all = Self.constraints([[1], [-2]], constants: [0, -3], strengths: [nil, 1, 2])
        for first in all {
            for second in all {
                for third in all {
                    let pair = Pair(variables: 1, lengths: lengths)
                    for constraint in [first, second, third] { pair.add(constraint) }
                    pair.check()
                }
            }
        }
    }

    @Test("Constraints that come, change and go at random leave what exact numbers say", arguments: 0..<300)
    func histories(_ seed: Int) {
        var random = SeededGenerator(UInt64(seed))
        let count = Int.random(in: 1...4, using: &random)
        let lengths = Set((0..<count).filter { _ in Bool.random(using: &random) })
        let pair = Pair(variables: count, lengths: seed % 2 == 0 ? [] : lengths)
        for step in 0..<40 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5 where pair.held.count < 7:
                pair.add(
                    ExactConstraint(
                        coefficients: (0..<count).map { _ in Int.random(in: -2...2, using: &random) },
                        constant: Int.random(in: -9...9, using: &random),
                        relation: [.lessThanOrEqual, .equal, .greaterThanOrEqual].randomElement(using: &random)!,
                        strength: [nil, nil, 1, 1, 2, 3].randomElement(using: &random)!))
            case 5..<8 where !pair.held.isEmpty:
                let index = Int.random(in: 0..<pair.held.count, using: &random)
                let constant = Int.random(in: -9...9, using: &random)
                do throws(SolverConflict) {
                    try pair.solver.setConstant(of: pair.held[index].id, to: Double(constant))
                    pair.held[index].exact.constant = constant
                } catch {
                    let before = pair.held[index].exact.constant
                    pair.held[index].exact.constant = constant
                    pair.checkConflict(error, with: [])
                    pair.held[index].exact.constant = before
                }
            default:
                guard !pair.held.isEmpty else { continue }
                let gone = pair.held.remove(at: Int.random(in: 0..<pair.held.count, using: &random))
                pair.solver.remove(gone.id)
            }
            pair.check("seed \(seed), step \(step)")
        }
    }
}
