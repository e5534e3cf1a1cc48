import Foundation
import TileGeometry

/// Where a pyramid lies in the world of web maps, in metres of EPSG:3857: level 0 is all of it, and the content begins
/// at its upper left corner.
struct WebMercatorWorld {
    /// From the middle to an edge.
    static let half = 20_037_508.342789244
    let pyramid: TilePyramid

    init(_ pyramid: TilePyramid) { self.pyramid = pyramid }

    func unitsPerPixel(_ level: Int) -> Double {
        2 * Self.half / (Double(pyramid.tileSize) * exp2(Double(level)))
    }

    /// Of a part of the content, in its units, or of all of it; y points up.
    func bounds(_ part: CGRect?) -> Box {
        let box = pyramid.deepestPixels(of: part)
        let pixel = unitsPerPixel(pyramid.maxLevel)
        return Box(
            minX: box.minX * pixel - Self.half, minY: Self.half - box.maxY * pixel, maxX: box.maxX * pixel - Self.half,
            maxY: Self.half - box.minY * pixel)
    }
}
