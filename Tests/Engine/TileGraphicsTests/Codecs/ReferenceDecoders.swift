import CAVIF
import CCairo
import CJXL
import CTurboJPEG
import CWebP
import Foundation
import TileGraphics

/// Decoders that share nothing with the encoders: libpng through Cairo, libwebp's, libavif's,
/// libjxl's and libjpeg-turbo's own.
enum ReferenceDecoders {
    struct Refusal: Error, CustomStringConvertible { var description: String }

    /// Premultiplied, as Cairo has it.
    static func png(_ bytes: [UInt8]) throws -> Bitmap {
        // Only this call reads it, on this thread.
        final class Stream {
            var rest: ArraySlice<UInt8>
            init(_ bytes: [UInt8]) { rest = bytes[...] }
        }
        let stream = Stream(bytes)
        let surface = withExtendedLifetime(stream) {
            cairo_image_surface_create_from_png_stream(
                { closure, target, length in
                    let stream = Unmanaged<Stream>.fromOpaque(closure!).takeUnretainedValue()
                    guard stream.rest.count >= Int(length) else { return CAIRO_STATUS_READ_ERROR }
                    for (index, byte) in stream.rest.prefix(Int(length)).enumerated() { target![index] = byte }
                    stream.rest.removeFirst(Int(length))
                    return CAIRO_STATUS_SUCCESS
                }, Unmanaged.passUnretained(stream).toOpaque())
        }
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            throw Refusal(
                description: "libpng: \(String(cString: cairo_status_to_string(cairo_surface_status(surface))))")
        }
        let bitmap = Bitmap(
            width: Int(cairo_image_surface_get_width(surface)), height: Int(cairo_image_surface_get_height(surface)))
        let isOpaque = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24
        let stride = Int(cairo_image_surface_get_stride(surface))
        for y in 0..<bitmap.height {
            memcpy(bitmap.row(y).baseAddress!, cairo_image_surface_get_data(surface)! + y * stride, bitmap.width * 4)
            if isOpaque { for x in 0..<bitmap.width { bitmap.row(y)[x] |= 0xFF00_0000 } }
        }
        return bitmap
    }

    /// Premultiplied by the same rounding as Cairo's.
    static func webP(_ bytes: [UInt8]) throws -> Bitmap {
        var width: Int32 = 0
        var height: Int32 = 0
        guard let pixels = WebPDecodeBGRA(bytes, bytes.count, &width, &height) else {
            throw Refusal(description: "libwebp refused")
        }
        defer { WebPFree(pixels) }
        return premultiplied(pixels, width: Int(width), height: Int(height))
    }

    /// The same of AVIF.
    static func avif(_ bytes: [UInt8]) throws -> Bitmap {
        func check(_ result: avifResult) throws {
            guard result == AVIF_RESULT_OK else {
                throw Refusal(description: "libavif: \(String(cString: avifResultToString(result)))")
            }
        }
        guard let decoder = avifDecoderCreate(), let image = avifImageCreateEmpty() else {
            throw Refusal(description: "libavif has no memory")
        }
        defer {
            avifImageDestroy(image)
            avifDecoderDestroy(decoder)
        }
        try check(avifDecoderReadMemory(decoder, image, bytes, bytes.count))
        var target = avifRGBImage()
        avifRGBImageSetDefaults(&target, image)
        target.format = AVIF_RGB_FORMAT_BGRA
        target.depth = 8
        avifRGBImageAllocatePixels(&target)
        defer { avifRGBImageFreePixels(&target) }
        try check(avifImageYUVToRGB(image, &target))
        let width = Int(target.width)
        guard Int(target.rowBytes) == 4 * width else { throw Refusal(description: "libavif has gaps between rows") }
        return premultiplied(target.pixels, width: width, height: Int(target.height))
    }

    /// The same of JPEG XL.
    static func jxl(_ bytes: [UInt8]) throws -> Bitmap {
        guard let decoder = JxlDecoderCreate(nil) else { throw Refusal(description: "libjxl has no memory") }
        defer { JxlDecoderDestroy(decoder) }
        let events = Int32(JXL_DEC_BASIC_INFO.rawValue | JXL_DEC_FULL_IMAGE.rawValue)
        guard JxlDecoderSubscribeEvents(decoder, events) == JXL_DEC_SUCCESS else {
            throw Refusal(description: "libjxl refused the events")
        }
        return try bytes.withUnsafeBufferPointer { file in
            JxlDecoderSetInput(decoder, file.baseAddress, file.count)
            JxlDecoderCloseInput(decoder)
            var info = JxlBasicInfo()
            var pixels: [UInt8] = []
            var format = JxlPixelFormat(
                num_channels: 4, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
            // The library keeps the address until the image is complete.
            return try withUnsafeTemporaryAllocation(byteCount: 4 << 20, alignment: 16) { space in
                while true {
                    switch JxlDecoderProcessInput(decoder) {
                    case JXL_DEC_BASIC_INFO: _ = JxlDecoderGetBasicInfo(decoder, &info)
                    case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
                        let count = Int(info.xsize) * Int(info.ysize) * 4
                        guard count <= space.count else { throw Refusal(description: "too large for the test") }
                        _ = JxlDecoderSetImageOutBuffer(decoder, &format, space.baseAddress, count)
                        pixels.reserveCapacity(count)
                    case JXL_DEC_FULL_IMAGE, JXL_DEC_SUCCESS:
                        pixels += space.prefix(Int(info.xsize) * Int(info.ysize) * 4)
                        // Red and blue are exchanged.
                        for start in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(start, start + 2) }
                        return premultiplied(pixels, width: Int(info.xsize), height: Int(info.ysize))
                    case let status: throw Refusal(description: "libjxl: status \(status.rawValue)")
                    }
                }
            }
        }
    }

    /// Returns the JPEG file that a JPEG XL file wraps.
    static func jpeg(ofJXL bytes: [UInt8]) throws -> [UInt8] {
        guard let decoder = JxlDecoderCreate(nil) else { throw Refusal(description: "libjxl has no memory") }
        defer { JxlDecoderDestroy(decoder) }
        let events = Int32(JXL_DEC_JPEG_RECONSTRUCTION.rawValue | JXL_DEC_FULL_IMAGE.rawValue)
        guard JxlDecoderSubscribeEvents(decoder, events) == JXL_DEC_SUCCESS else {
            throw Refusal(description: "libjxl refused the events")
        }
        return try bytes.withUnsafeBufferPointer { file in
            JxlDecoderSetInput(decoder, file.baseAddress, file.count)
            JxlDecoderCloseInput(decoder)
            // The library keeps the address until the file is complete.
            return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 20) { space in
                while true {
                    switch JxlDecoderProcessInput(decoder) {
                    case JXL_DEC_JPEG_RECONSTRUCTION:
                        JxlDecoderSetJPEGBuffer(decoder, space.baseAddress, space.count)
                    case JXL_DEC_FULL_IMAGE, JXL_DEC_SUCCESS:
                        return Array(space.prefix(space.count - JxlDecoderReleaseJPEGBuffer(decoder)))
                    case let status: throw Refusal(description: "libjxl: status \(status.rawValue)")
                    }
                }
            }
        }
    }

    /// Returns the header of a JPEG XL file.
    static func jxlHeader(_ bytes: [UInt8]) throws -> JxlBasicInfo {
        guard let decoder = JxlDecoderCreate(nil) else { throw Refusal(description: "libjxl has no memory") }
        defer { JxlDecoderDestroy(decoder) }
        var info = JxlBasicInfo()
        return try bytes.withUnsafeBufferPointer { file in
            guard JxlDecoderSubscribeEvents(decoder, Int32(JXL_DEC_BASIC_INFO.rawValue)) == JXL_DEC_SUCCESS,
                JxlDecoderSetInput(decoder, file.baseAddress, file.count) == JXL_DEC_SUCCESS,
                JxlDecoderProcessInput(decoder) == JXL_DEC_BASIC_INFO,
                JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS
            else { throw Refusal(description: "libjxl refused the header") }
            return info
        }
    }

    /// Converts rows of blue, green, red and alpha to premultiplied pixels.
    private static func premultiplied(_ pixels: UnsafePointer<UInt8>, width: Int, height: Int) -> Bitmap {
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let pixel = pixels + 4 * (y * bitmap.width + x)
                func premultiplied(_ component: UInt8) -> UInt8 {
                    UInt8((Int(component) * Int(pixel[3]) + 127) / 255)
                }
                bitmap[x, y] = PixelColor(
                    premultipliedRed: premultiplied(pixel[2]), green: premultiplied(pixel[1]),
                    blue: premultiplied(pixel[0]), alpha: pixel[3])
            }
        }
        return bitmap
    }

    static func jpeg(_ bytes: [UInt8]) throws -> Bitmap {
        let decoder = tjInitDecompress()
        defer { tjDestroy(decoder) }
        var (width, height, sampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &space) == 0 else {
            throw Refusal(description: "libjpeg-turbo refused the header")
        }
        let bitmap = Bitmap(width: Int(width), height: Int(height))
        guard
            tjDecompress2(
                decoder, bytes, UInt(bytes.count), bitmap.bytes.assumingMemoryBound(to: UInt8.self), width,
                Int32(bitmap.stride), height, TJPF_BGRX.rawValue, 0) == 0
        else { throw Refusal(description: "libjpeg-turbo refused") }
        for y in 0..<bitmap.height { for x in 0..<bitmap.width { bitmap.row(y)[x] |= 0xFF00_0000 } }
        return bitmap
    }

    /// Peak signal to noise of the colors, in dB.
    static func peakSignalToNoise(_ a: Bitmap, _ b: Bitmap) -> Double {
        var sum = 0.0
        for y in 0..<a.height {
            for x in 0..<a.width {
                let (p, q) = (a[x, y], b[x, y])
                for (c, d) in [(p.red, q.red), (p.green, q.green), (p.blue, q.blue)] {
                    sum += (Double(c) - Double(d)) * (Double(c) - Double(d))
                }
            }
        }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * 3 * Double(a.width * a.height) / sum)
    }
}
