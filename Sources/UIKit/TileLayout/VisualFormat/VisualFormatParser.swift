/// A parser for `VisualFormat` that reads one character at a time.
struct VisualFormatParser {
    private let text: String
    private let characters: [Character]
    private var place = 0

    init(_ text: String) {
        self.text = text
        characters = Array(text)
    }

    mutating func parse() throws(VisualFormatError) -> VisualFormat {
        var format = VisualFormat()
        if let letter = peek(), "HVhv".contains(letter) {
            place += 1
            format.axis = letter == "H" || letter == "h" ? .horizontal : .vertical
            guard consume(":") else {
                throw error("Expected a ':' after '\(letter)' to specify the direction of the layout")
            }
        }
        if consume("|") {
            format.start = try connection()
            guard peek() == "[" else { throw error("Expected a view, in '[' and ']', after the edge '|'") }
        }
        format.views.append(try view())
        while peek() != nil {
            let connection = try connection()
            if consume("|") {
                format.end = connection
                break
            }
            guard peek() == "[" else {
                throw error("Expected a view, in '[' and ']', or the edge '|'")
            }
            format.connections.append(connection)
            format.views.append(try view())
        }
        if peek() != nil { throw error("Nothing may follow the edge '|'") }
        return format
    }

    // MARK: Parts

    private mutating func connection() throws(VisualFormatError) -> VisualFormat.Connection {
        guard consume("-") else { return .none }
        if peek() == "(" {
            let predicates = try predicates(of: "a distance")
            guard consume("-") else { throw error("Expected a '-' after a distance") }
            return .predicates(predicates)
        }
        guard let next = peek(), next != "[", next != "|" else { return .standard }
        let offset = place
        let value = try value(isSigned: false, of: "a distance")
        guard consume("-") else { throw error("Expected a '-' after a distance") }
        return .predicates([
            .init(relation: .equal, value: value, priority: nil, valueOffset: offset, priorityOffset: offset)
        ])
    }

    private mutating func view() throws(VisualFormatError) -> VisualFormat.View {
        guard consume("[") else { throw error("Expected a view, in '[' and ']'") }
        _ = peek()
        let offset = place
        guard let name = name() else { throw error("Expected the name of a view") }
        var view = VisualFormat.View(name: name, predicates: [], offset: offset)
        if peek() == "(" { view.predicates = try predicates(of: "a length") }
        guard consume("]") else { throw error("Expected a ']' after the view '\(name)'") }
        return view
    }

    private mutating func predicates(of what: String) throws(VisualFormatError) -> [VisualFormat.Predicate] {
        place += 1
        var predicates: [VisualFormat.Predicate] = []
        repeat {
            let relation = try relation()
            _ = peek()
            let offset = place
            let value = try value(isSigned: true, of: what)
            var predicate = VisualFormat.Predicate(
                relation: relation, value: value, priority: nil, valueOffset: offset, priorityOffset: offset)
            if consume("@") {
                _ = peek()
                predicate.priorityOffset = place
                predicate.priority = try self.value(isSigned: false, of: "a priority")
            }
            predicates.append(predicate)
        } while consume(",")
        guard consume(")") else { throw error("Expected a ')' after \(what)") }
        return predicates
    }

    private mutating func relation() throws(VisualFormatError) -> LinearConstraint.Relation {
        guard let first = peek(), "=<>".contains(first) else { return .equal }
        let start = place
        place += 1
        guard place < characters.count, characters[place] == "=" else {
            place = start
            throw error("Expected a relation: '==', '<=' or '>='")
        }
        place += 1
        return first == "=" ? .equal : first == "<" ? .lessThanOrEqual : .greaterThanOrEqual
    }

    private mutating func value(isSigned: Bool, of what: String) throws(VisualFormatError) -> VisualFormat.Value {
        if let name = name() { return .name(name) }
        let start = place
        var digits = ""
        if isSigned, let sign = peek(), sign == "-" || sign == "+" {
            place += 1
            if sign == "-" { digits = "-" }
        }
        _ = peek()
        while place < characters.count, characters[place].isASCII,
            characters[place].isNumber || characters[place] == "."
        {
            digits.append(characters[place])
            place += 1
        }
        guard let number = Double(digits), number.isFinite else {
            place = start
            throw error("Expected a number, or the name of one, for \(what)")
        }
        return .number(number)
    }

    private mutating func name() -> String? {
        guard let first = peek(), first.isLetter || first == "_" else { return nil }
        let start = place
        while place < characters.count,
            characters[place].isLetter || characters[place].isNumber
                || characters[place] == "_"
        { place += 1 }
        return String(characters[start..<place])
    }

    // MARK: Characters

    /// Skips whitespace and returns the next character without consuming it.
    private mutating func peek() -> Character? {
        while place < characters.count, characters[place].isWhitespace { place += 1 }
        return place < characters.count ? characters[place] : nil
    }

    private mutating func consume(_ character: Character) -> Bool {
        guard peek() == character else { return false }
        place += 1
        return true
    }

    private func error(_ reason: String) -> VisualFormatError {
        VisualFormatError(reason, in: text, at: min(place, characters.count))
    }
}
