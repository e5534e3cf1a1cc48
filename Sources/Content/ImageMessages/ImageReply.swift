import WorkerProcesses

/// What `tilework-image` answers by.
package enum ImageReply: UInt64, WorkerReplyKind {
    /// An `ImageDescription`.
    case description = 1
    /// The samples of the window asked for, rows from the top with nothing between them.
    case samples = 2
    case refusal = 3
}
