import ImageMessages

/// A Radiance picture (`.hdr`): light with a common exponent for three primaries, in rows that are coded in runs.
///
/// Rows are decoded in order, and a reader that returns to an earlier row starts over. Light above 1 is white.
final class RadianceFile: RowFile {
    let description: ImageDescription

    private let bytes: ImageBytes
    private let header: Header
    private let encoding = LightEncoding()
    private var nextRow = 0
    /// The position of the next row.
    private var at: Int

    private struct Header {
        var width = 0
        var height = 0
        /// Whether the colors are those of CIE XYZ instead of RGB.
        var isXYZ = false
        var pixels = 0

        /// The length of a header with remarks of programs.
        private static let longest = 64 << 10

        init(_ bytes: ImageBytes) throws(ImageRefusal) {
            var at = 0
            func line() throws(ImageRefusal) -> String {
                var line: [UInt8] = []
                while true {
                    guard at < Self.longest else { throw ImageRefusal("its header has no end") }
                    guard let byte = bytes.byte(at: at) else { throw .endsEarly }
                    at += 1
                    if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
                    line.append(byte)
                }
            }
            _ = try line()
            while true {
                let text = try line()
                if text.isEmpty || text == "\r" { break }
                guard text.hasPrefix("FORMAT=") else { continue }
                switch text.dropFirst(7).filter({ !$0.isWhitespace }) {
                case "32-bit_rle_rgbe": isXYZ = false
                case "32-bit_rle_xyze": isXYZ = true
                case let other: throw .unsupported("it is a Radiance picture in the format “\(other.prefix(40))”")
                }
            }
            let size = try line()
            let words = size.split { $0.isWhitespace }
            guard words.count == 4, let height = Int(words[1]), let width = Int(words[3]) else {
                throw ImageRefusal("its size is “\(size.prefix(40))”")
            }
            guard words[0] == "-Y", words[2] == "+X" else {
                throw .unsupported("it is a Radiance picture with its rows in the order “\(words[0]) \(words[2])”")
            }
            (self.width, self.height, pixels) = (width, height, at)
        }
    }

    init(_ bytes: ImageBytes) throws(ImageRefusal) {
        self.bytes = bytes
        header = try Header(bytes)
        at = header.pixels
        description = try ImageDescription(
            .rgb, hasAlpha: false, bytes: 2, width: header.width, height: header.height, isRandomAccess: false,
            bands: 3, bits: 8)
        guard header.pixels < bytes.count else { throw .endsEarly }
    }

    func row(_ row: Int, columns: Range<Int>) throws(ImageRefusal) -> [UInt8] {
        if row < nextRow { (nextRow, at) = (0, header.pixels) }
        var pixels: [UInt8] = []
        while nextRow <= row {
            var place = at
            pixels = try readRow(&place)
            at = place
            nextRow += 1
        }
        var samples: [UInt8] = []
        samples.reserveCapacity(columns.count * description.pixelBytes)
        for column in columns {
            let place = 4 * column
            let unit = Self.units[Int(pixels[place + 3])]
            // The middle of the step that a mantissa stands for, as Radiance's own programs read it.
            func light(_ index: Int) -> Float { (Float(pixels[place + index]) + 0.5) * unit }
            let stored = (light(0), light(1), light(2))
            let color = header.isXYZ ? Self.rgb(stored) : stored
            samples.append(sample: encoding.encode(color.0))
            samples.append(sample: encoding.encode(color.1))
            samples.append(sample: encoding.encode(color.2))
        }
        return samples
    }

    /// The light of a mantissa of 1, by exponent. An exponent of 0 stands for black.
    private static let units = (0...255).map { $0 == 0 ? 0 : Float(sign: .plus, exponent: $0 - 136, significand: 1) }

    /// Converts CIE XYZ to the primaries of sRGB (IEC 61966-2-1).
    private static func rgb(_ color: (x: Float, y: Float, z: Float)) -> (Float, Float, Float) {
        (
            3.2406 * color.x - 1.5372 * color.y - 0.4986 * color.z,
            -0.9689 * color.x + 1.8758 * color.y + 0.0415 * color.z,
            0.0557 * color.x - 0.2040 * color.y + 1.0570 * color.z
        )
    }

    /// The widths of rows that may be coded a component at a time.
    private static let codedWidths = 8...0x7FFF

    /// Reads the next row: four bytes a pixel.
    private func readRow(_ place: inout Int) throws(ImageRefusal) -> [UInt8] {
        let early = ImageRefusal("the file ends early")
        guard let head = bytes.bytes(at: place, count: 4).map({ Array($0) }) else { throw early }
        guard Self.codedWidths.contains(header.width), head[0] == 2, head[1] == 2, head[2] < 128 else {
            return try readPlainRow(&place)
        }
        guard Int(head[2]) << 8 | Int(head[3]) == header.width else { throw ImageRefusal("a row has another width") }
        place += 4
        var pixels = [UInt8](repeating: 0, count: 4 * header.width)
        for component in 0..<4 {
            var column = 0
            while column < header.width {
                guard let code = bytes.byte(at: place) else { throw early }
                place += 1
                let count = code > 128 ? Int(code) - 128 : Int(code)
                guard count > 0, column + count <= header.width else { throw ImageRefusal("a run exceeds its row") }
                var value: UInt8 = 0
                for index in 0..<count {
                    if code <= 128 || index == 0 {
                        guard let next = bytes.byte(at: place) else { throw early }
                        (value, place) = (next, place + 1)
                    }
                    pixels[4 * (column + index) + component] = value
                }
                column += count
            }
        }
        return pixels
    }

    /// Reads a row of whole pixels. A pixel of 1, 1, 1 repeats the one before it; several of them in a row have the
    /// digits of a longer run, the lowest first.
    private func readPlainRow(_ place: inout Int) throws(ImageRefusal) -> [UInt8] {
        var pixels: [UInt8] = []
        var shift = 0
        while pixels.count < 4 * header.width {
            guard let pixel = bytes.bytes(at: place, count: 4) else { throw ImageRefusal("the file ends early") }
            place += 4
            guard pixel.prefix(3).elementsEqual([1, 1, 1]), pixels.count >= 4 else {
                pixels += pixel
                shift = 0
                continue
            }
            let count = shift < 24 ? Int(pixel[pixel.startIndex + 3]) << shift : 0
            guard count <= header.width - pixels.count / 4 else { throw ImageRefusal("a run exceeds its row") }
            let last = Array(pixels.suffix(4))
            for _ in 0..<count { pixels += last }
            shift += 8
        }
        return pixels
    }
}
