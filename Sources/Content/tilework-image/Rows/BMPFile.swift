import ImageMessages

/// The uncompressed pixels of a Windows or OS/2 bitmap, as browsers show them. Any part of a row can be read.
final class BMPFile: RowFile {
    let description: ImageDescription

    private let bytes: ImageBytes
    private let header: BMPHeader
    /// The number of rows that the file contains, counted from the first stored one.
    private let storedRows: Int

    /// Opens a bitmap of either coding.
    static func open(_ bytes: ImageBytes) throws(ImageRefusal) -> any ImageFile {
        let header = try BMPHeader(bytes)
        switch header.coding {
        case .plain: return try BMPFile(bytes, header)
        case .runs: return try BMPRuns(bytes, header)
        }
    }

    private init(_ bytes: ImageBytes, _ header: BMPHeader) throws(ImageRefusal) {
        self.bytes = bytes
        self.header = header
        let storesAlpha = header.fields.map { $0.alpha.mask != 0 } ?? false
        var description = try ImageDescription(
            .rgb, hasAlpha: storesAlpha, width: header.width, height: header.height, isRandomAccess: true,
            bands: header.isIndexed ? 1 : storesAlpha ? 4 : 3,
            bits: header.isIndexed ? header.bits : header.bits == 16 ? 5 : 8)
        description.profile = header.profile
        // The last row's padding may be missing.
        let last = (header.width * header.bits + 7) / 8
        let length = max(0, bytes.count - header.pixels)
        storedRows = min(header.height, (length + header.rowBytes - last) / header.rowBytes)
        try description.lose(rows: header.height - storedRows)
        self.description = description
    }

    /// Returns the bytes of a pixel as a number.
    private static func pixel(_ bytes: ArraySlice<UInt8>, at: Int, length: Int) -> UInt32 {
        let low = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
        return length == 2 ? low : low | UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24
    }

    func row(_ row: Int, columns: Range<Int>) throws(ImageRefusal) -> [UInt8] {
        let stored = header.isTopDown ? row : header.height - 1 - row
        guard stored < storedRows else { return [UInt8](repeating: 0, count: columns.count * description.pixelBytes) }
        let firstByte = columns.lowerBound * header.bits / 8
        let lastByte = (columns.upperBound * header.bits + 7) / 8
        guard
            let part = bytes.bytes(
                at: header.pixels + stored * header.rowBytes + firstByte, count: lastByte - firstByte)
        else { throw ImageRefusal("the file ends early") }
        var samples: [UInt8] = []
        samples.reserveCapacity(columns.count * description.pixelBytes)
        let (first, hasAlpha) = (part.startIndex, description.hasAlpha)
        func append(_ color: BMPColor) {
            samples.append(color.red)
            samples.append(color.green)
            samples.append(color.blue)
            if hasAlpha { samples.append(color.alpha) }
        }
        for index in 0..<columns.count {
            switch header.bits {
            case 24:
                let at = first + 3 * index
                append(BMPColor(red: part[at + 2], green: part[at + 1], blue: part[at]))
            case 16, 32:
                guard let fields = header.fields else { break }
                let pixel = Self.pixel(part, at: first + index * header.bits / 8, length: header.bits / 8)
                append(
                    BMPColor(
                        red: fields.red.value(of: pixel), green: fields.green.value(of: pixel),
                        blue: fields.blue.value(of: pixel), alpha: fields.alpha.value(of: pixel, absent: 255)))
            default:
                let bit = (columns.lowerBound + index) * header.bits
                let shift = 8 - header.bits - bit % 8
                append(header.palette[Int(part[first + bit / 8 - firstByte]) >> shift & ((1 << header.bits) - 1)])
            }
        }
        return samples
    }
}
