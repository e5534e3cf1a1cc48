/// A tableau, and which of its symbols are what of which constraint: what `LinearSolver` does, as a value, so that its
/// parts are reached without asking each time whether somebody else does.
struct Simplex {
    private struct Record {
        /// In the constraint's equation, 0 = Σ + constant + `sign` · `marker`, and −`sign` · `other` if there is one.
        var marker: Int32
        var other: Int32
        var sign: Double
        var constant: Double
        var isUsed = true
    }

    /// A part of what a unit of a symbol costs: so much of a strength.
    struct Cost {
        var strength: Double
        var amount: Double
    }

    private var tableau = Tableau()
    private var records: [Record] = []
    private var freeRecords: [Int32] = []
    /// By symbol, the constraint that it came with, or −1.
    private var owners: [Int32] = []
    /// By symbol, the strength of the constraint whose error it is, or 0.
    private var strengths: [Double] = []
    /// Columns that may have come to lower what is missed.
    private var candidates = SymbolHeap()
    /// Rows that may have come below zero.
    private var infeasible: [Int32] = []
    private var list: [Int32] = []
    /// Of the constraint that is added.
    private var sum: [Tableau.Term] = []
    private var costs: [Cost] = []
    private var leastCosts: [Cost] = []

    // MARK: Variables

    /// A variable that is in no constraint; its value is 0.
    mutating func makeVariable(isLength: Bool) -> SolverVariable {
        SolverVariable(symbol: makeSymbol(isLength ? .length : .external, -1, 0))
    }

    /// Forgets a variable that no constraint has any more.
    mutating func remove(_ variable: SolverVariable) {
        let row = tableau.rowOfBasic[Int(variable.symbol)]
        if row >= 0 { tableau.remove(row: row) }
        tableau.erase(variable.symbol)
        tableau.free(variable.symbol)
    }

    /// - Complexity: O(1).
    func value(of variable: SolverVariable) -> Double { tableau.value(of: variable.symbol) }

    /// Calls `body` with each variable whose value may be another than at the last call.
    mutating func takeChanges(_ body: (SolverVariable) -> Void) {
        for symbol in tableau.changed where tableau.kinds[Int(symbol)].isVariable {
            body(SolverVariable(symbol: symbol))
        }
        tableau.forgetChanges()
    }

    /// Whether another value would do as well, all constraints held as far as they are now.
    ///
    /// - Complexity: O(n) for the rows of what its value depends on.
    mutating func isAmbiguous(_ variable: SolverVariable) -> Bool {
        let row = tableau.rowOfBasic[Int(variable.symbol)]
        guard row >= 0 else {
            guard tableau.kinds[Int(variable.symbol)] == .length else { return true }
            reducedCosts(of: variable.symbol)
            return costs.isEmpty && canGrow(variable.symbol)
        }
        for term in tableau.terms[Int(row)] {
            switch tableau.kinds[Int(term.symbol)] {
            case .external: return true
            case .slack, .error, .length:
                reducedCosts(of: term.symbol)
                if costs.isEmpty, canGrow(term.symbol) { return true }
            case .dummy, .none: continue
            }
        }
        return false
    }

    /// Whether a symbol that is 0 can be more, others giving way.
    private mutating func canGrow(_ symbol: Int32) -> Bool {
        var isFree = true
        tableau.forEachRow(of: symbol) { place in
            if place.coefficient < 0, place.kindOfBasic.isRestricted, place.constant <= Tableau.tolerance {
                isFree = false
            }
        }
        return isFree
    }

    /// The constraints that a variable has its value from, in the order of their numbers.
    func constraints(determining variable: SolverVariable) -> [SolverConstraint] {
        let row = tableau.rowOfBasic[Int(variable.symbol)]
        guard row >= 0 else { return [] }
        var numbers = Set(tableau.terms[Int(row)].map { owners[Int($0.symbol)] })
        numbers.remove(-1)
        return numbers.sorted().map { SolverConstraint(number: $0) }
    }

    // MARK: Constraints

