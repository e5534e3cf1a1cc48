/// What is wrong, whichever frame shows it and by how much. Two traces that have a fault in common fail alike.
public struct Fault: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// A count, or what a frame showed, is not as in the ledger it is compared with; or a controller outlives its
        /// use, whatever a ledger says.
        case regression
        /// A limit of the trace is not kept.
        case overBudget
    }

    /// Which way it is wrong.
    public enum Change: Hashable, Sendable {
        case more, fewer
        /// Of a frame.
        case state(FrameState, was: FrameState)
        /// Frames take too long, and this phase most of it.
        case late(FramePhase)
    }

    public var kind: Kind
    /// What is wrong, in a word: `leak`, `tileCost`, a count's name, a limit's, or `blank`, `coarse`, `stale`, `state`,
    /// `offset`, `length`.
    public var subject: String
    /// The view or layer, by its path from the window down; of what tiles cost, who drew it, `SeatMap.draw`; of a leak
    /// the controller's class. Nil where none is to be named.
    public var view: String?
    /// Nil where there are no ways to tell apart.
    public var change: Change?

    /// Whether tiles cost more or less.
    public var isTileCost: Bool { subject == Self.tileCost }

    static let tileCost = "tileCost"
    static let leak = "leak"

    public init(_ kind: Kind, _ subject: String, view: String? = nil, _ change: Change? = nil) {
        self.kind = kind
        self.subject = subject
        self.view = view
        self.change = change
    }
}

extension Fault.Change {
    /// Of two numbers that differ.
    init(_ new: Int, was old: Int) { self = new > old ? .more : .fewer }
}
