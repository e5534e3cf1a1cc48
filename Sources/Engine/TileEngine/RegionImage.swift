import Foundation
import TileGeometry
import TileGraphics

/// A part of a content as a picture of any size: stretched, mirrored, turned, in fewer colors.
///
/// It is drawn at a scale of the content and brought into shape then, unless the part's pixels are the picture's.
package struct RegionImage: Hashable, Sendable {
    /// In units of the content; not empty.
    package var rect: Box
    /// Of the picture before it is turned, in pixels.
    package var width: Int
    package var height: Int
    /// Left and right changed, before it is turned.
    package var isMirrored = false
    /// Degrees clockwise.
    package var rotation = 0.0
    package var tone = PictureTone.color
    /// What lies around a picture that is turned by less than a quarter, where it can't be clear; what is clear within
    /// the picture is white then.
    package var surround: PixelColor?

    package init(_ rect: Box, width: Int, height: Int) {
        precondition(!rect.isEmpty, "a picture of nothing")
        precondition(width > 0 && height > 0, "a picture needs a positive size, not \(width) × \(height)")
        (self.rect, self.width, self.height) = (rect, width, height)
    }

    /// The longest side that is drawn before it is brought into shape, beyond the picture's own, for a picture that is
    /// stretched along one axis.
    private static let longestSide = 4096.0

    /// What of the content is drawn: at the picture's scale, or along the axis that is shrunk less.
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

    /// Parts of a pixel that edges are taken to lie on the next whole one for.
    private static let rounding = 1e-6

    /// That are held at a time while it is made.
    package var pixels: Int {
        let (area, size) = (area, turn.size)
        return area.width * area.height + size.width * size.height
    }

    /// The picture out of what was drawn of `area`.
    ///
    /// - Throws: `RasterFailure`; `CancellationError` when it is no longer wanted.
    package func shape(_ image: TileImage, of contentSize: CGSize, in context: RasterContext) throws -> TileImage {
        let area = area
        let whole = image.continuingEdges(of: contentSize, in: area, pool: context.pool)
        guard let surround, !isByQuarters else {
            return try placed(whole, area, context).toned(tone, pool: context.pool)
        }
        return try placed(whole.laid(over: .white, pool: context.pool), area, context)
            .laid(over: surround, pool: context.pool).toned(tone, pool: context.pool)
    }

    private func placed(_ image: TileImage, _ area: RasterArea, _ context: RasterContext) throws -> TileImage {
        // The part within what was drawn, which has whole pixels.
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

    /// From the picture as it is to the turned one, which has room for all of it.
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
