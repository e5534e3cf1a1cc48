extension Simplex {
    /// A component of the cost of increasing a symbol by one unit: an amount at one strength.
    struct Cost {
        var strength: Double
        var amount: Double
    }

    mutating func pivot(_ row: Int32, _ entering: Int32) {
        // The costs of other symbols change by a multiple of those of the entering symbol.
        reducedCosts(of: entering)
        let isFree = costs.isEmpty
        tableau.pivot(row, entering: entering, list: &list)
        if !isFree { enqueue(row) }
    }

    /// Records that the costs of a row's symbols may have changed.
    mutating func enqueue(_ row: Int32) {
        for term in tableau.terms[Int(row)] { candidates.insert(term.symbol) }
    }

    /// Computes the cost of increasing a symbol by one unit in `costs`, in descending order of strength, without zeros.
    mutating func reducedCosts(of symbol: Int32) {
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

    /// The difference below which costs are equal.
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
    mutating func optimize() {
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
    mutating func rowToLeave(_ marker: Int32) -> Int32? {
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
    mutating func shift(_ record: Record, by difference: Double) -> SolverConflict? {
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
    mutating func makeFeasible(besides number: Int32? = nil) -> SolverConflict? {
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

    private func conflict(_ row: Int32, besides number: Int32?) -> SolverConflict {
        var numbers = Set<Int32>()
        for term in tableau.terms[Int(row)] { numbers.insert(owners[Int(term.symbol)]) }
        numbers.insert(owners[Int(tableau.basics[Int(row)])])
        numbers.remove(-1)
        if let number { numbers.remove(number) }
        return SolverConflict(constraints: numbers.sorted().map { SolverConstraint(number: $0) })
    }
}
