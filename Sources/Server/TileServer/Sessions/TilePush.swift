import NIOCore

/// A message with a tile: the length of its name in one byte, its name, and its file. If the file is empty, the viewer
/// has to request the tile.
struct TilePush {
    private let name: SessionPush.TileName
    private let tile: ReadyTile?

    init(_ name: SessionPush.TileName, _ tile: ReadyTile?) { (self.name, self.tile) = (name, tile) }

    var bytes: ByteBuffer {
        let text = name.text
        var bytes = ByteBuffer()
        bytes.reserveCapacity(1 + text.utf8.count + (tile?.file.readableBytes ?? 0))
        // Three numbers have at most 60 digits.
        bytes.writeInteger(UInt8(text.utf8.count))
        bytes.writeString(text)
        if let tile { bytes.writeImmutableBuffer(tile.file) }
        return bytes
    }
}
