/// A set of linear equations, each solved for one symbol, its *basic* symbol. The value of a basic symbol is `constant`
/// plus a sum over symbols that are not basic and have the value 0.
///
/// Rows are lists sorted by symbol. For each symbol the rows that contain it are known, so the cost of a change depends
/// only on the affected rows.
struct Tableau {
    /// The kind of a symbol.
    enum Kind: UInt8 {
        /// An unused symbol.
        case none
        /// A variable with any value.
        case external
        /// A variable that is not negative.
        case length
        /// The slack of an inequality, which is not negative.
        case slack
        /// The error of an optional constraint, which is not negative.
        case error
        /// The symbol of a required equation, which is always 0.
        case dummy

        /// A Boolean value that indicates whether the symbol is not negative and can become basic or stop being so.
        var isRestricted: Bool { self == .slack || self == .error || self == .length }

        var isVariable: Bool { self == .external || self == .length }
    }

    struct Term {
        var symbol: Int32
        var coefficient: Double
    }

    /// A possible occurrence of a symbol in a row.
    private struct Entry {
        var row: Int32
        /// The index among the row's terms at the last visit.
        var index: Int32
    }

    /// A value below all coefficients of a layout, and far above the rounding errors of terms that cancel.
    static let epsilon = 1e-10
    /// The corresponding value for results in points.
    static let tolerance = 1e-8

    private(set) var kinds: [Kind] = []
    /// The row in which each symbol is basic, or −1.
    private(set) var rowOfBasic: [Int32] = []
    /// The terms of each row, sorted by symbol.
    private(set) var terms: [[Term]] = []
    /// The constant of each row.
    private(set) var constants: [Double] = []
    /// The basic symbol of each row; −1 for a free row.
    private(set) var basics: [Int32] = []
    /// The number of rows with an error as the basic symbol. If it is 0, a symbol has only its own cost.
    private(set) var errorRowCount = 0
    /// The rows that may contain each symbol. A row can occur twice, or no longer contain the symbol.
    private var columns: [[Entry]] = []
    private var freeSymbols: [Int32] = []
    private var freeRows: [Int32] = []
    /// The number of the last column walk that visited each row.
    private var seen: [UInt32] = []
    private var walk: UInt32 = 0
    /// A buffer for merging rows.
    private var merged: [Term] = []
    /// A buffer for the indices of new terms in it.
    private var fresh: [Int32] = []
    /// The variables that may have changed their values.
    private(set) var changed: [Int32] = []
    private var isChanged: [Bool] = []

    // MARK: Symbols

    mutating func makeSymbol(_ kind: Kind) -> Int32 {
        if let symbol = freeSymbols.popLast() {
            kinds[Int(symbol)] = kind
            return symbol
        }
        kinds.append(kind)
        rowOfBasic.append(-1)
        columns.append([])
        isChanged.append(false)
        return Int32(kinds.count - 1)
    }

    /// Releases a symbol that is not in any row.
    mutating func free(_ symbol: Int32) {
        kinds[Int(symbol)] = .none
        columns[Int(symbol)].removeAll(keepingCapacity: true)
        freeSymbols.append(symbol)
    }

    var symbolCount: Int { kinds.count }

    func value(of symbol: Int32) -> Double {
        let row = rowOfBasic[Int(symbol)]
        return row < 0 ? 0 : constants[Int(row)]
    }

    mutating func noteChange(of symbol: Int32) {
        guard kinds[Int(symbol)].isVariable, !isChanged[Int(symbol)] else { return }
        isChanged[Int(symbol)] = true
        changed.append(symbol)
    }

    mutating func forgetChanges() {
        for symbol in changed { isChanged[Int(symbol)] = false }
        changed.removeAll(keepingCapacity: true)
    }

    // MARK: Rows

