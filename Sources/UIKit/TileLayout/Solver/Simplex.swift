/// The implementation of `LinearSolver`: a tableau, and the symbols of each constraint. It is a value type, which
/// avoids dynamic exclusivity checks on access to its parts.
struct Simplex {
    private struct Record {
        /// The symbols of the equation 0 = Σ + constant + `sign` · `marker` and, if there is one, −`sign` · `other`.
        var marker: Int32
        var other: Int32
        var sign: Double
        var constant: Double
        var isUsed = true
    }

    /// A component of the cost of increasing a symbol by one unit: an amount at one strength.
    struct Cost {
        var strength: Double
        var amount: Double
    }

    private var tableau = Tableau()
    private var records: [Record] = []
    private var freeRecords: [Int32] = []
    /// The constraint of each symbol, or −1.
    private var owners: [Int32] = []
    /// The strength of each error symbol's constraint; 0 for other symbols.
    private var strengths: [Double] = []
    /// The columns that may reduce the total error.
    private var candidates = SymbolHeap()
    /// The rows that may have become negative.
    private var infeasible: [Int32] = []
    private var list: [Int32] = []
    /// The terms of the constraint that is being added.
    private var sum: [Tableau.Term] = []
    private var costs: [Cost] = []
    private var leastCosts: [Cost] = []

    // MARK: Variables

    /// Creates a variable without constraints. Its value is 0.
    mutating func makeVariable(isLength: Bool) -> SolverVariable {
        SolverVariable(symbol: makeSymbol(isLength ? .length : .external, owner: -1, strength: 0))
    }

    /// Removes a variable without constraints.
    mutating func remove(_ variable: SolverVariable) {
        let row = tableau.rowOfBasic[Int(variable.symbol)]
        if row >= 0 { tableau.remove(row: row) }
        tableau.erase(variable.symbol)
        tableau.free(variable.symbol)
    }

    /// Returns the value of a variable.
    ///
    /// - Complexity: O(1).
    func value(of variable: SolverVariable) -> Double { tableau.value(of: variable.symbol) }

    /// Calls `body` with each variable that may have changed its value since the last call.
    mutating func takeChanges(_ body: (SolverVariable) -> Void) {
        for symbol in tableau.changed where tableau.kinds[Int(symbol)].isVariable {
            body(SolverVariable(symbol: symbol))
        }
        tableau.forgetChanges()
    }

    /// Returns whether the variable could have another value with all constraints equally satisfied.
    ///
    /// - Complexity: O(n) for the rows that determine its value.
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

    /// Returns whether a symbol with the value 0 can increase while other symbols change.
    private mutating func canGrow(_ symbol: Int32) -> Bool {
        var isFree = true
        tableau.forEachRow(of: symbol) { place in
            if place.coefficient < 0, place.kindOfBasic.isRestricted, place.constant <= Tableau.tolerance {
                isFree = false
            }
        }
        return isFree
    }

    /// Returns the constraints that determine the value of a variable, in the order of their numbers.
    func constraints(determining variable: SolverVariable) -> [SolverConstraint] {
        let row = tableau.rowOfBasic[Int(variable.symbol)]
        guard row >= 0 else { return [] }
        var numbers = Set(tableau.terms[Int(row)].map { owners[Int($0.symbol)] })
        numbers.remove(-1)
        return numbers.sorted().map { SolverConstraint(number: $0) }
    }

    // MARK: Constraints

