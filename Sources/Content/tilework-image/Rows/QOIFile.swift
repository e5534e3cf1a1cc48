import ImageMessages

/// A file in the Quite OK Image Format (specification 1.0 of 2022).
///
/// Pixels depend on those before them, so rows are decoded in order. A reader that returns to an earlier row starts
/// over.
final class QOIFile: RowFile {
    let description: ImageDescription

    private let bytes: ImageBytes
    private let channels: Int
    private var decoder = Decoder()
    private var nextRow = 0

    private static let headerLength = 14
    private static let endMarker: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

    init(_ bytes: ImageBytes) throws(ImageRefusal) {
        guard let width = bytes.number(at: 4, count: 4), let height = bytes.number(at: 8, count: 4),
            let channels = bytes.byte(at: 12), bytes.count >= Self.headerLength
        else { throw .endsEarly }
        guard channels == 3 || channels == 4 else {
            throw ImageRefusal("its pixels have \(channels) channels, where QOI has 3 or 4")
        }
        self.bytes = bytes
        self.channels = Int(channels)
        var description = try ImageDescription(
            .rgb, hasAlpha: channels == 4, width: width, height: height, isRandomAccess: false, bands: Int(channels),
            bits: 8)
        let tail = bytes.bytes(at: bytes.count - Self.endMarker.count, count: Self.endMarker.count)
        if tail?.elementsEqual(Self.endMarker) != true {
            try description.lose(rows: height - Self.completeRows(bytes, width: width, height: height))
        }
        self.description = description
    }

    /// Returns the number of rows that the file contains completely.
    private static func completeRows(_ bytes: ImageBytes, width: Int, height: Int) -> Int {
        var (decoder, count) = (Decoder(), 0)
        while count < width * height, let run = decoder.skip(bytes) { count += run }
        return min(height, count / width)
    }

    func row(_ row: Int, columns: Range<Int>) throws(ImageRefusal) -> [UInt8] {
        let hasAlpha = description.hasAlpha
        let pixelBytes = description.pixelBytes
        if row >= description.height - description.missingRows {
            return [UInt8](repeating: 0, count: columns.count * pixelBytes)
        }
        if row < nextRow { (decoder, nextRow) = (Decoder(), 0) }
        var samples: [UInt8] = []
        samples.reserveCapacity(columns.count * pixelBytes)
        while nextRow <= row {
            for column in 0..<description.width {
                guard let pixel = decoder.next(bytes) else { throw ImageRefusal("the file ends early") }
                guard nextRow == row, columns.contains(column) else { continue }
                samples.append(pixel.red)
                samples.append(pixel.green)
                samples.append(pixel.blue)
                if hasAlpha { samples.append(channels == 4 ? pixel.alpha : 255) }
            }
            nextRow += 1
        }
        return samples
    }

    private struct Pixel {
        var red: UInt8 = 0
        var green: UInt8 = 0
        var blue: UInt8 = 0
        var alpha: UInt8 = 255

        /// The pixel's place in the table of pixels seen before.
        var place: Int { (Int(red) * 3 + Int(green) * 5 + Int(blue) * 7 + Int(alpha) * 11) % 64 }
    }

    /// The state between two pixels.
    private struct Decoder {
        private var pixel = Pixel()
        private var seen = [Pixel](repeating: Pixel(red: 0, green: 0, blue: 0, alpha: 0), count: 64)
        /// The number of further pixels that equal the last one.
        private var run = 0
        private var at = QOIFile.headerLength

        /// Returns the next pixel, or nil at the end of the file.
        mutating func next(_ bytes: ImageBytes) -> Pixel? {
            if run > 0 {
                run -= 1
                return pixel
            }
            guard let tag = bytes.byte(at: at) else { return nil }
            let operand = tag & 0x3F
            switch tag {
            case 0xFE, 0xFF:
                guard let red = bytes.byte(at: at + 1), let green = bytes.byte(at: at + 2),
                    let blue = bytes.byte(at: at + 3)
                else { return nil }
                (pixel.red, pixel.green, pixel.blue) = (red, green, blue)
                if tag == 0xFF {
                    guard let alpha = bytes.byte(at: at + 4) else { return nil }
                    pixel.alpha = alpha
                }
            case 0x00...0x3F: pixel = seen[Int(operand)]
            case 0x40...0x7F:
                pixel.red = pixel.red &+ (operand >> 4) &- 2
                pixel.green = pixel.green &+ (operand >> 2 & 3) &- 2
                pixel.blue = pixel.blue &+ (operand & 3) &- 2
            case 0x80...0xBF:
                guard let second = bytes.byte(at: at + 1) else { return nil }
                let green = operand &- 32
                pixel.red = pixel.red &+ green &- 8 &+ (second >> 4)
                pixel.green = pixel.green &+ green
                pixel.blue = pixel.blue &+ green &- 8 &+ (second & 15)
            default: run = Int(operand)
            }
            at += Self.length(of: tag)
            seen[pixel.place] = pixel
            return pixel
        }

        /// Skips a chunk and returns the number of its pixels, or nil at the end of the file.
        mutating func skip(_ bytes: ImageBytes) -> Int? {
            guard let tag = bytes.byte(at: at), at + Self.length(of: tag) <= bytes.count else { return nil }
            at += Self.length(of: tag)
            return tag >= 0xC0 && tag < 0xFE ? Int(tag & 0x3F) + 1 : 1
        }

        private static func length(of tag: UInt8) -> Int {
            switch tag {
            case 0xFF: 5
            case 0xFE: 4
            case 0x80...0xBF: 2
            default: 1
            }
        }
    }
}
