import Glibc

/// The information about a JPEG 2000 file that libvips does not expose: the SIZ segment of its codestream (ISO/IEC
/// 15444-1, A.5.1).
struct JPEG2000Header {
    /// The bits of a sample of the first component.
    var precision: Int
    /// Whether the image has several tiles, so that parts can be decoded individually.
    var isTiled: Bool

    /// The number of bytes searched for the start of the codestream; only a very large profile could be longer.
    private static let prefix = 1 << 20

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
        var bytes = [UInt8](repeating: 0, count: Self.prefix)
        let count = read(file, &bytes, bytes.count)
        // SOC, directly followed by SIZ.
        let mark: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]
        guard count > 60,
            let start = (0..<(count - 45)).first(where: { at in
                bytes[at] == 0xFF && bytes[at..<(at + 4)].elementsEqual(mark)
            })
        else { return nil }
        func number(_ offset: Int) -> Int {
            bytes[(start + offset)..<(start + offset + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        // After the marker: Lsiz, Rsiz, Xsiz, Ysiz, XOsiz, YOsiz, XTsiz, YTsiz, XTOsiz, YTOsiz, Csiz, Ssiz.
        let (width, height, tileWidth, tileHeight) = (number(8), number(12), number(24), number(28))
        let precision = Int(bytes[start + 42] & 0x7F) + 1
        guard width > 0, height > 0, tileWidth > 0, tileHeight > 0 else { return nil }
        self.precision = precision
        isTiled = tileWidth < width || tileHeight < height
    }
}
