import Foundation
import Measuring
import TileLayout

// The problems are those of Perf/Layout/kiwi.cpp, constraint by constraint, in the same order.

typealias Term = LinearConstraint.Term

extension LinearSolver {
    /// `Σ + constant relation 0`, which holds beside what is there.
    @discardableResult
    func hold(
        _ terms: [Term], _ constant: Double, _ relation: LinearConstraint.Relation, _ strength: Strength = .required
    ) -> SolverConstraint {
        try! add(LinearConstraint(terms, constant: constant, relation, strength))
    }

    func edit(_ variable: SolverVariable) -> SolverConstraint { hold([Term(variable, 1)], 0, .equal, Strength(900)) }

    func suggest(_ value: Double, for edit: SolverConstraint) { try! setConstant(of: edit, to: -value) }
}

let medium = Strength(500)
let weak = Strength(250)

/// Boxes in boxes, each 4 within the one around it and at least 10 wide, with a width of its own that it would like.
struct Nested {
    let solver = LinearSolver()
    let width: SolverConstraint
    let innermost: SolverVariable

    init(depth: Int) {
        var (left, right) = (solver.makeVariable(), solver.makeVariable())
        solver.hold([Term(left, 1)], 0, .equal)
        width = solver.edit(right)
        for _ in 0..<depth {
            let (innerLeft, innerRight) = (solver.makeVariable(), solver.makeVariable())
            solver.hold([Term(innerLeft, 1), Term(left, -1)], -4, .equal)
            solver.hold([Term(right, 1), Term(innerRight, -1)], -4, .equal, medium)
            solver.hold([Term(innerRight, 1), Term(innerLeft, -1)], -10, .greaterThanOrEqual)
            solver.hold([Term(innerRight, 1), Term(innerLeft, -1)], -50, .equal, weak)
            (left, right) = (innerLeft, innerRight)
        }
        innermost = right
    }
}

/// Rows and columns, one behind the other with 8 between, that would like to be of one size and are as large as what is
/// in their cells; and fill a width and a height if they can.
struct Table {
    let solver = LinearSolver()
    let width: SolverConstraint
    let height: SolverConstraint
    let last: SolverVariable

    init(rows: Int, columns: Int) {
        let (right, bottom) = (solver.makeVariable(), solver.makeVariable())
        width = solver.edit(right)
        height = solver.edit(bottom)
        let solver = solver
        func line(_ count: Int, end: SolverVariable) -> [(start: SolverVariable, end: SolverVariable)] {
            var line: [(start: SolverVariable, end: SolverVariable)] = []
            for index in 0..<count {
                let (start, stop) = (solver.makeVariable(), solver.makeVariable())
                if let last = line.last {
                    solver.hold([Term(start, 1), Term(last.end, -1)], -8, .equal)
                    solver.hold(
                        [Term(stop, 1), Term(start, -1), Term(line[0].end, -1), Term(line[0].start, 1)], 0, .equal,
                        weak)
                } else {
                    solver.hold([Term(start, 1)], 0, .equal)
                }
                line.append((start, stop))
                if index == count - 1 { solver.hold([Term(stop, 1), Term(end, -1)], 0, .equal, medium) }
            }
            return line
        }
        let (across, down) = (line(columns, end: right), line(rows, end: bottom))
        for row in 0..<rows {
            for column in 0..<columns {
                let size = Double(20 + (row * 7 + column * 13) % 30)
                solver.hold(
                    [Term(across[column].end, 1), Term(across[column].start, -1)], -size, .greaterThanOrEqual)
                solver.hold(
                    [Term(down[row].end, 1), Term(down[row].start, -1)], -size / 2, .greaterThanOrEqual)
            }
        }
        last = across[columns - 1].end
    }
}

/// Rows of a list, each with its own width and height: nothing depends on another.
struct Rows {
    let solver = LinearSolver()
    var heights: [SolverConstraint] = []
    var bottoms: [SolverVariable] = []

    init(_ count: Int) {
        for index in 0..<count {
            let (top, bottom, label, width) = (
                solver.makeVariable(), solver.makeVariable(), solver.makeVariable(), solver.makeVariable()
            )
            solver.hold([Term(top, 1)], -Double(index * 44), .equal)
            heights.append(solver.hold([Term(bottom, 1), Term(top, -1)], -44, .equal))
            solver.hold([Term(label, 1)], -16, .greaterThanOrEqual)
            solver.hold([Term(label, 1), Term(width, 1)], -300, .lessThanOrEqual)
            solver.hold([Term(width, 1)], -120, .equal, weak)
            solver.hold([Term(label, 1)], -16, .equal, medium)
            bottoms.append(bottom)
        }
    }
}

/// Rows of which each is below the one before.
struct Stack {
    let solver = LinearSolver()
    var heights: [SolverConstraint] = []
    var bottom: SolverVariable

    init(_ count: Int) {
        bottom = solver.makeVariable()
        solver.hold([Term(bottom, 1)], 0, .equal)
        for _ in 0..<count {
            let next = solver.makeVariable()
            heights.append(solver.hold([Term(next, 1), Term(bottom, -1)], -44, .equal, medium))
            bottom = next
        }
    }
}

@main
enum Layout {
    // The one thread's.
    nonisolated(unsafe) static var sink = 0.0

    /// Prints a line for Perf/bench-layout: the name, microseconds, allocations.
    static func line(_ name: String, _ cost: Cost) {
        print("\(name)\t\(cost.seconds * 1e6)\t\(cost.allocations)")
    }

    static func main() {
        func build(_ name: String, count: Int, _ work: () -> Double) {
            line("\(name): build", Cost.each(count) { sink += work() })
        }
        build("nested, 40 deep", count: 20) {
            let nested = Nested(depth: 40)
            return nested.solver.value(of: nested.innermost)
        }
        let nested = Nested(depth: 40)
        var step = 0
        line(
            "nested, 40 deep: update",
            Cost.each(200) {
                step += 1
                nested.solver.suggest(Double(500 + step % 7 * 40), for: nested.width)
                sink += nested.solver.value(of: nested.innermost)
            })
        build("table, 20 by 20", count: 3) {
            let table = Table(rows: 20, columns: 20)
            return table.solver.value(of: table.last)
        }
        let table = Table(rows: 20, columns: 20)
        line(
            "table, 20 by 20: update",
            Cost.each(200) {
                step += 1
                table.solver.suggest(Double(1200 + step % 7 * 40), for: table.width)
                table.solver.suggest(Double(900 + step % 5 * 40), for: table.height)
                sink += table.solver.value(of: table.last)
            })
        for count in [1000, 3000] {
            build("\(count) rows", count: 1) {
                let rows = Rows(count)
                return rows.solver.value(of: rows.bottoms[count / 2])
            }
        }
        let rows = Rows(1000)
        line(
            "1000 rows: one height",
            Cost.each(1000) {
                step += 1
                try! rows.solver.setConstant(of: rows.heights[step * 37 % 1000], to: -Double(40 + step % 9))
                sink += rows.solver.value(of: rows.bottoms[500])
            })
        build("stack of 1000", count: 1) {
            let stack = Stack(1000)
            return stack.solver.value(of: stack.bottom)
        }
        let stack = Stack(1000)
        line(
            "stack of 1000: one height",
            Cost.each(200) {
                step += 1
                try! stack.solver.setConstant(of: stack.heights[step * 37 % 1000], to: -Double(40 + step % 9))
                sink += stack.solver.value(of: stack.bottom)
            })
        precondition(sink.isFinite)
    }
}
