/// A fault without its frame and amount. Two traces with a common fault fail in the same way.
public struct Fault: Hashable, Sendable {
    public enum Kind: String, Codable, Hashable, Sendable {
        /// A count or the displayed content differs from the compared ledger, or a controller outlives its use,
        /// whatever a ledger says.
        case regression
        /// A limit of the trace is exceeded.
        case overBudget
    }

    /// The direction of a fault.
    public enum Change: Hashable, Sendable {
        case more, fewer
        /// The state of a frame changed.
        case state(FrameState, was: FrameState)
        /// Frames take too long, mostly in this phase.
        case late(FramePhase)
    }

    public var kind: Kind
    /// The faulty quantity: `leak`, `tileCost`, a count's name, a limit's, or `blank`, `coarse`, `stale`, `state`,
    /// `observed`, `offset`, `length`.
    public var subject: String
    /// The view or layer, by its path from the window down. For the cost of tiles, the function that drew them, such as
    /// `SeatMap.draw`; for an observed property, the method that read it, such as `PriceCell.updateProperties`; for a
    /// leak, the controller's class. Nil if there is none to name.
    public var view: String?
    /// The direction; nil if the fault has none.
    public var change: Change?

    /// Whether tiles cost more or less.
    public var isTileCost: Bool { subject == Self.tileCost }

    static let tileCost = "tileCost"
    static let leak = "leak"
    static let observed = "observed"

    public init(_ kind: Kind, _ subject: String, view: String? = nil, change: Change? = nil) {
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
