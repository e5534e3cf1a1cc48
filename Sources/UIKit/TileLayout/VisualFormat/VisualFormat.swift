/// A row or a column of views in the visual format language: `H:|-[title(>=80@750)]-8-[amount]-(margin)-|`.
///
///     string     = ["H:" | "V:"] ["|" connection] view {connection view} [connection "|"]
///     connection = "" | "-" | "-" (number | name) "-" | "-(" predicate {"," predicate} ")-"
///     view       = "[" name ["(" predicate {"," predicate} ")"] "]"
///     predicate  = ["==" | "<=" | ">="] (number | name) ["@" (number | name)]
///
/// Numbers can have a fraction and, in parentheses, a sign. Whitespace is ignored. Names are not resolved here.
/// (Source: Apple, *Auto Layout Guide*, Visual Format Language.)
public struct VisualFormat: Hashable, Sendable {
    public enum Axis: Hashable, Sendable {
        case horizontal, vertical
    }

    /// A number, or the name of a number or a view.
    public enum Value: Hashable, Sendable {
        case number(Double)
        case name(String)
    }

    /// A condition on a length.
    public struct Predicate: Hashable, Sendable {
        public var relation: LinearConstraint.Relation
        public var value: Value
        /// The priority; nil if none is specified.
        public var priority: Value?
        /// The position of the value in the format, in characters.
        public var valueOffset: Int
        /// The position of the priority, if there is one.
        public var priorityOffset: Int
    }

    /// The connection between two views, or between a view and an edge.
    public enum Connection: Hashable, Sendable {
        /// No distance: the views touch.
        case none
        /// The standard distance, `-`.
        case standard
        case predicates([Predicate])
    }

    public struct View: Hashable, Sendable {
        public var name: String
        /// The conditions on the view's length along the axis.
        public var predicates: [Predicate]
        /// The position of the name in the format, in characters.
        public var offset: Int
    }

    public var axis = Axis.horizontal
    /// The views; at least one.
    public var views: [View] = []
    /// The connections between consecutive views, one fewer than views.
    public var connections: [Connection] = []
    /// The connection from the superview's edge to the first view; nil if the format does not begin at the edge.
    public var start: Connection?
    /// The connection from the last view to the superview's other edge; nil if the format does not end there.
    public var end: Connection?

    /// Parses a text.
    ///
    /// - Throws: `VisualFormatError` if the text is not valid.
    public init(_ text: String) throws(VisualFormatError) {
        var parser = VisualFormatParser(text)
        self = try parser.parse()
    }

    init() {}
}

/// An error in a visual format, with its position.
public struct VisualFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    public var reason: String
    public var format: String
    /// The position in characters.
    public var offset: Int

    public init(_ reason: String, in format: String, at offset: Int) {
        (self.reason, self.format, self.offset) = (reason, format, offset)
    }

    /// The message in UIKit's form: the reason, the format, and a caret under the position.
    public var description: String {
        "Unable to parse constraint format:\n\(reason)\n\(format)\n\(String(repeating: " ", count: offset))^"
    }
}
