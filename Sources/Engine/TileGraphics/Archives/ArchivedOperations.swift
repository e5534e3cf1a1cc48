import Synchronization
import TileGeometry
import TileSupport

/// A picture's operations in an archive, decoded a block at a time on first access.
// @unchecked Sendable: `places` and `blockNumbers` point into the archive, which is immutable and lives as long as
// the shelf.
final class ArchivedOperations: @unchecked Sendable {
    let count: Int
    private let shelf: ArchiveShelf
    private let depth: Int
    private let layerDepth: Int
    /// The position of each operation in the order of blocks.
    private let places: UnsafeRawBufferPointer
    private let blockNumbers: UnsafeRawBufferPointer
    private let blocks: Lock<[ContiguousArray<Operation>?]>

    init(
        _ shelf: ArchiveShelf, count: Int, depth: Int, layerDepth: Int, places: UnsafeRawBufferPointer,
        blocks: UnsafeRawBufferPointer
    ) {
        self.shelf = shelf
        self.count = count
        self.depth = depth
        self.layerDepth = layerDepth
        self.places = places
        blockNumbers = blocks
        self.blocks = Lock([ContiguousArray<Operation>?](repeating: nil, count: blocks.count / 4))
    }

    /// The memory of the objects decoded so far, for all pictures of the archive.
    var byteCount: Int { shelf.keptBytes.load(ordering: .relaxed) }

    /// - Complexity: O(1) if the block is decoded, otherwise O(bytes of the block).
    subscript(number: Int) -> Operation {
        get throws(ArchiveDamage) {
            let place = Int(places.load(fromByteOffset: number * 4, as: UInt32.self))
            guard place < count else { throw .value }
            let block = try block(place / PictureArchive.blockLength)
            return block[place % PictureArchive.blockLength]
        }
    }

    private func block(_ index: Int) throws(ArchiveDamage) -> ContiguousArray<Operation> {
        if let known = blocks.withLock({ $0[index] }) { return known }
        let number = Int(blockNumbers.load(fromByteOffset: index * 4, as: UInt32.self))
        var decoder = ArchiveDecoder(shelf, try shelf.file.record(number))
        let length = min(PictureArchive.blockLength, count - index * PictureArchive.blockLength)
        let made = try decoder.operations(length, depth: depth - 1)
        guard decoder.isAtEnd,
            made.allSatisfy({ $0.kind.depth < depth && $0.kind.layerDepth <= layerDepth })
        else { throw .value }
        let bytes = decoder.madeBytes + length * Picture.bytesPerOperation
        return blocks.withLock { blocks in
            if let other = blocks[index] { return other }
            blocks[index] = made
            shelf.keptBytes.add(bytes, ordering: .relaxed)
            return made
        }
    }

    /// All operations in paint order, without unreadable ones.
    var all: ContiguousArray<Operation> {
        var all = ContiguousArray<Operation>()
        all.reserveCapacity(count)
        for number in 0..<count { if let operation = try? self[number] { all.append(operation) } }
        return all
    }
}
