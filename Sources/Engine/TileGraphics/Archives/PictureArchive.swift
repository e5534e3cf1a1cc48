import Foundation
import Synchronization
import TileGeometry
import TileSupport

/// A picture in an archive (`PictureArchiveWriter`): drawn as it was recorded, pixel by pixel, and read where it is
/// drawn.
///
/// Opening reads the header and the root. A picture's index is read where it lies; operations become objects a block
/// at a time, when a replay first meets one of the block, and are kept then, as is counted by `Picture.byteCount`. To
/// give their memory back, the picture is let go and opened again.
///
/// Whatever the bytes are, nothing here traps: what is not as it was written is `ArchiveDamage` at the opening and
/// `RasterFailure.damaged` in a replay.
package struct PictureArchive {
    package let picture: Picture
    /// What was written with it.
    package let about: [UInt8]
    /// The images in the picture.
    package let images: Images

    init(picture: Picture, about: [UInt8], images: Images = Images()) {
        self.picture = picture
        self.about = about
        self.images = images
    }

    /// Operations of a block. A tile meets few blocks, as they hold neighbors; and one operation of a block makes
    /// objects of all, some 10 µs of work.
    static let blockLength = 32
    /// Pictures that lie deeper in pictures are not kept: drawings of people have ten levels.
    static let largestDepth = 100
    /// Pictures of more levels get records of their own, so that making objects of a block does not recurse deeper.
    static let largestInlineDepth = 4
    /// Steps of a filter: twice as many as are read of a drawing's.
    static let largestStepCount = 512
    /// Images that a step merges: as many as are read of a drawing's.
    static let largestMergeCount = 256
    /// Stands for a record that was not written.
    static let noRecord = UInt32.max

    /// Makes objects of which this target knows protocols alone. Each is given what the object said of itself when it
    /// was written, or what somebody made of that, and gives nil for what is none.
    package struct Makers: Sendable {
        /// The pixels of an image of its file, and of those that were kept beside it.
        package var levels: @Sendable (Data, ArchivedLevels?) -> (any BitmapLevels)?
        /// What draws parts elsewhere, of its `ExternalDocument.archived`.
        package var document: @Sendable (Data) -> (any ExternalDocument)?

        package init(
            levels: @escaping @Sendable (Data, ArchivedLevels?) -> (any BitmapLevels)?,
            document: @escaping @Sendable (Data) -> (any ExternalDocument)?
        ) {
            self.levels = levels
            self.document = document
        }
    }

    /// - Throws: `ArchiveDamage`, when the file's header, root or picture is not what was written.
    package init(_ file: MappedFile, makers: Makers) throws(ArchiveDamage) {
        let archive = try ArchiveFile(file)
        var root = ArchiveCursor(try archive.record(archive.root))
        let number = Int(try root.word())
        var (numbers, small): ([UInt32], [UInt32: UInt32]) = ([], [:])
        for _ in 0..<(try root.count(ofSize: 8)) {
            let (image, levels) = (try root.word(), try root.word())
            numbers.append(image)
            if levels != Self.noRecord { small[image] = levels }
        }
        let shelf = ArchiveShelf(archive, makers: makers, smallLevels: small)
        picture = try shelf.picture(number, depth: Self.largestDepth)
        images = Images(shelf: shelf, numbers: numbers)
        about = Array(try root.rest())
    }

    /// The images in an archive's picture, each once, in the order in which it draws them first.
    package struct Images: Sendable {
        private let shelf: ArchiveShelf?
        private let numbers: [UInt32]

        /// Of a picture without any.
        package init() { (shelf, numbers) = (nil, []) }

        fileprivate init(shelf: ArchiveShelf, numbers: [UInt32]) {
            (self.shelf, self.numbers) = (shelf, numbers)
        }

        package var count: Int { numbers.count }

        /// The image that the picture draws, or will; nil for one that is damaged.
        ///
        /// - Complexity: O(n) for the bytes of its file, unless somebody has it.
        package subscript(_ index: Int) -> (any BitmapLevels)? {
            guard let shelf, let made = try? shelf.levels(numbers[index]) else { return nil }
            shelf.keptBytes.add(made.madeBytes, ordering: .relaxed)
            return made.object
        }
    }
}

