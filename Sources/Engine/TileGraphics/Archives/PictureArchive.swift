import Foundation
import Synchronization
import TileGeometry
import TileSupport

/// A picture stored in an archive (`PictureArchiveWriter`). It draws exactly as it was recorded, pixel by pixel, and is
/// decoded only where it is drawn.
///
/// Opening reads the header and the root. A picture's index is used in place. Operations are decoded a block at a time
/// when a replay first meets one of the block, and then kept; `Picture.byteCount` includes them. To release their
/// memory, release the picture and open it again.
///
/// Invalid bytes never trap: they cause `ArchiveDamage` when opening and `RasterFailure.damaged` in a replay.
package struct PictureArchive {
    package let picture: Picture
    /// The client data that was written with the picture.
    package let about: [UInt8]
    /// The images in the picture.
    package let images: Images

    init(picture: Picture, about: [UInt8], images: Images = Images()) {
        self.picture = picture
        self.about = about
        self.images = images
    }

    /// The number of operations per block. A tile meets few blocks because they hold neighbors; reading one operation
    /// decodes its whole block, some 10 µs of work.
    static let blockLength = 32
    /// The maximum nesting of pictures; deeper ones are not archived. Real drawings have ten levels.
    static let largestDepth = 100
    /// The maximum nesting of inline pictures. Deeper ones get records of their own, so that decoding a block does not
    /// recurse further.
    static let largestInlineDepth = 4
    /// The maximum number of steps in a filter: twice as many as are read from a drawing's.
    static let largestStepCount = 512
    /// The maximum number of images that a step merges: as many as are read from a drawing's.
    static let largestMergeCount = 256
    /// The number that marks an absent record.
    static let noRecord = UInt32.max

    /// Factories for objects that this target knows only as protocols. Each is given the bytes that describe the
    /// object in the archive, which are untrusted, and returns nil if they are invalid.
    package struct Makers: Sendable {
        /// Makes an image's pixels from its file and from the levels stored with it.
        package var levels: @Sendable (Data, ArchivedLevels?) -> (any BitmapLevels)?
        /// Makes the document that draws external parts, from its `ExternalDocument.archived`.
        package var document: @Sendable (Data) -> (any ExternalDocument)?

        package init(
            levels: @escaping @Sendable (Data, ArchivedLevels?) -> (any BitmapLevels)?,
            document: @escaping @Sendable (Data) -> (any ExternalDocument)?
        ) {
            self.levels = levels
            self.document = document
        }
    }

    /// - Throws: `ArchiveDamage` if the file's header, root or picture is damaged.
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

    /// The images in an archive's picture, without duplicates, in the order in which they are first drawn.
    package struct Images: Sendable {
        private let shelf: ArchiveShelf?
        private let numbers: [UInt32]

        /// Creates an empty list.
        package init() { (shelf, numbers) = (nil, []) }

        fileprivate init(shelf: ArchiveShelf, numbers: [UInt32]) {
            (self.shelf, self.numbers) = (shelf, numbers)
        }

        package var count: Int { numbers.count }

        /// Returns the image that the picture draws; nil if it is damaged.
        ///
        /// - Complexity: O(n) for the bytes of its file, unless the image is already in memory.
        package subscript(_ index: Int) -> (any BitmapLevels)? {
            guard let shelf, let made = try? shelf.levels(numbers[index]) else { return nil }
            shelf.keptBytes.add(made.madeBytes, ordering: .relaxed)
            return made.object
        }
    }
}

/// The shared state of an archive's parts: its records, and weak references to objects that several operations draw.
final class ArchiveShelf: Sendable {
    let file: ArchiveFile
    let makers: PictureArchive.Makers
    /// The records of images' small levels, by the image's record.
    private let smallLevels: [UInt32: UInt32]
    /// The approximate memory of all decoded objects.
    let keptBytes = Atomic(0)

    private struct WeakObject: Sendable {
        weak var object: (AnyObject & Sendable)?
    }

    /// The decoded objects by record.
    private let objects = Lock<[UInt32: WeakObject]>([:])

    init(_ file: ArchiveFile, makers: PictureArchive.Makers, smallLevels: [UInt32: UInt32]) {
        self.file = file
        self.makers = makers
        self.smallLevels = smallLevels
    }

    /// Returns a record's object if it is alive.
    func known(_ number: UInt32) -> (any AnyObject & Sendable)? { objects.withLock { $0[number]?.object } }

    /// Registers a record's object.
    ///
    /// - Returns: The object, or another one that was registered meanwhile.
    func keep(_ object: any AnyObject & Sendable, _ number: UInt32) -> any AnyObject & Sendable {
        objects.withLock { objects in
            if let other = objects[number]?.object { return other }
            objects[number] = WeakObject(object: object)
            return object
        }
    }

    /// Returns the pixels of an image.
    ///
    /// - Returns: The levels, and the approximate memory that was allocated for them.
    func levels(_ number: UInt32) throws(ArchiveDamage) -> (object: any BitmapLevels, madeBytes: Int) {
        if let known = known(number) as? any BitmapLevels { return (known, 0) }
        let small = smallLevels[number].map { ArchivedLevels(file: file, number: Int($0)) }
        guard let levels = makers.levels(try data(number), small) else { throw .value }
        return (keep(levels, number) as? any BitmapLevels ?? levels, 400)
    }

    /// Returns a record's bytes, mapped from the file. They stay valid as long as the data is referenced.
    func data(_ number: UInt32) throws(ArchiveDamage) -> Data {
        let bytes = try file.record(Int(number))
        guard let start = bytes.baseAddress, !bytes.isEmpty else { throw .value }
        let owner = file.owner
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
            deallocator: .custom { _, _ in withExtendedLifetime(owner) {} })
    }

    /// - Parameter depth: The maximum nesting of the picture: less than that of the enclosing one, so that no picture
    ///   contains itself.
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
        let reach = try cursor.number()
        try cursor.align(ArchiveFile.alignment)
        guard indexed <= count, (1...depth).contains(levels), layers <= 4 * PictureArchive.largestDepth,
            total <= UInt64(Int.max), reach >= 0
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
            operations, index: index, bounds: bounds, depth: levels, layerDepth: layers, pixelReach: reach,
            totalCount: Int(total))
        return keep(picture, UInt32(number)) as? Picture ?? picture
    }
}
