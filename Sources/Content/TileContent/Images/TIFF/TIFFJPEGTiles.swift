import Foundation

/// JPEG-compressed tiles of a TIFF page. Each tile is a separate picture, except for the tables that all tiles share
/// (Adobe Photoshop TIFF Technical Notes 2, 2002). With the tables inserted, a tile is a JPEG file that can be sent
/// without decoding and encoding it again.
final class TIFFJPEGTiles: Sendable {
    private let file: DataFile
    private let reader: TIFFReader
    private let width: Int
    private let height: Int
    private let tiles: TIFFTiles
    private let components: Int
    private let offsets: TIFFReader.Field
    private let byteCounts: TIFFReader.Field
    /// The first bytes of each file, up to the tile's own segments.
    private let head: [UInt8]

    private static let jpeg = 7
    private static let chunky = 1
    private static let maxTables = 1 << 16
    /// The largest tile, in bytes.
    private static let maxTile = 1 << 22

    /// Returns nil if the page's tiles have another compression, or colors that differ from a JPEG file's.
    init?(_ path: String, page: VipsPicture.Page) {
        guard let file = DataFile.open(path), let reader = TIFFReader(file), let directory = reader.directory(of: page),
            let tiles = TIFFTiles(directory, reader),
            reader.value(.compression, of: directory) == Self.jpeg,
            reader.value(.bitsPerSample, of: directory) == 8,
            reader.value(.planarConfiguration, of: directory) ?? Self.chunky == Self.chunky,
            let width = reader.value(.imageWidth, of: directory),
            let height = reader.value(.imageLength, of: directory),
            let offsets = directory.fields[.tileOffsets], let byteCounts = directory.fields[.tileByteCounts]
        else { return nil }
        let photometric = reader.value(.photometric, of: directory)
        let samples = reader.value(.samplesPerPixel, of: directory) ?? 1
        let marker: [UInt8]
        switch (photometric, samples) {
        // Grays, and luminance with two color differences, in the full range, as in JFIF.
        case (1, 1): marker = Self.jfif
        case (6, 3) where Self.isFullRange(directory, reader): marker = Self.jfif
        // Red, green and blue without a transform.
        case (2, 3): marker = Self.adobeRGB
        default: return nil
        }
        let tables = reader.bytes(.jpegTables, of: directory, most: Self.maxTables) ?? [0xFF, 0xD8, 0xFF, 0xD9]
        guard tables.count >= 4, tables.starts(with: [0xFF, 0xD8]), tables.suffix(2) == [0xFF, 0xD9] else { return nil }
        head = [0xFF, 0xD8] + marker + tables[2..<(tables.count - 2)]
        self.file = file
        self.reader = reader
        self.tiles = tiles
        components = samples
        (self.width, self.height, self.offsets, self.byteCounts) = (width, height, offsets, byteCounts)
    }

    /// An APP0 segment of JFIF 1.1, without a resolution.
    private static let jfif: [UInt8] = [
        0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
    ]
    /// An Adobe APP14 segment that declares that no color transform was applied.
    private static let adobeRGB: [UInt8] = [
        0xFF, 0xEE, 0, 14, 0x41, 0x64, 0x6F, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0,
    ]

    /// Whether black and white have JFIF's values, which is also the default.
    private static func isFullRange(_ directory: TIFFReader.Directory, _ reader: TIFFReader) -> Bool {
        guard let field = directory.fields[.referenceBlackWhite] else { return true }
        guard field.size == 8, field.count == 6 else { return false }
        // The numerator and denominator of each value, as one number in the file's order.
        let halves = TIFFReader.Field(size: 4, count: 12, start: field.start)
        let numbers = (0..<12).map { reader.value($0, of: halves) ?? 0 }
        let values = (0..<6).map {
            numbers[2 * $0 + 1] == 0 ? -1 : Double(numbers[2 * $0]) / Double(numbers[2 * $0 + 1])
        }
        return values == [0, 255, 128, 255, 128, 255]
    }

    /// Returns a rect as a JPEG file, or nil if the rect is not exactly one full tile, or if the tile is damaged. Reads
    /// the tile's bytes.
    func file(of rect: ImageLevels.Rect) -> [UInt8]? {
        guard rect.width == tiles.width, rect.height == tiles.height, rect.x % tiles.width == 0,
            rect.y % tiles.height == 0, rect.x + tiles.width <= width, rect.y + tiles.height <= height
        else { return nil }
        let columns = (width + tiles.width - 1) / tiles.width
        let number = rect.y / tiles.height * columns + rect.x / tiles.width
        guard let offset = reader.value(number, of: offsets), let count = reader.value(number, of: byteCounts),
            (4...Self.maxTile).contains(count), let bytes = file.bytes(at: offset, count: count),
            bytes.starts(with: [0xFF, 0xD8]), isTile(bytes)
        else { return nil }
        return head + bytes[2...]
    }

    /// Whether the segments before the pixels declare the tile's size and number of components.
    private func isTile(_ bytes: [UInt8]) -> Bool {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            switch marker {
            // Huffman-coded frames: baseline, extended, progressive.
            case 0xC0...0xC2:
                guard length >= 8, place + 10 <= bytes.count else { return false }
                let height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                let width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
                return bytes[place + 4] == 8 && width == tiles.width && height == tiles.height
                    && Int(bytes[place + 9]) == components
            // Segments that declare other colors than the page, and pixels before their frame.
            case 0xDA, 0xEE, 0xD9: return false
            default: place += 2 + max(2, length)
            }
        }
        return false
    }
}