    /// Holds a constraint from now on.
    ///
    /// - Throws: when it is required and contradicts required ones; then nothing has changed.
    mutating func add(_ constraint: LinearConstraint) throws(SolverConflict) -> SolverConstraint {
        precondition(
            constraint.constant.isFinite && constraint.terms.allSatisfy(\.coefficient.isFinite),
            "a constraint of numbers that are not finite")
        let number = freeRecords.popLast() ?? Int32(records.count)
        var constant = expand(constraint)
        let strength = constraint.strength
        var record = Record(marker: -1, other: -1, sign: 1, constant: constraint.constant)
        if constraint.relation == .equal {
            if strength.isRequired {
                record.marker = makeSymbol(.dummy, number, 0)
            } else {
                record.marker = makeSymbol(.error, number, strength.value)
                record.other = makeSymbol(.error, number, strength.value)
                record.sign = -1
            }
        } else {
            record.sign = constraint.relation == .lessThanOrEqual ? 1 : -1
            record.marker = makeSymbol(.slack, number, 0)
            if !strength.isRequired { record.other = makeSymbol(.error, number, strength.value) }
        }
        insert(record.marker, record.sign)
        if record.other >= 0 { insert(record.other, -record.sign) }
        if number == records.count { records.append(record) } else { records[Int(number)] = record }
        let made = SolverConstraint(number: number)
        guard strength.isRequired, !sum.contains(where: { tableau.kinds[Int($0.symbol)] == .external }) else {
            if constant < 0 {
                constant = -constant
                for index in sum.indices { sum[index].coefficient *= -1 }
            }
            enter(constant, subject(record))
            optimize()
            return made
        }
        // What it misses, or has to spare, is made 0 or more by way of what costs least.
        enter(constant, record.marker)
        infeasible.append(tableau.rowOfBasic[Int(record.marker)])
        guard let conflict = makeFeasible(besides: number) else { return made }
        // As the values were it holds with another constant, and so it can go.
        infeasible.removeAll(keepingCapacity: true)
        let second = shift(record, by: -constant)
        precondition(second == nil, "what held before does not hold")
        remove(made)
        throw conflict
    }

    /// Lets go of a constraint.
    mutating func remove(_ constraint: SolverConstraint) {
        let record = record(of: constraint)
        for symbol in [record.marker, record.other] where symbol >= 0 {
            strengths[Int(symbol)] = 0
            let row = tableau.rowOfBasic[Int(symbol)]
            if row >= 0 { enqueue(row) }
        }
        if tableau.rowOfBasic[Int(record.marker)] < 0, let row = rowToLeave(record.marker) {
            pivot(row, record.marker)
        }
        let row = tableau.rowOfBasic[Int(record.marker)]
        if row >= 0 {
            enqueue(row)
            tableau.remove(row: row)
        }
        forget(constraint.number)
        optimize()
    }

    /// Changes a constraint's constant.
    ///
    /// - Throws: when it is required and contradicts required ones then; in that case nothing has changed.
    /// - Complexity: O(n) for the rows that depend on it, as long as no inequality begins or ends to hold anything.
    ///   Nothing is allocated then.
    mutating func setConstant(of constraint: SolverConstraint, to constant: Double) throws(SolverConflict) {
        precondition(constant.isFinite, "a constant that is not finite")
        let record = record(of: constraint)
        guard constant != record.constant else { return }
        records[Int(constraint.number)].constant = constant
        if let conflict = shift(record, by: constant - record.constant) {
            records[Int(constraint.number)].constant = record.constant
            infeasible.removeAll(keepingCapacity: true)
            let second = shift(record, by: record.constant - constant)
            precondition(second == nil, "what held before does not hold")
            throw conflict
        }
    }

    /// As it was given, or set last.
    func constant(of constraint: SolverConstraint) -> Double { record(of: constraint).constant }

    private func record(of constraint: SolverConstraint) -> Record {
        let index = Int(constraint.number)
        precondition(
            records.indices.contains(index) && records[index].isUsed, "a constraint that the solver does not hold")
        return records[index]
    }