    /// Adds a constraint.
    ///
    /// - Throws: `SolverConflict` if the constraint is required and contradicts other required ones. The state is
    ///   unchanged then.
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
                record.marker = makeSymbol(.dummy, owner: number, strength: 0)
            } else {
                record.marker = makeSymbol(.error, owner: number, strength: strength.value)
                record.other = makeSymbol(.error, owner: number, strength: strength.value)
                record.sign = -1
            }
        } else {
            record.sign = constraint.relation == .lessThanOrEqual ? 1 : -1
            record.marker = makeSymbol(.slack, owner: number, strength: 0)
            if !strength.isRequired { record.other = makeSymbol(.error, owner: number, strength: strength.value) }
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
        // The slack or dummy symbol may be infeasible. It is made feasible at minimum cost.
        enter(constant, record.marker)
        infeasible.append(tableau.rowOfBasic[Int(record.marker)])
        guard let conflict = makeFeasible(besides: number) else { return made }
        // With another constant, the constraint holds for the previous values, so it can be removed.
        infeasible.removeAll(keepingCapacity: true)
        let second = shift(record, by: -constant)
        precondition(second == nil, "what held before does not hold")
        remove(made)
        throw conflict
    }

    /// Removes a constraint.
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

    /// Changes the constant of a constraint.
    ///
    /// - Throws: `SolverConflict` if the constraint is required and then contradicts other required ones. The state is
    ///   unchanged then.
    /// - Complexity: O(n) for the dependent rows if no inequality becomes active or inactive. No memory is allocated
    ///   then.
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

    /// Returns the constant of a constraint.
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

    private mutating func makeSymbol(_ kind: Tableau.Kind, owner: Int32, strength: Double) -> Int32 {
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

    /// Stores the sum of a constraint in `sum`, in terms of symbols that are not basic, and returns its constant.
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

    /// Inserts a term into `sum` in the order of symbols.
    private mutating func insert(_ symbol: Int32, _ coefficient: Double) {
        var at = sum.count
        while at > 0, sum[at - 1].symbol > symbol { at -= 1 }
        sum.insert(Tableau.Term(symbol: symbol, coefficient: coefficient), at: at)
    }

    // MARK: A new row

    /// Returns a symbol for which 0 = constant + Σ can be solved directly: a variable, or the error of an optional
    /// constraint.
    private func subject(_ record: Record) -> Int32 {
        // The newest variable, which is in the fewest rows.
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
        // The symbol has no cost and is not in any other row.
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
        // The costs of other symbols change by a multiple of those of the entering symbol.
        reducedCosts(of: entering)
        let isFree = costs.isEmpty
        tableau.pivot(row, entering: entering, list: &list)
        if !isFree { enqueue(row) }
    }

    /// Records that the costs of a row's symbols may have changed.
    private mutating func enqueue(_ row: Int32) {
        for term in tableau.terms[Int(row)] { candidates.insert(term.symbol) }
    }

    /// Computes the cost of increasing a symbol by one unit in `costs`, in descending order of strength, without zeros.
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

    /// Returns the row with the symbol that first becomes 0 when `entering` increases, or nil if there is none.
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

    /// Reduces the total error, in descending order of strength, until it is minimal.
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

    /// Returns the row in which to make a marker basic before it is removed, so that all other rows stay feasible.
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

    /// Changes the constant of a constraint and makes rows that have become negative feasible again.
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

    /// Makes negative rows feasible at minimum cost with the dual simplex algorithm.
    ///
    /// - Parameter number: A constraint that is not included in a conflict.
    private mutating func makeFeasible(besides number: Int32? = nil) -> SolverConflict? {
        while let row = infeasible.popLast() {
            let basic = tableau.basics[Int(row)]
            guard basic >= 0 else { continue }
            let constant = tableau.constants[Int(row)]
            let kind = tableau.kinds[Int(basic)]
            let entering: Int32?
            switch kind {
            case .dummy:
                // The symbol must be 0 and stay so. A symbol that can change is made basic instead, with either sign.
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
            // With the cheapest symbol, no other symbol gets a negative cost.
            tableau.pivot(row, entering: entering, list: &list)
            infeasible.append(contentsOf: list)
        }
        return nil
    }

    /// Returns the symbol that increases a row, or with `sign` −1 decreases it, at minimum cost. Returns nil if there
    /// is none.
    private mutating func dualEntering(_ row: Int32, sign: Double) -> Int32? {
        var best: (symbol: Int32, coefficient: Double)?
        for term in tableau.terms[Int(row)] {
            guard term.coefficient * sign > Tableau.epsilon, tableau.kinds[Int(term.symbol)].isRestricted else {
                continue
            }
            reducedCosts(of: term.symbol)
            if let best {
                // A length without cost stays 0 as long as another symbol can change.
                let isPreferred =
                    tableau.kinds[Int(best.symbol)] == .length && tableau.kinds[Int(term.symbol)] != .length
                let isBetter =
                    isPreferred
                    ? !isLess(leastCosts, over: best.coefficient, than: costs, over: abs(term.coefficient))
                    : isLess(costs, over: abs(term.coefficient), than: leastCosts, over: best.coefficient)
                guard isBetter else { continue }
            }
            best = (term.symbol, abs(term.coefficient))
            swap(&costs, &leastCosts)
        }
        return best?.symbol
    }

    /// Returns whether one cost, divided by its divisor, is less than another, compared in descending order of
    /// strength.
    private func isLess(_ a: [Cost], over divisorA: Double, than b: [Cost], over divisorB: Double) -> Bool {
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

    /// Traps if the internal state is inconsistent or the solution is not optimal. Intended for tests.
    ///
    /// - Complexity: O(n) for all terms and, for each symbol, its rows.
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
