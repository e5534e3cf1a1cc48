import TileSupport

/// An Image API request resolved for one image: the source region and the output size.
package struct IIIFPicture: Hashable, Sendable {
    /// The source region, in pixels of the full image. It is within the image.
    package var region: ImageRegion
    /// The size of the output before rotation.
    package var size: ImageSize

    /// Resolves a request.
    ///
    /// - Parameter image: The size of the full image.
    /// - Throws: If the region is outside the image, or the output exceeds the limits.
    package init(_ request: IIIFImageRequest, of image: ImageSize, within limits: IIIFLimits) throws(IIIFProblem) {
        region = try Self.region(request.region, of: image)
        size = try Self.size(request, of: region.size, within: limits)
    }

    private static func region(
        _ region: IIIFImageRequest.Region, of image: ImageSize
    ) throws(IIIFProblem) -> ImageRegion {
        var (x, y, width, height) = (0, 0, image.width, image.height)
        switch region {
        case .full: break
        case .square:
            let side = min(width, height)
            (x, y, width, height) = ((width - side) / 2, (height - side) / 2, side, side)
        case .pixels(let left, let top, let wide, let high): (x, y, width, height) = (left, top, wide, high)
        case .percent(let left, let top, let wide, let high):
            func part(_ percent: Double, _ side: Int) -> Int {
                Int((min(percent, 1e6) / 100 * Double(side)).rounded())
            }
            (x, y) = (part(left, image.width), part(top, image.height))
            (width, height) = (part(wide, image.width), part(high, image.height))
        }
        guard width > 0, height > 0 else {
            throw IIIFProblem("the region is empty: width and height must be at least 1")
        }
        (width, height) = (min(width, image.width - x), min(height, image.height - y))
        guard width > 0, height > 0 else {
            throw IIIFProblem("the region lies outside the image (\(image.text) pixels)")
        }
        return ImageRegion(x: x, y: y, width: width, height: height)
    }

    private static func size(
        _ request: IIIFImageRequest, of region: ImageSize, within limits: IIIFLimits
    ) throws(IIIFProblem) -> ImageSize {
        func scaled(_ scale: Double) -> ImageSize {
            func side(_ length: Int) -> Int { max(1, Int(min(Double(length) * scale, 1e9).rounded())) }
            return ImageSize(side(region.width), side(region.height))
        }
        let size: ImageSize
        switch request.size {
        case .max: return limits.fitting(region)
        case .full: size = region
        case .width(let width):
            size = ImageSize(width, scaled(Double(width) / Double(region.width)).height)
        case .height(let height):
            size = ImageSize(scaled(Double(height) / Double(region.height)).width, height)
        case .percent(let percent): size = scaled(percent / 100)
        case .exact(let width, let height): size = ImageSize(width, height)
        case .within(let width, let height):
            var scale = min(Double(width) / Double(region.width), Double(height) / Double(region.height))
            // Version 3 has `^` for requesting upscaling. Without it the image is not enlarged.
            if scale > 1, request.version == .v3, !request.enlarges {
                throw IIIFProblem(
                    "the size is larger than the region (\(region.text)); put ^ before it to enlarge")
            }
            scale = min(scale, Double(limits.side) / Double(max(region.width, region.height)))
            let most = (Double(limits.area) / (Double(region.width) * Double(region.height))).squareRoot()
            let fitted = scaled(min(scale, most))
            return ImageSize(min(fitted.width, width), min(fitted.height, height))
        }
        if !request.enlarges, size.width > region.width || size.height > region.height {
            throw IIIFProblem(
                "the size is larger than the region (\(region.text)); put ^ before it to enlarge")
        }
        guard limits.allow(size) else {
            throw IIIFProblem(
                "an image of \(size.text) pixels is too large: the limit is \(GroupedNumber.text(limits.side)) pixels "
                    + "a side and \(GroupedNumber.text(limits.area)) in all; use max for the largest")
        }
        return size
    }
}

extension ImageSize {
    /// The size in messages: "1,000 × 600".
    fileprivate var text: String { "\(GroupedNumber.text(width)) × \(GroupedNumber.text(height))" }
}
