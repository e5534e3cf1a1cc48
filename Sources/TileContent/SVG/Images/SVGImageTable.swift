import Foundation
import TileGeometry
import TileGraphics

/// What a drawing's `image` elements show, each once however often it is shown.
struct SVGImageTable {
    enum Image {
        case pixels(EmbeddedImage)
        /// A drawing of a size in CSS pixels; the group clips to it.
        case drawing(PictureGroup, size: CGSize, operations: Int)
        /// Nothing is shown.
        case none
    }

    /// A drawing without a size takes that of its place.
    struct Content: Hashable {
        var data: Data
        var size: CGSize?
    }

    var byElement: [Int32: Image] = [:]
    var byContent: [Content: Image] = [:]
    /// Of all images, decoded.
    var pixelCount = 0
}
