import WorkerProcesses

/// The kinds of replies from `tilework-pdf`.
package enum PopplerReply: UInt64, WorkerReplyKind {
    /// Values encoded by `MessageWriter`.
    case values = 1
    /// A page, as SVG.
    case page = 2
    case refusal = 3
    /// The password is missing or wrong.
    case encrypted = 4

    /// The maximum bytes of values, larger than any answer.
    package static let mostValueBytes = 64 << 20
}
