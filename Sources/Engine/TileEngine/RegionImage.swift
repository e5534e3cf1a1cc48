import Foundation
import TileGeometry
import TileGraphics

/// A rect of a content rendered as an image of any size, optionally stretched, mirrored, rotated or with fewer colors.
///
/// The rect is drawn at a scale of the content and then transformed, unless the drawn pixels already match the image.
package struct RegionImage: Hashable, Sendable {
    /// The rect in content units; not empty.
    package var rect: Box
    /// The size before rotation, in pixels.
    package var width: Int
    package var height: Int
    /// Whether left and right are swapped, before rotation.
    package var isMirrored = false
    /// The rotation in degrees clockwise.
    package var rotation = 0.0
    package var tone = PictureTone.color
    /// The color around an image rotated by less than a quarter turn when the format has no transparency; transparent
    /// pixels within the image are then white.
    package var surround: PixelColor?

    package init(_ rect: Box, width: Int, height: Int) {
        precondition(!rect.isEmpty, "a picture of nothing")
        precondition(width > 0 && height > 0, "a picture needs a positive size, not \(width) × \(height)")
        (self.rect, self.width, self.height) = (rect, width, height)
    }

    /// The maximum length of the drawn side before transformation, for an image stretched along one axis. The limit is
    /// the image's own longer side if that is greater.
    private static let longestSide = 4096.0

    /// The area of the content to draw: at the image's scale, or the scale of the axis that is reduced less.
    package var area: RasterArea {
        let (x, y) = (Double(width) / rect.width, Double(height) / rect.height)
        let longest = max(Self.longestSide, Double(max(width, height)))
        let scale = min(max(x, y), longest / max(rect.width, rect.height))
        func first(_ edge: Double) -> Int { Int((edge * scale + Self.rounding).rounded(.down)) }
        func last(_ edge: Double) -> Int { Int((edge * scale - Self.rounding).rounded(.up)) }
        let (left, top) = (first(rect.minX), first(rect.minY))
        return RasterArea(
            scale: scale, x: left, y: top, width: max(1, last(rect.maxX) - left), height: max(1, last(rect.maxY) - top))
    }

    /// The fraction of a pixel by which an edge may miss a pixel boundary and still count as aligned.
    private static let rounding = 1e-6

    /// The size of the file's image, in pixels.
    package var encodedSize: (width: Int, height: Int) { turn.size }

    /// The pixels held in memory while the image is made.
    package var pixels: Int {
        let (area, size) = (area, turn.size)
        return area.width * area.height + size.width * size.height
    }

    /// Returns the image made from what was drawn of `area`.
    ///
    /// - Throws: `RasterFailure`, or `CancellationError` when the image is no longer wanted.
    package func shape(_ image: TileImage, of contentSize: CGSize, in context: RasterContext) throws -> TileImage {
        let area = area
        let whole = image.continuingEdges(of: contentSize, in: area, pool: context.pool)
        guard let surround, !isByQuarters else {
            return try placed(whole, area: area, context: context).toned(tone, pool: context.pool)
        }
        return try placed(whole.laid(over: .white, pool: context.pool), area: area, context: context)
            .laid(over: surround, pool: context.pool).toned(tone, pool: context.pool)
    }

    private func placed(_ image: TileImage, area: RasterArea, context: RasterContext) throws -> TileImage {
        // The rect within the drawn pixels, which have whole coordinates.
        let part = Box(
            minX: rect.minX * area.scale - Double(area.x), minY: rect.minY * area.scale - Double(area.y),
            maxX: rect.maxX * area.scale - Double(area.x), maxY: rect.maxY * area.scale - Double(area.y))
        let isWhole =
            image.width == width && image.height == height && abs(part.minX) < 1e-3 && abs(part.minY) < 1e-3
            && abs(part.maxX - Double(width)) < 1e-3 && abs(part.maxY - Double(height)) < 1e-3
        if isWhole, !isMirrored, rotation == 0 { return image }
        let (map, size) = turn
        if case .solid(let color, _, _) = image, isByQuarters || color == .clear {
            return .solid(color, width: size.width, height: size.height)
        }
        let shown = PictureImage(
            image.bitmap(in: context.pool), source: isWhole ? nil : part,
            target: Box(x: 0, y: 0, width: Double(width), height: Double(height)),
            interpolation: isWhole && isByQuarters ? .none : .medium)
        var counters = ReplayCounters()
        do throws(RasterFailure) {
            return try Picture(shown).raster(
                map, width: size.width, height: size.height, pool: context.pool, counters: &counters,
                externalPatience: context.externalPatience, isCancelled: context.isCancelled)
        } catch {
            if error == .cancelled { throw CancellationError() }
            throw error
        }
    }

    private var isByQuarters: Bool { rotation.truncatingRemainder(dividingBy: 90) == 0 }

    /// The transform from the unrotated image to the rotated one, and the size that contains all of it.
    private var turn: (map: CGAffineTransform, size: (width: Int, height: Int)) {
        let (width, height) = (Double(width), Double(height))
        let (sine, cosine): (Double, Double) =
            switch rotation {
            case 0: (0, 1)
            case 90: (1, 0)
            case 180: (0, -1)
            case 270: (-1, 0)
            default: (sin(rotation * .pi / 180), cos(rotation * .pi / 180))
            }
        let (wide, high) = (
            (abs(width * cosine) + abs(height * sine) - Self.rounding).rounded(.up),
            (abs(width * sine) + abs(height * cosine) - Self.rounding).rounded(.up)
        )
        let map = CGAffineTransform(translationX: -width / 2, y: -height / 2)
            .concatenating(CGAffineTransform(scaleX: isMirrored ? -1 : 1, y: 1))
            .concatenating(CGAffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0))
            .concatenating(CGAffineTransform(translationX: wide / 2, y: high / 2))
        return (map, (max(1, Int(wide)), max(1, Int(high))))
    }
}
