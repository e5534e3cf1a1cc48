import CPNG
import CTurboJPEG
import CWebP
public import Foundation

extension CGImage {
    /// The maximum side of an image, in pixels: Cairo's own limit.
    package static let longestSide = 32_767
    /// The maximum number of pixels of an image: 1 GB of memory.
    package static let maxPixels = 1 << 28

    static func isAllowed(_ width: Int, _ height: Int) -> Bool {
        width > 0 && height > 0 && width <= longestSide && height <= longestSide && width * height <= maxPixels
    }

    /// The maximum number of pixels of an encoded file, such as 8192 × 8192: 256 MB of memory, and as much again during
    /// decoding. A tiny file can claim any size.
    package static let maxDecodedPixels = 1 << 26

    private static func isDecodable(_ width: Int, _ height: Int) -> Bool {
        isAllowed(width, height) && width * height <= maxDecodedPixels
    }

    /// Decodes a PNG, JPEG or WebP file to sRGB. Colors of an embedded ICC profile are converted, as in the server and
    /// in builds.
    ///
    /// A JPEG that is truncated, or damaged after its headers, yields what could be read, as in UIKit. A damaged PNG or
    /// WebP yields nil. So do other formats, a side over 32,767 pixels, more than 2²⁶ pixels in total, and a JPEG of
    /// more than 500 scans.
    public static func decoding(_ data: Data) -> CGImage? {
        png(data) ?? jpeg(data) ?? webP(data)
    }

    /// Decodes a file that must be complete: a damaged JPEG yields nil as well.
    package static func decodingWhole(_ data: Data) -> CGImage? {
        png(data) ?? jpeg(data, allowsDamage: false) ?? webP(data)
    }

