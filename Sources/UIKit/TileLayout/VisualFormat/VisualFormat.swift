/// A row or a column of views in the visual format: `H:|-[title(>=80@750)]-8-[amount]-(margin)-|`.
///
///     string     = ["H:" | "V:"] ["|" connection] view {connection view} [connection "|"]
///     connection = "" | "-" | "-" (number | name) "-" | "-(" predicate {"," predicate} ")-"
///     view       = "[" name ["(" predicate {"," predicate} ")"] "]"
///     predicate  = ["==" | "<=" | ">="] (number | name) ["@" (number | name)]
///
/// Numbers may have a fraction, and a sign where they stand in parentheses. Blanks are of no account. What names stand
/// for is not known here. (Source: Apple, *Auto Layout Guide*, Visual Format Language.)
public struct VisualFormat: Hashable, Sendable {
    public enum Axis: Hashable, Sendable {
        case horizontal, vertical
    }

    /// A number, or the name of one, or of a view.
    public enum Value: Hashable, Sendable {
        case number(Double)
        case name(String)
    }

    /// What a length is to be.
    public struct Predicate: Hashable, Sendable {
        public var relation: LinearConstraint.Relation
        public var value: Value
        /// Nil where none is said.
        public var priority: Value?
        /// Where the value begins in the format, in characters.
        public var valueOffset: Int
        /// Where the priority begins, if there is one.
        public var priorityOffset: Int
    }

    /// What lies between two views, or between one and an edge.
    public enum Connection: Hashable, Sendable {
        /// Nothing: they touch.
        case none
        /// `-`: what is usual.
        case standard
        case predicates([Predicate])
    }

    public struct View: Hashable, Sendable {
        public var name: String
        /// Of its length along the axis.
        public var predicates: [Predicate]
        /// Where its name begins in the format, in characters.
        public var offset: Int
    }

    public var axis = Axis.horizontal
    /// At least one.
    public var views: [View] = []
    /// Between the views: one less than there are of them.
    public var connections: [Connection] = []
    /// From the edge of the view that they are in to the first; nil where the row does not begin there.
    public var start: Connection?
    /// From the last view to the other edge; nil where the row does not end there.
    public var end: Connection?

    /// - Throws: where the text is none in this format.
    public init(_ text: String) throws(VisualFormatError) {
        var parser = VisualFormatParser(text)
        self = try parser.parse()
    }

    init() {}
}

/// Why a text is no visual format, and where.
public struct VisualFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    public var reason: String
    public var format: String
    /// In characters.
    public var offset: Int

    public init(_ reason: String, in format: String, at offset: Int) {
        (self.reason, self.format, self.offset) = (reason, format, offset)
    }

    /// As UIKit says it: the reason, the format, and a caret under the place.
    public var description: String {
        "Unable to parse constraint format:\n\(reason)\n\(format)\n\(String(repeating: " ", count: offset))^"
    }
}
