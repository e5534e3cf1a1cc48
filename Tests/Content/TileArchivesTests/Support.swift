import Foundation
import TileContent
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileArchives

/// A content in which each pixel encodes its position and scale. It is solid in a corner, and clear outside.
final class PatternSource: TileSource {
    let contentSize: CGSize
    /// Called with the number of each raster call, from 1.
    private let atRaster: @Sendable (Int) throws -> Void
    private let calls = Lock(0)

    init(width: Double, height: Double, atRaster: @escaping @Sendable (Int) throws -> Void = { _ in }) {
        contentSize = CGSize(width: width, height: height)
        self.atRaster = atRaster
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try atRaster(
            calls.withLock {
                $0 += 1
                return $0
            })
        try context.checkCancellation()
        let bitmap = context.pool.clearBitmap(width: area.width, height: area.height)
        for y in 0..<area.height {
            for x in 0..<area.width { bitmap[x, y] = color(area.x + x, area.y + y, scale: area.scale) }
        }
        return .bitmap(bitmap)
    }

    private func color(_ x: Int, _ y: Int, scale: Double) -> PixelColor {
        let (contentX, contentY) = (Double(x) / scale, Double(y) / scale)
        guard contentX < contentSize.width, contentY < contentSize.height else { return .clear }
        if contentX > contentSize.width * 0.5 && contentY > contentSize.height * 0.4 {
            return PixelColor(argb: 0xFF20_4060)
        }
        return PixelColor(
            premultipliedRed: UInt8(x & 255), green: UInt8(y & 255), blue: UInt8((x * 7 + y * 3) & 255), alpha: 255)
    }

    var document: ContentDocument {
        ContentDocument(path: "dir/pattern.svg", kind: nil, source: self, isScalable: true, facts: [], notes: [])
    }
}

/// Returns all pixels of an image, also for one of one color.
func bitmap(_ image: TileImage) -> Bitmap {
    switch image {
    case .bitmap(let bitmap): return bitmap
    case .solid(let color, let width, let height):
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height { for x in 0..<width { bitmap[x, y] = color } }
        return bitmap
    }
}

func pixels(_ bitmap: Bitmap) -> [UInt32] { (0..<bitmap.height).flatMap { Array(bitmap.row($0)) } }

func draw(_ source: any TileSource, _ area: RasterArea) throws -> Bitmap {
    bitmap(try source.raster(area, in: RasterContext(pool: BitmapPool())))
}

/// Returns the pixels of a tile's file.
func read(_ path: String) throws -> Bitmap {
    let source = try ImageSource.open(path)
    return try draw(source, RasterArea(scale: 1, x: 0, y: 0, width: source.width, height: source.height))
}

/// Returns a bitmap of half size, computed with the simplest possible code.
func halved(_ bitmap: Bitmap) -> Bitmap {
    let next = Bitmap(width: (bitmap.width + 1) / 2, height: (bitmap.height + 1) / 2)
    for y in 0..<next.height {
        for x in 0..<next.width {
            var sums = [2, 2, 2, 2] as [Int]
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let pixel = bitmap[min(2 * x + dx, bitmap.width - 1), min(2 * y + dy, bitmap.height - 1)]
                for (index, value) in [pixel.red, pixel.green, pixel.blue, pixel.alpha].enumerated() {
                    sums[index] += Int(value)
                }
            }
            next[x, y] = PixelColor(
                premultipliedRed: UInt8(sums[0] / 4), green: UInt8(sums[1] / 4), blue: UInt8(sums[2] / 4),
                alpha: UInt8(sums[3] / 4))
        }
    }
    return next
}

/// Returns a part of a bitmap, with clear pixels outside the bitmap.
func part(_ whole: Bitmap, x: Int, y: Int, width: Int, height: Int) -> Bitmap {
    let part = Bitmap(width: width, height: height)
    for row in 0..<height {
        for column in 0..<width where x + column < whole.width && y + row < whole.height {
            part[column, row] = whole[x + column, y + row]
        }
    }
    return part
}
