/// Rows of 8-bit samples, as decoders give them, to premultiplied pixels (`PixelColor`).
enum PixelConversion {
    /// `bands`: 1 grey, 2 grey and alpha, 3 red, green, blue, 4 those and alpha.
    static func convert(
        _ source: UnsafePointer<UInt8>, bands: Int, count: Int, into target: UnsafeMutablePointer<UInt32>
    ) {
        switch bands {
        case 1: grey(source, count, target)
        case 2: greyAlpha(source, count, target)
        case 3: color(source, count, target)
        case 4: colorAlpha(source, count, target)
        default: preconditionFailure("pixels of \(bands) bands")
        }
    }

    private static func grey(_ source: UnsafePointer<UInt8>, _ count: Int, _ target: UnsafeMutablePointer<UInt32>) {
        for index in 0..<count { target[index] = 0xFF00_0000 | UInt32(source[index]) &* 0x01_0101 }
    }

    private static func greyAlpha(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ target: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<count {
            let alpha = UInt32(source[2 * index + 1])
            target[index] = alpha &<< 24 | multiply(UInt32(source[2 * index]), alpha) &* 0x01_0101
        }
    }

    private static func color(_ source: UnsafePointer<UInt8>, _ count: Int, _ target: UnsafeMutablePointer<UInt32>) {
        for index in 0..<count {
            let red = UInt32(source[3 * index])
            let green = UInt32(source[3 * index + 1])
            let blue = UInt32(source[3 * index + 2])
            target[index] = 0xFF00_0000 | red &<< 16 | green &<< 8 | blue
        }
    }

    private static func colorAlpha(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ target: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<count {
            let alpha = UInt32(source[4 * index + 3])
            let red = multiply(UInt32(source[4 * index]), alpha)
            let green = multiply(UInt32(source[4 * index + 1]), alpha)
            let blue = multiply(UInt32(source[4 * index + 2]), alpha)
            target[index] = alpha &<< 24 | red &<< 16 | green &<< 8 | blue
        }
    }

    /// a × b / 255, rounded; exact for bytes.
    @inline(__always)
    private static func multiply(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let product = a &* b &+ 128
        return (product &+ product &>> 8) &>> 8
    }
}
