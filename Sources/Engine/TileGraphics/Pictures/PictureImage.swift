import Foundation
import TileGeometry

/// The interpolation of an image's pixels.
package enum Interpolation: Hashable, Sendable {
    /// Nearest neighbor.
    case none
    /// Bilinear: a mean of the four nearest pixels.
    case low
    /// Bilinear when enlarging; a mean over all covered pixels when reducing.
    case medium
    /// Cairo's best filter.
    case high
}

/// The place of an image's edges that lie between pixels.
package enum ImageEdges: Hashable, Sendable {
    /// Between pixels, antialiased.
    case exact
    /// At the next whole pixel outside, if the image is upright.
    case wholePixels
}

/// An image's pixels at full size and repeatedly halved by `BoxShrink`, created when they are first drawn.
package protocol BitmapLevels: AnyObject, Sendable {
    /// The width of level 0, in pixels.
    var width: Int { get }
    /// The height of level 0, in pixels.
    var height: Int { get }
    /// The permanent memory in bytes, without what can be released.
    var byteCount: Int { get }
    /// The encoded image file; nil if there is none.
    var file: Data? { get }
    /// Returns the pixels at 1 / 2ⁿ of their size, both sides rounded up; nil if they are not available. Safe from any
    /// thread.
    func level(_ number: Int) -> Bitmap?
    /// The levels that are worth archiving beside the file: some level and all smaller ones, if they are in memory.
    var smallLevels: SmallLevels? { get }
}

/// Pixels stretched over a rect.
package final class PictureImage: Sendable {
    package enum Pixels: Sendable {
        case bitmap(Bitmap)
        case levels(any BitmapLevels)
    }

    package let pixels: Pixels
    /// The displayed part of the pixels at full size; within their bounds.
    package let source: Box
    /// The rect of that part, in the operation's plane.
    package let target: Box
    package let interpolation: Interpolation
    package let antialiasing: Antialiasing
    package let edges: ImageEdges

    package init(
        _ bitmap: Bitmap, source: Box? = nil, target: Box, interpolation: Interpolation = .medium,
        antialiasing: Antialiasing = .normal
    ) {
        let whole = Box(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
        pixels = .bitmap(bitmap)
        self.source = source.map { $0.intersection(whole) } ?? whole
        self.target = target
        self.interpolation = interpolation
        self.antialiasing = antialiasing
        edges = .exact
    }

    /// Creates an image that is drawn completely, from the level that matches the scale.
    package init(
        _ levels: any BitmapLevels, target: Box, interpolation: Interpolation = .medium, edges: ImageEdges = .exact
    ) {
        pixels = .levels(levels)
        source = Box(x: 0, y: 0, width: Double(levels.width), height: Double(levels.height))
        self.target = target
        self.interpolation = interpolation
        antialiasing = .normal
        self.edges = edges
    }

    /// The maximum distance of drawn pixels from the target, in pixels.
    var pixelReach: Double { edges == .wholePixels ? 1 : 0 }

    /// The number of pixels at full size.
    var pixelCount: Int {
        switch pixels {
        case .bitmap(let bitmap): bitmap.width * bitmap.height
        case .levels(let levels): levels.width * levels.height
        }
    }

    /// Returns the pixels to draw, and their displayed part, when `factor` of the image's pixels each way make one.
    func pixels(shrunkBy factor: Double) -> (bitmap: Bitmap, source: Box)? {
        switch pixels {
        case .bitmap(let bitmap): return (bitmap, source)
        case .levels(let levels):
            // Two to four of a level's pixels each way make one: reducing halved pixels further to fit would blur what
            // a mean over all pixels preserves. With nearest neighbor the pixels must not be blurred at all.
            let longest = max(levels.width, levels.height)
            let least = Int.bitWidth - (longest - 1).leadingZeroBitCount
            let fitting =
                interpolation == .none || !(factor >= 4) ? 0 : Int(log2(min(factor, Double(longest)) / 2))
            // An image of one pixel has no smaller level, however much it is reduced.
            let number = max(0, min(fitting, least))
            guard let bitmap = levels.level(number) else { return nil }
            let scale = 1 / Double(1 << number)
            return (
                bitmap,
                Box(
                    minX: source.minX * scale, minY: source.minY * scale, maxX: source.maxX * scale,
                    maxY: source.maxY * scale)
            )
        }
    }
}

extension PictureRecorder {
    /// Draws an image upright in its target: the bitmap's top row is at the target's smallest y. Draws nothing if
    /// either has no extent.
    package mutating func draw(_ image: PictureImage, transform: CGAffineTransform = .identity) {
        guard image.source.width > 0, image.source.height > 0, image.target.width > 0, image.target.height > 0,
            image.target.isFinite
        else { return }
        append(.image(image), bounds: image.target, transform)
    }
}