    private mutating func forget(_ number: Int32) {
        let record = records[Int(number)]
        for symbol in [record.marker, record.other] where symbol >= 0 {
            let row = tableau.rowOfBasic[Int(symbol)]
            if row >= 0 { tableau.remove(row: row) }
            tableau.erase(symbol)
            tableau.free(symbol)
            owners[Int(symbol)] = -1
            strengths[Int(symbol)] = 0
        }
        records[Int(number)].isUsed = false
        freeRecords.append(number)
    }

    private mutating func makeSymbol(_ kind: Tableau.Kind, _ owner: Int32, _ strength: Double) -> Int32 {
        let symbol = tableau.makeSymbol(kind)
        if Int(symbol) == owners.count {
            owners.append(owner)
            strengths.append(strength)
            candidates.reserve(owners.count)
        } else {
            owners[Int(symbol)] = owner
            strengths[Int(symbol)] = strength
        }
        return symbol
    }

    /// A constraint's sum by symbols that are not basic, in `sum`; its constant.
    private mutating func expand(_ constraint: LinearConstraint) -> Double {
        sum.removeAll(keepingCapacity: true)
        var constant = constraint.constant
        var isSorted = true
        func add(_ symbol: Int32, _ coefficient: Double, to sum: inout [Tableau.Term]) {
            if let last = sum.last, last.symbol >= symbol { isSorted = false }
            sum.append(Tableau.Term(symbol: symbol, coefficient: coefficient))
        }
        for term in constraint.terms {
            let symbol = term.variable.symbol
            precondition(tableau.kinds[Int(symbol)].isVariable, "a variable of another solver, or a removed one")
            let row = tableau.rowOfBasic[Int(symbol)]
            guard row >= 0 else {
                add(symbol, term.coefficient, to: &sum)
                continue
            }
            constant += tableau.constants[Int(row)] * term.coefficient
            for part in tableau.terms[Int(row)] {
                add(part.symbol, part.coefficient * term.coefficient, to: &sum)
            }
        }
        guard !isSorted else { return constant }
        sum.sort { $0.symbol < $1.symbol }
        var count = 0
        var index = 0
        while index < sum.count {
            var term = sum[index]
            index += 1
            while index < sum.count, sum[index].symbol == term.symbol {
                term.coefficient += sum[index].coefficient
                index += 1
            }
            guard abs(term.coefficient) > Tableau.epsilon else { continue }
            sum[count] = term
            count += 1
        }
        sum.removeLast(sum.count - count)
        return constant
    }

    /// Puts a term where it belongs in `sum`.
    private mutating func insert(_ symbol: Int32, _ coefficient: Double) {
        var at = sum.count
        while at > 0, sum[at - 1].symbol > symbol { at -= 1 }
        sum.insert(Tableau.Term(symbol: symbol, coefficient: coefficient), at: at)
    }

    // MARK: A new row

    /// What 0 = constant + Σ can be solved for as it is: a variable, or what an optional constraint misses.
    private func subject(_ record: Record) -> Int32 {
        // The variable that came last: it is in the fewest rows.
        if let variable = sum.last(where: { tableau.kinds[Int($0.symbol)] == .external }) { return variable.symbol }
        return sum.first {
            ($0.symbol == record.marker || $0.symbol == record.other) && $0.coefficient < 0
        }!.symbol
    }

    private mutating func enter(_ constant: Double, _ subject: Int32) {
        let index = sum.firstIndex { $0.symbol == subject }!
        let factor = -1 / sum[index].coefficient
        sum.remove(at: index)
        for index in sum.indices { sum[index].coefficient *= factor }
        let row = tableau.insert(sum, constant: constant * factor, basic: subject)
        switch tableau.kinds[Int(subject)] {
        case .external: tableau.substitute(subject, list: &list)
        case .error: enqueue(row)
        // It costs nothing, and is in no other row.
        case .slack, .length, .dummy, .none: break
        }
    }

    private func conflict(_ row: Int32, besides number: Int32?) -> SolverConflict {
        var numbers = Set<Int32>()
        for term in tableau.terms[Int(row)] { numbers.insert(owners[Int(term.symbol)]) }
        numbers.insert(owners[Int(tableau.basics[Int(row)])])
        numbers.remove(-1)
        if let number { numbers.remove(number) }
        return SolverConflict(constraints: numbers.sorted().map { SolverConstraint(number: $0) })
    }