    /// Returns the index of a symbol among the terms of a row, or a negative value.
    private func index(of symbol: Int32, in row: Int32) -> Int {
        var (low, high) = (0, terms[Int(row)].count)
        while low < high {
            let middle = (low + high) / 2
            if terms[Int(row)][middle].symbol < symbol { low = middle + 1 } else { high = middle }
        }
        return low < terms[Int(row)].count && terms[Int(row)][low].symbol == symbol ? low : -1
    }

    /// Returns the coefficient of a symbol in the row of an entry. Returns 0 if the row no longer contains it or was
    /// already visited on this walk.
    private mutating func visit(_ entry: inout Entry, _ symbol: Int32) -> Double {
        let row = Int(entry.row)
        guard seen[row] != walk else { return 0 }
        if entry.index >= terms[row].count || terms[row][Int(entry.index)].symbol != symbol {
            entry.index = Int32(index(of: symbol, in: entry.row))
            guard entry.index >= 0 else {
                entry.index = 0
                return 0
            }
        }
        seen[row] = walk
        return terms[row][Int(entry.index)].coefficient
    }

    /// An occurrence of a symbol in a row.
    struct Place {
        var row: Int32
        /// The coefficient of the symbol.
        var coefficient: Double
        /// The constant of the row.
        var constant: Double
        var basic: Int32
        var kindOfBasic: Kind
    }

    /// Calls `body` with the rows that contain a symbol and its coefficients, in an order that does not affect results,
    /// and removes outdated entries. The closure must not walk the same column.
    @inline(__always)
    private mutating func walkColumn(
        of symbol: Int32, _ body: (_ tableau: inout Tableau, _ row: Int32, _ coefficient: Double) -> Void
    ) {
        walk &+= 1
        var column: [Entry] = []
        swap(&column, &columns[Int(symbol)])
        var kept = 0
        for at in column.indices {
            let coefficient = visit(&column[at], symbol)
            guard coefficient != 0 else { continue }
            column[kept] = column[at]
            kept += 1
            body(&self, column[at].row, coefficient)
        }
        column.removeLast(column.count - kept)
        swap(&column, &columns[Int(symbol)])
    }

    /// Calls `body` with the rows that contain a symbol, in an order that does not affect results.
    mutating func forEachRow(of symbol: Int32, _ body: (Place) -> Void) {
        walkColumn(of: symbol) { tableau, row, coefficient in
            let basic = tableau.basics[Int(row)]
            body(
                Place(
                    row: row, coefficient: coefficient, constant: tableau.constants[Int(row)], basic: basic,
                    kindOfBasic: tableau.kinds[Int(basic)]))
        }
    }

    /// Calls `body` with the basic symbols of the rows that contain a symbol, if `isWanted` returns true for them.
    mutating func forEachRow(
        of symbol: Int32, basics isWanted: (Int32) -> Bool, _ body: (_ basic: Int32, _ coefficient: Double) -> Void
    ) {
        walk &+= 1
        var column: [Entry] = []
        swap(&column, &columns[Int(symbol)])
        for at in column.indices {
            let basic = basics[Int(column[at].row)]
            guard basic >= 0, isWanted(basic) else { continue }
            let coefficient = visit(&column[at], symbol)
            if coefficient != 0 { body(basic, coefficient) }
        }
        swap(&column, &columns[Int(symbol)])
    }

    /// Updates the constants of all rows that contain a symbol for a change of its value.
    ///
    /// - Parameter touched: Receives the rows with a basic symbol that became negative or must stay 0.
    mutating func shift(_ symbol: Int32, by step: Double, rows touched: inout [Int32]) {
        walkColumn(of: symbol) { tableau, row, coefficient in
            tableau.constants[Int(row)] += coefficient * step
            let basic = tableau.basics[Int(row)]
            switch tableau.kinds[Int(basic)] {
            case .slack, .error: if tableau.constants[Int(row)] < 0 { touched.append(row) }
            case .length:
                tableau.noteChange(of: basic)
                if tableau.constants[Int(row)] < 0 { touched.append(row) }
            case .external: tableau.noteChange(of: basic)
            case .dummy: touched.append(row)
            case .none: break
            }
        }
    }

