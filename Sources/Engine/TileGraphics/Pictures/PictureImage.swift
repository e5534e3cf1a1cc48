import Foundation
import TileGeometry

/// How pixels between an image's own are found.
package enum Interpolation: Hashable, Sendable {
    /// The nearest.
    case none
    /// A mean of the four around.
    case low
    /// As `low` when enlarging; a mean over all that a pixel covers when shrinking.
    case medium
    /// The best that Cairo has.
    case high
}

/// An image's pixels at full size, and halved by `BoxShrink` again and again, made when they are first drawn.
package protocol BitmapLevels: AnyObject, Sendable {
    /// Of level 0, in pixels.
    var width: Int { get }
    /// Of level 0, in pixels.
    var height: Int { get }
    /// Memory that it takes for good, in bytes: not what it may give back.
    var byteCount: Int { get }
    /// What they are decoded from, as image files have it; nil where there is no file.
    var file: Data? { get }
    /// The pixels at 1 / 2ⁿ of their size, both sides rounded up; nil when there are none to be had. Called by any
    /// thread.
    func level(_ number: Int) -> Bitmap?
    /// Those that are worth keeping beside the file: some level and all below it, as far as they are in memory.
    var smallLevels: SmallLevels? { get }
}

/// Pixels stretched over a rect.
package final class PictureImage: Sendable {
    package enum Pixels: Sendable {
        case bitmap(Bitmap)
        case levels(any BitmapLevels)
    }

    package let pixels: Pixels
    /// The part of the pixels at full size that is shown; inside them.
    package let source: Box
    /// Where that part lies, in the operation's plane.
    package let target: Box
    package let interpolation: Interpolation
    package let antialiasing: Antialiasing

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
    }

    /// All of an image, shrunk from the level that fits.
    package init(_ levels: any BitmapLevels, target: Box, interpolation: Interpolation = .medium) {
        pixels = .levels(levels)
        source = Box(x: 0, y: 0, width: Double(levels.width), height: Double(levels.height))
        self.target = target
        self.interpolation = interpolation
        antialiasing = .normal
    }

    /// Pixels at full size.
    var pixelCount: Int {
        switch pixels {
        case .bitmap(let bitmap): bitmap.width * bitmap.height
        case .levels(let levels): levels.width * levels.height
        }
    }

    /// What to draw when so many of its pixels, each way, come to one: pixels, and the part of them that is shown.
    func pixels(shrunkBy factor: Double) -> (bitmap: Bitmap, source: Box)? {
        switch pixels {
        case .bitmap(let bitmap): return (bitmap, source)
        case .levels(let levels):
            // Two to four of a level's pixels each way come to one: halves that were shrunk further to fit would blur
            // what a mean over all pixels keeps. What is shown as it is, pixel by pixel, is not to be blurred before.
            let longest = max(levels.width, levels.height)
            let least = Int.bitWidth - (longest - 1).leadingZeroBitCount
            let fitting =
                interpolation == .none || !(factor >= 4) ? 0 : Int(log2(min(factor, Double(longest)) / 2))
            let number = min(fitting, least)
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
    /// Draws an image upright into its target: the bitmap's top row at the target's least y. Nothing when either has no
    /// extent.
    package mutating func draw(_ image: PictureImage, transform: CGAffineTransform = .identity) {
        guard image.source.width > 0, image.source.height > 0, image.target.width > 0, image.target.height > 0,
            image.target.isFinite
        else { return }
        append(.image(image), bounds: image.target, transform)
    }
}
