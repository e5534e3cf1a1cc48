import ImageMessages

/// A PBM, PGM or PPM file with samples as decimal numbers, which are read in order.
final class PNMText: RowFile {
    let description: ImageDescription

    private let bytes: ImageBytes
    private let header: PNMHeader
    private let scale: PNMScale
    private var nextRow = 0
    /// The position of the next row.
    private var at: Int

    init(_ bytes: ImageBytes, _ header: PNMHeader) throws(ImageRefusal) {
        self.bytes = bytes
        self.header = header
        scale = PNMScale(header.maxValue)
        at = header.pixels
        description = try ImageDescription(
            header.depth == 3 ? .rgb : .gray, hasAlpha: false, bytes: scale.bytes, width: header.width,
            height: header.height, isRandomAccess: false, bands: header.depth, bits: scale.bits)
    }

    func row(_ row: Int, columns: Range<Int>) throws(ImageRefusal) -> [UInt8] {
        if row < nextRow { (nextRow, at) = (0, header.pixels) }
        let pixelBytes = description.pixelBytes
        while true {
            let samples = try readRow()
            if nextRow > row {
                return Array(samples[(columns.lowerBound * pixelBytes)..<(columns.upperBound * pixelBytes)])
            }
        }
    }

    /// Reads the next row. A row that can't be read is not passed.
    private func readRow() throws(ImageRefusal) -> [UInt8] {
        var samples: [UInt8] = []
        var place = at
        for _ in 0..<(header.width * header.depth) {
            guard let value = try number(&place) else { throw ImageRefusal("the file ends early") }
            // 1 is black in a bitmap.
            scale.append(header.type == UInt8(ascii: "1") ? 1 - value : value, to: &samples)
        }
        at = place
        nextRow += 1
        return samples
    }

    /// Reads a number; nil at the end of the file. The digits of a bitmap need no white space between them.
    private func number(_ place: inout Int) throws(ImageRefusal) -> Int? {
        var value: Int?
        while let byte = bytes.byte(at: place) {
            switch byte {
            case UInt8(ascii: "#"):
                while let byte = bytes.byte(at: place), byte != 0x0A, byte != 0x0D { place += 1 }
            case 0x20, 0x09...0x0D:
                if value != nil { return value }
                place += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = Int(byte - UInt8(ascii: "0"))
                place += 1
                if header.type == UInt8(ascii: "1") {
                    guard digit <= 1 else { throw ImageRefusal("a bitmap has the digit \(digit)") }
                    return digit
                }
                value = min((value ?? 0) * 10 + digit, 1 << 20)
            default: throw ImageRefusal("its pixels have something other than numbers")
            }
        }
        return value
    }
}