    /// Removes a symbol that is not basic from all rows.
    mutating func erase(_ symbol: Int32) {
        for entry in columns[Int(symbol)] {
            let index = index(of: symbol, in: entry.row)
            if index >= 0 { terms[Int(entry.row)].remove(at: index) }
        }
        columns[Int(symbol)].removeAll(keepingCapacity: true)
    }

    /// Adds a row and returns its index.
    mutating func insert(_ sum: [Term], constant: Double, basic: Int32) -> Int32 {
        let row: Int32
        if let free = freeRows.popLast() {
            row = free
            terms[Int(row)].append(contentsOf: sum)
            constants[Int(row)] = constant
            basics[Int(row)] = basic
        } else {
            row = Int32(terms.count)
            // A new array, because the caller reuses its own.
            var own: [Term] = []
            own.reserveCapacity(sum.count + 2)
            own.append(contentsOf: sum)
            terms.append(own)
            constants.append(constant)
            basics.append(basic)
            seen.append(0)
        }
        rowOfBasic[Int(basic)] = row
        if kinds[Int(basic)] == .error { errorRowCount += 1 }
        for index in sum.indices { columns[Int(sum[index].symbol)].append(Entry(row: row, index: Int32(index))) }
        noteChange(of: basic)
        return row
    }

    mutating func remove(row: Int32) {
        let basic = basics[Int(row)]
        rowOfBasic[Int(basic)] = -1
        if kinds[Int(basic)] == .error { errorRowCount -= 1 }
        terms[Int(row)].removeAll(keepingCapacity: true)
        basics[Int(row)] = -1
        freeRows.append(row)
        noteChange(of: basic)
    }

    mutating func addToConstant(of row: Int32, _ difference: Double) {
        constants[Int(row)] += difference
        noteChange(of: basics[Int(row)])
    }

    /// Makes `entering` the basic symbol of a row and substitutes it in all other rows.
    mutating func pivot(_ row: Int32, entering: Int32, list: inout [Int32]) {
        let index = Int(row)
        let leaving = basics[index]
        // leaving = constant + c · entering + rest, so entering = −constant / c + leaving / c − rest / c.
        let at = self.index(of: entering, in: row)
        let factor = -1 / terms[index][at].coefficient
        constants[index] *= factor
        terms[index].remove(at: at)
        var place = terms[index].count
        for other in terms[index].indices.reversed() {
            terms[index][other].coefficient *= factor
            if terms[index][other].symbol > leaving { place = other }
        }
        terms[index].insert(Term(symbol: leaving, coefficient: -factor), at: place)
        columns[Int(leaving)].append(Entry(row: row, index: Int32(place)))
        basics[index] = entering
        rowOfBasic[Int(leaving)] = -1
        rowOfBasic[Int(entering)] = row
        if kinds[Int(leaving)] == .error { errorRowCount -= 1 }
        if kinds[Int(entering)] == .error { errorRowCount += 1 }
        noteChange(of: leaving)
        noteChange(of: entering)
        substitute(entering, list: &list)
    }

    /// Substitutes a basic symbol in all rows that contain it.
    ///
    /// - Parameter list: Receives those rows.
    mutating func substitute(_ symbol: Int32, list: inout [Int32]) {
        list.removeAll(keepingCapacity: true)
        let source = rowOfBasic[Int(symbol)]
        var added: [Term] = []
        swap(&added, &terms[Int(source)])
        let constant = constants[Int(source)]
        walkColumn(of: symbol) { tableau, row, coefficient in
            tableau.add(added, constant, times: coefficient, to: row, without: symbol)
            list.append(row)
        }
        swap(&added, &terms[Int(source)])
        columns[Int(symbol)].removeAll(keepingCapacity: true)
    }

