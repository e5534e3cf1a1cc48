import ImageMessages

/// The header of a Windows or OS/2 bitmap file: `BITMAPFILEHEADER`, followed by one of the information headers.
struct BMPHeader {
    enum Coding {
        case plain
        /// Runs of pixels of 4, 8 or 24 bits (`BI_RLE4`, `BI_RLE8`, and OS/2's RLE24).
        case runs
    }

    var width: Int
    var height: Int
    /// Whether the first stored row is the top one.
    var isTopDown: Bool
    /// The bits of a pixel: 1, 2, 4, 8, 16, 24 or 32.
    var bits: Int
    var coding: Coding
    /// The colors of indexed pixels, as many as an index can name. Those that the file lacks are black.
    var palette: [BMPColor] = []
    /// The fields of a pixel of 16 or 32 bits; a pixel without alpha has no bits for it.
    var fields: Fields?
    /// The position of the pixels.
    var pixels: Int
    var profile: [UInt8] = []

    struct Fields {
        var red: BMPField
        var green: BMPField
        var blue: BMPField
        var alpha: BMPField
    }

    /// The bytes of a stored row, which is padded to 32 bits.
    var rowBytes: Int { (width * bits + 31) / 32 * 4 }
    var isIndexed: Bool { bits <= 8 }

    /// The length of the file's own header.
    private static let start = 14
    /// The length of OS/2's first information header, which has short sides and colors of three bytes.
    private static let core = 12

    /// The values of `biCompression` in Windows.
    private enum Compression {
        static let none = 0
        static let runs8 = 1
        static let runs4 = 2
        static let fields = 3
        static let jpeg = 4
        static let png = 5
        static let fieldsWithAlpha = 6
    }

    init(_ bytes: ImageBytes) throws(ImageRefusal) {
        guard let offset = bytes.littleNumber(at: 10, count: 4), let length = bytes.littleNumber(at: 14, count: 4)
        else { throw .endsEarly }
        let isOS2 = length < 40 || (41...51).contains(length) || (57...64).contains(length)
        guard length == Self.core || (16...64).contains(length) || length == 108 || length == 124 else {
            throw .unsupported("it is a bitmap with a header of \(length) bytes")
        }
        guard bytes.count >= Self.start + length else { throw .endsEarly }
        /// Returns a field of the information header; 0 if the header is too short for it.
        func field(_ place: Int, _ count: Int) -> Int {
            place + count <= length ? bytes.littleNumber(at: Self.start + place, count: count) ?? 0 : 0
        }
        let isCore = length == Self.core
        let signedHeight = isCore ? field(6, 2) : Int(Int32(truncatingIfNeeded: field(8, 4)))
        width = isCore ? field(4, 2) : Int(Int32(truncatingIfNeeded: field(4, 4)))
        height = abs(signedHeight)
        isTopDown = signedHeight < 0
        bits = isCore ? field(10, 2) : field(14, 2)
        let sides = 1...ImageDescription.largestSide
        guard sides.contains(width), sides.contains(height) else {
            throw ImageRefusal("its size is \(width) × \(signedHeight) pixels")
        }
        let compression = isCore ? 0 : field(16, 4)
        coding = try Self.coding(compression, bits: bits, isOS2: isOS2)

        var end = Self.start + length
        if bits == 16 || bits == 32 {
            // The masks of fields follow a header that is too short for them.
            let hasMasks = compression == Compression.fields || compression == Compression.fieldsWithAlpha
            let count = length >= 56 || compression == Compression.fieldsWithAlpha ? 4 : 3
            fields = try Self.fields(bytes, count: hasMasks ? count : 0, bits: bits)
            if hasMasks, length < 52 { end += 4 * count }
        }
        if bits <= 8 {
            let entry = isCore ? 3 : 4
            let stated = isCore ? 0 : field(32, 4)
            let most = 1 << bits
            var count = stated == 0 ? most : min(stated, most)
            // The pixels may begin before the table's end.
            if offset > end { count = min(count, (offset - end) / entry) }
            for index in 0..<count {
                guard let color = bytes.bytes(at: end + index * entry, count: 3) else { throw .endsEarly }
                let first = color.startIndex
                palette.append(BMPColor(red: color[first + 2], green: color[first + 1], blue: color[first]))
            }
            end += (stated == 0 ? most : min(stated, most)) * entry
            palette += [BMPColor](repeating: BMPColor(), count: most - palette.count)
        }
        pixels = offset > 0 ? offset : end
        if length == 124 {
            profile = Self.profile(bytes, at: field(112, 4), count: field(116, 4), space: field(56, 4))
        }
    }

