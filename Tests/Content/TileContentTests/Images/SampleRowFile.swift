/// Small files in the formats that `tilework-image` decodes by itself, written as their specifications say.
enum SampleRowFile {
    static let width = 19
    static let height = 13

    /// The red, green and blue of a pixel.
    static func color(_ x: Int, _ y: Int) -> [UInt8] { [UInt8(x * 13), UInt8(y * 19), UInt8(x * y)] }

    /// The index of a pixel's color in `palette`.
    static func index(_ x: Int, _ y: Int) -> UInt8 { UInt8((x / 5 + y) % 4) }
    static let palette: [[UInt8]] = [[10, 20, 30], [200, 0, 0], [0, 210, 0], [0, 0, 220]]

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }

    /// All pixels' samples, row by row.
    private static func samples(_ pixel: (_ x: Int, _ y: Int) -> [UInt8]) -> [UInt8] {
        (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
    }

    // MARK: BMP

    struct Bitmap {
        var bits = 24
        var compression = 0
        var isTopDown = false
        /// The length of the information header: 12, 40, or 124.
        var header = 40
        var masks: [UInt32] = []
        /// The bytes of a stored row without padding.
        var row: @Sendable (_ y: Int) -> [UInt8] = { _ in [] }
        /// The pixels if they are not plain rows.
        var coded: [UInt8]?

        private var rows: [UInt8] {
            var bytes: [UInt8] = []
            for stored in 0..<height {
                bytes += row(isTopDown ? stored : height - 1 - stored)
                while bytes.count % 4 != 0 { bytes.append(0) }
            }
            return bytes
        }

        var bytes: [UInt8] {
            var table: [UInt8] = []
            for color in bits > 8 ? [] : palette {
                table += [color[2], color[1], color[0]]
                if header > 12 { table.append(0) }
            }
            var info = little(header, 4)
            if header == 12 {
                info += little(width, 2) + little(height, 2) + little(1, 2) + little(bits, 2)
            } else {
                info += little(width, 4) + little(isTopDown ? -height : height, 4) + little(1, 2) + little(bits, 2)
                info += little(compression, 4) + little(0, 12) + little(bits > 8 ? 0 : palette.count, 4) + little(0, 4)
                for mask in masks { info += little(Int(mask), 4) }
                if info.count < header { info += [UInt8](repeating: 0, count: header - info.count) }
            }
            let pixels = coded ?? rows
            let start = 14 + info.count + table.count
            var bytes = Array("BM".utf8)
            bytes += little(start + pixels.count, 4) + little(0, 4) + little(start, 4)
            return bytes + info + table + pixels
        }
    }

    /// Returns a row of indexes, packed from the upper bits on.
    private static func packed(_ y: Int, bits: Int) -> [UInt8] {
        var row = [UInt8](repeating: 0, count: (width * bits + 7) / 8)
        let mask = UInt8((1 << bits) - 1)
        for x in 0..<width { row[x * bits / 8] |= (index(x, y) & mask) << UInt8(8 - bits - x * bits % 8) }
        return row
    }

    static let bitmap24 = Bitmap(row: { y in (0..<width).flatMap { Array(color($0, y).reversed()) } })
    static let bitmapTopDown = Bitmap(isTopDown: true, row: bitmap24.row)
    static let bitmapCore = Bitmap(bits: 8, header: 12, row: { packed($0, bits: 8) })
    static let bitmap8 = Bitmap(bits: 8, row: { packed($0, bits: 8) })
    static let bitmap4 = Bitmap(bits: 4, row: { packed($0, bits: 4) })
    static let bitmap2 = Bitmap(bits: 2, row: { packed($0, bits: 2) })
    static let bitmap1 = Bitmap(bits: 1, row: { packed($0, bits: 1) })
    /// Green has an odd place, to test shifts.
    static let bitmapFields = Bitmap(
        bits: 32, compression: 3, header: 124, masks: [0xFF00_0000, 0xFF00, 0xFF, 0xFF_0000],
        row: { y in
            (0..<width).flatMap { x -> [UInt8] in
                let color = color(x, y)
                return [color[2], color[1], UInt8(100 + x), color[0]]
            }
        })

    /// The indexes in runs: those of equal pixels, listed ones, and a skip over two pixels of the first row.
    static let bitmapRuns: Bitmap = {
        var coded: [UInt8] = []
        for y in (0..<height).reversed() {
            if y == 0 { coded += [0, 2, 2, 0] }
            var x = y == 0 ? 2 : 0
            while x < width {
                let run = (x..<width).prefix { index($0, y) == index(x, y) }.count
                if run >= 3 || x + 3 > width {
                    coded += [UInt8(run), index(x, y)]
                    x += run
                } else {
                    coded += [0, 3, index(x, y), index(x + 1, y), index(x + 2, y), 0]
                    x += 3
                }
            }
            coded += [0, y == 0 ? 1 : 0]
        }
        return Bitmap(bits: 8, compression: 1, coded: coded)
    }()

    // MARK: PNM and PFM

    static let ppm = Array("P6 # a comment\n19 13\n255\n".utf8) + samples(color)
    static let ppm16: [UInt8] =
        Array("P6\n19 13\n1000\n".utf8)
        + samples { x, y -> [UInt8] in
            color(x, y).flatMap { big(4 * Int($0), 2) }
        }
    static let pgmText: [UInt8] =
        Array("P2\n19 13 31\n".utf8)
        + samples { x, _ -> [UInt8] in
            Array("\(x) \(x == 9 ? "# 7\n" : "")".utf8)
        }
    static let pbm: [UInt8] = Array("P4 19 13\n".utf8) + (0..<height).flatMap { packed($0, bits: 1) }
    static let pbmText: [UInt8] =
        Array("P1 19 13\n".utf8)
        + samples { x, y -> [UInt8] in
            [0x30 + (index(x, y) & 1)]
        }
    static let pam: [UInt8] =
        Array("P7\nWIDTH 19\nHEIGHT 13\n# a comment\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8)
        + samples { x, y -> [UInt8] in
            color(x, y) + [UInt8(100 + x)]
        }

    /// - Parameter depth: 3 for light, 1 for distances.
    static func pfm(depth: Int, isLittle: Bool = true, value: (_ x: Int, _ y: Int) -> Float) -> [UInt8] {
        var bytes = Array("\(depth == 3 ? "PF" : "Pf")\n19 13\n\(isLittle ? -1.0 : 1.0)\n".utf8)
        for y in (0..<height).reversed() {
            for x in 0..<width {
                let number = little(Int(value(x, y).bitPattern), 4)
                for _ in 0..<depth { bytes += isLittle ? number : number.reversed() }
            }
        }
        return bytes
    }

    // MARK: Radiance

    /// A picture whose light is 2 to the power of (x − 12), in runs.
    static let radiance: [UInt8] = {
        var bytes = Array("#?RADIANCE\n# a remark\nFORMAT=32-bit_rle_rgbe\n\n-Y 13 +X 19\n".utf8)
        for _ in 0..<height {
            bytes += [2, 2, 0, UInt8(width)]
            for _ in 0..<3 { bytes += [128 + UInt8(width), 128] }
            bytes.append(UInt8(width))
            for x in 0..<width { bytes.append(UInt8(128 - 11 + x)) }
        }
        return bytes
    }()

    /// The same picture in whole pixels.
    static let radiancePlain: [UInt8] =
        Array("#?RGBE\nFORMAT=32-bit_rle_rgbe\n\n-Y 13 +X 19\n".utf8)
        + samples { x, _ -> [UInt8] in
            [128, 128, 128, UInt8(128 - 11 + x)]
        }

    // MARK: QOI

    /// Pixels in all ways that QOI has: whole colors, differences, an index and runs.
    static let qoi: [UInt8] = {
        var bytes = Array("qoif".utf8) + big(width, 4) + big(height, 4) + [3, 0]
        for y in 0..<height {
            for x in 0..<width {
                switch x {
                case 0: bytes += [0xFE] + qoiColor(0, y)
                case 1: bytes += [0xC0 | 4]
                case 2...5: break
                // One more in each component.
                case 6: bytes += [0x40 | 3 << 4 | 3 << 2 | 3]
                // Three more in green and red, and four more in blue.
                case 7: bytes += [0x80 | (32 + 3), 8 << 4 | 9]
                case 8:
                    let first = qoiColor(0, y).map { Int($0) }
                    bytes += [UInt8((first[0] * 3 + first[1] * 5 + first[2] * 7 + 255 * 11) % 64)]
                case 9: bytes += [0xC0 | 9]
                default: break
                }
            }
        }
        return bytes + [0, 0, 0, 0, 0, 0, 0, 1]
    }()

    /// The color of a pixel of `qoi`.
    static func qoiColor(_ x: Int, _ y: Int) -> [UInt8] {
        let first = [UInt8(y * 13), UInt8(y * 7), UInt8(250 - y)]
        switch x {
        case 6: return first.map { $0 &+ 1 }
        case 7: return [first[0] &+ 4, first[1] &+ 4, first[2] &+ 5]
        default: return first
        }
    }

    // MARK: Photoshop

    struct Photoshop {
        var mode = 3
        var depth = 8
        var channels = 3
        var resources: [UInt8] = []
        /// The number of layers that the file states; nil for none.
        var layers: Int?
        var colors: [UInt8] = []
        var compression = 1
        /// The bytes of a row of a channel.
        var row: @Sendable (_ channel: Int, _ y: Int) -> [UInt8]

        var bytes: [UInt8] {
            var bytes = Array("8BPS".utf8) + big(1, 2) + big(0, 6) + big(channels, 2)
            bytes += big(height, 4) + big(width, 4) + big(depth, 2) + big(mode, 2)
            bytes += big(colors.count, 4) + colors + big(resources.count, 4) + resources
            // A section of layers with nothing but their number, and 2 bytes after it.
            if let layers {
                bytes += big(8, 4) + big(4, 4) + big(layers, 2) + big(0, 2)
            } else {
                bytes += big(0, 4)
            }
            bytes += big(compression, 2)
            let rows = (0..<channels).flatMap { channel in (0..<height).map { row(channel, $0) } }
            guard compression == 1 else { return bytes + rows.flatMap { $0 } }
            let packed = rows.map { row -> [UInt8] in
                // The first two bytes as a run if they are equal, the rest listed.
                if row[0] == row[1] { return [255, row[0], UInt8(row.count - 3)] + row[2...] }
                return [UInt8(row.count - 1)] + row
            }
            for row in packed { bytes += big(row.count, 2) }
            return bytes + packed.flatMap { $0 }
        }
    }

    static func resource(_ number: Int, _ content: [UInt8]) -> [UInt8] {
        var bytes = Array("8BIM".utf8)
        bytes += big(number, 2) + [0, 0] + big(content.count, 4)
        return bytes + content + [UInt8](repeating: 0, count: content.count % 2)
    }

    static let photoshop = Photoshop(row: { channel, y in (0..<width).map { color($0, y)[channel] } })
    static let photoshop16 = Photoshop(
        depth: 16, compression: 0,
        row: { channel, y in (0..<width).flatMap { big(Int(color($0, y)[channel]) * 257, 2) } })
}
