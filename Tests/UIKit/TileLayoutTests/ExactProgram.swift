import TileLayout

/// A fraction of small integers. Traps when they become too large.
struct Fraction: Hashable, Comparable {
    let top: Int
    let bottom: Int

    init(_ top: Int, _ bottom: Int = 1) {
        guard bottom != 1 else {
            (self.top, self.bottom) = (top, 1)
            return
        }
        var (a, b) = (abs(top), abs(bottom))
        while b != 0 { (a, b) = (b, a % b) }
        let common = max(1, a) * (bottom < 0 ? -1 : 1)
        (self.top, self.bottom) = (top / common, bottom / common)
    }

    static func + (a: Fraction, b: Fraction) -> Fraction {
        Fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
    }
    static func - (a: Fraction, b: Fraction) -> Fraction { a + Fraction(-b.top, b.bottom) }
    static func * (a: Fraction, b: Fraction) -> Fraction { Fraction(a.top * b.top, a.bottom * b.bottom) }
    static func / (a: Fraction, b: Fraction) -> Fraction { Fraction(a.top * b.bottom, a.bottom * b.top) }
    static func < (a: Fraction, b: Fraction) -> Bool { a.top * b.bottom < b.top * a.bottom }
    var value: Double { Double(top) / Double(bottom) }
}

/// A constraint with integers over numbered variables.
struct ExactConstraint: Hashable {
    var coefficients: [Int]
    var constant: Int
    var relation: LinearConstraint.Relation
    /// The strength; nil for a required constraint.
    var strength: Int?
}

/// The expected result of a `LinearSolver`, computed slowly: with exact numbers and one linear program per strength, in
/// which the errors of stronger constraints are fixed.
enum ExactProgram {
    /// Returns the minimum sum of errors for each strength, in descending order. Nil if the required constraints
    /// contradict one another.
    static func solve(_ constraints: [ExactConstraint], variables: Int) -> [Fraction]? {
        let strengths = Set(constraints.compactMap(\.strength)).sorted(by: >)
        // Columns: each variable twice, up and down; then slacks and errors.
        var columns = 2 * variables
        var rows: [[Fraction]] = []
        var sides: [Fraction] = []
        var errors: [Int: [Int]] = [:]
        func padded(_ row: [Fraction]) -> [Fraction] {
            row + [Fraction](repeating: Fraction(0), count: columns - row.count)
        }
        for constraint in constraints {
            var row: [Fraction] = []
            for coefficient in constraint.coefficients { row += [Fraction(coefficient), Fraction(-coefficient)] }
            row = padded(row)
            func add(_ coefficient: Int, isError: Bool) {
                if isError, let strength = constraint.strength { errors[strength, default: []].append(columns) }
                columns += 1
                row.append(Fraction(coefficient))
            }
            switch (constraint.relation, constraint.strength) {
            case (.equal, nil): break
            case (.equal, .some):
                add(-1, isError: true)
                add(1, isError: true)
            case (.lessThanOrEqual, let strength):
                add(1, isError: false)
                if strength != nil { add(-1, isError: true) }
            case (.greaterThanOrEqual, let strength):
                add(-1, isError: false)
                if strength != nil { add(1, isError: true) }
            }
            rows.append(row)
            sides.append(Fraction(-constraint.constant))
        }
        rows = rows.map(padded)
        var missed: [Fraction] = []
        guard least(of: [], rows, sides, columns: columns) != nil else { return nil }
        for strength in strengths {
            let wanted = errors[strength] ?? []
            let sum = least(of: wanted, rows, sides, columns: columns)!
            missed.append(sum)
            var row = [Fraction](repeating: Fraction(0), count: columns)
            for column in wanted { row[column] = Fraction(1) }
            rows.append(row)
            sides.append(sum)
        }
        return missed
    }

    /// Returns the minimum sum of some columns, with all columns nonnegative, or nil if there is no solution. Uses two
    /// phases and Bland's rule.
    private static func least(
        of wanted: [Int], _ rows: [[Fraction]], _ sides: [Fraction], columns: Int
    ) -> Fraction? {
        let zero = Fraction(0)
        var table: [[Fraction]] = []
        var basis: [Int] = []
        for (index, row) in rows.enumerated() {
            let sign = sides[index] < zero ? Fraction(-1) : Fraction(1)
            var line = row.map { $0 * sign }
            for other in rows.indices { line.append(Fraction(other == index ? 1 : 0)) }
            line.append(sides[index] * sign)
            table.append(line)
            basis.append(columns + index)
        }
        let width = columns + rows.count
        func run(_ costs: [Fraction], allowed: Int) -> Fraction {
            while true {
                func reduced(_ column: Int) -> Fraction {
                    var sum = costs[column]
                    for row in table.indices where costs[basis[row]] != zero && table[row][column] != zero {
                        sum = sum - costs[basis[row]] * table[row][column]
                    }
                    return sum
                }
                guard let entering = (0..<allowed).first(where: { !basis.contains($0) && reduced($0) < zero }) else {
                    return table.indices.reduce(zero) { $0 + costs[basis[$1]] * table[$1][width] }
                }
                var leaving: Int?
                for row in table.indices where table[row][entering] > zero {
                    let ratio = table[row][width] / table[row][entering]
                    if let best = leaving {
                        let least = table[best][width] / table[best][entering]
                        if ratio < least || ratio == least && basis[row] < basis[best] { leaving = row }
                    } else {
                        leaving = row
                    }
                }
                pivot(leaving!, entering)
            }
        }
        func pivot(_ row: Int, _ column: Int) {
            let divisor = table[row][column]
            table[row] = table[row].map { $0 / divisor }
            for other in table.indices where other != row && table[other][column] != zero {
                let factor = table[other][column]
                for index in table[other].indices where table[row][index] != zero {
                    table[other][index] = table[other][index] - factor * table[row][index]
                }
            }
            basis[row] = column
        }
        var costs = [Fraction](repeating: zero, count: width)
        for index in rows.indices { costs[columns + index] = Fraction(1) }
        guard run(costs, allowed: columns) == zero else { return nil }
        // The remaining artificial variables of the first phase are 0 and must stay so.
        for row in table.indices.reversed() where basis[row] >= columns {
            if let column = (0..<columns).first(where: { table[row][$0] != zero }) {
                pivot(row, column)
            } else {
                table.remove(at: row)
                basis.remove(at: row)
            }
        }
        costs = [Fraction](repeating: zero, count: width)
        for column in wanted { costs[column] = Fraction(1) }
        return run(costs, allowed: columns)
    }
}