    /// Returns the size in pixels from the header of a PNG, JPEG or WebP file; nil for other formats, and if it is
    /// larger than `decoding` reads. O(headers).
    package static func encodedSize(_ data: Data) -> (width: Int, height: Int)? {
        let size = data.withUnsafeBytes { bytes -> (width: Int, height: Int)? in
            let source = bytes.bindMemory(to: UInt8.self).baseAddress
            var (width, height) = (Int32(0), Int32(0))
            if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                guard bytes.count >= 33 else { return nil }
                func bigEndian(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
                return (bigEndian(16), bigEndian(20))
            }
            if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                guard let codec = tjInitDecompress() else { return nil }
                defer { tjDestroy(codec) }
                var (subsampling, space) = (Int32(0), Int32(0))
                let count = UInt(bytes.count)
                guard tjDecompressHeader3(codec, source, count, &width, &height, &subsampling, &space) == 0 else {
                    return nil
                }
                return (Int(width), Int(height))
            }
            guard bytes.starts(with: "RIFF".utf8), WebPGetInfo(source, bytes.count, &width, &height) != 0 else {
                return nil
            }
            return (Int(width), Int(height))
        }
        return size.flatMap { isDecodable($0.width, $0.height) ? $0 : nil }
    }

    static func png(_ data: Data) -> CGImage? {
        // Signature, length and name of the header chunk, then width and height.
        guard data.count >= 33, data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        func bigEndian(_ offset: Int) -> Int {
            data.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        guard isDecodable(bigEndian(16), bigEndian(20)) else { return nil }
        return data.withUnsafeBytes { bytes -> CGImage? in
            var header = tilework_png_header()
            guard let file = tilework_png_open(bytes.baseAddress, bytes.count, &header) else { return nil }
            defer { tilework_png_close(file) }
            let (width, height) = (Int(header.width), Int(header.height))
            guard isDecodable(width, height), (1...4).contains(header.channels) else { return nil }
            var count = 0
            let embedded = tilework_png_profile(file, &count).map { Data(bytes: $0, count: count) }
            let profile = PNGColors(bytes).profile(embedded: embedded)
            let conversion = SampleConversion(
                SampleConversion.Samples(
                    header.channels <= 2 ? .gray : .rgb, hasAlpha: header.channels % 2 == 0,
                    bytes: Int(header.sample_bytes)), profile: profile)
            let bitmap = Bitmap(width: width, height: height)
            let stride = width * conversion.samples.pixelBytes
            // Interlaced rows come in seven passes, so all are needed before the first is complete.
            let rows = header.is_interlaced != 0 ? height : 1
            let isWhole = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: rows * stride) { samples in
                let samples = samples.baseAddress!
                if header.is_interlaced != 0, tilework_png_read_rows(file, samples, stride, header.height) == 0 {
                    return false
                }
                for y in 0..<height {
                    if header.is_interlaced == 0, tilework_png_read_row(file, samples) == 0 { return false }
                    conversion.convert(
                        samples + (rows > 1 ? y * stride : 0), count: width, into: bitmap.row(y).baseAddress!)
                }
                return true
            }
            guard isWhole else { return nil }
            var described = CGImageFormat()
            described.type = "public.png"
            return CGImage(bitmap: bitmap, isMask: false, format: described)
        }
    }

    /// Decodes a JPEG file at a fraction of its size, with both sides rounded up, from the lowest frequencies of each
    /// block of 8 × 8 pixels. At a quarter of the size it takes a third of the time of decoding everything. Nil for a
    /// JPEG that `decoding` does not read.
    ///
    /// - Parameter shrink: 1, 2, 4 or 8.
    package static func decoding(jpeg data: Data, shrunkBy shrink: Int) -> Bitmap? {
        jpeg(data, shrink: shrink)?.bitmap
    }

    /// - Parameter shrink: 1, 2, 4 or 8: the divisor of the sides, which are rounded up.
    static func jpeg(_ data: Data, allowsDamage: Bool = true, shrink: Int = 1) -> CGImage? {
        guard data.starts(with: [0xFF, 0xD8, 0xFF]), let codec = tjInitDecompress() else { return nil }
        defer { tjDestroy(codec) }
        return data.withUnsafeBytes { bytes -> CGImage? in
            let source = bytes.bindMemory(to: UInt8.self).baseAddress
            var (width, height, subsampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
            guard
                tjDecompressHeader3(codec, source, UInt(bytes.count), &width, &height, &subsampling, &space) == 0,
                isDecodable(Int(width), Int(height))
            else { return nil }
            let (model, layout): (ICCProfile.Model, TJPF) =
                switch TJCS(UInt32(space)) {
                case TJCS_CMYK, TJCS_YCCK: (.cmyk, TJPF_CMYK)
                case TJCS_GRAY: (.gray, TJPF_GRAY)
                default: (.rgb, TJPF_RGB)
                }
            let conversion = SampleConversion(
                SampleConversion.Samples(model, hasAlpha: false, bytes: 1), profile: EmbeddedProfile.ofJPEG(bytes))
            let bitmap = Bitmap(
                width: (Int(width) + shrink - 1) / shrink, height: (Int(height) + shrink - 1) / shrink)
            let target = bitmap.bytes.assumingMemoryBound(to: UInt8.self)
            let status = tjDecompress2(
                codec, source, UInt(bytes.count), target, Int32(bitmap.width), Int32(bitmap.stride),
                Int32(bitmap.height),
                conversion.isPlain ? TJPF_BGRA.rawValue : layout.rawValue, TJFLAG_LIMITSCANS)
            // A warning, for example about a truncated file, leaves a damaged image; an error leaves none.
            guard status == 0 || allowsDamage && tjGetErrorCode(codec) == TJERR_WARNING.rawValue else { return nil }
            if !conversion.isPlain {
                let isInverted = model == .cmyk && EmbeddedProfile.isByAdobe(bytes)
                bitmap.convertInPlace(by: conversion, isInverted: isInverted)
            }
            var described = CGImageFormat()
            described.bitmapInfo = CGBitmapInfo(
                rawValue: CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
            described.type = "public.jpeg"
            return CGImage(bitmap: bitmap, isMask: false, format: described)
        }
    }

    static func webP(_ data: Data) -> CGImage? {
        guard data.starts(with: Array("RIFF".utf8)) else { return nil }
        return data.withUnsafeBytes { bytes -> CGImage? in
            let source = bytes.bindMemory(to: UInt8.self).baseAddress
            var (width, height) = (Int32(0), Int32(0))
            guard WebPGetInfo(source, bytes.count, &width, &height) != 0, isDecodable(Int(width), Int(height)) else {
                return nil
            }
            let bitmap = Bitmap(width: Int(width), height: Int(height))
            let target = bitmap.bytes.assumingMemoryBound(to: UInt8.self)
            guard
                WebPDecodeRGBAInto(source, bytes.count, target, bitmap.byteCount, Int32(bitmap.stride)) != nil
            else { return nil }
            bitmap.convertInPlace(
                by: SampleConversion(
                    SampleConversion.Samples(.rgb, hasAlpha: true, bytes: 1), profile: EmbeddedProfile.ofWebP(bytes)))
            var described = CGImageFormat()
            described.type = "org.webmproject.webp"
            return CGImage(bitmap: bitmap, isMask: false, format: described)
        }
    }
}

extension Bitmap {
    /// Converts samples that a decoder wrote to the start of each row to pixels.
    ///
    /// - Parameter isInverted: Whether samples are inverted, as in CMYK files by Adobe's programs.
    fileprivate func convertInPlace(by conversion: SampleConversion, isInverted: Bool = false) {
        let count = width * conversion.samples.pixelBytes
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { samples in
            for y in 0..<height {
                let row = row(y)
                let stored = UnsafeRawBufferPointer(row).prefix(count)
                _ = samples.initialize(fromContentsOf: stored)
                if isInverted { for index in 0..<count { samples[index] = ~samples[index] } }
                conversion.convert(samples.baseAddress!, count: width, into: row.baseAddress!)
            }
        }
    }
}
