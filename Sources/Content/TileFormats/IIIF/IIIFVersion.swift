/// A supported version of the IIIF Image API, <https://iiif.io/api/image/>.
package enum IIIFVersion: Int, CaseIterable, Sendable {
    /// Version 2.1.1, which includes 2.0.
    case v2 = 2
    /// Version 3.0.0.
    case v3 = 3

    package var context: String { "http://iiif.io/api/image/\(rawValue)/context.json" }
    package static let protocolName = "http://iiif.io/api/image"
}

/// The reason why an Image API request is invalid or cannot be fulfilled, as a sentence that names the parameter.
package struct IIIFProblem: Error, Hashable, Sendable {
    package var message: String

    init(_ message: String) { self.message = message }
}

/// The size limits of images, in pixels: `maxWidth`, `maxHeight` and `maxArea`.
package struct IIIFLimits: Hashable, Sendable {
    package var side: Int
    package var area: Int

    package init(side: Int, area: Int) { (self.side, self.area) = (side, area) }

    func allow(_ size: ImageSize) -> Bool {
        size.width <= side && size.height <= side && size.width * size.height <= area
    }

    /// Returns the largest allowed size with this aspect ratio, at most the size itself.
    func fitting(_ size: ImageSize) -> ImageSize {
        let (width, height) = (Double(size.width), Double(size.height))
        let scale = min(1, Double(side) / max(width, height), (Double(area) / (width * height)).squareRoot())
        return ImageSize(max(1, Int(width * scale)), max(1, Int(height * scale)))
    }
}

/// A size in whole pixels.
package struct ImageSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
}

/// A rectangle in whole pixels.
package struct ImageRegion: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    var size: ImageSize { ImageSize(width, height) }
}
