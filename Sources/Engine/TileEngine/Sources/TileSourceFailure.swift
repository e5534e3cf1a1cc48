/// Why a source could not draw, with what everybody may know of it.
public protocol TileSourceFailure: Error, CustomStringConvertible {
    /// Whether the content is what is wrong, so that asking again helps only when it was replaced.
    var isLasting: Bool { get }

    /// What is wrong, for everybody to read: without the content's path and without anything else that says how the
    /// machine is laid out. The description is for its operator.
    var reasonForClients: String { get }
}
