import NIOCore

/// A parser for the headers of the frames that a connection writes.
struct OutgoingFrames {
    /// Whether the last frame ends the connection because of an error.
    private(set) var isLast = false
    /// The number of bytes left in the current frame's payload.
    private var left = 0

    /// Reads a buffer and calls `found` for each frame header.
    ///
    /// - Parameter bytes: A header must not be split between two buffers.
    mutating func read(_ bytes: ByteBuffer, _ found: (FrameHead) -> Void) {
        var index = bytes.readerIndex
        while index < bytes.writerIndex {
            if left > 0 {
                let part = min(left, bytes.writerIndex - index)
                left -= part
                index += part
                continue
            }
            guard let head = FrameHead(in: bytes, at: index) else {
                assertionFailure("half a frame's head was written")
                return
            }
            index += FrameHead.size
            left = head.length
            if head.kind == FrameHead.goAway { isLast = bytes.getInteger(at: index + 4, as: UInt32.self) ?? 0 != 0 }
            found(head)
        }
    }
}
