import CDeflate

/// Writes the chunks of a PNG file (W3C PNG, third edition) in sequence into a buffer that is large enough.
struct PNGWriter {
    enum ColorType: UInt8 {
        case gray = 0
        case rgb = 2
        case palette = 3
        case rgba = 6

        init(_ samples: FilteredRows.Samples) {
            switch samples {
            case .gray: self = .gray
            case .rgb: self = .rgb
            case .rgba: self = .rgba
            }
        }
    }

    private let start: UnsafeMutablePointer<UInt8>
    private var next: UnsafeMutablePointer<UInt8>
    private var chunk: UnsafeMutablePointer<UInt8>

    /// The size of everything except the compressed pixels: signature, IHDR, PLTE, tRNS, the frame of IDAT, IEND.
    static let overhead = 8 + 25 + (12 + 768) + (12 + 256) + 12 + 12

    init(_ target: UnsafeMutablePointer<UInt8>) {
        start = target
        next = target
        chunk = target
        put32(0x8950_4E47)
        put32(0x0D0A_1A0A)
    }

    /// The bytes written so far.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: next - start) }

    mutating func writeHeader(width: Int, height: Int, bitDepth: Int, colorType: ColorType) {
        begin("IHDR")
        put32(UInt32(width))
        put32(UInt32(height))
        put(UInt8(bitDepth))
        put(colorType.rawValue)
        // Compression and filter method have one value; no interlacing.
        put(0)
        put(0)
        put(0)
        end()
    }

    /// Writes the colors, and their alphas up to the last that is not 255.
    mutating func writePalette(_ straightColors: UnsafeBufferPointer<UInt32>) {
        begin("PLTE")
        for color in straightColors {
            put(UInt8(truncatingIfNeeded: color >> 16))
            put(UInt8(truncatingIfNeeded: color >> 8))
            put(UInt8(truncatingIfNeeded: color))
        }
        end()
        guard let lastTranslucent = straightColors.lastIndex(where: { $0 < 0xFF00_0000 }) else { return }
        begin("tRNS")
        for color in straightColors[...lastTranslucent] { put(UInt8(truncatingIfNeeded: color >> 24)) }
        end()
    }

    /// Writes one chunk with the pixels. `compress` writes a zlib stream to the given address and returns its length.
    mutating func writePixels(_ compress: (UnsafeMutablePointer<UInt8>) -> Int) {
        begin("IDAT")
        next += compress(next)
        end()
    }

    mutating func finish() {
        begin("IEND")
        end()
    }

    private mutating func begin(_ type: StaticString) {
        chunk = next
        next += 4
        for index in 0..<4 { put(type.utf8Start[index]) }
    }

    /// Writes the chunk's length before it and its checksum after it.
    private mutating func end() {
        let length = next - chunk - 8
        UnsafeMutableRawPointer(chunk).storeBytes(of: UInt32(length).bigEndian, as: UInt32.self)
        put32(libdeflate_crc32(0, chunk + 4, length + 4))
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        next.pointee = byte
        next += 1
    }

    private mutating func put32(_ value: UInt32) {
        UnsafeMutableRawPointer(next).storeBytes(of: value.bigEndian, as: UInt32.self)
        next += 4
    }
}
