import WorkerProcesses

/// The kinds of replies from `tilework-image`.
package enum ImageReply: UInt64, WorkerReplyKind {
    /// An `ImageDescription`.
    case description = 1
    /// The samples of the requested window, rows from the top without padding.
    case samples = 2
    case refusal = 3
    /// The refusal of an intact file in a variant of its format that no decoder reads, with the variant's description.
    case unsupported = 4
}
