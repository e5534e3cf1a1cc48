import Foundation
import TileGeometry

/// The position of a pyramid in the world of web maps, in meters of EPSG:3857. Level 0 covers the whole world, and the
/// content is at its upper left corner.
struct WebMercatorWorld {
    let pyramid: TilePyramid

    init(_ pyramid: TilePyramid) { self.pyramid = pyramid }

    func unitsPerPixel(_ level: Int) -> Double {
        2 * WebMercator.halfWorld / (Double(pyramid.tileSize) * exp2(Double(level)))
    }

    /// Returns the bounds of a part of the content, given in its units, or of all of it; y up.
    func bounds(_ part: CGRect?) -> Box {
        let box = pyramid.deepestPixels(of: part)
        let pixel = unitsPerPixel(pyramid.maxLevel)
        let half = WebMercator.halfWorld
        return Box(
            minX: box.minX * pixel - half, minY: half - box.maxY * pixel, maxX: box.maxX * pixel - half,
            maxY: half - box.minY * pixel)
    }
}
