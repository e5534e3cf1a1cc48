/// Converts rows of samples from decoders to premultiplied pixels (`PixelColor`).
package enum PixelConversion {
    /// Converts 8-bit samples.
    ///
    /// - Parameter bands: 1 for gray, 2 for gray and alpha, 3 for red, green and blue, 4 for those and alpha.
    package static func convert(
        _ source: UnsafePointer<UInt8>, bands: Int, count: Int, into target: UnsafeMutablePointer<UInt32>
    ) {
        convert(source, bands, sampleBytes: 1, count: count, target: target)
    }

    /// Converts 16-bit little-endian samples, using only the high bytes.
    package static func convertHighBytes(
        _ source: UnsafePointer<UInt8>, bands: Int, count: Int, into target: UnsafeMutablePointer<UInt32>
    ) {
        convert(source + 1, bands, sampleBytes: 2, count: count, target: target)
    }

    /// Converts uncalibrated CMYK inks, as in `CGColorSpaceCreateDeviceCMYK()`.
    static func inks(
        _ source: UnsafePointer<UInt8>, _ samples: SampleConversion.Samples, count: Int,
        target: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<count {
            let pixel = source + index * samples.pixelBytes + samples.bytes - 1
            let black = UInt32(pixel[3 * samples.bytes])
            let alpha = samples.hasAlpha ? UInt32(pixel[4 * samples.bytes]) : 255
            func light(_ channel: Int) -> UInt32 {
                multiply(255 - min(255, UInt32(pixel[channel * samples.bytes]) + black), alpha)
            }
            target[index] = alpha &<< 24 | light(0) &<< 16 | light(1) &<< 8 | light(2)
        }
    }

    // The strides between samples become constants because these functions are inlined.

    @inline(__always)
    private static func convert(
        _ source: UnsafePointer<UInt8>, _ bands: Int, sampleBytes: Int, count: Int,
        target: UnsafeMutablePointer<UInt32>
    ) {
        switch bands {
        case 1: grey(source, sampleBytes, count: count, target: target)
        case 2: greyAlpha(source, sampleBytes, count: count, target: target)
        case 3: color(source, sampleBytes, count: count, target: target)
        case 4: colorAlpha(source, sampleBytes, count: count, target: target)
        default: preconditionFailure("pixels of \(bands) bands")
        }
    }

    @inline(__always)
    private static func grey(
        _ source: UnsafePointer<UInt8>, _ step: Int, count: Int, target: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<count { target[index] = 0xFF00_0000 | UInt32(source[index &* step]) &* 0x01_0101 }
    }

    @inline(__always)
    private static func greyAlpha(
        _ source: UnsafePointer<UInt8>, _ step: Int, count: Int, target: UnsafeMutablePointer<UInt32>
    ) {
        if step == 1 {
            // One load a pixel lets the compiler use vectors.
            let pairs = UnsafeRawPointer(source)
            for index in 0..<count {
                let pair = UInt32(
                    UInt16(littleEndian: pairs.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self)))
                let alpha = pair &>> 8
                target[index] = alpha &<< 24 | multiply(pair & 255, alpha) &* 0x01_0101
            }
            return
        }
        for index in 0..<count {
            let pixel = source + 2 &* step &* index
            let alpha = UInt32(pixel[step])
            target[index] = alpha &<< 24 | multiply(UInt32(pixel[0]), alpha) &* 0x01_0101
        }
    }

    @inline(__always)
    private static func color(
        _ source: UnsafePointer<UInt8>, _ step: Int, count: Int, target: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<count {
            let pixel = source + 3 &* step &* index
            target[index] =
                0xFF00_0000 | UInt32(pixel[0]) &<< 16 | UInt32(pixel[step]) &<< 8 | UInt32(pixel[2 &* step])
        }
    }

    @inline(__always)
    private static func colorAlpha(
        _ source: UnsafePointer<UInt8>, _ step: Int, count: Int, target: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<count {
            let pixel = source + 4 &* step &* index
            let alpha = UInt32(pixel[3 &* step])
            let red = multiply(UInt32(pixel[0]), alpha)
            let green = multiply(UInt32(pixel[step]), alpha)
            let blue = multiply(UInt32(pixel[2 &* step]), alpha)
            target[index] = alpha &<< 24 | red &<< 16 | green &<< 8 | blue
        }
    }

    /// Returns a × b / 255, rounded; exact for bytes.
    @inline(__always)
    private static func multiply(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let product = a &* b &+ 128
        return (product &+ product &>> 8) &>> 8
    }

    /// Premultiplies a color by an alpha from 0 to 255. The color's own highest byte is ignored.
    @inline(__always)
    static func premultiplied(_ color: UInt32, _ alpha: UInt32) -> UInt32 {
        if alpha == 255 { return color | 0xFF00_0000 }
        return alpha &<< 24 | multiply(color &>> 16 & 255, alpha) &<< 16 | multiply(color &>> 8 & 255, alpha) &<< 8
            | multiply(color & 255, alpha)
    }
}
