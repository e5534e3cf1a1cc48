import Glibc

/// The information about a JPEG 2000 file that libvips does not expose: the main header of its codestream (ISO/IEC
/// 15444-1, A.5).
struct JPEG2000Header {
    /// The bits of a sample of the first component.
    var precision: Int
    /// Whether the image has several tiles, so that parts can be decoded individually.
    var isTiled: Bool
    /// Whether the first tile starts where the image does. libvips counts tiles from the image's corner, so it reads
    /// the wrong ones of other files.
    var startsWithWholeTile: Bool
    /// Whether the picture starts at the corner of the reference grid, from which libvips counts parts.
    var startsAtCorner: Bool
    /// The number of the color space that a JP2 file states (EnumCS of ISO/IEC 15444-1, I.5.3.3); nil if it states
    /// none.
    var colorSpace: Int?
    /// The palette of which the samples are indexes; nil if there is none.
    var palette: Palette?
    /// The greater of width and height, in pixels.
    var longestSide: Int
    /// Whether blocks have the code of high-throughput JPEG 2000: the segment CAP states part 15 (ISO/IEC 15444-1,
    /// A.5.2, and 15444-15, A.3).
    var isHighThroughput = false

    /// The channels of a palette (I.5.3.4).
    struct Palette {
        /// The bits of each channel's values; nil for values with a sign.
        var bits: [Int?]
    }

    /// The bytes from the start of the codestream to the end of SIZ's first component.
    private static let sizeBytes = 4 + 41
    /// The most segments of a main header that are read.
    private static let mostSegments = 1000

    /// Reads the header of a file.
    ///
    /// - Parameter path: The path with a terminating zero.
    init?(_ path: [UInt8]) {
        let file = path.withUnsafeBufferPointer { bytes in
            bytes.baseAddress!.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                open($0, O_RDONLY | O_CLOEXEC)
            }
        }
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let boxes = Self.boxes(in: file) else { return nil }
        let codestream = boxes.codestream
        let start = Self.bytes(in: file, at: codestream, most: Self.sizeBytes)
        guard start.count == Self.sizeBytes, start.starts(with: Self.mark) else { return nil }
        func number(_ offset: Int) -> Int { start[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        // After the marker: Lsiz, Rsiz, Xsiz, Ysiz, XOsiz, YOsiz, XTsiz, YTsiz, XTOsiz, YTOsiz, Csiz, Ssiz.
        let (right, bottom, left, top) = (number(8), number(12), number(16), number(20))
        let (tileWidth, tileHeight, tileLeft, tileTop) = (number(24), number(28), number(32), number(36))
        guard right > left, bottom > top, tileWidth > 0, tileHeight > 0 else { return nil }
        precision = Int(start[42] & 0x7F) + 1
        isTiled = tileLeft + tileWidth < right || tileTop + tileHeight < bottom
        startsWithWholeTile = left == tileLeft && top == tileTop
        startsAtCorner = left == 0 && top == 0
        longestSide = max(right - left, bottom - top)

        if let header = boxes.header { readHeader(header, in: file) }

        // The segments of the main header, one by one: they have some hundred bytes, or many with comments.
        func pair(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        var segment = codestream + 4 + pair(start[4..<6])
        for _ in 0..<Self.mostSegments {
            let head = Self.bytes(in: file, at: segment, most: 8)
            // SOT ends the main header.
            guard head.count == 8, head[0] == 0xFF, head[1] != 0x90, pair(head[2..<4]) >= 2 else { return }
            // CAP. The first bit of Pcap is of part 1.
            if head[1] == 0x50 {
                isHighThroughput = pair(head[4...]) & 1 << (32 - 15) != 0
                return
            }
            segment += 2 + pair(head[2..<4])
        }
    }

    /// The start of a codestream: SOC, directly followed by SIZ.
    private static let mark: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]
    /// The most boxes that are read before the codestream, and the most in the header.
    private static let mostBoxes = 1000

    /// A box of the file (I.4), without its header.
    private struct Box {
        var name: String
        var content: Range<Int>
    }

    /// Returns the box that starts at an offset; nil if it is damaged.
    private static func box(in file: Int32, at place: Int) -> Box? {
        let head = bytes(in: file, at: place, most: 16)
        guard head.count >= 8, place < 1 << 48 else { return nil }
        func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
        let name = String(decoding: head[4..<8], as: UTF8.self)
        switch number(0..<4) {
        // The box reaches to the end of the file.
        case 0: return Box(name: name, content: (place + 8)..<Int.max)
        // The length follows, in eight bytes.
        case 1:
            guard head.count == 16, number(9..<16) >= 16 else { return nil }
            return Box(name: name, content: (place + 16)..<(place + number(9..<16)))
        case let length: return length < 8 ? nil : Box(name: name, content: (place + 8)..<(place + length))
        }
    }

    /// Returns the offset of the codestream, which is the contents of the box `jp2c`, or 0 in a file without boxes, and
    /// the contents of the box `jp2h`. Nil if there is no codestream.
    private static func boxes(in file: Int32) -> (codestream: Int, header: Range<Int>?)? {
        if bytes(in: file, at: 0, most: mark.count) == mark { return (0, nil) }
        var place = 0
        var header: Range<Int>?
        for _ in 0..<mostBoxes {
            guard let box = box(in: file, at: place) else { return nil }
            if box.name == "jp2c" { return (box.content.lowerBound, header) }
            if box.name == "jp2h", header == nil { header = box.content }
            place = box.content.upperBound
        }
        return nil
    }

    /// Reads the color space and the palette from the boxes in the header.
    private mutating func readHeader(_ header: Range<Int>, in file: Int32) {
        var place = header.lowerBound
        for _ in 0..<Self.mostBoxes where place < header.upperBound {
            guard let box = Self.box(in: file, at: place) else { return }
            let content = Self.bytes(in: file, at: box.content.lowerBound, most: min(box.content.count, 3 + 255))
            switch box.name {
            // METH, PREC, APPROX, and EnumCS.
            case "colr" where colorSpace == nil && content.count >= 7 && content[0] == 1:
                colorSpace = content[3..<7].reduce(0) { $0 << 8 | Int($1) }
            // The number of entries, in two bytes, the number of channels, and a byte for the bits of each.
            case "pclr" where content.count >= 3:
                palette = Palette(
                    bits: content.dropFirst(3).prefix(Int(content[2])).map { $0 > 0x7F ? nil : Int($0) + 1 })
            default: break
            }
            place = box.content.upperBound
        }
    }

    private static func bytes(in file: Int32, at place: Int, most: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: most)
        let count = pread(file, &bytes, most, off_t(place))
        return Array(bytes.prefix(max(0, count)))
    }
}
