import NIOCore

/// A message that brings a tile: the length of its name in a byte, its name, its file. Without a file, it is to be
/// asked for.
struct TilePush {
    private let name: SessionPush.TileName
    private let tile: ReadyTile?

    init(_ name: SessionPush.TileName, _ tile: ReadyTile?) { (self.name, self.tile) = (name, tile) }

    var bytes: ByteBuffer {
        let text = name.text
        var bytes = ByteBuffer()
        bytes.reserveCapacity(1 + text.utf8.count + (tile?.file.readableBytes ?? 0))
        // Three numbers have 60 digits at most.
        bytes.writeInteger(UInt8(text.utf8.count))
        bytes.writeString(text)
        if let tile { bytes.writeImmutableBuffer(tile.file) }
        return bytes
    }
}
