/// What judging found.
public struct Finding: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// A count, or what a frame showed, is not as in the ledger it is compared with.
        case regression
        /// A limit of the trace is not kept.
        case overBudget
    }

    public var kind: Kind
    public var trace: String
    /// What is wrong, in a word: a count's name, a limit's, or `blank`, `coarse`, `stale`, `state`, `offset`, `length`.
    public var subject: String
    /// The frame by which it was found; nil for a whole run.
    public var frame: Int?
    /// A sentence.
    public var message: String

    public init(_ kind: Kind, trace: String, frame: Int? = nil, subject: String = "", _ message: String) {
        self.kind = kind
        self.subject = subject
        self.trace = trace
        self.frame = frame
        self.message = message
    }
}
