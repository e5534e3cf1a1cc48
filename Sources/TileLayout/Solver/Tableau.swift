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
        /// What an inequality has to spare, 0 or more.
        case slack
        /// What an optional constraint misses, 0 or more.
        case error
        /// Of an equation that has to hold; always 0.
        case dummy

        /// Whether its value can't be below 0, and it may change sides.
        var isRestricted: Bool { self == .slack || self == .error }
    }

    struct Term {
        var symbol: Int32
        var coefficient: Double
    }

    struct Row {
        /// By their symbols.
        var terms: [Term] = []
        var constant = 0.0
        /// −1 for a row that is free.
        var basic: Int32 = -1
    }

    /// Less than any coefficient that a layout has; what rounding leaves of terms that cancel is far below.
    static let epsilon = 1e-10
    /// The same for values, which are points.
    static let tolerance = 1e-8

    private(set) var kinds: [Kind] = []
    /// The row that a symbol is basic in, or −1.
    private(set) var rowOfBasic: [Int32] = []
    private(set) var rows: [Row] = []
    /// Of each symbol, the rows that may have it; a row may come twice, or have lost it.
    private var columns: [[Int32]] = []
    private var freeSymbols: [Int32] = []
    private var freeRows: [Int32] = []
    /// When each row was last seen by a walk over a column.
    private var seen: [UInt32] = []
    private var walk: UInt32 = 0
    private var merged: [Term] = []
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
        return row < 0 ? 0 : rows[Int(row)].constant
    }

    mutating func noteChange(of symbol: Int32) {
        guard kinds[Int(symbol)] == .external, !isChanged[Int(symbol)] else { return }
        isChanged[Int(symbol)] = true
        changed.append(symbol)
    }

    mutating func forgetChanges() {
        for symbol in changed { isChanged[Int(symbol)] = false }
        changed.removeAll(keepingCapacity: true)
    }

    // MARK: Rows

    func coefficient(of symbol: Int32, in row: Int32) -> Double {
        let terms = rows[Int(row)].terms
        var (low, high) = (0, terms.count)
        while low < high {
            let middle = (low + high) / 2
            if terms[middle].symbol < symbol { low = middle + 1 } else { high = middle }
        }
        return low < terms.count && terms[low].symbol == symbol ? terms[low].coefficient : 0
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

    /// The rows that have a symbol, in no order that matters.
    mutating func forEachRow(of symbol: Int32, _ body: (Place) -> Void) {
        walk &+= 1
        var kept = 0
        let count = columns[Int(symbol)].count
        for index in 0..<count {
            let row = columns[Int(symbol)][index]
            guard seen[Int(row)] != walk else { continue }
            let coefficient = coefficient(of: symbol, in: row)
            guard coefficient != 0 else { continue }
            seen[Int(row)] = walk
            columns[Int(symbol)][kept] = row
            kept += 1
            let basic = rows[Int(row)].basic
            body(
                Place(
                    row: row, coefficient: coefficient, constant: rows[Int(row)].constant, basic: basic,
                    kindOfBasic: kinds[Int(basic)]))
        }
        columns[Int(symbol)].removeLast(count - kept)
    }

    /// Calls `body` with the basic symbols of those rows of a symbol whose basic symbol is wanted.
    mutating func forEachRow(
        of symbol: Int32, basics isWanted: (Int32) -> Bool, _ body: (_ basic: Int32, _ coefficient: Double) -> Void
    ) {
        walk &+= 1
        for row in columns[Int(symbol)] where seen[Int(row)] != walk {
            let basic = rows[Int(row)].basic
            guard basic >= 0, isWanted(basic) else { continue }
            seen[Int(row)] = walk
            let coefficient = coefficient(of: symbol, in: row)
            if coefficient != 0 { body(basic, coefficient) }
        }
    }

    /// Adds to the constants of all rows that have a symbol what a difference of its value makes.
    ///
    /// - Parameter touched: gets those rows.
    mutating func shift(_ symbol: Int32, by step: Double, rows touched: inout [Int32]) {
        walk &+= 1
        for index in columns[Int(symbol)].indices {
            let row = columns[Int(symbol)][index]
            guard seen[Int(row)] != walk else { continue }
            seen[Int(row)] = walk
            let coefficient = coefficient(of: symbol, in: row)
            guard coefficient != 0 else { continue }
            addToConstant(of: row, coefficient * step)
            touched.append(row)
        }
    }

    /// Takes a symbol that is not basic out of all rows.
    mutating func erase(_ symbol: Int32) {
        for row in columns[Int(symbol)] {
            guard let index = rows[Int(row)].terms.firstIndex(where: { $0.symbol == symbol }) else { continue }
            rows[Int(row)].terms.remove(at: index)
        }
        columns[Int(symbol)].removeAll(keepingCapacity: true)
    }

    /// The same rows, as a list of one's own.
    mutating func rows(of symbol: Int32, into list: inout [Int32]) {
        list.removeAll(keepingCapacity: true)
        forEachRow(of: symbol) { list.append($0.row) }
    }

    /// A row that is not in the tableau, as one of it.
    mutating func insert(_ terms: [Term], constant: Double, basic: Int32) -> Int32 {
        let row: Int32
        if let free = freeRows.popLast() {
            row = free
            rows[Int(row)].terms.append(contentsOf: terms)
        } else {
            row = Int32(rows.count)
            rows.append(Row(terms: terms))
            seen.append(0)
        }
        rows[Int(row)].constant = constant
        rows[Int(row)].basic = basic
        rowOfBasic[Int(basic)] = row
        for term in terms { columns[Int(term.symbol)].append(row) }
        noteChange(of: basic)
        return row
    }

    mutating func remove(row: Int32) {
        let basic = rows[Int(row)].basic
        rowOfBasic[Int(basic)] = -1
        rows[Int(row)].terms.removeAll(keepingCapacity: true)
        rows[Int(row)].basic = -1
        freeRows.append(row)
        noteChange(of: basic)
    }

    mutating func addToConstant(of row: Int32, _ difference: Double) {
        rows[Int(row)].constant += difference
        noteChange(of: rows[Int(row)].basic)
    }

    /// Makes `entering` basic in a row in place of the symbol that is, and puts what it is then into all others.
    mutating func pivot(_ row: Int32, entering: Int32, list: inout [Int32]) {
        let index = Int(row)
        let leaving = rows[index].basic
        // leaving = constant + c · entering + rest, so entering = −constant / c + leaving / c − rest / c.
        let factor = -1 / coefficient(of: entering, in: row)
        rows[index].constant *= factor
        var terms: [Term] = []
        swap(&terms, &rows[index].terms)
        merged.removeAll(keepingCapacity: true)
        let own = Term(symbol: leaving, coefficient: -factor)
        var isPlaced = false
        for term in terms {
            if !isPlaced, leaving < term.symbol {
                merged.append(own)
                isPlaced = true
            }
            guard term.symbol != entering else { continue }
            merged.append(Term(symbol: term.symbol, coefficient: term.coefficient * factor))
        }
        if !isPlaced { merged.append(own) }
        swap(&terms, &merged)
        swap(&rows[index].terms, &terms)
        columns[Int(leaving)].append(row)
        rows[index].basic = entering
        rowOfBasic[Int(leaving)] = -1
        rowOfBasic[Int(entering)] = row
        noteChange(of: leaving)
        noteChange(of: entering)
        substitute(entering, list: &list)
    }

    /// Puts what a basic symbol is into all rows that have it.
    mutating func substitute(_ symbol: Int32, list: inout [Int32]) {
        rows(of: symbol, into: &list)
        let source = rowOfBasic[Int(symbol)]
        for row in list where row != source {
            add(source, times: coefficient(of: symbol, in: row), to: row, without: symbol)
        }
        columns[Int(symbol)].removeAll(keepingCapacity: true)
    }

    /// Adds a multiple of one row to another, in which `symbol` has no place then.
    private mutating func add(_ source: Int32, times factor: Double, to row: Int32, without symbol: Int32) {
        merged.removeAll(keepingCapacity: true)
        let (a, b) = (rows[Int(row)].terms, rows[Int(source)].terms)
        var (i, j) = (0, 0)
        while i < a.count || j < b.count {
            if j == b.count || i < a.count && a[i].symbol < b[j].symbol {
                if a[i].symbol != symbol { merged.append(a[i]) }
                i += 1
            } else if i == a.count || b[j].symbol < a[i].symbol {
                merged.append(Term(symbol: b[j].symbol, coefficient: b[j].coefficient * factor))
                columns[Int(b[j].symbol)].append(row)
                j += 1
            } else {
                let sum = a[i].coefficient + b[j].coefficient * factor
                if abs(sum) > Self.epsilon { merged.append(Term(symbol: a[i].symbol, coefficient: sum)) }
                i += 1
                j += 1
            }
        }
        swap(&rows[Int(row)].terms, &merged)
        addToConstant(of: row, rows[Int(source)].constant * factor)
    }

    // MARK: Checks

    /// Traps where the tableau contradicts itself. O(n) for all terms.
    func checkInvariants() {
        var basics = Set<Int32>()
        for (index, row) in rows.enumerated() where row.basic >= 0 {
            precondition(rowOfBasic[Int(row.basic)] == Int32(index), "a basic symbol of another row")
            precondition(basics.insert(row.basic).inserted, "a symbol that is basic twice")
            for (a, b) in zip(row.terms, row.terms.dropFirst()) {
                precondition(a.symbol < b.symbol, "terms out of order")
            }
            let isRestricted = kinds[Int(row.basic)].isRestricted
            precondition(!isRestricted || row.constant >= -Self.tolerance, "a symbol below zero: \(row.constant)")
            for term in row.terms {
                precondition(rowOfBasic[Int(term.symbol)] < 0, "a basic symbol in a row")
                precondition(kinds[Int(term.symbol)] != .none, "a symbol that is free in a row")
                precondition(term.coefficient != 0 && term.coefficient.isFinite, "a coefficient of 0")
                precondition(columns[Int(term.symbol)].contains(Int32(index)), "a column without its row")
                precondition(
                    !isRestricted || kinds[Int(term.symbol)] != .external, "a variable among what is restricted")
            }
        }
    }
}
