import TileFormats
import TileSupport

/// The tiles of an archive in ascending order of their numbers (`PMTilesTile`), with each distinct content once.
struct FinishedTiles: Sendable {
    /// A tile by its number in the archive.
    struct Tile: Hashable, Sendable {
        var number: UInt64
        /// The index of its content.
        var content: UInt32
    }

    /// The location of a tile's bytes.
    struct Content: Hashable, Sendable {
        var offset: UInt64
        var length: UInt32
        /// The index of the file.
        var file: UInt32
    }

    /// The tiles. Numbers are unique.
    let tiles: [Tile]
    let contents: [Content]
    private let files: [LogFile]

    /// - Parameter tiles: The tiles in any order. Of several with one number, one is kept.
    init(tiles: consuming [Tile], contents: [Content], files: [LogFile]) {
        var sorted = tiles
        sorted.sort { $0.number < $1.number }
        var count = 0
        for index in sorted.indices where index == 0 || sorted[index].number != sorted[count - 1].number {
            sorted[count] = sorted[index]
            count += 1
        }
        sorted.removeLast(sorted.count - count)
        (self.tiles, self.contents, self.files) = (sorted, contents, files)
    }

    /// Reads the bytes of a content into `buffer`, which is resized.
    func read(_ content: UInt32, into buffer: inout [UInt8]) throws(SystemError) {
        let place = contents[Int(content)]
        try place.read(of: files[Int(place.file)], into: &buffer)
    }
}

extension FinishedTiles.Content {
    /// Reads the bytes into `buffer`, which is resized.
    func read(of file: LogFile, into buffer: inout [UInt8]) throws(SystemError) {
        let length = Int(length)
        if buffer.count != length {
            buffer.removeAll(keepingCapacity: true)
            buffer.append(contentsOf: repeatElement(0, count: length))
        }
        let result = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(SystemError) in try file.read(bytes, at: offset) }
        }
        try result.get()
    }
}