    /// Adds a multiple of one row to another and removes `symbol` from it.
    private mutating func add(
        _ added: [Term], _ constant: Double, times factor: Double, to row: Int32, without symbol: Int32
    ) {
        let most = terms[Int(row)].count + added.count
        while merged.count < most { merged.append(Term(symbol: 0, coefficient: 0)) }
        while fresh.count < added.count { fresh.append(0) }
        // Half of the time of building a tableau is spent here. Buffers avoid the uniqueness check of each array
        // access.
        let (count, freshCount) = terms[Int(row)].withUnsafeBufferPointer { old in
            added.withUnsafeBufferPointer { added in
                merged.withUnsafeMutableBufferPointer { merged in
                    fresh.withUnsafeMutableBufferPointer { fresh in
                        Self.merge(old, added, times: factor, without: symbol, into: merged, fresh: fresh)
                    }
                }
            }
        }
        terms[Int(row)].removeAll(keepingCapacity: true)
        terms[Int(row)].append(contentsOf: merged[..<count])
        for index in fresh[..<freshCount] {
            columns[Int(merged[Int(index)].symbol)].append(Entry(row: row, index: index))
        }
        addToConstant(of: row, constant * factor)
    }

    /// Merges two lists of terms.
    ///
    /// - Parameters:
    ///   - merged: A buffer with space for both lists.
    ///   - fresh: Receives the indices in `merged` of terms that were not in `old`.
    /// - Returns: The number of terms in `merged`, and the number of new ones among them.
    private static func merge(
        _ old: UnsafeBufferPointer<Term>, _ added: UnsafeBufferPointer<Term>, times factor: Double,
        without symbol: Int32, into merged: UnsafeMutableBufferPointer<Term>, fresh: UnsafeMutableBufferPointer<Int32>
    ) -> (count: Int, fresh: Int) {
        var (i, j, count, freshCount) = (0, 0, 0, 0)
        while i < old.count || j < added.count {
            if j == added.count || i < old.count && old[i].symbol < added[j].symbol {
                if old[i].symbol != symbol {
                    merged[count] = old[i]
                    count += 1
                }
                i += 1
            } else if i == old.count || added[j].symbol < old[i].symbol {
                merged[count] = Term(symbol: added[j].symbol, coefficient: added[j].coefficient * factor)
                fresh[freshCount] = Int32(count)
                freshCount += 1
                count += 1
                j += 1
            } else {
                let sum = old[i].coefficient + added[j].coefficient * factor
                if abs(sum) > epsilon {
                    merged[count] = Term(symbol: old[i].symbol, coefficient: sum)
                    count += 1
                }
                i += 1
                j += 1
            }
        }
        return (count, freshCount)
    }

    // MARK: Checks

    /// Traps if the tableau is inconsistent.
    ///
    /// - Complexity: O(n) for all terms.
    func checkInvariants() {
        let errors = basics.lazy.filter { $0 >= 0 && kinds[Int($0)] == .error }.count
        precondition(errors == errorRowCount, "rows of errors miscounted")
        for (index, basic) in basics.enumerated() where basic >= 0 {
            precondition(rowOfBasic[Int(basic)] == Int32(index), "a basic symbol of another row")
            for (a, b) in zip(terms[index], terms[index].dropFirst()) {
                precondition(a.symbol < b.symbol, "terms out of order")
            }
            let isRestricted = kinds[Int(basic)].isRestricted
            precondition(
                !isRestricted || constants[index] >= -Self.tolerance, "a symbol below zero: \(constants[index])")
            for term in terms[index] {
                precondition(rowOfBasic[Int(term.symbol)] < 0, "a basic symbol in a row")
                precondition(kinds[Int(term.symbol)] != .none, "a symbol that is free in a row")
                precondition(term.coefficient != 0 && term.coefficient.isFinite, "a coefficient of 0")
                precondition(columns[Int(term.symbol)].contains { $0.row == Int32(index) }, "a column without its row")
                precondition(
                    !isRestricted || kinds[Int(term.symbol)] != .external, "a variable among what is restricted")
            }
        }
    }
}
