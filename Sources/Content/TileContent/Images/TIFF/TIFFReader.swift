import Foundation
import TileSupport

/// Reads a TIFF's directories, in either byte order and of either offset size.
struct TIFFReader {
    /// The tags that are read.
    enum Tag: Int {
        case subfileType = 254
        case imageWidth = 256
        case imageLength = 257
        case bitsPerSample = 258
        case compression = 259
        case photometric = 262
        case fillOrder = 266
        case imageDescription = 270
        case make = 271
        case stripOffsets = 273
        case orientation = 274
        case samplesPerPixel = 277
        case rowsPerStrip = 278
        case stripByteCounts = 279
        case planarConfiguration = 284
        case software = 305
        case colorMap = 320
        case tileWidth = 322
        case tileLength = 323
        case tileOffsets = 324
        case tileByteCounts = 325
        case subdirectories = 330
        case extraSamples = 338
        case sampleFormat = 339
        case sMinSampleValue = 340
        case sMaxSampleValue = 341
        case jpegTables = 347
        case chromaSubsampling = 530
        case referenceBlackWhite = 532
        case imageDepth = 32997
        case tileDepth = 32998
        case modelPixelScale = 33550
        case modelTiePoints = 33922
        case modelTransformation = 34264
        case geoKeys = 34735
        case profile = 34675
        case gdalMetadata = 42112
        case gdalNoData = 42113
        case imageJLengths = 50838
        case imageJMetadata = 50839
    }

    /// The location of a tag's values.
    struct Field {
        /// The type of a value: a number of TIFF 6.0, section 2, or of BigTIFF.
        var type = 4
        /// The size of a value in bytes.
        var size: Int
        var count: Int
        /// The offset of the first value in the file.
        var start: Int
    }

    struct Directory {
        /// The offset of the directory in the file.
        var offset: Int
        var fields: [Tag: Field]
        /// The offset of the next page's directory; 0 after the last page.
        var next: Int
    }

    let file: DataFile
    let isBigEndian: Bool
    private let isBig: Bool
    /// The offset of the first page's directory.
    let first: Int

    /// The most entries and subdirectories that are read. No writer creates more, but a file may claim any number.
    static let maxEntries = 512
    private static let maxSubdirectories = 64
    /// The most pages that are listed.
    static let maxPages = 10_000

    /// The sizes of values by type, in bytes: BYTE, ASCII, SBYTE, UNDEFINED; SHORT, SSHORT; LONG, SLONG, FLOAT, IFD;
    /// RATIONAL, SRATIONAL, DOUBLE, LONG8, SLONG8, IFD8.
    private static let typeSizes = [
        1: 1, 2: 1, 6: 1, 7: 1, 3: 2, 8: 2, 4: 4, 9: 4, 11: 4, 13: 4, 5: 8, 10: 8, 12: 8, 16: 8, 17: 8, 18: 8,
    ]

    init?(_ file: DataFile) {
        self.file = file
        guard let head = file.bytes(at: 0, count: 16) else { return nil }
        isBigEndian = head[0] == 0x4D
        func number(_ range: Range<Int>, _ isBigEndian: Bool) -> Int {
            let bytes = isBigEndian ? Array(head[range]) : head[range].reversed()
            return bytes.reduce(0) { $0 &<< 8 | Int($1) }
        }
        isBig = number(2..<4, isBigEndian) == 43
        first = number(isBig ? 8..<16 : 4..<8, isBigEndian)
    }

    /// The length of the file, in bytes.
    var endOfFile: Int { file.byteCount ?? 0 }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int {
        isBigEndian ? bytes.reduce(0) { $0 &<< 8 | Int($1) } : bytes.reversed().reduce(0) { $0 &<< 8 | Int($1) }
    }

    func directory(of page: VipsPicture.Page) -> Directory? {
        var directory = directory(at: first)
        switch page {
        case .page(let number):
            for _ in 0..<number { directory = directory.flatMap { self.directory(at: $0.next) } }
        case .subdirectory(let number, let page):
            for _ in 0..<page { directory = directory.flatMap { self.directory(at: $0.next) } }
            guard let offsets = directory?.fields[.subdirectories], number < Self.maxSubdirectories,
                let offset = value(number, of: offsets)
            else { return nil }
            directory = self.directory(at: offset)
        }
        return directory
    }

    /// Returns the directories of the pages after a page, up to a number of them. They are read as they are requested.
    ///
    /// - Complexity: Two reads for each page.
    func directories(after directory: Directory, most: Int = maxPages) -> some Sequence<Directory> {
        var visited: Set<Int> = [directory.offset]
        return sequence(state: directory.next) { next -> Directory? in
            guard visited.count <= most, visited.insert(next).inserted, let directory = self.directory(at: next) else {
                return nil
            }
            next = directory.next
            return directory
        }
    }

