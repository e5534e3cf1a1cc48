import Glibc

/// What libvips does not tell of a JPEG 2000 file: the SIZ segment of its codestream (ISO/IEC 15444-1, A.5.1).
struct JPEG2000Header {
    /// Bits of a sample, of the first component.
    var precision: Int
    /// Whether it is in several tiles, so that a part can be decoded by itself.
    var isTiled: Bool

    /// The codestream begins within so many bytes, unless a file has a very large profile before it.
    private static let prefix = 1 << 20

    /// - Parameter path: With a zero at its end.
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
        // SOC, and SIZ right after it.
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
