/// An error of a source that carries a message safe to send to clients.
public protocol TileSourceFailure: Error, CustomStringConvertible {
    /// Whether the content itself is at fault, so that a retry helps only after it was replaced.
    var isLasting: Bool { get }

    /// The reason as a message for clients: it must not contain the content's path or other details of the machine. The
    /// description is for the operator.
    var reasonForClients: String { get }
}