    /// The most work that libtiff may have with the directories of a file, in comparisons of tags: a second and a half.
    private static let maxWork = 1 << 25
    /// The work of reading a directory without tags, in comparisons of tags.
    private static let directoryWork = 256
    /// The most tags of a directory that cost nothing more: stacks have tens of thousands of directories.
    private static let cheapEntries = 32
    /// libtiff takes an offset that leads to more entries for the end of the directories.
    private static let mostEntriesOfLibtiff = 4096
    /// The most bytes of values that libtiff may read, beside twice the length of the file.
    private static let maxValueBytes = 1 << 30

    /// Returns a phrase about the directories if libtiff, which compares each unknown tag with all others of its
    /// directory, would spend minutes on them; nil for directories as programs write them.
    ///
    /// - Complexity: Two reads for each page.
    func excess() -> String? {
        let endOfFile = endOfFile
        var (next, work, valueBytes) = (first, 0, 0)
        var visited: Set<Int> = []
        while visited.insert(next).inserted, let count = entryCount(at: next), count <= Self.mostEntriesOfLibtiff {
            // What follows the last page may be anything, because some writers do not end the list of pages.
            guard visited.count > 1 || count <= Self.maxEntries else {
                return "a directory in it has \(GroupedNumber.text(count)) tags, more than \(Self.maxEntries)"
            }
            work += (count > Self.cheapEntries ? count * count : 0) + Self.directoryWork
            let bytes = file.bytes(at: next + sizes.count, count: count * sizes.entry + sizes.offset)
            guard let bytes else { return nil }
            for entry in 0..<count { valueBytes += min(endOfFile, self.valueBytes(bytes[(entry * sizes.entry)...])) }
            guard work <= Self.maxWork, valueBytes <= 2 * endOfFile + Self.maxValueBytes else {
                let number = GroupedNumber.text(visited.count - 1)
                return "its directories, more than \(number), have too many tags in total"
            }
            next = number(bytes[(count * sizes.entry)...])
        }
        return nil
    }

    /// Returns the size of an entry's values in bytes; 0 for a type that does not exist.
    private func valueBytes(_ entry: ArraySlice<UInt8>) -> Int {
        let (type, count) = (entry.startIndex + 2, entry.startIndex + 4)
        guard let size = Self.typeSizes[number(entry[type..<count])] else { return 0 }
        let values = number(entry[count..<(count + sizes.offset)])
        let (bytes, overflows) = values.multipliedReportingOverflow(by: size)
        return overflows || values < 0 ? .max : bytes
    }

    /// The sizes of a directory's parts, in bytes: the number of entries, an entry, and an offset.
    private var sizes: (count: Int, entry: Int, offset: Int) { isBig ? (8, 20, 8) : (2, 12, 4) }

    /// Returns the number of entries of the directory at an offset in the file, or nil if there is no directory.
    private func entryCount(at offset: Int) -> Int? {
        guard offset > 0, let head = file.bytes(at: offset, count: sizes.count) else { return nil }
        let count = number(head[...])
        return count > 0 ? count : nil
    }

    /// Returns the directory at an offset in the file, or nil if it is damaged or has too many entries.
    func directory(at offset: Int) -> Directory? {
        let (countSize, entrySize, offsetSize) = sizes
        guard let count = entryCount(at: offset), count <= Self.maxEntries,
            let bytes = file.bytes(at: offset + countSize, count: count * entrySize + offsetSize)
        else { return nil }
        var directory = Directory(offset: offset, fields: [:], next: number(bytes[(count * entrySize)...]))
        var known: Set<Tag> = []
        for entry in 0..<count {
            let at = entry * entrySize
            // The first entry of a tag counts, even if it is damaged, as in libtiff.
            guard let tag = Tag(rawValue: number(bytes[at..<(at + 2)])), known.insert(tag).inserted else { continue }
            let type = number(bytes[(at + 2)..<(at + 4)])
            guard let size = Self.typeSizes[type] else { continue }
            let valueCount = number(bytes[(at + 4)..<(at + 4 + offsetSize)])
            let (byteCount, overflows) = valueCount.multipliedReportingOverflow(by: size)
            guard valueCount > 0, !overflows else { continue }
            let place = at + 4 + offsetSize
            directory.fields[tag] = Field(
                type: type, size: size, count: valueCount,
                start: byteCount <= offsetSize
                    ? offset + countSize + place : number(bytes[place..<(place + offsetSize)]))
        }
        return directory
    }

