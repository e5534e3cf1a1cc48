import Foundation
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// A drawing in the memory of a test, and its pixels at a scale.
struct DrawnSVG {
    let document: SVGDocument
    let bitmap: Bitmap

    /// - Parameters:
    ///   - root: The attributes of the root, without the namespace.
    ///   - content: What is in the root.
    init(_ root: String, _ content: String, scale: Double = 1) throws {
        let text = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(root)>"
        document = try SVGDocument.read(Data("\(text)\(content)</svg>".utf8), path: "test.svg")
        let size = document.source.contentSize
        let area = RasterArea(
            scale: scale, x: 0, y: 0, width: Int((size.width * scale).rounded(.up)),
            height: Int((size.height * scale).rounded(.up)))
        bitmap = try document.source.raster(area, in: RasterContext(pool: BitmapPool())).asBitmap
    }

    /// The size of the content, in CSS pixels.
    var size: CGSize { document.source.contentSize }

    /// Returns a pixel as alpha, red, green and blue, two hexadecimal digits each; colors are multiplied by alpha.
    func pixel(_ x: Int, _ y: Int) -> String {
        let digits = String(bitmap.row(y)[x], radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The box of all pixels that are not transparent, as (left, top, right, bottom); right and bottom are outside.
    var ink: [Int] {
        var box = [Int.max, Int.max, 0, 0]
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where bitmap.row(y)[x] != 0 {
                box = [min(box[0], x), min(box[1], y), max(box[2], x + 1), max(box[3], y + 1)]
            }
        }
        return box
    }
}
