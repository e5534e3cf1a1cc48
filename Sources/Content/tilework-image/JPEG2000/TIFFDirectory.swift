/// A directory of a TIFF or BigTIFF, with its tags of whole numbers (TIFF 6.0, section 2).
struct TIFFDirectory {
    /// The location of a tag's values.
    struct Field {
        /// The size of a value, in bytes.
        var size: Int
        var count: Int
        /// The offset of the first value in the file.
        var start: Int
        var isBigEndian: Bool

        /// Returns a value, or nil if there is none.
        func value(_ index: Int, _ file: ImageBytes) -> Int? {
            guard (0..<count).contains(index), start >= 0, start < 1 << 48 else { return nil }
            return TIFFDirectory.number(at: start + index * size, count: size, isBigEndian: isBigEndian, in: file)
        }
    }

    private(set) var fields: [Int: Field] = [:]
    /// The offset of the next directory; nil after the last one.
    private(set) var next: Int?
    private let file: ImageBytes

    /// The sizes of values by type, in bytes: BYTE, UNDEFINED, SHORT, LONG, IFD, LONG8, IFD8.
    private static let sizes = [1: 1, 7: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8]
    private static let mostEntries = 512

    /// Returns a number of up to 8 bytes, or nil past the end of the file or beyond 2⁵⁶.
    private static func number(at offset: Int, count: Int, isBigEndian: Bool, in file: ImageBytes) -> Int? {
        guard let bytes = file.bytes(at: offset, count: count) else { return nil }
        let ordered = isBigEndian ? Array(bytes) : bytes.reversed()
        if count == 8, ordered[0] != 0 { return nil }
        return ordered.suffix(7).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the offset of the first directory, or nil if there is none.
    static func first(in file: ImageBytes) -> Int? {
        guard let order = file.byte(at: 0) else { return nil }
        let isBigEndian = order == 0x4D
        let isBig = number(at: 2, count: 2, isBigEndian: isBigEndian, in: file) == 43
        return number(at: isBig ? 8 : 4, count: isBig ? 8 : 4, isBigEndian: isBigEndian, in: file).flatMap {
            $0 > 0 ? $0 : nil
        }
    }

    init?(_ file: ImageBytes, at offset: Int) {
        self.file = file
        guard let order = file.byte(at: 0) else { return nil }
        let isBigEndian = order == 0x4D
        let isBig = Self.number(at: 2, count: 2, isBigEndian: isBigEndian, in: file) == 43
        let (countSize, entrySize, offsetSize) = isBig ? (8, 20, 8) : (2, 12, 4)
        guard let count = Self.number(at: offset, count: countSize, isBigEndian: isBigEndian, in: file),
            (1...Self.mostEntries).contains(count)
        else { return nil }
        for entry in 0..<count {
            let at = offset + countSize + entry * entrySize
            guard let tag = Self.number(at: at, count: 2, isBigEndian: isBigEndian, in: file), fields[tag] == nil,
                let type = Self.number(at: at + 2, count: 2, isBigEndian: isBigEndian, in: file),
                let size = Self.sizes[type],
                let values = Self.number(at: at + 4, count: offsetSize, isBigEndian: isBigEndian, in: file),
                (1...(1 << 40)).contains(values)
            else { continue }
            let place = at + 4 + offsetSize
            let start =
                values * size <= offsetSize
                ? place : Self.number(at: place, count: offsetSize, isBigEndian: isBigEndian, in: file)
            guard let start else { continue }
            fields[tag] = Field(size: size, count: values, start: start, isBigEndian: isBigEndian)
        }
        let link = offset + countSize + count * entrySize
        next = Self.number(at: link, count: offsetSize, isBigEndian: isBigEndian, in: file).flatMap {
            $0 > 0 ? $0 : nil
        }
    }

    /// Returns the first value of a tag.
    func value(_ tag: Int) -> Int? { fields[tag]?.value(0, file) }

    /// Returns the bytes of a tag, or nil if there are none or more than `most`.
    func bytes(_ tag: Int, most: Int) -> [UInt8]? {
        guard let field = fields[tag], field.size == 1, field.count <= most else { return nil }
        return file.bytes(at: field.start, count: field.count).map(Array.init)
    }
}
