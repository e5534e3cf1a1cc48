/// A violated rule in one run.
public struct Finding: Hashable, Sendable {
    public typealias Kind = Fault.Kind

    public var fault: Fault
    public var trace: String
    /// The frame in which it was found; nil for a whole run.
    public var frame: Int?
    /// A sentence for people.
    public var message: String

    public init(_ fault: Fault, trace: String, frame: Int? = nil, _ message: String) {
        self.fault = fault
        self.trace = trace
        self.frame = frame
        self.message = message
    }

    public var kind: Kind { fault.kind }
    public var subject: String { fault.subject }
}
