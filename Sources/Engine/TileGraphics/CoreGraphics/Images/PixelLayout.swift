import Foundation

/// The memory layout of a pixel, as specified in Core Graphics by a space, sizes and a `CGBitmapInfo`.
struct PixelLayout {
    /// The number of bits: 1, 2, 4, 8, 16 or 32.
    let bitsPerComponent: Int
    let bitsPerPixel: Int
    /// The number of color components, not counting alpha.
    let colors: Int
    let alpha: CGImageAlphaInfo
    /// Whether 32-bit numbers are IEEE floats.
    let isFloat: Bool
    /// Whether the bytes of each group of `orderSize` are in little-endian order.
    private let isLittle: Bool
    private let orderSize: Int
    /// The packing of 5-5-5, 5-6-5 or 10-10-10 bits.
    private let packed: CGImagePixelFormatInfo

    /// Creates a layout; nil for one that Core Graphics does not know or that is not supported here (CIF10).
    init?(bitsPerComponent: Int, bitsPerPixel: Int, colors: Int, info: CGBitmapInfo) {
        guard let alpha = info.alphaInfo else { return nil }
        self.bitsPerComponent = bitsPerComponent
        self.bitsPerPixel = bitsPerPixel
        self.colors = alpha == .alphaOnly ? 0 : colors
        self.alpha = alpha
        isFloat = info.contains(.floatComponents)
        guard let packed = CGImagePixelFormatInfo(rawValue: info.rawValue & CGImagePixelFormatInfo.mask.rawValue),
            packed != .mask, packed != .rgbCIF10
        else { return nil }
        switch info.rawValue & CGBitmapInfo.byteOrderMask.rawValue {
        case 0: (isLittle, orderSize) = (false, 1)
        case CGBitmapInfo.byteOrder16Little.rawValue: (isLittle, orderSize) = (true, 2)
        case CGBitmapInfo.byteOrder32Little.rawValue: (isLittle, orderSize) = (true, 4)
        case CGBitmapInfo.byteOrder16Big.rawValue: (isLittle, orderSize) = (false, 2)
        case CGBitmapInfo.byteOrder32Big.rawValue: (isLittle, orderSize) = (false, 4)
        default: return nil
        }
        // iOS accepts 5-5-5 pixels without a packing flag.
        self.packed = bitsPerComponent == 5 && packed == .packed ? .rgb555 : packed
        switch self.packed {
        case .rgb555, .rgb565: guard bitsPerPixel == 16, colors == 3 else { return nil }
        case .rgb101010: guard bitsPerPixel == 32, colors == 3 else { return nil }
        default:
            guard [1, 2, 4, 8, 16, 32].contains(bitsPerComponent), isFloat == (bitsPerComponent == 32),
                bitsPerPixel >= components * bitsPerComponent, bitsPerPixel <= 256
            else { return nil }
            // Components below 8 bits must be alone or fill their bytes.
            guard bitsPerComponent >= 8 ? bitsPerPixel % 8 == 0 : bitsPerPixel == components * bitsPerComponent
            else { return nil }
        }
        guard !isLittle || bitsPerPixel % (orderSize * 8) == 0 || bitsPerPixel <= 8 else { return nil }
    }

    /// The number of components in a pixel, including alpha or a skipped one.
    var components: Int {
        switch alpha {
        case .none: colors
        case .alphaOnly: 1
        default: colors + 1
        }
    }

    var hasAlpha: Bool {
        switch alpha {
        case .none, .noneSkipFirst, .noneSkipLast: false
        default: true
        }
    }

    var isPremultiplied: Bool { alpha == .premultipliedFirst || alpha == .premultipliedLast }

    private var isAlphaFirst: Bool { alpha == .premultipliedFirst || alpha == .first || alpha == .noneSkipFirst }

    /// Returns the minimum number of bytes in a row.
    func leastBytesPerRow(_ width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

    /// The largest value of an integer component.
    private var greatest: Double { isFloat ? 1 : Double((1 << bitsPerComponent) - 1) }

    /// Returns the color components and alpha (1 if absent) of a pixel in a row, from 0 to 1. With `isRaw`, integers
    /// are returned as they are, for indexed spaces.
    func read(_ row: UnsafeRawPointer, _ x: Int, isRaw: Bool = false) -> (colors: [Double], alpha: Double) {
        if packed != .packed { return (readPacked(row, x), 1) }
        var numbers = [Double](repeating: 0, count: components)
        for index in 0..<components {
            let bit = x * bitsPerPixel + index * bitsPerComponent
            switch bitsPerComponent {
            case 8: numbers[index] = Double(byte(row, bit / 8))
            case 16: numbers[index] = Double(UInt32(byte(row, bit / 8)) << 8 | UInt32(byte(row, bit / 8 + 1)))
            case 32:
                var pattern = UInt32(0)
                for offset in 0..<4 { pattern = pattern << 8 | UInt32(byte(row, bit / 8 + offset)) }
                let value = Double(Float(bitPattern: pattern))
                numbers[index] = value.isFinite ? value : 0
            default:
                let shift = 8 - bitsPerComponent - bit % 8
                numbers[index] = Double(Int(byte(row, bit / 8)) >> shift & ((1 << bitsPerComponent) - 1))
            }
            if !isRaw { numbers[index] /= greatest }
        }
        if alpha == .alphaOnly { return ([], numbers[0]) }
        guard components > colors else { return (numbers, 1) }
        let alphaIndex = isAlphaFirst ? 0 : colors
        let opacity = hasAlpha ? numbers[alphaIndex] : 1
        numbers.remove(at: alphaIndex)
        if isPremultiplied, opacity < 1 {
            for index in numbers.indices { numbers[index] = opacity > 0 ? min(1, numbers[index] / opacity) : 0 }
        }
        return (numbers, opacity)
    }

    private func readPacked(_ row: UnsafeRawPointer, _ x: Int) -> [Double] {
        var value = UInt32(0)
        for offset in 0..<bitsPerPixel / 8 { value = value << 8 | UInt32(byte(row, x * bitsPerPixel / 8 + offset)) }
        func bits(_ shift: UInt32, _ count: UInt32) -> Double {
            Double(value >> shift & ((1 << count) - 1)) / Double((1 << count) - 1)
        }
        switch packed {
        case .rgb565: return [bits(11, 5), bits(5, 6), bits(0, 5)]
        case .rgb101010: return [bits(20, 10), bits(10, 10), bits(0, 10)]
        default: return [bits(10, 5), bits(5, 5), bits(0, 5)]
        }
    }

    /// Returns a byte by its offset in big-endian order.
    @inline(__always)
    private func byte(_ row: UnsafeRawPointer, _ offset: Int) -> UInt8 {
        let place = isLittle ? offset / orderSize * orderSize + (orderSize - 1 - offset % orderSize) : offset
        return row.load(fromByteOffset: place, as: UInt8.self)
    }

    /// The shifts that convert common four-byte pixels to a `Bitmap`'s little-endian words, for each byte (24 for
    /// alpha, 16 red, 8 green, 0 blue); nil for other layouts.
    var byteShifts: [UInt32]? {
        guard bitsPerComponent == 8, bitsPerPixel == 32, colors == 3, components == 4, packed == .packed,
            orderSize == 4 || !isLittle
        else { return nil }
        let big: [UInt32] = isAlphaFirst ? [24, 16, 8, 0] : [16, 8, 0, 24]
        return isLittle ? big.reversed() : big
    }
}
