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
    /// A level of which the pixels of an area are those that `level` gives and others not to be looked at, where these
    /// are had sooner than all. Nil elsewhere. Called by any thread.
    func level(_ number: Int, only area: BitmapArea) -> Bitmap?
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

    /// What to draw when so many of its pixels, each way, come to one: pixels, and the part of the image at their scale
    /// that is shown.
    ///
    /// - Parameter seen: what of the image's pixels at full size is looked at; nil for all.
    func pixels(shrunkBy factor: Double, seen: Box? = nil) -> (bitmap: Bitmap, source: Box)? {
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
            let scale = 1 / Double(1 << number)
            guard let bitmap = bitmap(of: levels, number, seen?.scaled(by: scale)) else { return nil }
            return (bitmap, source.scaled(by: scale))
        }
    }

    /// Pixels beyond those looked at that Cairo's filters may read, for rounding and smoothing.
    private static let filterMargin = 4.0

    private func bitmap(of levels: any BitmapLevels, _ number: Int, _ seen: Box?) -> Bitmap? {
        // The best filter looks farther than is worth knowing.
        if let seen, interpolation != .high,
            let area = BitmapArea(
                around: seen.expanded(by: Self.filterMargin), width: levels.width(number),
                height: levels.height(number)),
            let bitmap = levels.level(number, only: area)
        {
            return bitmap
        }
        return levels.level(number)
    }
}

extension BitmapLevels {
    /// Pixels across a level.
    func width(_ number: Int) -> Int { Self.halved(width, number) }
    func height(_ number: Int) -> Int { Self.halved(height, number) }

    private static func halved(_ side: Int, _ number: Int) -> Int { max(1, (side + (1 << number) - 1) >> number) }
}

extension Box {
    fileprivate func scaled(by scale: Double) -> Box {
        Box(minX: minX * scale, minY: minY * scale, maxX: maxX * scale, maxY: maxY * scale)
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