    // MARK: Simplex

    private mutating func pivot(_ row: Int32, _ entering: Int32) {
        // Others come to cost more or less by a multiple of what this one does.
        reducedCosts(of: entering)
        let isFree = costs.isEmpty
        tableau.pivot(row, entering: entering, list: &list)
        if !isFree { enqueue(row) }
    }

    /// What a unit of a row's symbols costs may have changed.
    private mutating func enqueue(_ row: Int32) {
        for term in tableau.terms[Int(row)] { candidates.insert(term.symbol) }
    }

    /// What a unit of a symbol costs, in `costs`, by falling strengths; parts of nothing are left out.
    private mutating func reducedCosts(of symbol: Int32) {
        var sums: [Cost] = []
        swap(&sums, &costs)
        sums.removeAll(keepingCapacity: true)
        func add(_ strength: Double, _ amount: Double) {
            guard strength > 0 else { return }
            var at = 0
            while at < sums.count, sums[at].strength > strength { at += 1 }
            if at < sums.count, sums[at].strength == strength {
                sums[at].amount += amount
            } else {
                sums.insert(Cost(strength: strength, amount: amount), at: at)
            }
        }
        add(strengths[Int(symbol)], 1)
        if tableau.errorRowCount > 0 {
            let strengths = strengths
            tableau.forEachRow(of: symbol, basics: { strengths[Int($0)] > 0 }) { basic, coefficient in
                add(strengths[Int(basic)], coefficient)
            }
        }
        sums.removeAll { abs($0.amount) <= Self.costTolerance }
        swap(&sums, &costs)
    }

    private static let costTolerance = 1e-9

    /// The row whose symbol is the first to become 0 when `entering` grows; nil when none does.
    private mutating func leavingRow(_ entering: Int32) -> Int32? {
        var best: (row: Int32, ratio: Double, basic: Int32)?
        tableau.forEachRow(of: entering) { place in
            let basic = place.basic
            guard place.coefficient < 0, place.kindOfBasic.isRestricted else { return }
            let ratio = max(0, place.constant) / -place.coefficient
            if let (_, least, other) = best {
                guard ratio < least || ratio == least && basic < other else { return }
            }
            best = (place.row, ratio, basic)
        }
        return best?.row
    }

    /// Lowers what is missed, strongest first, until nothing does.
    private mutating func optimize() {
        while let entering = candidates.popLeast() {
            guard tableau.kinds[Int(entering)].isRestricted, tableau.rowOfBasic[Int(entering)] < 0 else { continue }
            reducedCosts(of: entering)
            guard let first = costs.first, first.amount < 0 else { continue }
            guard let row = leavingRow(entering) else { preconditionFailure("what is missed has no least") }
            tableau.pivot(row, entering: entering, list: &list)
            enqueue(row)
        }
    }

    /// The row to solve for a marker that is to go: the one that its going leaves all others feasible.
    private mutating func rowToLeave(_ marker: Int32) -> Int32? {
        var best: (row: Int32, rank: Int, ratio: Double, basic: Int32)?
        tableau.forEachRow(of: marker) { place in
            let (basic, constant, coefficient) = (place.basic, place.constant, place.coefficient)
            let (rank, ratio): (Int, Double) =
                switch place.kindOfBasic {
                case .dummy: (0, 0)
                case .slack, .error, .length:
                    coefficient < 0 ? (1, -constant / coefficient) : (2, constant / coefficient)
                case .external, .none: (3, 0)
                }
            if let best {
                guard (rank, ratio, basic) < (best.rank, best.ratio, best.basic) else { return }
            }
            best = (place.row, rank, ratio, basic)
        }
        return best?.row
    }

    /// Moves a constraint's constant, and brings what came below zero back.
    private mutating func shift(_ record: Record, by difference: Double) -> SolverConflict? {
        let step = difference / record.sign
        let own = tableau.rowOfBasic[Int(record.marker)]
        if own >= 0 {
            tableau.addToConstant(of: own, -step)
            infeasible.append(own)
        } else {
            tableau.shift(record.marker, by: step, rows: &infeasible)
        }
        return makeFeasible()
    }

