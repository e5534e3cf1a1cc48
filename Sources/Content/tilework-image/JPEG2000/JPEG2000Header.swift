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
    /// The number of channels that a palette has for the samples, which are its indexes; nil if there is no palette.
    var paletteChannels: Int?
    /// The greater of width and height, in pixels.
    var longestSide: Int
    /// Whether blocks have the code of high-throughput JPEG 2000: the segment CAP states part 15 (ISO/IEC 15444-1,
    /// A.5.2, and 15444-15, A.3).
    var isHighThroughput = false

    /// The most bytes that are read of the boxes before the codestream.
    private static let prefix = 1 << 20
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
        guard let codestream = Self.codestream(in: file) else { return nil }
        let boxes = Self.bytes(in: file, at: 0, most: min(codestream, Self.prefix))
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

        func offset(ofBox name: String) -> Int? {
            let name = Array(name.utf8)
            return (0..<max(0, boxes.count - 11)).first {
                boxes[$0] == name[0] && boxes[$0..<($0 + 4)].elementsEqual(name)
            }
        }
        // The number of entries, in two bytes, and that of channels (I.5.3.4).
        if let palette = offset(ofBox: "pclr"), palette + 6 < boxes.count { paletteChannels = Int(boxes[palette + 6]) }
        // METH, PREC, APPROX, and EnumCS.
        if let colors = offset(ofBox: "colr"), boxes[colors + 4] == 1 {
            colorSpace = boxes[(colors + 7)..<(colors + 11)].reduce(0) { $0 << 8 | Int($1) }
        }

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
    /// The most boxes before the codestream.
    private static let mostBoxes = 1000

    /// Returns the offset of the codestream: the contents of the box `jp2c`, or 0 in a file without boxes. Nil if there
    /// is none.
    private static func codestream(in file: Int32) -> Int? {
        var place = 0
        for _ in 0..<mostBoxes where place < 1 << 48 {
            let head = bytes(in: file, at: place, most: 16)
            if place == 0, head.starts(with: mark) { return 0 }
            guard head.count == 16 else { return nil }
            func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
            // A length of 1 says that the length follows, in eight bytes.
            let isLong = number(0..<4) == 1
            if head[4..<8].elementsEqual("jp2c".utf8) { return place + (isLong ? 16 : 8) }
            let length = isLong ? number(9..<16) : number(0..<4)
            guard length >= 8 else { return nil }
            place += length
        }
        return nil
    }

    private static func bytes(in file: Int32, at place: Int, most: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: most)
        let count = pread(file, &bytes, most, off_t(place))
        return Array(bytes.prefix(max(0, count)))
    }
}
