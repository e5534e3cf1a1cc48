import CCairo
import Foundation
import TileGeometry
import TileSupport

extension Replay {
    /// Draws an external picture: pixel by pixel if its plane is aligned with the canvas's pixels, as in tiles;
    /// otherwise through the transform.
    func draw(
        _ external: ExternalPicture, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let shown = external.bounds.applying(transform).expanded(by: Self.antialiasingMargin).intersection(clip)
        guard !shown.isEmpty, transform.isFinite else { return }
        // The external drawing caches its results, so that a later attempt gets further.
        if let externalPatience, externalTime > externalPatience { return counters.partsMissing += 1 }
        let begin = MonotonicClock.nanoseconds
        defer { externalTime += Double(MonotonicClock.nanoseconds - begin) / 1e9 }
        counters.operationsDrawn += 1
        let wanted = canvas.isVector ? Self.pixelsPerVectorUnit * transform.greatestScale : transform.greatestScale
        guard wanted > 0, wanted.isFinite else { return }
        while true {
            let scale = external.drawing.usableScale(wanted)
            guard scale > 0, scale <= wanted else { break }
            do throws(RasterFailure) {
                let isDrawn =
                    if scale == wanted, !canvas.isVector, let offset = transform.wholePixels {
                        try drawUpright(external, scale: scale, offset: offset, on: canvas, shown: shown)
                    } else {
                        try drawThrough(external, scale: scale, transform: transform, on: canvas, shown: shown)
                    }
                if isDrawn { return }
            } catch .unavailable where externalPatience != nil {
                break
            }
            guard external.drawing.usableScale(wanted) < scale else { break }
        }
        counters.partsMissing += 1
    }

    private func drawUpright(
        _ external: ExternalPicture, scale: Double, offset: (x: Int, y: Int), on canvas: Canvas, shown: Box
    ) throws(RasterFailure) -> Bool {
        guard let (x, y, width, height) = canvas.pixels(touching: shown) else { return true }
        try spend(width * height / 64)
        let area = RasterArea(scale: scale, x: x - offset.x, y: y - offset.y, width: width, height: height)
        guard let bitmap = try external.drawing.pixels(area, isCancelled: isCancelled) else { return false }
        if bitmap.solidColor != .clear { put(bitmap, x: x, y: y, CAIRO_OPERATOR_OVER, on: canvas) }
        return true
    }

    private func drawThrough(
        _ external: ExternalPicture, scale: Double, transform: CGAffineTransform, on canvas: Canvas, shown: Box
    ) throws(RasterFailure) -> Bool {
        let inverse = transform.inverted()
        let seen = shown.applying(inverse).intersection(external.bounds)
        guard !seen.isEmpty else { return true }
        guard seen.width.isFinite, seen.height.isFinite, inverse.isFinite else { return false }
        // One more pixel on each side, so that those at the edge have neighbors.
        func side(_ length: Double, _ scale: Double) -> Double { length * scale + 3 }
        var scale = scale
        // A transform that enlarges one axis much more than the other needs few pixels along the other.
        let shrinking = max(abs(inverse.a), abs(inverse.b), abs(inverse.c), abs(inverse.d))
        while side(seen.width, scale) * side(seen.height, scale) >= Self.mostExternalPixels
            || shrinking * scale >= Self.strongestShrinking / 2
            || max(side(seen.width, scale), side(seen.height, scale)) >= Self.largestExternalSide
        { scale /= 2 }
        let (x, y) = (seen.minX * scale - 1, seen.minY * scale - 1)
        guard abs(x) < Self.largestExternal, abs(y) < Self.largestExternal else { return false }
        let area = RasterArea(
            scale: scale, x: Int(x.rounded(.down)), y: Int(y.rounded(.down)),
            width: Int(side(seen.width, scale).rounded(.up)), height: Int(side(seen.height, scale).rounded(.up)))
        try spend(area.width * area.height / 64)
        guard let bitmap = try external.drawing.pixels(area, isCancelled: isCancelled) else { return false }
        let (left, top) = (Double(area.x) / scale, Double(area.y) / scale)
        let target = Box(
            minX: left, minY: top, maxX: left + Double(area.width) / scale, maxY: top + Double(area.height) / scale)
        try draw(PictureImage(bitmap, target: target), transform, on: canvas, clip: shown)
        return true
    }

    /// The largest side of an area in pixels, below Cairo's limit.
    private static let largestExternalSide = 32_000.0
    /// The largest coordinate; tiles are within it.
    private static let largestExternal = 1e15
    /// The maximum number of pixels of a rotated drawing at a time: 256 MB.
    private static let mostExternalPixels = Double(1 << 26)
}

extension CGAffineTransform {
    /// The translation in whole pixels, if the transform only scales evenly and translates.
    fileprivate var wholePixels: (x: Int, y: Int)? {
        // Transforms there and back introduce errors in the last digits.
        let slack = 1e-9
        guard a > 0, abs(a - d) <= slack * a, abs(b) <= slack * a, abs(c) <= slack * a else { return nil }
        let (x, y) = (tx.rounded(), ty.rounded())
        guard abs(x) < 1e15, abs(y) < 1e15, abs(tx - x) < 1e-3, abs(ty - y) < 1e-3 else { return nil }
        return (Int(x), Int(y))
    }

    /// The scale of the axis that is enlarged most.
    var greatestScale: Double { max((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot()) }
}
