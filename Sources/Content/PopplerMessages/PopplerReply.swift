import WorkerProcesses

/// What `tilework-pdf` answers by.
package enum PopplerReply: UInt64, WorkerReplyKind {
    /// Values, as `MessageWriter` has them.
    case values = 1
    /// A page, as SVG.
    case page = 2
    case refusal = 3
    /// A password is missing, or it is another.
    case encrypted = 4

    /// Of values: nothing that is asked for is larger.
    package static let mostValueBytes = 64 << 20
}
