/// Equations between symbols, each solved for one of them, its *basic* symbol: that is `constant` plus a sum over the
/// others, which are zero.
///
/// Rows are lists sorted by symbol; for each symbol the rows are known that it is in, so that what a change costs is
/// what it touches.
struct Tableau {
    /// What a symbol stands for.
    enum Kind: UInt8 {
        /// Nothing: its number is free.
        case none
        /// A variable, of any value.
        case external
        /// A variable that is 0 or more.
        case length
        /// What an inequality has to spare, 0 or more.
        case slack
        /// What an optional constraint misses, 0 or more.
        case error
        /// Of an equation that has to hold; always 0.
        case dummy

        /// Whether its value can't be below 0, and it may change sides.
        var isRestricted: Bool { self == .slack || self == .error || self == .length }

        var isVariable: Bool { self == .external || self == .length }
    }

    struct Term {
        var symbol: Int32
        var coefficient: Double
    }

    /// Where a symbol may be.
    private struct Entry {
        var row: Int32
        /// Its place among the row's terms when it was last looked for.
        var index: Int32
    }

    /// Less than any coefficient that a layout has; what rounding leaves of terms that cancel is far below.
    static let epsilon = 1e-10
    /// The same for values, which are points.
    static let tolerance = 1e-8

    private(set) var kinds: [Kind] = []
    /// The row that a symbol is basic in, or −1.
    private(set) var rowOfBasic: [Int32] = []
    /// By row, its terms by their symbols.
    private(set) var terms: [[Term]] = []
    /// By row.
    private(set) var constants: [Double] = []
    /// By row; −1 for one that is free.
    private(set) var basics: [Int32] = []
    /// Rows of what optional constraints miss: without any, nothing costs but by itself.
    private(set) var errorRowCount = 0
    /// Of each symbol, the rows that may have it; a row may come twice, or have lost it.
    private var columns: [[Entry]] = []
    private var freeSymbols: [Int32] = []
    private var freeRows: [Int32] = []
    /// When each row was last seen by a walk over a column.
    private var seen: [UInt32] = []
    private var walk: UInt32 = 0
    /// Room for a row that is put together.
    private var merged: [Term] = []
    /// Room for the places of what is new in it.
    private var fresh: [Int32] = []
    /// Variables whose value may have changed.
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

    /// The symbol is in no row.
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

    /// Negative when the row does not have the symbol.
    private func index(of symbol: Int32, in row: Int32) -> Int {
        var (low, high) = (0, terms[Int(row)].count)
        while low < high {
            let middle = (low + high) / 2
            if terms[Int(row)][middle].symbol < symbol { low = middle + 1 } else { high = middle }
        }
        return low < terms[Int(row)].count && terms[Int(row)][low].symbol == symbol ? low : -1
    }

    /// The coefficient of a symbol where an entry says it is; 0 when it is no more in that row, or was seen there
    /// before on this walk.
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

    /// A symbol in a row.
    struct Place {
        var row: Int32
        /// Of the symbol.
        var coefficient: Double
        /// Of the row.
        var constant: Double
        var basic: Int32
        var kindOfBasic: Kind
    }

    /// Calls `body` with the rows that have a symbol, in no order that matters, and its coefficients there; forgets
    /// what is no longer so. `body` must not ask for the symbol's rows itself.
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

    /// The rows that have a symbol, in no order that matters.
    mutating func forEachRow(of symbol: Int32, _ body: (Place) -> Void) {
        walkColumn(of: symbol) { tableau, row, coefficient in
            let basic = tableau.basics[Int(row)]
            body(
                Place(
                    row: row, coefficient: coefficient, constant: tableau.constants[Int(row)], basic: basic,
                    kindOfBasic: tableau.kinds[Int(basic)]))
        }
    }

    /// Calls `body` with the basic symbols of those rows of a symbol whose basic symbol is wanted.
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

    /// Adds to the constants of all rows that have a symbol what a difference of its value makes.
    ///
    /// - Parameter touched: gets those rows whose symbol came below zero, or has to stay 0.
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

    /// Takes a symbol that is not basic out of all rows.
    mutating func erase(_ symbol: Int32) {
        for entry in columns[Int(symbol)] {
            let index = index(of: symbol, in: entry.row)
            if index >= 0 { terms[Int(entry.row)].remove(at: index) }
        }
        columns[Int(symbol)].removeAll(keepingCapacity: true)
    }

    /// A row that is not in the tableau, as one of it.
    mutating func insert(_ sum: [Term], constant: Double, basic: Int32) -> Int32 {
        let row: Int32
        if let free = freeRows.popLast() {
            row = free
            terms[Int(row)].append(contentsOf: sum)
            constants[Int(row)] = constant
            basics[Int(row)] = basic
        } else {
            row = Int32(terms.count)
            // Of its own: what is given is used again.
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

    /// Makes `entering` basic in a row in place of the symbol that is, and puts what it is then into all others.
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

    /// Puts what a basic symbol is into all rows that have it.
    ///
    /// - Parameter list: gets those rows.
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

    /// Adds a multiple of one row to another, in which `symbol` has no place then.
    private mutating func add(
        _ added: [Term], _ constant: Double, times factor: Double, to row: Int32, without symbol: Int32
    ) {
        let most = terms[Int(row)].count + added.count
        while merged.count < most { merged.append(Term(symbol: 0, coefficient: 0)) }
        while fresh.count < added.count { fresh.append(0) }
        // Half of a build's time is spent here: buffers, as each access to an array looks whether it is its only owner.
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

    /// - Parameters:
    ///   - merged: has room for both.
    ///   - fresh: gets the places in `merged` of what was not in `old`.
    /// - Returns: how many terms there are in `merged`, and how many of them are fresh.
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

    /// Traps where the tableau contradicts itself. O(n) for all terms.
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
