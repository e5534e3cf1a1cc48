import Foundation

/// The sides of a TIFF page's tiles, which libvips does not tell (TIFF 6.0 sections 2 and 15; BigTIFF).
struct TIFFTiles: Hashable {
    var width: Int
    var height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads the tags of one page; nil when the file has no such page in tiles.
    ///
    /// Some reads of a few bytes, one for each page before it.
    init?(_ path: String, page: VipsPicture.Page) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let reader = TIFFReader(file) else { return nil }
        var directory: TIFFReader.Directory?
        switch page {
        case .page(let number):
            directory = reader.directory(at: reader.first)
            for _ in 0..<number { directory = directory.flatMap { reader.directory(at: $0.next) } }
        case .subdirectory(let number):
            let offsets = reader.directory(at: reader.first)?.values[Tag.subdirectories] ?? []
            directory = offsets.indices.contains(number) ? reader.directory(at: offsets[number]) : nil
        }
        guard let width = directory?.values[Tag.tileWidth]?.first,
            let height = directory?.values[Tag.tileLength]?.first, width > 0, height > 0
        else { return nil }
        self.width = width
        self.height = height
    }

    fileprivate enum Tag {
        static let tileWidth = 322
        static let tileLength = 323
        static let subdirectories = 330
        static let all: Set = [tileWidth, tileLength, subdirectories]
    }
}

/// Reads a TIFF's directories, in either byte order and of either offset size.
private struct TIFFReader {
    struct Directory {
        /// Of the tags that are looked at.
        var values: [Int: [Int]]
        /// Where the next page is; 0 after the last.
        var next: Int
    }

    private let file: Int32
    private let isBigEndian: Bool
    private let isBig: Bool
    /// Where the first page is.
    let first: Int

    /// More than any writer makes; a file may say anything.
    private static let maxEntries = 4096
    private static let maxValues = 64

    init?(_ file: Int32) {
        self.file = file
        guard let head = Self.bytes(file, at: 0, count: 16) else { return nil }
        isBigEndian = head[0] == 0x4D
        func number(_ range: Range<Int>, _ isBigEndian: Bool) -> Int {
            let bytes = isBigEndian ? Array(head[range]) : head[range].reversed()
            return bytes.reduce(0) { $0 &<< 8 | Int($1) }
        }
        isBig = number(2..<4, isBigEndian) == 43
        first = number(isBig ? 8..<16 : 4..<8, isBigEndian)
    }

    private static func bytes(_ file: Int32, at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(file, &bytes, count, off_t(offset)) == count ? bytes : nil
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int {
        isBigEndian ? bytes.reduce(0) { $0 &<< 8 | Int($1) } : bytes.reversed().reduce(0) { $0 &<< 8 | Int($1) }
    }

    func directory(at offset: Int) -> Directory? {
        let (countSize, entrySize, offsetSize) = isBig ? (8, 20, 8) : (2, 12, 4)
        guard offset > 0, let head = Self.bytes(file, at: offset, count: countSize) else { return nil }
        let count = number(head[...])
        guard (1...Self.maxEntries).contains(count),
            let bytes = Self.bytes(file, at: offset + countSize, count: count * entrySize + offsetSize)
        else { return nil }
        var directory = Directory(values: [:], next: number(bytes[(count * entrySize)...]))
        for entry in 0..<count {
            let at = entry * entrySize
            let tag = number(bytes[at..<(at + 2)])
            guard TIFFTiles.Tag.all.contains(tag) else { continue }
            // SHORT; LONG and IFD; LONG8 and IFD8.
            guard let size = [3: 2, 4: 4, 13: 4, 16: 8, 18: 8][number(bytes[(at + 2)..<(at + 4)])] else { continue }
            let valueCount = min(Self.maxValues, number(bytes[(at + 4)..<(at + 4 + offsetSize)]))
            let field = bytes[(at + 4 + offsetSize)..<(at + 4 + 2 * offsetSize)]
            guard valueCount > 0 else { continue }
            let isInline = valueCount * size <= offsetSize
            guard let values = isInline ? Array(field) : Self.bytes(file, at: number(field), count: valueCount * size)
            else { continue }
            directory.values[tag] = (0..<valueCount).map { number(values[($0 * size)..<(($0 + 1) * size)]) }
        }
        return directory
    }
}