/// What the parts of an archive share: its records, and the objects that several operations draw, as long as one does.
final class ArchiveShelf: Sendable {
    let file: ArchiveFile
    let makers: PictureArchive.Makers
    /// The records of images' small levels, by the images'.
    private let smallLevels: [UInt32: UInt32]
    /// Memory of all objects made, about.
    let keptBytes = Atomic(0)

    private struct WeakObject: Sendable {
        weak var object: (AnyObject & Sendable)?
    }

    /// By their records.
    private let objects = Lock<[UInt32: WeakObject]>([:])

    init(_ file: ArchiveFile, makers: PictureArchive.Makers, smallLevels: [UInt32: UInt32]) {
        self.file = file
        self.makers = makers
        self.smallLevels = smallLevels
    }

    /// The object of a record, if somebody has it.
    func known(_ number: UInt32) -> (any AnyObject & Sendable)? { objects.withLock { $0[number]?.object } }

    /// Notes the object of a record.
    ///
    /// - Returns: It, or another that was made meanwhile.
    func keep(_ object: any AnyObject & Sendable, _ number: UInt32) -> any AnyObject & Sendable {
        objects.withLock { objects in
            if let other = objects[number]?.object { return other }
            objects[number] = WeakObject(object: object)
            return object
        }
    }

    /// The pixels of an image.
    ///
    /// - Returns: with them, how much memory was taken for that, about.
    func levels(_ number: UInt32) throws(ArchiveDamage) -> (object: any BitmapLevels, madeBytes: Int) {
        if let known = known(number) as? any BitmapLevels { return (known, 0) }
        let small = smallLevels[number].map { ArchivedLevels(file: file, number: Int($0)) }
        guard let levels = makers.levels(try data(number), small) else { throw .value }
        return (keep(levels, number) as? any BitmapLevels ?? levels, 400)
    }

    /// A record's bytes, which stay where they are, in the file, as long as somebody has them.
    func data(_ number: UInt32) throws(ArchiveDamage) -> Data {
        let bytes = try file.record(Int(number))
        guard let start = bytes.baseAddress, !bytes.isEmpty else { throw .value }
        let owner = file.owner
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
            deallocator: .custom { _, _ in withExtendedLifetime(owner) {} })
    }

    /// - Parameter depth: Levels of pictures that it may have at most: fewer than what holds it, so that none holds
    ///   itself.
    func picture(_ number: Int, depth: Int) throws(ArchiveDamage) -> Picture {
        if let number = UInt32(exactly: number), let known = known(number) as? Picture {
            guard known.depth <= depth else { throw .value }
            return known
        }
        let record = try file.record(number)
        var cursor = ArchiveCursor(record)
        let (count, indexed) = (Int(try cursor.word()), Int(try cursor.word()))
        let (levels, layers) = (Int(try cursor.word()), Int(try cursor.word()))
        let total = try cursor.long()
        let bounds = try cursor.box()
        try cursor.align(ArchiveFile.alignment)
        guard indexed <= count, (1...depth).contains(levels), layers <= 4 * PictureArchive.largestDepth,
            total <= UInt64(Int.max)
        else { throw .value }
        let index = RTree(
            boxes: try cursor.bytes(RTree.boxCount(indexed) * MemoryLayout<SIMD4<Float>>.stride),
            items: try cursor.bytes(indexed * 4), of: file.owner)
        let places = try cursor.bytes(count * 4)
        let blockCount = (count + PictureArchive.blockLength - 1) / PictureArchive.blockLength
        let blocks = try cursor.bytes(blockCount * 4)
        guard cursor.isAtEnd else { throw .value }
        let operations = ArchivedOperations(
            self, count: count, depth: levels, layerDepth: layers, places: places, blocks: blocks)
        let picture = Picture(
            operations, index: index, bounds: bounds, depth: levels, layerDepth: layers, totalCount: Int(total))
        return keep(picture, UInt32(number)) as? Picture ?? picture
    }
}
