import TileGraphics
import TileSupport

/// An image's overviews in an archive, divided into blocks of pixels, so that a tile reads only the blocks that it
/// intersects. Each block is a record that is verified when it is first read, and trusted from then on.
final class OverviewArchive: Sendable {
    /// The side of a block, in pixels. A block has 256 KB.
    static let side = 256

    private let file: ArchiveFile
    private let grid: OverviewGrid
    /// Whether each block has been verified.
    private let sound: Lock<[Bool]>

    /// - Throws: `ArchiveDamage`, also if the archive belongs to an image of another size.
    init(_ file: MappedFile, sizes: [(width: Int, height: Int)]) throws(ArchiveDamage) {
        self.file = try ArchiveFile(file)
        grid = OverviewGrid(sizes)
        guard self.file.recordCount == grid.blockCount + 1, self.file.root == grid.blockCount,
            try self.file.record(self.file.root).elementsEqual(grid.root)
        else { throw .value }
        sound = Lock([Bool](repeating: false, count: grid.blockCount))
    }

    func keeps(level: Int) -> Bool { grid.starts[level] != nil }

    /// Fills `bitmap` with a rect of a level.
    func read(_ rect: ImageLevels.Rect, ofLevel level: Int, into bitmap: Bitmap) throws(ArchiveDamage) {
        let side = Self.side
        for row in rect.y / side...(rect.y + rect.height - 1) / side {
            for column in rect.x / side...(rect.x + rect.width - 1) / side {
                let (number, width, height) = grid.block(level: level, column: column, row: row)
                let pixels = try block(number, count: width * height)
                let left = max(rect.x, column * side)
                let right = min(rect.x + rect.width, column * side + width)
                for y in max(rect.y, row * side)..<min(rect.y + rect.height, row * side + height) {
                    let from = UnsafeRawBufferPointer(
                        rebasing: pixels[((y - row * side) * width + left - column * side) * 4..<pixels.count])
                    UnsafeMutableRawPointer(bitmap.row(y - rect.y).baseAddress! + (left - rect.x))
                        .copyMemory(from: from.baseAddress!, byteCount: (right - left) * 4)
                }
            }
        }
    }

    private func block(_ number: Int, count: Int) throws(ArchiveDamage) -> UnsafeRawBufferPointer {
        let isKnown = sound.withLock { $0[number] }
        let bytes = try file.record(number, isSound: isKnown)
        guard bytes.count == count * 4 else { throw .value }
        if !isKnown { sound.withLock { $0[number] = true } }
        return bytes
    }

    /// Writes the overviews of a decoded image.
    static func write(
        _ levels: KeptLevels, sizes: [(width: Int, height: Int)], to file: Int32
    ) throws(SystemError) {
        let grid = OverviewGrid(sizes)
        let writer = ArchiveFileWriter(file)
        for level in sizes.indices where grid.starts[level] != nil {
            for row in 0..<grid.rows(level) {
                for column in 0..<grid.columns(level) {
                    let (_, width, height) = grid.block(level: level, column: column, row: row)
                    var pixels = [UInt32](repeating: 0, count: width * height)
                    for y in 0..<height {
                        let result = pixels.withUnsafeMutableBufferPointer { pixels in
                            Result { () throws(SystemError) in
                                try levels.read(
                                    into: pixels.baseAddress! + y * width, count: width, x: column * side,
                                    row: row * side + y, ofLevel: level)
                            }
                        }
                        try result.get()
                    }
                    _ = try writer.add(pixels.withUnsafeBytes { [UInt8]($0) })
                }
            }
        }
        try writer.finish(root: try writer.add(grid.root))
    }
}

/// The layout of an archive's blocks.
private struct OverviewGrid {
    private let sizes: [(width: Int, height: Int)]
    /// The index of the first block of each level; nil for levels that are not stored.
    let starts: [Int?]
    let blockCount: Int

    init(_ sizes: [(width: Int, height: Int)]) {
        self.sizes = sizes
        var starts: [Int?] = []
        var count = 0
        for level in sizes.indices {
            let isKept = level >= ImageStore.firstOverview
            starts.append(isKept ? count : nil)
            if isKept { count += Self.blocks(sizes[level].width) * Self.blocks(sizes[level].height) }
        }
        self.starts = starts
        blockCount = count
    }

    private static func blocks(_ length: Int) -> Int { (length + OverviewArchive.side - 1) / OverviewArchive.side }

    func columns(_ level: Int) -> Int { Self.blocks(sizes[level].width) }
    func rows(_ level: Int) -> Int { Self.blocks(sizes[level].height) }

    /// Returns the index of a block's record, and the block's size in pixels.
    func block(level: Int, column: Int, row: Int) -> (number: Int, width: Int, height: Int) {
        let side = OverviewArchive.side
        return (
            starts[level]! + row * columns(level) + column, min(side, sizes[level].width - column * side),
            min(side, sizes[level].height - row * side)
        )
    }

    /// The root record, which identifies the image by its size.
    var root: [UInt8] { Array("\(sizes[0].width) × \(sizes[0].height)".utf8) }
}
