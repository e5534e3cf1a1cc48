import Foundation
import Testing

/// A TIFF file made by a test, tag by tag (TIFF 6.0, section 2).
struct SampleTIFF {
    /// The values of a tag.
    enum Value {
        case shorts([Int])
        case longs([Int])
        case doubles([Double])
        case text(String)
        /// Bytes in the file's order, with the number of a type.
        case raw(type: Int, count: Int, [UInt8])
    }

    struct Page {
        var tags: [Int: Value]
        /// The strips or tiles, plane by plane; nil for those that are left out.
        var pieces: [[UInt8]?]
        var isTiled: Bool
        /// Further entries of tags that the directory has.
        var duplicates: [Int: Value] = [:]
        /// The lengths of the pieces that the file states; nil for the right ones.
        var statedLengths: [Int]?
        /// Whether all pieces are stored once, as the first one.
        var sharesFirstPiece = false
    }

    var pages: [Page]
    /// Smaller versions of the first page, in its list of subdirectories.
    var subpages: [Page] = []
    /// Smaller versions of other pages, by the index of the page.
    var laterSubpages: [Int: [Page]] = [:]
    var isBigEndian = false
    /// Whether it is a BigTIFF, with offsets of 64 bits.
    var isBig = false

    /// Creates a file of one page.
    ///
    /// - Parameters:
    ///   - bits: The bits of a sample.
    ///   - format: The sample format: 1 unsigned, 2 signed, 3 floating point, 5 and 6 complex.
    ///   - photometric: 0 and 1 gray, 2 RGB, 3 palette, 6 YCbCr, 8 and 9 L\*a\*b\*.
    ///   - tile: The sides of tiles; nil for one strip of all rows.
    init(
        width: Int, height: Int, bands: Int = 1, bits: Int = 8, format: Int = 1, photometric: Int = 1,
        isPlanar: Bool = false, tile: Int? = nil, tags: [Int: Value] = [:], pieces: [[UInt8]?]
    ) {
        var all: [Int: Value] = [
            256: .longs([width]), 257: .longs([height]), 258: .shorts([Int](repeating: bits, count: bands)),
            259: .shorts([1]), 262: .shorts([photometric]), 277: .shorts([bands]), 284: .shorts([isPlanar ? 2 : 1]),
            339: .shorts([Int](repeating: format, count: bands)),
        ]
        if let tile {
            (all[322], all[323]) = (.longs([tile]), .longs([tile]))
        } else {
            all[278] = .longs([height])
        }
        pages = [Page(tags: all.merging(tags) { $1 }, pieces: pieces, isTiled: tile != nil)]
    }

    /// The bytes of a sample in the file's order.
    static func bytes<Number: FixedWidthInteger>(_ numbers: [Number], isBigEndian: Bool = false) -> [UInt8] {
        numbers.flatMap { number in
            withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { Array($0) }
        }
    }

    /// The bytes of samples of any number of bits, packed from the highest bit, in rows that start at bytes.
    static func packed(_ rows: [[Int]], bits: Int) -> [UInt8] {
        rows.flatMap { row in
            let text = row.map { value in
                let binary = String(value, radix: 2)
                return String(repeating: "0", count: bits - binary.count) + binary
            }.joined()
            return stride(from: 0, to: text.count, by: 8).map { start in
                let part = text.dropFirst(start).prefix(8)
                return UInt8(part + String(repeating: "0", count: 8 - part.count), radix: 2)!
            }
        }
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        var file = Writer(isBigEndian: isBigEndian, isBig: isBig)
        for (index, page) in pages.enumerated() {
            var page = page
            let smaller = index == 0 ? subpages : laterSubpages[index] ?? []
            if !smaller.isEmpty { page.tags[330] = .longs(smaller.map { file.add($0) }) }
            let offset = file.add(page)
            file.link(to: offset)
        }
        return file.bytes
    }

    /// Builds the bytes of a file.
    private struct Writer {
        let isBigEndian: Bool
        let isBig: Bool
        private(set) var bytes: [UInt8]
        /// The position of the offset of the next page's directory.
        private var link: Int
        private var nextLink = 0

        init(isBigEndian: Bool, isBig: Bool) {
            (self.isBigEndian, self.isBig) = (isBigEndian, isBig)
            bytes = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
            link = isBig ? 8 : 4
            bytes += isBig ? number(43, 2) + number(8, 2) + number(0, 2) + number(0, 8) : number(42, 2) + number(0, 4)
        }

        private var offsetSize: Int { isBig ? 8 : 4 }

        private func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }

        mutating func link(to offset: Int) {
            bytes.replaceSubrange(link..<(link + offsetSize), with: number(offset, offsetSize))
            link = nextLink
        }

        /// Adds a page, and returns the offset of its directory.
        mutating func add(_ page: Page) -> Int {
            var tags = page.tags
            var offsets: [Int] = []
            for piece in page.pieces {
                if page.sharesFirstPiece, let first = offsets.first {
                    offsets.append(first)
                    continue
                }
                offsets.append(piece == nil ? 0 : bytes.count)
                bytes += piece ?? []
            }
            tags[page.isTiled ? 324 : 273] = .longs(offsets)
            tags[page.isTiled ? 325 : 279] = .longs(page.statedLengths ?? page.pieces.map { $0?.count ?? 0 })
            var entries: [UInt8] = []
            let sorted = tags.sorted { $0.key < $1.key }.flatMap { tag, value in
                [(tag, value)] + (page.duplicates[tag].map { [(tag, $0)] } ?? [])
            }
            for (tag, value) in sorted {
                let (type, count, data) = self.data(of: value)
                entries += number(tag, 2) + number(type, 2) + number(count, offsetSize)
                if data.count <= offsetSize {
                    entries += data + [UInt8](repeating: 0, count: offsetSize - data.count)
                } else {
                    bytes += bytes.count % 2 == 0 ? [] : [0]
                    entries += number(bytes.count, offsetSize)
                    bytes += data
                }
            }
            bytes += bytes.count % 2 == 0 ? [] : [0]
            let offset = bytes.count
            bytes += number(sorted.count, isBig ? 8 : 2) + entries
            nextLink = bytes.count
            bytes += number(0, offsetSize)
            return offset
        }

        private func data(of value: Value) -> (type: Int, count: Int, bytes: [UInt8]) {
            switch value {
            case .shorts(let values): (3, values.count, values.flatMap { number($0, 2) })
            case .longs(let values): (4, values.count, values.flatMap { number($0, 4) })
            case .doubles(let values):
                (12, values.count, values.flatMap { number(Int(bitPattern: UInt($0.bitPattern)), 8) })
            case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
            case .raw(let type, let count, let bytes): (type, count, bytes)
            }
        }
    }

    /// Returns the position of a tag's entry in the last directory of a little-endian file.
    static func entry(of tag: Int, in bytes: [UInt8]) throws -> Int {
        let pattern = self.bytes([UInt16(tag)]) + [4, 0]
        return try #require((0..<(bytes.count - 12)).last { bytes[$0..<($0 + 4)].elementsEqual(pattern) })
    }
}
