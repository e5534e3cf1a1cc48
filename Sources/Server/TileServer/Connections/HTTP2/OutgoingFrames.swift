import NIOCore

/// Reads the heads of the frames that a connection's owner writes.
struct OutgoingFrames {
    /// Whether the last was one that ends the connection for an error.
    private(set) var isLast = false
    /// Bytes to come of the frame that was begun.
    private var left = 0

    /// - Parameter bytes: A head never begins in one buffer and ends in the next.
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