    private static func coding(_ compression: Int, bits: Int, isOS2: Bool) throws(ImageRefusal) -> Coding {
        switch (compression, bits) {
        case (Compression.none, 1), (Compression.none, 2), (Compression.none, 4), (Compression.none, 8),
            (Compression.none, 16), (Compression.none, 24), (Compression.none, 32):
            return .plain
        case (Compression.runs8, 8), (Compression.runs4, 4): return .runs
        case (Compression.fields, 16), (Compression.fields, 32), (Compression.fieldsWithAlpha, 16),
            (Compression.fieldsWithAlpha, 32):
            return .plain
        case (Compression.jpeg, 24) where isOS2: return .runs
        case (Compression.fields, 1) where isOS2: throw .unsupported("it is a bitmap compressed as fax (Huffman 1D)")
        case (Compression.jpeg, _): throw .unsupported("it is a bitmap that contains a JPEG")
        case (Compression.png, _): throw .unsupported("it is a bitmap that contains a PNG")
        default: throw .unsupported("it is a bitmap of \(bits) bits with compression \(compression)")
        }
    }

    /// Returns the fields of pixels.
    ///
    /// - Parameter count: The number of masks in the file, 0 for the usual fields.
    private static func fields(_ bytes: ImageBytes, count: Int, bits: Int) throws(ImageRefusal) -> Fields {
        // The first mask follows the 40 bytes that all headers have in common, within the header or behind it.
        var masks: [UInt32] = bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF0000, 0xFF00, 0xFF, 0]
        for index in 0..<count {
            guard let mask = bytes.littleNumber(at: start + 40 + 4 * index, count: 4) else { throw .endsEarly }
            masks[index] = UInt32(mask)
        }
        func field(_ index: Int) throws(ImageRefusal) -> BMPField {
            guard let field = BMPField(mask: bits == 16 ? masks[index] & 0xFFFF : masks[index]) else {
                throw .unsupported("it is a bitmap whose pixels have scattered bits")
            }
            return field
        }
        return Fields(red: try field(0), green: try field(1), blue: try field(2), alpha: try field(3))
    }

    /// Returns the embedded profile of the fifth version's header; empty if there is none.
    ///
    /// - Parameter place: The profile's distance from the header.
    private static func profile(_ bytes: ImageBytes, at place: Int, count: Int, space: Int) -> [UInt8] {
        // PROFILE_EMBEDDED, “MBED”.
        guard space == 0x4D42_4544, count <= 4 << 20 else { return [] }
        return bytes.bytes(at: start + place, count: count).map { Array($0) } ?? []
    }
}

struct BMPColor {
    var red: UInt8 = 0
    var green: UInt8 = 0
    var blue: UInt8 = 0
    var alpha: UInt8 = 255
}

/// The bits of one component within a pixel.
struct BMPField {
    let mask: UInt32
    private let shift: UInt32
    /// The greatest value of the field's upper 8 bits.
    private let greatest: UInt32
    private let excess: UInt32

    /// Creates a field; nil if its bits are not adjacent.
    init?(mask: UInt32) {
        self.mask = mask
        shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
        let value = mask >> shift
        guard value & (value &+ 1) == 0 else { return nil }
        let bits = 32 - UInt32(value.leadingZeroBitCount)
        excess = bits > 8 ? bits - 8 : 0
        greatest = value >> excess
    }

    /// Returns the component with 8 bits; `absent` for a field without bits.
    func value(of pixel: UInt32, absent: UInt8 = 0) -> UInt8 {
        guard mask != 0 else { return absent }
        let value = (pixel & mask) >> (shift + excess)
        return greatest == 255 ? UInt8(value) : UInt8((value * 255 + greatest / 2) / greatest)
    }
}
