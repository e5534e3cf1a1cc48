/// A PNG file made by a test, chunk by chunk (PNG specification, sections 5 and 11).
public struct SamplePNG {
    /// The chunks between the header and the pixels.
    public var chunks: [(name: String, body: [UInt8])] = []
    /// The chunks after the pixels.
    public var lateChunks: [(name: String, body: [UInt8])] = []

    private let width: Int
    private let height: Int
    private let colorType: UInt8
    private let bits: UInt8
    /// The bytes of all pixels, row after row.
    private let pixels: [UInt8]

    /// Creates a file of samples with 8 or 16 bits.
    ///
    /// - Parameters:
    ///   - bands: 1 for gray, 2 for gray and alpha, 3 for RGB, 4 for RGB and alpha.
    ///   - pixels: The bytes of all pixels, row after row.
    public init(width: Int, height: Int, bands: Int, bits: Int = 8, pixels: [UInt8]) {
        precondition(pixels.count == width * height * bands * bits / 8, "pixels of another number than the size says")
        (self.width, self.height, self.bits, self.pixels) = (width, height, UInt8(bits), pixels)
        colorType = [0, 4, 2, 6][bands - 1]
    }

    /// Creates a file of 8 × 8 pixels of one color.
    ///
    /// - Parameter color: The samples of a pixel.
    public init(_ color: [UInt8], bits: Int = 8) {
        let pixel = color.flatMap { [UInt8](repeating: $0, count: bits / 8) }
        self.init(
            width: 8, height: 8, bands: color.count, bits: bits, pixels: (0..<64).flatMap { _ in pixel })
    }

    /// Returns the bytes of numbers, the highest byte first.
    public static func big(_ numbers: [Int], bytes: Int = 4) -> [UInt8] {
        numbers.flatMap { number in (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    }

    /// The bytes of the file.
    public var bytes: [UInt8] {
        let head = Self.big([width, height]) + [bits, colorType, 0, 0, 0]
        let rowBytes = pixels.count / height
        // Each row begins with its filter.
        let rows = (0..<height).flatMap { [0] + pixels[($0 * rowBytes)..<(($0 + 1) * rowBytes)] }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", head)
        for chunk in chunks { file += Self.chunk(chunk.name, chunk.body) }
        file += Self.chunk("IDAT", Self.stored(rows))
        for chunk in lateChunks { file += Self.chunk(chunk.name, chunk.body) }
        return file + Self.chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        var check = UInt32.max
        for byte in named {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return big([body.count]) + named + big([Int(~check)])
    }

    /// Returns bytes as a zlib stream without compression (RFC 1950, and RFC 1951, section 3.2.4).
    public static func stored(_ bytes: [UInt8]) -> [UInt8] {
        precondition(bytes.count < 65_536, "more bytes than a block has")
        let length = [bytes.count & 255, bytes.count >> 8].map { UInt8($0) }
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [0x78, 1, 1] + length + length.map { ~$0 } + bytes + big([high << 16 | low])
    }
}
