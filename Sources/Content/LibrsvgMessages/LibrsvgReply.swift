import WorkerProcesses

/// What `tilework-svg` answers by.
package enum LibrsvgReply: UInt64, WorkerReplyKind {
    /// Width and height, as two words with the bits of `Double`.
    case size = 1
    /// The pixels of the window asked for.
    case pixels = 2
    case refusal = 3
    /// Where an element is, as the words of `LibrsvgExtent`.
    case extent = 4

    package static let sizeByteCount = 16
}
