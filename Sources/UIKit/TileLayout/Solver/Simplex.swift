/// The implementation of `LinearSolver`: a tableau, and the symbols of each constraint. It is a value type, which
/// avoids dynamic exclusivity checks on access to its parts.
struct Simplex {
    struct Record {
        /// The symbols of the equation 0 = Σ + constant + `sign` · `marker` and, if there is one, −`sign` · `other`.
        var marker: Int32
        var other: Int32
        var sign: Double
        var constant: Double
        var isUsed = true
    }

    var tableau = Tableau()
    var records: [Record] = []
    private var freeRecords: [Int32] = []
    /// The constraint of each symbol, or −1.
    var owners: [Int32] = []
    /// The strength of each error symbol's constraint; 0 for other symbols.
    var strengths: [Double] = []
    /// The columns that may reduce the total error.
    var candidates = SymbolHeap()
    /// The rows that may have become negative.
    var infeasible: [Int32] = []
    var list: [Int32] = []
    /// The terms of the constraint that is being added.
    private var sum: [Tableau.Term] = []
    var costs: [Cost] = []
    var leastCosts: [Cost] = []

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
