public import Foundation

extension CGImage {
    /// Creates an image from pixel data.
    ///
    /// - Parameters:
    ///   - bytesPerRow: The distance between rows; the first row is the top one.
    ///   - decode: The values of the smallest and the largest number, for each component in turn; nil for the default.
    /// - Returns: nil if the numbers are not a valid layout, a size is not positive or too large (`maxPixels`), or
    ///   there are too few bytes.
    ///   too few bytes.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        var format = CGImageFormat()
        format.bitsPerComponent = bitsPerComponent
        format.bitsPerPixel = bitsPerPixel
        format.bytesPerRow = bytesPerRow
        format.colorSpace = space
        format.bitmapInfo = bitmapInfo
        format.decode = decode.map { pointer in (0..<2 * space.numberOfComponents).map { Double(pointer[$0]) } }
        format.shouldInterpolate = shouldInterpolate
        format.intent = intent
        format.provider = provider
        if case .pattern = space.kind { return nil }
        guard
            let layout = PixelLayout(
                bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, colors: space.numberOfComponents,
                info: bitmapInfo),
            let bitmap = CGImage.bitmap(
                width: width, height: height, bytesPerRow: bytesPerRow, layout: layout, format: format,
                data: provider.data)
        else { return nil }
        self.init(bitmap: bitmap, isMask: false, format: format)
    }

    /// Creates a stencil: 0 lets all of the paint through, the largest number none.
    ///
    /// - Parameter decode: The values of the smallest and the largest number; `[1, 0]` inverts the stencil.
    /// - Returns: nil in the same cases as for images.
    public convenience init?(
        maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
        provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
    ) {
        var format = CGImageFormat()
        format.bitsPerComponent = bitsPerComponent
        format.bitsPerPixel = bitsPerPixel
        format.bytesPerRow = bytesPerRow
        format.colorSpace = .deviceGray
        format.bitmapInfo = CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue)
        format.decode = decode.map { [Double($0[0]), Double($0[1])] }
        format.shouldInterpolate = shouldInterpolate
        format.provider = provider
        guard
            let layout = PixelLayout(
                bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, colors: 1, info: format.bitmapInfo),
            CGImage.isEnough(provider.data, width: width, height: height, bytesPerRow: bytesPerRow, layout: layout),
            let data = provider.data
        else { return nil }
        let bitmap = Bitmap(width: width, height: height)
        let (first, last) = (format.decode?[0] ?? 0, format.decode?[1] ?? 1)
        data.withUnsafeBytes { bytes in
            for y in 0..<height {
                let source = bytes.baseAddress! + y * bytesPerRow
                let target = bitmap.row(y)
                for x in 0..<width {
                    let value = first + (last - first) * layout.read(source, x).colors[0]
                    target[x] = UInt32((1 - min(1, max(0, value))) * 255 + 0.5) << 24
                }
            }
        }
        self.init(bitmap: bitmap, isMask: true, format: format)
    }

    /// Creates an image from a JPEG file, as far as it can be read; nil if its headers are unreadable, or it is too
    /// large (see `decoding(_:)`). `decode` is ignored.
    public convenience init?(
        jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard let image = source.data.flatMap({ CGImage.jpeg($0) }) else { return nil }
        self.init(image, shouldInterpolate, intent: intent)
    }

    /// Creates an image from a PNG file; nil if it is damaged or too large (see `decoding(_:)`). `decode` is ignored.
    public convenience init?(
        pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard let image = source.data.flatMap({ CGImage.png($0) }) else { return nil }
        self.init(image, shouldInterpolate, intent: intent)
    }

    private convenience init(_ image: CGImage, _ shouldInterpolate: Bool, intent: CGColorRenderingIntent) {
        var format = image.format
        format.shouldInterpolate = shouldInterpolate
        format.intent = intent
        self.init(bitmap: image.bitmap, isMask: false, format: format)
    }

    private static func isEnough(
        _ data: Data?, width: Int, height: Int, bytesPerRow: Int, layout: PixelLayout
    ) -> Bool {
        guard let data, isAllowed(width, height), bytesPerRow >= layout.leastBytesPerRow(width) else { return false }
        let (before, overflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
        return !overflow && data.count >= before + layout.leastBytesPerRow(width)
    }

    private static func bitmap(
        width: Int, height: Int, bytesPerRow: Int, layout: PixelLayout, format: CGImageFormat, data: Data?
    ) -> Bitmap? {
        guard isEnough(data, width: width, height: height, bytesPerRow: bytesPerRow, layout: layout), let data,
            let space = format.colorSpace
        else {
            return nil
        }
        let bitmap = Bitmap(width: width, height: height)
        data.withUnsafeBytes { bytes in
            for y in 0..<height {
                let source = bytes.baseAddress! + y * bytesPerRow
                let target = bitmap.row(y)
                if space.isOutput, format.decode == nil, let shifts = layout.byteShifts {
                    CGImage.copy(source, shifts, layout: layout, to: target)
                } else {
                    CGImage.convert(source, space, layout: layout, decode: format.decode, to: target)
                }
            }
        }
        return bitmap
    }

    /// Copies pixels of the common layouts by rearranging their bytes.
    private static func copy(
        _ source: UnsafeRawPointer, _ shifts: [UInt32], layout: PixelLayout,
        to target: UnsafeMutableBufferPointer<UInt32>
    ) {
        let bytes = source.assumingMemoryBound(to: UInt8.self)
        let (a, b, c, d) = (shifts[0], shifts[1], shifts[2], shifts[3])
        for x in target.indices {
            var pixel = UInt32(bytes[4 * x]) << a | UInt32(bytes[4 * x + 1]) << b
            pixel |= UInt32(bytes[4 * x + 2]) << c | UInt32(bytes[4 * x + 3]) << d
            if !layout.hasAlpha {
                pixel |= 0xFF00_0000
            } else if !layout.isPremultiplied {
                pixel = (pixel | 0xFF00_0000).multiplied(by: pixel >> 24)
            }
            target[x] = pixel
        }
    }

    private static func convert(
        _ source: UnsafeRawPointer, _ space: CGColorSpace, layout: PixelLayout, decode: [Double]?,
        to target: UnsafeMutableBufferPointer<UInt32>
    ) {
        var isIndexed = false
        if case .indexed = space.kind { isIndexed = true }
        var usual: [Double]?
        if case .lab(_, let range) = space.kind { usual = [0, 100] + range }
        let ranges = decode ?? usual
        for x in target.indices {
            var (colors, alpha) = layout.read(source, x, isRaw: isIndexed && decode == nil)
            if let ranges {
                for index in colors.indices where 2 * index + 1 < ranges.count {
                    colors[index] = ranges[2 * index] + (ranges[2 * index + 1] - ranges[2 * index]) * colors[index]
                }
            }
            if layout.alpha == .alphaOnly { colors = [Double](repeating: 0, count: space.numberOfComponents) }
            target[x] = space.output(colors.map { CGFloat($0) }, alpha: CGFloat(alpha)).rounded.argb
        }
    }
}

extension Color {
    /// The nearest pixel value.
    var rounded: PixelColor {
        func byte(_ value: Double) -> UInt8 { UInt8(min(1, max(0, value)) * 255 + 0.5) }
        return PixelColor(
            premultipliedRed: byte(red * alpha), green: byte(green * alpha), blue: byte(blue * alpha),
            alpha: byte(alpha))
    }
}
