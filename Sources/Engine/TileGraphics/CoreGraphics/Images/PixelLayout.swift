import Foundation

/// How a pixel's numbers lie in memory: what Core Graphics says with a space, sizes and a `CGBitmapInfo`.
struct PixelLayout {
    /// 1, 2, 4, 8, 16 or 32 bits.
    let bitsPerComponent: Int
    let bitsPerPixel: Int
    /// Color components, alpha not counted.
    let colors: Int
    let alpha: CGImageAlphaInfo
    /// Numbers of 32 bits are IEEE floats.
    let isFloat: Bool
    /// For each byte of a pixel, or of each group of them that the order speaks of, where it lies.
    private let isLittle: Bool
    private let orderSize: Int
    /// 5-5-5 or 5-6-5 bits in 16.
    private let packed: CGImagePixelFormatInfo

    /// Nil for a layout that Core Graphics does not know or that is not supported here (CIF10).
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
        // iOS takes 5-5-5 pixels without a word about packing.
        self.packed = bitsPerComponent == 5 && packed == .packed ? .rgb555 : packed
        switch self.packed {
        case .rgb555, .rgb565: guard bitsPerPixel == 16, colors == 3 else { return nil }
        case .rgb101010: guard bitsPerPixel == 32, colors == 3 else { return nil }
        default:
            guard [1, 2, 4, 8, 16, 32].contains(bitsPerComponent), isFloat == (bitsPerComponent == 32),
                bitsPerPixel >= components * bitsPerComponent, bitsPerPixel <= 256
            else { return nil }
            // Numbers below a byte stand alone or fill their bytes.
            guard bitsPerComponent >= 8 ? bitsPerPixel % 8 == 0 : bitsPerPixel == components * bitsPerComponent
            else { return nil }
        }
        guard !isLittle || bitsPerPixel % (orderSize * 8) == 0 || bitsPerPixel <= 8 else { return nil }
    }

    /// Numbers a pixel, alpha or what is skipped counted.
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

    /// Bytes that a row needs.
    func leastBytesPerRow(_ width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

    /// The largest whole number that a component can be.
    private var greatest: Double { isFloat ? 1 : Double((1 << bitsPerComponent) - 1) }

    /// The color components and alpha (1 without one) of a pixel in a row, from 0 to 1; `isRaw` leaves whole numbers
    /// as they are, for indexed spaces.
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

    /// A byte by its place in big-endian order.
    @inline(__always)
    private func byte(_ row: UnsafeRawPointer, _ offset: Int) -> UInt8 {
        let place = isLittle ? offset / orderSize * orderSize + (orderSize - 1 - offset % orderSize) : offset
        return row.load(fromByteOffset: place, as: UInt8.self)
    }

    /// For the usual pixels of four bytes: where in a little-endian word of `Bitmap` each of the four bytes goes (24
    /// for alpha, 16 red, 8 green, 0 blue); nil for other layouts.
    var byteShifts: [UInt32]? {
        guard bitsPerComponent == 8, bitsPerPixel == 32, colors == 3, components == 4, packed == .packed,
            orderSize == 4 || !isLittle
        else { return nil }
        let big: [UInt32] = isAlphaFirst ? [24, 16, 8, 0] : [16, 8, 0, 24]
        return isLittle ? big.reversed() : big
    }
}
