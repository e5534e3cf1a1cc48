/// A fault without its frame and amount. Two traces with a common fault fail in the same way.
public struct Fault: Hashable, Sendable {
    public enum Kind: String, Codable, Hashable, Sendable {
        /// A count, or what a frame showed, is not as in the ledger it is compared with; or a controller outlives its
        /// use, whatever a ledger says.
        case regression
        /// A limit of the trace is not kept.
        case overBudget
    }

    /// The direction of a fault.
    public enum Change: Hashable, Sendable {
        case more, fewer
        /// Of a frame.
        case state(FrameState, was: FrameState)
        /// Frames take too long, and this phase most of it.
        case late(FramePhase)
    }

    public var kind: Kind
    /// The faulty quantity: `leak`, `tileCost`, a count's name, a limit's, or `blank`, `coarse`, `stale`, `state`,
    /// `offset`, `length`.
    public var subject: String
    /// The view or layer, by its path from the window down; of what tiles cost, who drew it, `SeatMap.draw`; of a leak
    /// the controller's class. Nil where none is to be named.
    public var view: String?
    /// Nil if the fault has no direction.
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
    /// The direction of a change between two numbers.
    init(_ new: Int, was old: Int) { self = new > old ? .more : .fewer }
}
