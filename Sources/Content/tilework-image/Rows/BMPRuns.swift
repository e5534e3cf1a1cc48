import ImageMessages

/// The pixels of a bitmap that is coded in runs. Pixels that no run contains are black, as in Chromium 156.
///
/// The stored rows usually begin at the bottom, so the whole picture is decoded for the first request.
final class BMPRuns: RowFile {
    let description: ImageDescription

    private let bytes: ImageBytes
    private let header: BMPHeader
    /// The decoded pixels in stored order, three samples each; empty until they are needed.
    private var samples: [UInt8] = []
    /// The number of rows that the file contains, counted from the first stored one.
    private let storedRows: Int

    init(_ bytes: ImageBytes, _ header: BMPHeader) throws(ImageRefusal) {
        self.bytes = bytes
        self.header = header
        var description = try ImageDescription(
            .rgb, hasAlpha: false, width: header.width, height: header.height, isRandomAccess: false,
            bands: header.isIndexed ? 1 : 3, bits: header.isIndexed ? header.bits : 8)
        description.profile = header.profile
        var codes = BMPCodes(bytes, header)
        while codes.next() != nil {}
        storedRows = codes.completeRows
        try description.lose(rows: header.height - storedRows)
        self.description = description
    }

    func row(_ row: Int, columns: Range<Int>) throws(ImageRefusal) -> [UInt8] {
        if samples.isEmpty { decode() }
        let stored = header.isTopDown ? row : header.height - 1 - row
        guard stored < storedRows else { return [UInt8](repeating: 0, count: columns.count * description.pixelBytes) }
        let start = (stored * header.width + columns.lowerBound) * 3
        let part = samples[start..<(start + columns.count * 3)]
        guard description.hasAlpha else { return Array(part) }
        return stride(from: start, to: part.endIndex, by: 3).flatMap { part[$0..<($0 + 3)] + [255] }
    }

    private func decode() {
        samples = [UInt8](repeating: 0, count: header.width * header.height * 3)
        var codes = BMPCodes(bytes, header)
        while let code = codes.next() {
            guard code.y < header.height else { break }
            for index in 0..<min(code.count, max(0, header.width - code.x)) {
                guard let color = codes.color(index, of: code) else { break }
                let place = (code.y * header.width + code.x + index) * 3
                samples[place] = color.red
                samples[place + 1] = color.green
                samples[place + 2] = color.blue
            }
        }
    }
}

/// The codes of a bitmap in runs, in the order of the file.
private struct BMPCodes {
    /// Pixels of a row, equal or listed.
    struct Code {
        var x: Int
        var y: Int
        var count: Int
        /// The position of the colors.
        var place: Int
        var isList: Bool
    }

    private let bytes: ImageBytes
    private let header: BMPHeader
    private var x = 0
    private var y = 0
    private var at: Int
    private var hasEnded = false

    init(_ bytes: ImageBytes, _ header: BMPHeader) {
        (self.bytes, self.header) = (bytes, header)
        at = header.pixels
    }

    /// The number of stored rows that precede the end of the file: all of them after an end mark.
    var completeRows: Int { hasEnded ? header.height : min(header.height, x >= header.width ? y + 1 : y) }

    /// Returns the next pixels, which may be none or outside the picture; nil at the end of the picture or the file.
    mutating func next() -> Code? {
        guard !hasEnded, y < header.height, let count = bytes.byte(at: at), let value = bytes.byte(at: at + 1) else {
            return nil
        }
        let code: Code
        switch (count, value) {
        case (0, 0):
            code = Code(x: x, y: y, count: 0, place: at, isList: true)
            (x, y, at) = (0, y + 1, at + 2)
            return code
        case (0, 1):
            hasEnded = true
            return nil
        case (0, 2):
            guard let right = bytes.byte(at: at + 2), let down = bytes.byte(at: at + 3) else { return nil }
            (x, y, at) = (x + Int(right), y + Int(down), at + 4)
            return Code(x: x, y: y, count: 0, place: at, isList: true)
        case (0, _):
            code = Code(x: x, y: y, count: Int(value), place: at + 2, isList: true)
            // Padded to 16 bits.
            at += 2 + (code.count * header.bits + 15) / 16 * 2
        default:
            code = Code(x: x, y: y, count: Int(count), place: at + 1, isList: false)
            at += header.bits == 24 ? 4 : 2
        }
        guard at <= bytes.count + 1 else { return nil }
        x += code.count
        return code
    }

    /// Returns the color of a pixel of a code; nil at the end of the file.
    func color(_ index: Int, of code: Code) -> BMPColor? {
        if header.bits == 24 {
            guard let color = bytes.bytes(at: code.place + (code.isList ? index * 3 : 0), count: 3) else { return nil }
            let first = color.startIndex
            return BMPColor(red: color[first + 2], green: color[first + 1], blue: color[first])
        }
        let bytesBefore = code.isList ? index * header.bits / 8 : 0
        guard let byte = bytes.byte(at: code.place + bytesBefore) else { return nil }
        return header.palette[header.bits == 8 ? Int(byte) : Int(index % 2 == 0 ? byte >> 4 : byte & 15)]
    }
}
