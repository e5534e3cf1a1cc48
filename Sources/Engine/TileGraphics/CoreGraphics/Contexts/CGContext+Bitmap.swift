import Foundation
import TileGeometry

extension CGContext {
    /// The additional state of a bitmap context.
    struct BitmapState {
        let target: BitmapTarget
        let bitsPerPixel: Int
        let space: CGColorSpace?
        let info: CGBitmapInfo
        /// The first error in drawing, if any.
        var failure: RasterFailure?
    }

    /// Draws the recorded operations into the context's memory. O(pixels) if there are any.
    ///
    /// Operations that Cairo can't draw, for lack of memory, are skipped.
    func rasterize() {
        guard let bitmapState else { return }
        let picture = takeOuterPicture()
        guard picture.operationCount > 0 else { return }
        do {
            try bitmapState.target.draw(picture)
        } catch {
            self.bitmapState?.failure = error
        }
    }

    /// Returns an image of the drawing so far; nil for PDF contexts, and if there are too many pixels
    /// (`CGImage.maxPixels`). Transparency layers that have not ended are not included.
    ///
    /// - Complexity: O(pixels).
    public func makeImage() -> CGImage? {
        checkIsOpen()
        guard let bitmapState else { return recordedImage }
        rasterize()
        var format = CGImageFormat()
        let image = bitmapState.target.pixels()
        if case .color(_, false) = bitmapState.target.layout {
            format.bitmapInfo = CGBitmapInfo(
                rawValue: CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        }
        if case .alpha = bitmapState.target.layout {
            var described = CGImageFormat()
            described.bitsPerPixel = 8
            described.bytesPerRow = width
            described.bitmapInfo = CGBitmapInfo(rawValue: CGImageAlphaInfo.alphaOnly.rawValue)
            described.provider = alphaProvider(image)
            return CGImage(bitmap: image, isMask: false, format: described)
        }
        return CGImage(bitmap: image, isMask: false, format: format)
    }

    /// The recorded drawing in pixels, at the context's scale.
    private var recordedImage: CGImage? {
        guard document == nil, isFitForPixels else { return nil }
        let bitmap = Bitmap(width: width, height: height)
        let toPixels = CGAffineTransform(
            a: scale, b: 0, c: 0, d: scale, tx: -bounds.minX * scale, ty: -bounds.minY * scale)
        do {
            try pictureSoFar.draw(toPixels, on: bitmap)
        } catch {
            return nil
        }
        return CGImage(bitmap: bitmap)
    }

    private var isFitForPixels: Bool {
        let (width, height) = (bounds.width * scale, bounds.height * scale)
        guard width <= Double(CGImage.longestSide), height <= Double(CGImage.longestSide) else { return false }
        return CGImage.isAllowed(Int(width.rounded(.up)), Int(height.rounded(.up)))
    }

    private func alphaProvider(_ bitmap: Bitmap) -> CGDataProvider? {
        var data = Data(capacity: bitmap.width * bitmap.height)
        for y in 0..<bitmap.height { for pixel in bitmap.row(y) { data.append(UInt8(pixel >> 24)) } }
        return CGDataProvider(data: data)
    }

    /// The context's memory, including all drawing so far; nil for contexts other than bitmap contexts. Later drawing
    /// appears in it when this is read again, or after `flush()`.
    public var data: UnsafeMutableRawPointer? {
        rasterize()
        return bitmapState?.target.memory
    }

    /// The width in pixels. A recording context has the width of its bounds at its scale. 0 for PDF contexts and if the
    /// bounds have no pixels.
    public var width: Int { bitmapState?.target.width ?? pixels(bounds.width) }
    public var height: Int { bitmapState?.target.height ?? pixels(bounds.height) }

    private func pixels(_ length: Double) -> Int {
        let pixels = (length * scale).rounded(.up)
        return document == nil && pixels <= 1e9 ? Int(pixels) : 0
    }

    // 0 and nil for contexts other than bitmap contexts, as in Core Graphics.
    public var bitsPerComponent: Int { bitmapState == nil ? 0 : 8 }
    public var bitsPerPixel: Int { bitmapState?.bitsPerPixel ?? 0 }
    public var bytesPerRow: Int { bitmapState?.target.bytesPerRow ?? 0 }
    public var colorSpace: CGColorSpace? { bitmapState?.space }
    public var alphaInfo: CGImageAlphaInfo { bitmapState?.info.alphaInfo ?? .none }
    public var bitmapInfo: CGBitmapInfo { bitmapState?.info ?? [] }

    /// Draws everything so far into the memory of a bitmap context.
    public func flush() {
        checkIsOpen()
        rasterize()
    }

    /// The same as `flush()`.
    public func synchronize() { flush() }
}

/// A callback with the client's `releaseInfo` and memory when a bitmap context is released.
public typealias CGBitmapContextReleaseDataCallback = (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

extension CGContext {
    /// Creates a context that draws into memory, with the top row first. User space has one unit per pixel, the origin
    /// at the bottom left and y up.
    ///
    /// Drawing is written to memory by `makeImage()`, `data` and `flush()`, and when the context is released.
    ///
    /// - Parameters:
    ///   - data: The client's memory, `bytesPerRow × height` bytes that must outlive the context; drawing is composited
    ///     over its contents. Nil for memory owned by the context, initially clear.
    ///   - bitsPerComponent: Must be 8.
    ///   - bytesPerRow: 0 for the minimum, if `data` is nil.
    ///   - space: A space of three components or one. Values are treated as sRGB or its grays, whatever the space.
    ///   - bitmapInfo: For colors, alpha premultiplied or skipped, first or last, in any byte order of 32 bits; for
    ///     grays, no alpha; or alpha only.
    /// - Returns: nil for other layouts, and for sizes that are not positive or too large (`CGImage.maxPixels`).
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        self.init(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
            space: space, bitmapInfo: bitmapInfo, releaseCallback: nil, releaseInfo: nil)
    }

    /// Creates a bitmap context with a release callback.
    ///
    /// - Parameter releaseCallback: Called with `releaseInfo` and `data` when the context is released.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32, releaseCallback: CGBitmapContextReleaseDataCallback?,
        releaseInfo: UnsafeMutableRawPointer?
    ) {
        let info = CGBitmapInfo(rawValue: bitmapInfo)
        guard bitsPerComponent == 8, CGImage.isAllowed(width, height), let alpha = info.alphaInfo,
            info.intersection([.floatInfoMask]).isEmpty, bytesPerRow >= 0
        else { return nil }
        let layout: BitmapTarget.Layout
        let pixelSize: Int
        switch (alpha, space.numberOfComponents) {
        case (.alphaOnly, _): (layout, pixelSize) = (.alpha, 1)
        case (.none, 1): (layout, pixelSize) = (.gray, 1)
        case (.premultipliedFirst, 3), (.premultipliedLast, 3), (.noneSkipFirst, 3), (.noneSkipLast, 3):
            guard
                let shifts = PixelLayout(bitsPerComponent: 8, bitsPerPixel: 32, colors: 3, info: info)?.byteShifts
            else { return nil }
            let hasAlpha = alpha == .premultipliedFirst || alpha == .premultipliedLast
            (layout, pixelSize) = (.color(shifts, hasAlpha: hasAlpha), 4)
        default: return nil
        }
        guard bytesPerRow == 0 && data == nil || bytesPerRow >= width * pixelSize,
            !bytesPerRow.multipliedReportingOverflow(by: height).overflow
        else { return nil }
        // As in Core Graphics, rows are aligned to 16 bytes.
        let stride = bytesPerRow == 0 ? (width * pixelSize + 15) & ~15 : bytesPerRow
        self.init(recording: CGRect(x: 0, y: 0, width: width, height: height), scale: 1)
        turnYUp()
        bitmapState = BitmapState(
            target: BitmapTarget(
                width: width, height: height, bytesPerRow: stride, layout: layout, memory: data,
                release: { releaseCallback?(releaseInfo, data) }),
            bitsPerPixel: pixelSize * 8, space: alpha == .alphaOnly ? nil : space, info: info)
        isClearAtStart = false
    }
}
