import WorkerProcesses

/// The kinds of replies from `tilework-svg`.
package enum LibrsvgReply: UInt64, WorkerReplyKind {
    /// Width and height, as the bits of two `Double`s.
    case size = 1
    /// The pixels of the requested window.
    case pixels = 2
    case refusal = 3
    /// The extent of an element, as the words of `LibrsvgExtent`.
    case extent = 4

    package static let sizeByteCount = 16
}
