import CCairo
import CTurboJPEG
import CWebP
public import Foundation

extension CGImage {
    /// The longest side of an image, in pixels: Cairo's own limit.
    package static let longestSide = 32_767
    /// The most pixels of an image: 1 GB of memory.
    package static let maxPixels = 1 << 28

    static func isAllowed(_ width: Int, _ height: Int) -> Bool {
        width > 0 && height > 0 && width <= longestSide && height <= longestSide && width * height <= maxPixels
    }

    /// The most pixels that a file may have, 8192 × 8192 or as many: 256 MB of memory, and as much again while it is
    /// decoded. A few bytes can say that they hold any number.
    package static let maxDecodedPixels = 1 << 26

    private static func isDecodable(_ width: Int, _ height: Int) -> Bool {
        isAllowed(width, height) && width * height <= maxDecodedPixels
    }

    /// The image of a PNG, JPEG or WebP file, in sRGB: colors of an embedded ICC profile of three primaries with
    /// curves are converted; profiles of tables, of grays and of inks are not read.
    ///
    /// A JPEG that ends too early, or is damaged after its headers, gives what could be read of it, as in UIKit. A
    /// damaged PNG or WebP gives nil; so does what is none of these, a side over 32,767 pixels, more than 2²⁶ pixels in
    /// all, and a JPEG of more than 500 scans.
    public static func decoding(_ data: Data) -> CGImage? {
        png(data) ?? jpeg(data) ?? webP(data)
    }

    static func png(_ data: Data) -> CGImage? {
        // Signature, length and name of the header chunk, then width and height.
        guard data.count >= 33, data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        func bigEndian(_ offset: Int) -> Int {
            data.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        guard isDecodable(bigEndian(16), bigEndian(20)) else { return nil }
        let surface = data.withUnsafeBytes { bytes -> OpaquePointer? in
            var rest = PNGBytes(bytes: bytes, at: 0)
            return withUnsafeMutablePointer(to: &rest) { pointer in
                cairo_image_surface_create_from_png_stream(
                    { closure, target, length in
                        let rest = closure!.assumingMemoryBound(to: PNGBytes.self)
                        let end = rest.pointee.at + Int(length)
                        guard end <= rest.pointee.bytes.count else { return CAIRO_STATUS_READ_ERROR }
                        target!.update(
                            from: rest.pointee.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
                                + rest.pointee.at, count: Int(length))
                        rest.pointee.at = end
                        return CAIRO_STATUS_SUCCESS
                    }, pointer)
            }
        }
        defer { cairo_surface_destroy(surface) }
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return nil }
        let format = cairo_image_surface_get_format(surface)
        guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24 else { return nil }
        cairo_surface_flush(surface)
        let width = Int(cairo_image_surface_get_width(surface))
        let height = Int(cairo_image_surface_get_height(surface))
        guard let source = cairo_image_surface_get_data(surface) else { return nil }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            (bitmap.bytes + y * bitmap.stride).copyMemory(from: source + y * stride, byteCount: width * 4)
            // RGB24 leaves the highest byte undefined.
            if format == CAIRO_FORMAT_RGB24 {
                let row = bitmap.row(y)
                for x in 0..<width { row[x] |= 0xFF00_0000 }
            }
        }
        bitmap.convert(from: EmbeddedProfile.ofPNG(data))
        var described = CGImageFormat()
        described.type = "public.png"
        return CGImage(bitmap: bitmap, isMask: false, format: described)
    }

    private struct PNGBytes {
        var bytes: UnsafeRawBufferPointer
        var at: Int
    }

    static func jpeg(_ data: Data) -> CGImage? {
        guard data.starts(with: [0xFF, 0xD8, 0xFF]), let codec = tjInitDecompress() else { return nil }
        defer { tjDestroy(codec) }
        return data.withUnsafeBytes { bytes -> CGImage? in
            let source = bytes.bindMemory(to: UInt8.self).baseAddress
            var (width, height, subsampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
            guard
                tjDecompressHeader3(codec, source, UInt(bytes.count), &width, &height, &subsampling, &space) == 0,
                isDecodable(Int(width), Int(height))
            else { return nil }
            let bitmap = Bitmap(width: Int(width), height: Int(height))
            let target = bitmap.bytes.assumingMemoryBound(to: UInt8.self)
            let isInk = space == TJCS_CMYK.rawValue || space == TJCS_YCCK.rawValue
            let layout = isInk ? TJPF_CMYK.rawValue : TJPF_BGRA.rawValue
            let status = tjDecompress2(
                codec, source, UInt(bytes.count), target, width, Int32(bitmap.stride), height, Int32(layout),
                TJFLAG_LIMITSCANS)
            // A warning, also that the file ends, leaves an image with damage; an error leaves none.
            guard status == 0 || tjGetErrorCode(codec) == TJERR_WARNING.rawValue else { return nil }
            for y in 0..<bitmap.height where isInk {
                let row = bitmap.row(y)
                for x in 0..<bitmap.width {
                    // Adobe's files hold the inks inverted: paper is 255.
                    let pixel = row[x]
                    let key = pixel >> 24
                    func ink(_ shift: UInt32) -> UInt32 { ((pixel >> shift & 255) * key + 127) / 255 }
                    row[x] = 0xFF00_0000 | ink(0) << 16 | ink(8) << 8 | ink(16)
                }
            }
            if !isInk { bitmap.convert(from: EmbeddedProfile.ofJPEG(data)) }
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
                WebPDecodeBGRAInto(source, bytes.count, target, bitmap.byteCount, Int32(bitmap.stride)) != nil
            else { return nil }
            bitmap.premultiply()
            bitmap.convert(from: EmbeddedProfile.ofWebP(data))
            var described = CGImageFormat()
            described.type = "org.webmproject.webp"
            return CGImage(bitmap: bitmap, isMask: false, format: described)
        }
    }
}

extension Bitmap {
    /// Multiplies colors by alpha, where they were not.
    func premultiply() {
        for y in 0..<height {
            let row = row(y)
            for x in 0..<width where row[x] < 0xFF00_0000 {
                let pixel = row[x]
                let alpha = pixel >> 24
                func times(_ shift: UInt32) -> UInt32 { ((pixel >> shift & 255) * alpha + 127) / 255 }
                row[x] = alpha << 24 | times(16) << 16 | times(8) << 8 | times(0)
            }
        }
    }
}
