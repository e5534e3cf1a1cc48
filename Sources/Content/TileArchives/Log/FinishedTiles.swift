import TileFormats
import TileSupport

/// The tiles of an archive, each different one once, by the order of their numbers (`PMTilesTile`).
struct FinishedTiles: Sendable {
    /// A tile by its number in the archive.
    struct Tile: Hashable, Sendable {
        var number: UInt64
        /// Which of the contents.
        var content: UInt32
    }

    /// Where a tile's bytes are.
    struct Content: Hashable, Sendable {
        var offset: UInt64
        var length: UInt32
        /// Which of the files.
        var file: UInt32
    }

    /// No number comes twice.
    let tiles: [Tile]
    let contents: [Content]
    private let files: [LogFile]

    /// - Parameter tiles: in any order; of those with one number, one stays.
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

    /// The bytes of a content, in `buffer`, which grows to hold them.
    func read(_ content: UInt32, into buffer: inout [UInt8]) throws(SystemError) {
        let place = contents[Int(content)]
        try place.read(of: files[Int(place.file)], into: &buffer)
    }
}

extension FinishedTiles.Content {
    /// Its bytes, in `buffer`, which grows to hold them.
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