    /// Returns the bytes of a copy of a directory, as the last one of the file, with other values of some tags.
    func copy(ofDirectoryAt offset: Int, replacing values: [Tag: Int]) -> [UInt8]? {
        let (countSize, entrySize, offsetSize) = sizes
        guard let count = entryCount(at: offset), count <= Self.maxEntries,
            var bytes = file.bytes(at: offset, count: countSize + count * entrySize)
        else { return nil }
        func encoded(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }
        for entry in 0..<count {
            let at = countSize + entry * entrySize
            guard let tag = Tag(rawValue: number(bytes[at..<(at + 2)])), let value = values[tag] else { continue }
            // One LONG.
            bytes.replaceSubrange(
                (at + 2)..<(at + entrySize),
                with: encoded(4, 2) + encoded(1, offsetSize) + encoded(value, 4)
                    + [UInt8](repeating: 0, count: offsetSize - 4))
        }
        return bytes + [UInt8](repeating: 0, count: offsetSize)
    }

    /// Returns a value of a field, or nil if the field does not have it or the file ends before it.
    func value(_ index: Int, of field: Field) -> Int? {
        guard (0..<field.count).contains(index), field.start >= 0, field.start < 1 << 60 else { return nil }
        return file.bytes(at: field.start + index * field.size, count: field.size).map { number($0[...]) }
    }

    /// Returns the first value of a tag, or nil if the directory does not have the tag.
    func value(_ tag: Tag, of directory: Directory) -> Int? { directory.fields[tag].flatMap { value(0, of: $0) } }

    /// Returns all values of a tag, or nil if the directory does not have the tag, it has more than 4 million values,
    /// or the file ends before the last.
    func values(_ tag: Tag, of directory: Directory) -> [Int]? {
        directory.fields[tag].flatMap { values(of: $0) }
    }

    private static let maxValues = 1 << 22

    private func values(of field: Field) -> [Int]? {
        guard field.count <= Self.maxValues,
            let bytes = file.bytes(at: field.start, count: field.count * field.size)
        else { return nil }
        func all<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type) -> [Int] {
            bytes.withUnsafeBytes { bytes in
                (0..<field.count).map { index in
                    let stored = bytes.loadUnaligned(fromByteOffset: index * field.size, as: Number.self)
                    let number = isBigEndian ? Number(bigEndian: stored) : Number(littleEndian: stored)
                    return Int(truncatingIfNeeded: number)
                }
            }
        }
        return switch field.size {
        case 1: all(UInt8.self)
        case 2: all(UInt16.self)
        case 4: all(UInt32.self)
        default: all(UInt64.self)
        }
    }

    /// Returns whether any value of a tag is 0. False if the directory does not have the tag, or if it has too many
    /// values.
    func hasZero(_ tag: Tag, of directory: Directory) -> Bool {
        guard let field = directory.fields[tag], field.count <= Self.maxValues,
            let bytes = file.bytes(at: field.start, count: field.count * field.size)
        else { return false }
        func any<Number: FixedWidthInteger>(_ type: Number.Type) -> Bool {
            bytes.withUnsafeBytes { bytes in
                (0..<field.count).contains {
                    bytes.loadUnaligned(fromByteOffset: $0 * field.size, as: Number.self) == 0
                }
            }
        }
        return switch field.size {
        case 1: any(UInt8.self)
        case 2: any(UInt16.self)
        case 4: any(UInt32.self)
        default: any(UInt64.self)
        }
    }

    /// Returns the bytes of a tag, or nil if there are none or more than `most`.
    func bytes(_ tag: Tag, of directory: Directory, most: Int) -> [UInt8]? {
        guard let field = directory.fields[tag], field.count <= most / field.size else { return nil }
        return file.bytes(at: field.start, count: field.count * field.size)
    }

    /// Returns a value of a tag as a number: signed, floating-point and rational values, too.
    func real(_ tag: Tag, of directory: Directory) -> Double? {
        directory.fields[tag].flatMap { real(0, of: $0) }
    }

    /// Returns a value of a field as a number.
    func real(_ index: Int, of field: Field) -> Double? {
        guard let bits = value(index, of: field) else { return nil }
        switch field.type {
        case 6: return Double(Int8(truncatingIfNeeded: bits))
        case 8: return Double(Int16(truncatingIfNeeded: bits))
        case 9: return Double(Int32(truncatingIfNeeded: bits))
        case 11: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 12: return Double(bitPattern: UInt64(bitPattern: Int64(bits)))
        case 5, 10: return nil
        default: return Double(bits)
        }
    }

    /// Returns the text of a tag up to its first zero byte, or nil if there is none or more than `most` bytes.
    func text(_ tag: Tag, of directory: Directory, most: Int) -> String? {
        bytes(tag, of: directory, most: most).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
