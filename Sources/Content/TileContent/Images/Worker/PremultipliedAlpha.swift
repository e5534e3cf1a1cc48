import ImageMessages

/// Colors that a file stores multiplied by alpha, which decoders return as they are stored.
enum PremultipliedAlpha {
    /// Returns whether a file states that its colors are multiplied by alpha.
    static func isStated(in path: String, _ format: ImageFormat) -> Bool {
        guard let file = FileBytes(path) else { return false }
        switch format {
        case .heif: return HEIFItems(file, BoxedFile(file))?.isPremultiplied ?? false
        case .jpegXL: return JPEGXLImageHeader.isPremultiplied(file)
        case .jpeg2000: return isStated(inChannelsOf: BoxedFile(file), file)
        case .gif, .bmp, .pnm, .pfm, .radiance, .qoi, .photoshop, .slide, .rgbInJPEG2000: return false
        }
    }

    /// Whether a JP2 file describes a channel as premultiplied opacity (ISO/IEC 15444-1, I.5.3.6: the type 2).
    private static func isStated(inChannelsOf boxed: BoxedFile, _ file: FileBytes) -> Bool {
        guard let header = boxed.boxes.first(where: { $0.isNamed("jp2h") }),
            let channels = boxed.children(of: header).first(where: { $0.isNamed("cdef") }),
            let count = file.number(at: channels.contentStart, count: 2)
        else { return false }
        return (0..<count).contains { file.number(at: channels.contentStart + 2 + 6 * $0 + 2, count: 2) == 2 }
    }

    /// Divides the colors of pixels by alpha, which is the last sample of each.
    ///
    /// - Parameters:
    ///   - pixels: The pixels' samples of one byte, or of two in native order.
    ///   - channels: The number of color samples of a pixel.
    static func divide(_ pixels: inout [UInt8], channels: Int, bytes: Int) {
        pixels.withUnsafeMutableBytes { raw in
            if bytes == 1 {
                divide(raw.bindMemory(to: UInt8.self), channels: channels)
            } else {
                divide(raw.bindMemory(to: UInt16.self), channels: channels)
            }
        }
    }

    private static func divide<Sample: FixedWidthInteger & UnsignedInteger>(
        _ samples: UnsafeMutableBufferPointer<Sample>, channels: Int
    ) {
        let largest = Int(Sample.max)
        for pixel in stride(from: 0, to: samples.count - channels, by: channels + 1) {
            let alpha = Int(samples[pixel + channels])
            guard alpha > 0, alpha < largest else { continue }
            for channel in pixel..<(pixel + channels) {
                samples[channel] = Sample(min(largest, (Int(samples[channel]) * largest + alpha / 2) / alpha))
            }
        }
    }
}