    /// Brings rows that came below zero back, at the least cost: dual simplex.
    ///
    /// - Parameter number: of a constraint that is not named in a conflict.
    private mutating func makeFeasible(besides number: Int32? = nil) -> SolverConflict? {
        while let row = infeasible.popLast() {
            let basic = tableau.basics[Int(row)]
            guard basic >= 0 else { continue }
            let constant = tableau.constants[Int(row)]
            let kind = tableau.kinds[Int(basic)]
            let entering: Int32?
            switch kind {
            case .dummy:
                // It has to be 0, and to stay that: what may change is put in its place, from either side.
                let isZero = abs(constant) <= Tableau.tolerance
                entering =
                    dualEntering(row, sign: constant > 0 ? -1 : 1)
                    ?? (isZero ? dualEntering(row, sign: constant > 0 ? 1 : -1) : nil)
                if entering == nil, isZero { continue }
            case .slack, .error, .length:
                guard constant < -Tableau.tolerance else { continue }
                entering = dualEntering(row, sign: 1)
            case .external, .none: continue
            }
            guard let entering else { return conflict(row, besides: number) }
            // The cheapest symbol leaves no other that costs less than nothing.
            tableau.pivot(row, entering: entering, list: &list)
            infeasible.append(contentsOf: list)
        }
        return nil
    }

    /// The symbol of a row that raises it, or with `sign` −1 lowers it, at the least cost; nil when none does.
    private mutating func dualEntering(_ row: Int32, sign: Double) -> Int32? {
        var best: (symbol: Int32, coefficient: Double)?
        for term in tableau.terms[Int(row)] {
            guard term.coefficient * sign > Tableau.epsilon, tableau.kinds[Int(term.symbol)].isRestricted else {
                continue
            }
            reducedCosts(of: term.symbol)
            if let best {
                // A length that costs nothing stays 0 as long as something else gives.
                let isPreferred =
                    tableau.kinds[Int(best.symbol)] == .length && tableau.kinds[Int(term.symbol)] != .length
                let isBetter =
                    isPreferred
                    ? !isLess(leastCosts, best.coefficient, costs, abs(term.coefficient))
                    : isLess(costs, abs(term.coefficient), leastCosts, best.coefficient)
                guard isBetter else { continue }
            }
            best = (term.symbol, abs(term.coefficient))
            swap(&costs, &leastCosts)
        }
        return best?.symbol
    }

    /// Whether one cost, divided, is less than another, by falling strengths.
    private func isLess(_ a: [Cost], _ divisorA: Double, _ b: [Cost], _ divisorB: Double) -> Bool {
        var (i, j) = (0, 0)
        while i < a.count || j < b.count {
            let strength = max(i < a.count ? a[i].strength : 0, j < b.count ? b[j].strength : 0)
            var (left, right) = (0.0, 0.0)
            if i < a.count, a[i].strength == strength {
                left = a[i].amount / divisorA
                i += 1
            }
            if j < b.count, b[j].strength == strength {
                right = b[j].amount / divisorB
                j += 1
            }
            if abs(left - right) > Self.costTolerance { return left < right }
        }
        return false
    }

    // MARK: Checks

    /// Traps where what is known of the equations contradicts itself, or a better solution is left. For tests.
    ///
    /// - Complexity: O(n) for all terms, and for each symbol its rows.
    mutating func checkInvariants() {
        tableau.checkInvariants()
        precondition(candidates.isEmpty && infeasible.isEmpty, "work that is left")
        for symbol in 0..<Int32(tableau.symbolCount)
        where tableau.kinds[Int(symbol)].isRestricted && tableau.rowOfBasic[Int(symbol)] < 0 {
            reducedCosts(of: symbol)
            precondition((costs.first?.amount ?? 0) >= 0, "something better is left")
        }
        for (number, record) in records.enumerated() where record.isUsed {
            precondition(owners[Int(record.marker)] == Int32(number), "a marker of another constraint")
        }
    }
}
